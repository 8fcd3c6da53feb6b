"""Two success rates seen on different cases."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from assay.results.interval import Interval
from assay.results.test import Test
from assay.stats import proportion_limits as limits
from assay.stats.binomial_tails import ALIKE
from assay.stats.checks import check_successes
from assay.stats.doors import checked


@checked()
def two_proportions_z(x1: float, n1: float, x2: float, n2: float, *, pooled: bool = False, level: float = 0.95) -> Test:
    """Test by z that two success rates on different cases are equal.

    Parameters
    ----------
    x1, n1, x2, n2 : int
        The first model had `x1` successes in `n1` cases, the second `x2` in `n2` other cases.
    pooled : bool, default False
        Whether the variance is that of both samples together, as under the null hypothesis.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is the difference with Newcombe's interval; `confidence` is 1 - p, `C` the one-sided 1 - p/2.

    Raises
    ------
    InputError
        If a number of successes is not a whole number from 0 to its number of cases.

    See Also
    --------
    mcnemar : for two models on the same cases.
    newcombe : the interval alone.

    Notes
    -----
    Newcombe (1998) for the interval. Textbooks read `C` as the confidence that the better model is better.

    Examples
    --------
    >>> test = two_proportions_z(30, 100, 20, 100)
    >>> round(test.statistic, 3), round(test.C, 3)
    (1.644, 0.95)
    """
    (x1, n1), (x2, n2) = check_successes(x1, n1), check_successes(x2, n2)
    first, second = x1 / n1, x2 / n2
    difference = first - second
    both, apart = (x1 + x2) / (n1 + n2), first * (1 - first) / n1 + second * (1 - second) / n2
    variance = both * (1 - both) * (1 / n1 + 1 / n2) if pooled else apart
    z = 0.0 if difference == 0 else abs(difference) / math.sqrt(variance) if variance > 0 else math.inf
    low, high = newcombe(x1, n1, x2, n2, level=level)
    p = float(2 * special.ndtr(-z))
    notes = () if variance > 0 else ("both rates are 0 or 1, so their variance is estimated as 0: read the interval",)
    return Test(
        method="z, pooled" if pooled else "z, unpooled",
        statistic=math.copysign(z, difference) if difference else 0.0,
        df=(),
        p_value=p,
        null="both success rates are equal",
        effect=difference,
        low=low,
        high=high,
        level=level,
        notes=notes,
        more={"C": float(special.ndtr(z)), "z": z},
    )


@checked()
def newcombe(x1: float, n1: float, x2: float, n2: float, *, level: float = 0.95) -> Interval:
    """Interval of the difference of two independent success rates, from the Wilson interval of each.

    Parameters
    ----------
    x1, n1, x2, n2 : int
        The first model had `x1` successes in `n1` cases, the second `x2` in `n2` other cases.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Interval
        Of x1/n1 - x2/n2, within [-1, 1].

    Raises
    ------
    InputError
        If a number of successes is not a whole number from 0 to its number of cases.

    See Also
    --------
    tango : for two models on the same cases.

    Notes
    -----
    Newcombe (1998), method 10.

    Examples
    --------
    >>> low, high = newcombe(56, 70, 48, 80)
    >>> round(low, 4), round(high, 4)
    (0.0524, 0.3339)
    """
    (x1, n1), (x2, n2) = check_successes(x1, n1), check_successes(x2, n2)
    first, second = x1 / n1, x2 / n2
    (low1, high1), (low2, high2) = (
        (float(end) for end in limits.limits(limits.wilson, float(x), float(n), level)) for x, n in ((x1, n1), (x2, n2))
    )
    d = first - second
    return Interval(
        max(d - math.hypot(first - low1, high2 - second), -1.0), min(d + math.hypot(high1 - first, second - low2), 1.0)
    )


def fisher_mid_p(x1: int, n1: int, x2: int, n2: int) -> float:
    """Return Fisher's two-sided p with half the weight on the table seen: for counts too small for z.

    >>> round(fisher_mid_p(1, 10, 6, 10), 4)
    0.0302
    """
    total, n = x1 + x2, n1 + n2
    k = np.arange(max(0, total - n2), min(n1, total) + 1)

    def log_choose(a: float, b: np.ndarray | int) -> np.ndarray:
        return np.asarray(special.gammaln(a + 1) - special.gammaln(np.asarray(b) + 1) - special.gammaln(a - b + 1))

    chance = np.exp(log_choose(n1, k) + log_choose(n2, total - k) - log_choose(n, total))
    seen = chance[x1 - k[0]]
    less = chance[chance < seen * (1 - ALIKE)].sum()
    equal = chance[(chance >= seen * (1 - ALIKE)) & (chance <= seen * (1 + ALIKE))].sum()
    return float(min(less + equal / 2, 1.0)) if len(k) > 1 else 1.0
