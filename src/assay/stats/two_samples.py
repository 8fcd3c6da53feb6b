"""Two samples of numbers: by ranks, by distribution, by permutation."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, cast

import numpy as np
from scipy import special

from assay.errors import samples as errors
from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.delong import place as placements
from assay.stats.doors import checked
from assay.stats.effect_intervals import NOTE, in_order, resampled_interval
from assay.stats.samples import sample
from assay.stats.streams import Stream

Statistic = Callable[[Numbers], float]
MOST_EXACT = 30
"""Values in the larger sample: up to here the exact distribution is counted in milliseconds."""

MOST_FLIPS = 4096
"""All flips of 12 signs are tried even if fewer permutations were asked for: they take no time."""

ROUNDING = 1e-12
"""Statistics that differ by a smaller share of the largest are equal."""

TENDENCIES = {
    "two-sided": "neither sample tends to be larger",
    "greater": "the first sample does not tend to be larger",
    "less": "the first sample does not tend to be smaller",
}
EXCHANGEABLE = {
    "two-sided": "",
    "greater": ", or the first tends to be smaller",
    "less": ", or the first tends to be larger",
}
CENTRED = {"two-sided": "", "greater": " or a number below it", "less": " or a number above it"}
"""What the null hypotheses say, by the alternative."""


@checked()
def mann_whitney(first: object, second: object, *, alternative: str = "two-sided", level: float = 0.95) -> Test:
    """Mann and Whitney's test that a value of one sample is as likely above as below one of the other.

    Parameters
    ----------
    first, second : array_like
        Two samples.
    alternative : {"two-sided", "greater", "less"}
        On which side of the null hypothesis the effect is looked for.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is the chance that a value of the first is larger (ties count half); `cliffs_delta` is kept too.

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers.

    See Also
    --------
    wilcoxon : for paired samples.
    kruskal_wallis : for more than two samples.

    Notes
    -----
    Mann & Whitney (1947). p is exact for up to 30 values each without ties, else normal with tie correction.

    Examples
    --------
    >>> test = mann_whitney([1, 2, 3], [4, 5, 6])
    >>> test.statistic, test.p_value
    (0.0, 0.1)
    """
    from scipy import stats

    x, y = sample(first, "first", 1, "mann_whitney"), sample(second, "second", 1, "mann_whitney")
    if len(np.unique(np.concatenate([x, y]))) == 1:
        statistic, p, kind = len(x) * len(y) / 2, 1.0, "all values equal"
    else:
        distinct = len(np.unique(np.concatenate([x, y]))) == len(x) + len(y)
        exact = distinct and max(len(x), len(y)) <= MOST_EXACT
        way: Any = "exact" if exact else "asymptotic"
        test: Any = stats.mannwhitneyu(x, y, alternative=cast(Any, alternative), method=way)
        statistic, p, kind = float(test.statistic), float(test.pvalue), "exact" if exact else "normal, tie-corrected"
    share = statistic / (len(x) * len(y))
    truth = np.arange(len(x) + len(y)) < len(x)
    error = math.sqrt(placements(truth, np.concatenate([x, y])).variance) if min(len(x), len(y)) > 1 else math.nan
    half = float(special.ndtri((1 + level) / 2)) * error
    return Test(
        method=f"Mann-Whitney U, {kind}",
        statistic=statistic,
        df=(),
        p_value=p,
        null=TENDENCIES[alternative],
        alternative=alternative,
        effect=share,
        low=max(share - half, 0.0),
        high=min(share + half, 1.0),
        level=level,
        more={"cliffs_delta": 2 * share - 1},
    )


@checked(permutations=1, seed=0)
def permutation_test(
    first: object,
    second: object = None,
    *,
    paired: bool = True,
    statistic: Statistic | None = None,
    permutations: int = 9999,
    seed: int = 0,
    alternative: str = "two-sided",
    level: float = 0.95,
) -> Test:
    """Permutation test that two samples are exchangeable.

    Parameters
    ----------
    first, second : array_like
        Two samples; without `second`, `first` holds differences.
    paired : bool, default True
        Whether the signs of the differences are flipped, or the values dealt to two samples anew.
    statistic : callable, optional
        A function of one sample, the mean if left out; of differences, or of each sample, the second then subtracted.
    permutations : int, default 9999
        How many random permutations are drawn where not all of them are tried.
    seed : int, default 0
        Seed of the permutations.
    alternative : {"two-sided", "greater", "less"}
        On which side of the null hypothesis the effect is looked for.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is the statistic, with the interval of resampled cases.

    Raises
    ------
    InputError
        If a sample holds anything but finite numbers, or paired samples differ in length.

    See Also
    --------
    wilcoxon, mann_whitney : by ranks.

    Notes
    -----
    Fisher (1935); Pitman (1937).

    Examples
    --------
    >>> permutation_test([1, 2, 3, 4, 5], [0, 0, 0, 0, 0]).p_value
    0.0625
    """
    measure = np.mean if statistic is None else statistic
    rng = Stream.PERMUTED_SAMPLES.of(seed)
    x = sample(first, "first", 1, "permutation_test")
    y = None if second is None else sample(second, "second", 1, "permutation_test")
    if paired or y is None:
        if y is not None and len(x) != len(y):
            raise errors.not_paired(len(x), len(y))
        values = in_order(x if y is None else x - y)
        seen, drawn, exact = _flipped(values, measure, statistic is None, permutations, rng)
        centred = f"the values are symmetric around 0{CENTRED[alternative]}"
        null = centred if y is None else f"each pair of values is exchangeable{EXCHANGEABLE[alternative]}"
    else:
        seen, drawn = _dealt(x, y, measure, permutations, rng)
        exact, null = False, f"the values of both samples are exchangeable{EXCHANGEABLE[alternative]}"
    close = ROUNDING * max(abs(seen), float(np.max(np.abs(drawn))))
    least, most = np.count_nonzero(drawn <= seen + close), np.count_nonzero(drawn >= seen - close)
    if alternative == "two-sided":
        count = np.count_nonzero(np.abs(drawn) >= abs(seen) - close)
    else:
        count = most if alternative == "greater" else least
    p = count / len(drawn) if exact else (1 + count) / (len(drawn) + 1)
    pairwise = paired or y is None
    samples = [x if y is None else x - y] if pairwise else [x, np.asarray(y)]
    low, high = resampled_interval(
        lambda parts: float(measure(parts[0])) - (0.0 if pairwise else float(measure(parts[1]))),
        samples,
        level,
        seed=seed,
        effect=seen,
    )
    return Test(
        method="permutation, " + ("exact" if exact else f"{len(drawn):,} random ones"),
        statistic=seen,
        df=(),
        p_value=float(p),
        null=null,
        alternative=alternative,
        effect=seen,
        low=low,
        high=high,
        level=level,
        notes=(NOTE,),
        more={"permutations": len(drawn)},
    )


def _flipped(
    values: Numbers, measure: Statistic, is_mean: bool, permutations: int, rng: np.random.Generator
) -> tuple[float, Numbers, bool]:
    n = len(values)
    exact = 2**n <= max(permutations + 1, MOST_FLIPS)
    if exact:
        signs = 1.0 - 2.0 * ((np.arange(2**n)[:, None] >> np.arange(n)) & 1)
    else:
        signs = 1.0 - 2.0 * rng.integers(0, 2, (permutations, n))
    drawn = signs @ values / n if is_mean else np.array([float(measure(row * values)) for row in signs])
    return float(measure(values)), np.asarray(drawn), exact


def _dealt(
    x: Numbers, y: Numbers, measure: Statistic, permutations: int, rng: np.random.Generator
) -> tuple[float, Numbers]:
    together, m = in_order(np.concatenate([x, y])), len(x)
    drawn = []
    for _ in range(permutations):
        mixed = rng.permutation(together)
        drawn.append(float(measure(mixed[:m])) - float(measure(mixed[m:])))
    return float(measure(x)) - float(measure(y)), np.array(drawn)
