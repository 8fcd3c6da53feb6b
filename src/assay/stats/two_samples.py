"""Two samples of numbers: by ranks, by distribution, by permutation."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from scipy import special

from assay.checks.arrays import NotNumbersError
from assay.checks.callables import numbers_from
from assay.errors import samples as errors
from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.delong import place as placements
from assay.stats.doors import checked
from assay.stats.effect_intervals import NOTE, in_order, resampled_interval
from assay.stats.samples import sample, tails
from assay.stats.streams import Stream
from assay.stats.tied_ranks import tied_tails

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
    Mann & Whitney (1947). p is exact for up to 30 values each, with ties too (Streitberg & Röhmel 1986), else normal
    with tie correction.

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
        exact = max(len(x), len(y)) <= MOST_EXACT
        way: Any = "exact" if exact and distinct else "asymptotic"
        test: Any = stats.mannwhitneyu(x, y, alternative=cast(Any, alternative), method=way)
        statistic, p, kind = float(test.statistic), float(test.pvalue), "exact" if exact else "normal, tie-corrected"
        if exact and not distinct:
            p = tails(*tied_tails(x, y), alternative)
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
    measure = np.mean if statistic is None else _measured(statistic)
    rng = Stream.PERMUTED_SAMPLES.of(seed)
    x = sample(first, "first", 1, "permutation_test")
    y = None if second is None else sample(second, "second", 1, "permutation_test")
    if paired or y is None:
        permuted = _of_differences(_differences(x, y), measure, statistic is None, permutations, rng)
        null = _paired_null(y is not None, alternative)
    else:
        permuted = _dealt(x, y, measure, permutations, rng)
        null = f"the values of both samples are exchangeable{EXCHANGEABLE[alternative]}"
    low, high = resampled_interval(permuted.statistic, permuted.samples, level, seed=seed, effect=permuted.observed)
    return Test(
        method="permutation, " + ("exact" if permuted.exact else f"{len(permuted.drawn):,} random ones"),
        statistic=permuted.observed,
        df=(),
        p_value=permuted.p_value(alternative),
        null=null,
        alternative=alternative,
        effect=permuted.observed,
        low=low,
        high=high,
        level=level,
        notes=(NOTE,),
        more={"permutations": len(permuted.drawn)},
    )


@dataclass(frozen=True, eq=False)
class _Permuted:
    """The statistic as observed and as permutations gave it, and the samples whose resampling gives its interval."""

    observed: float
    drawn: Numbers
    exact: bool
    samples: list[Numbers]
    statistic: Callable[[list[Numbers]], float]

    def p_value(self, alternative: str) -> float:
        """Return the share of permutations at least as far out; random ones count the observed one among them."""
        close = ROUNDING * max(abs(self.observed), float(np.max(np.abs(self.drawn))))
        if alternative == "two-sided":
            extreme = np.abs(self.drawn) >= abs(self.observed) - close
        elif alternative == "greater":
            extreme = self.drawn >= self.observed - close
        else:
            extreme = self.drawn <= self.observed + close
        count = np.count_nonzero(extreme)
        return float(count / len(self.drawn) if self.exact else (1 + count) / (len(self.drawn) + 1))


def _measured(statistic: object) -> Statistic:
    """Return a statistic that gives one finite number, or says what it gave instead."""

    def measure(values: Numbers) -> float:
        try:
            answers = numbers_from(statistic, values)
        except NotNumbersError as problem:
            raise errors.unfit("statistic", str(problem)) from problem
        if answers.size != 1 or not np.isfinite(answers).all():
            raise errors.unfit("statistic", "gives something else than one finite number for a sample")
        return float(answers.item())

    return measure


def _differences(x: Numbers, y: Numbers | None) -> Numbers:
    if y is None:
        return x
    if len(x) != len(y):
        raise errors.not_paired(len(x), len(y))
    return x - y


def _paired_null(two: bool, alternative: str) -> str:
    if two:
        return f"each pair of values is exchangeable{EXCHANGEABLE[alternative]}"
    return f"the values are symmetric around 0{CENTRED[alternative]}"


def _of_differences(
    differences: Numbers, measure: Statistic, is_mean: bool, permutations: int, rng: np.random.Generator
) -> _Permuted:
    observed, drawn, exact = _flipped(in_order(differences), measure, is_mean, permutations, rng)
    return _Permuted(observed, drawn, exact, [differences], lambda parts: float(measure(parts[0])))


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


def _dealt(x: Numbers, y: Numbers, measure: Statistic, permutations: int, rng: np.random.Generator) -> _Permuted:
    together, m = in_order(np.concatenate([x, y])), len(x)
    drawn = []
    for _ in range(permutations):
        mixed = rng.permutation(together)
        drawn.append(float(measure(mixed[:m])) - float(measure(mixed[m:])))

    def difference(parts: list[Numbers]) -> float:
        return float(measure(parts[0])) - float(measure(parts[1]))

    return _Permuted(difference([x, y]), np.array(drawn), False, [x, y], difference)
