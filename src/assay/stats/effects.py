"""Effect sizes: how large a difference is, apart from how sure one can be of it."""

from __future__ import annotations

import math

import numpy as np

from assay.stats.checks import check_share
from assay.stats.doors import checked
from assay.stats.samples import paired_differences, sample


@checked()
def cohens_d(first: object, second: object = None, *, paired: bool = False) -> float:
    """Difference of means over the pooled standard deviation; of pairs, over that of the differences.

    >>> round(cohens_d([2, 4, 6], [1, 3, 5]), 4)
    0.5
    """
    if paired or second is None:
        values = paired_differences(first, second, "cohens_d", 2)
        return _over(float(values.mean()), float(values.std(ddof=1)))
    one, two = (sample(part, name, 2, "cohens_d") for part, name in ((first, "first"), (second, "second")))
    pooled = ((len(one) - 1) * one.var(ddof=1) + (len(two) - 1) * two.var(ddof=1)) / (len(one) + len(two) - 2)
    return _over(float(one.mean() - two.mean()), math.sqrt(pooled))


@checked()
def hedges_g(first: object, second: object) -> float:
    """Cohen's d without its small-sample bias (Hedges 1981).

    >>> round(hedges_g([2, 4, 6], [1, 3, 5]), 4)
    0.4
    """
    n = len(sample(first)) + len(sample(second))
    return cohens_d(first, second) * (1 - 3 / (4 * (n - 2) - 1))


@checked()
def cliffs_delta(first: object, second: object) -> float:
    """Chance that a value of the first exceeds one of the second, less the chance of the reverse.

    >>> cliffs_delta([2, 3], [1, 2])
    0.75
    """
    one, two = sample(first, "first"), np.sort(sample(second, "second"))
    below, upto = (np.searchsorted(two, one, side=side).sum() for side in ("left", "right"))
    return float((below + upto) / (len(one) * len(two)) - 1)


@checked()
def vargha_delaney(first: object, second: object) -> float:
    """Chance that a value of the first exceeds one of the second, ties counting half.

    >>> vargha_delaney([2, 3], [1, 2])
    0.875
    """
    return (cliffs_delta(first, second) + 1) / 2


@checked()
def cohens_h(first: float, second: float) -> float:
    """Difference of two rates on the arcsine scale.

    >>> round(cohens_h(0.75, 0.5), 4)
    0.5236
    """
    check_share("first", first)
    check_share("second", second)
    return 2 * math.asin(math.sqrt(first)) - 2 * math.asin(math.sqrt(second))


@checked()
def akinshin_gamma(first: object, second: object) -> float:
    """Difference of medians over a pooled, robust standard deviation (Akinshin 2020).

    >>> akinshin_gamma([1, 2, 3, 4], [1, 2, 3, 4])
    0.0
    """
    one, two = sample(first, "first", 2, "akinshin_gamma"), sample(second, "second", 2, "akinshin_gamma")
    spreads = [1.4826022185056018 * float(np.median(np.abs(part - np.median(part)))) for part in (one, two)]
    sizes = len(one) - 1, len(two) - 1
    pooled = math.sqrt((sizes[0] * spreads[0] ** 2 + sizes[1] * spreads[1] ** 2) / sum(sizes))
    return _over(float(np.median(one) - np.median(two)), pooled)


def _over(difference: float, spread: float) -> float:
    if spread > 0:
        return difference / spread
    return 0.0 if difference == 0 else math.copysign(math.inf, difference)
