"""Whether two samples spread alike."""

from __future__ import annotations

import math

import numpy as np

from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.doors import checked
from assay.stats.effect_intervals import resampled_interval
from assay.stats.samples import sample
from assay.stats.two_samples import mann_whitney


@checked()
def siegel_tukey(first: object, second: object, *, level: float = 0.95) -> Test:
    """Siegel and Tukey's test by ranks that two samples spread equally.

    Parameters
    ----------
    first, second : array_like
        Two samples.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is the ratio of the standard deviations.

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers.

    See Also
    --------
    levene : for samples with different medians, or more than two.

    Notes
    -----
    Siegel & Tukey (1960). Ranks are dealt from both ends inwards, ties share their mean. It is right only where the
    samples have the same median.

    Examples
    --------
    >>> round(siegel_tukey([1, 9, 2, 8], [4, 5, 5.5, 4.5]).p_value, 4)
    0.0286
    """
    x, y = (sample(part, name, 2, "siegel_tukey") for part, name in ((first, "first"), (second, "second")))
    together = np.concatenate([x, y])
    order = np.argsort(together, kind="stable")
    n = len(together)
    dealt = np.empty(n)
    low, high, rank = 0, n - 1, 1
    for place, from_low in enumerate(_ends(n)):
        position = low if from_low else high
        dealt[position] = rank + place
        low, high = (low + 1, high) if from_low else (low, high - 1)
    ranks = np.empty(n)
    ranks[order] = dealt
    _, group = np.unique(together, return_inverse=True)
    ranks = (np.bincount(group, ranks) / np.bincount(group))[group]
    test = mann_whitney(ranks[: len(x)], ranks[len(x) :], level=level)
    spread_low, spread_high = resampled_interval(_ratio_of_spreads, [x, y], level)
    return Test(
        method="Siegel-Tukey",
        statistic=test.statistic,
        df=(),
        p_value=test.p_value,
        null="both samples spread equally widely",
        effect=_ratio_of_spreads([x, y]),
        low=spread_low,
        high=spread_high,
        level=level,
        notes=("it compares spreads, and is only right where the samples have the same median",),
    )


def _ratio_of_spreads(parts: list[Numbers]) -> float:
    first, second = (float(part.std(ddof=1)) for part in parts)
    return first / second if second > 0 else math.inf


def _ends(n: int) -> list[bool]:
    """Return, rank by rank, whether it goes to the low end: low, high, high, low, low, high, high ..."""
    return [((place + 1) // 2) % 2 == 0 for place in range(n)]
