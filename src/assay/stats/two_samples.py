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
    """Test that a value of one sample is as likely above as below one of the other; exact without ties and few values.

    The effect is the chance that the first is larger (ties count half).

    Reference: Mann & Whitney 1947.

    >>> test = mann_whitney([1, 2, 3], [4, 5, 6])
    >>> test.statistic, test.p_value
    (0.0, 0.1)
    """
    from scipy import stats

    one, two = sample(first, "first", 1, "mann_whitney"), sample(second, "second", 1, "mann_whitney")
    if len(np.unique(np.concatenate([one, two]))) == 1:
        statistic, p, kind = len(one) * len(two) / 2, 1.0, "all values equal"
    else:
        distinct = len(np.unique(np.concatenate([one, two]))) == len(one) + len(two)
        exact = distinct and max(len(one), len(two)) <= MOST_EXACT
        way: Any = "exact" if exact else "asymptotic"
        found: Any = stats.mannwhitneyu(one, two, alternative=cast(Any, alternative), method=way)
        statistic, p, kind = float(found.statistic), float(found.pvalue), "exact" if exact else "normal, tie-corrected"
    share = statistic / (len(one) * len(two))
    truth = np.arange(len(one) + len(two)) < len(one)
    error = (
        math.sqrt(placements(truth, np.concatenate([one, two])).variance) if min(len(one), len(two)) > 1 else math.nan
    )
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
    """Test that two samples are exchangeable: signs of the differences are flipped, or values dealt anew.

    All flips are tried where that is cheap, else random ones. `statistic` is the mean unless a function of one sample
    is given: it is taken of the differences (paired), or of each sample, the two then subtracted.

    >>> permutation_test([1, 2, 3, 4, 5], [0, 0, 0, 0, 0]).p_value
    0.0625
    """
    measure = np.mean if statistic is None else statistic
    rng = Stream.PERMUTED_SAMPLES.of(seed)
    one = sample(first, "first", 1, "permutation_test")
    two = None if second is None else sample(second, "second", 1, "permutation_test")
    if paired or two is None:
        if two is not None and len(one) != len(two):
            raise errors.not_paired(len(one), len(two))
        values = in_order(one if two is None else one - two)
        seen, drawn, exact = _flipped(values, measure, statistic is None, permutations, rng)
        centred = f"the values are symmetric around 0{CENTRED[alternative]}"
        null = centred if two is None else f"each pair of values is exchangeable{EXCHANGEABLE[alternative]}"
    else:
        seen, drawn = _dealt(one, two, measure, permutations, rng)
        exact, null = False, f"the values of both samples are exchangeable{EXCHANGEABLE[alternative]}"
    close = 1e-12 * max(abs(seen), float(np.max(np.abs(drawn))))
    least, most = np.count_nonzero(drawn <= seen + close), np.count_nonzero(drawn >= seen - close)
    if alternative == "two-sided":
        count = np.count_nonzero(np.abs(drawn) >= abs(seen) - close)
    else:
        count = most if alternative == "greater" else least
    p = count / len(drawn) if exact else (1 + count) / (len(drawn) + 1)
    pairwise = paired or two is None
    samples = [one if two is None else one - two] if pairwise else [one, np.asarray(two)]
    low, high = resampled_interval(
        lambda parts: float(measure(parts[0])) - (0.0 if pairwise else float(measure(parts[1]))),
        samples,
        level,
        seed=seed,
    )
    return Test(
        method="permutation, " + ("exact" if exact else f"{len(drawn):,} random ones"),
        statistic=seen,
        df=(),
        p_value=float(p),
        null=null,
        alternative=alternative,
        effect=seen,
        low=min(low, seen),
        high=max(high, seen),
        level=level,
        notes=(NOTE,),
        more={"permutations": len(drawn)},
    )


def _flipped(
    values: Numbers, measure: Statistic, is_mean: bool, permutations: int, rng: np.random.Generator
) -> tuple[float, Numbers, bool]:
    n = len(values)
    exact = 2**n <= max(permutations + 1, 4096)
    if exact:
        signs = 1.0 - 2.0 * ((np.arange(2**n)[:, None] >> np.arange(n)) & 1)
    else:
        signs = 1.0 - 2.0 * rng.integers(0, 2, (permutations, n))
    drawn = signs @ values / n if is_mean else np.array([float(measure(row * values)) for row in signs])
    return float(measure(values)), np.asarray(drawn), exact


def _dealt(
    one: Numbers, two: Numbers, measure: Statistic, permutations: int, rng: np.random.Generator
) -> tuple[float, Numbers]:
    together, m = in_order(np.concatenate([one, two])), len(one)
    drawn = []
    for _ in range(permutations):
        mixed = rng.permutation(together)
        drawn.append(float(measure(mixed[:m])) - float(measure(mixed[m:])))
    return float(measure(one)) - float(measure(two)), np.array(drawn)


@checked()
def siegel_tukey(first: object, second: object, *, level: float = 0.95) -> Test:
    """Test that two samples spread alike: ranks are dealt from both ends inwards. It does not compare locations.

    Reference: Siegel & Tukey 1960; tied values share the mean of their ranks.

    >>> round(siegel_tukey([1, 9, 2, 8], [4, 5, 5.5, 4.5]).p_value, 4)
    0.0286
    """
    one, two = (sample(part, name, 2, "siegel_tukey") for part, name in ((first, "first"), (second, "second")))
    together = np.concatenate([one, two])
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
    test = mann_whitney(ranks[: len(one)], ranks[len(one) :], level=level)
    return Test(
        method="Siegel-Tukey",
        statistic=test.statistic,
        df=(),
        p_value=test.p_value,
        null="both samples spread equally widely",
        effect=_ratio_of_spreads([one, two]),
        low=resampled_interval(_ratio_of_spreads, [one, two], level)[0],
        high=resampled_interval(_ratio_of_spreads, [one, two], level)[1],
        level=level,
        notes=("it compares spreads, and is only right where the samples have the same median",),
    )


def _ratio_of_spreads(parts: list[Numbers]) -> float:
    one, two = (float(part.std(ddof=1)) for part in parts)
    return one / two if two > 0 else math.inf


def _ends(n: int) -> list[bool]:
    """Return, rank by rank, whether it goes to the low end: low, high, high, low, low, high, high ..."""
    return [((place + 1) // 2) % 2 == 0 for place in range(n)]
