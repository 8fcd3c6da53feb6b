"""How often tests of samples would find an effect: correlations, ranks, variances and areas."""

from __future__ import annotations

import math

from scipy import special

from assay.stats.arithmetic import Numbers
from assay.stats.checks import check_share
from assay.stats.doors import checked
from assay.stats.planned_areas import power_of_delong
from assay.stats.planned_proportions import normal
from assay.stats.samples import check_number

SQRT_2 = math.sqrt(2)
NODES, WEIGHTS = special.roots_hermitenorm(60)  # Gauss and Hermite's: exact to twelve digits for smooth functions
WEIGHTS = WEIGHTS / WEIGHTS.sum()
A_CORRELATION = "A number between -1 and 1"


@checked(n=4)
def correlation_power(correlation: float, n: int, *, level: float = 0.95) -> float:
    """Return the power of the test that two samples are not correlated (Pearson).

    Parameters
    ----------
    correlation : float
        The correlation that there is.
    n : int
        How many pairs there are.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    float
        How often the test rejects.

    Raises
    ------
    InputError
        If the correlation is not between -1 and 1.

    See Also
    --------
    correlation_test : the test.

    Notes
    -----
    Cohen (1988), as R's pwr has it: Fisher's z with its bias.

    Examples
    --------
    >>> round(correlation_power(0.3, 50), 4)
    0.5716
    """
    r = abs(check_number("correlation", correlation, -1, 1, A_CORRELATION))
    t = float(special.stdtrit(n - 2, (1 + level) / 2))
    critical = math.atanh(math.sqrt(t**2 / (t**2 + n - 2)))
    z, root = math.atanh(r) + r / (2 * (n - 1)), math.sqrt(n - 3)
    return float(special.ndtr((z - critical) * root) + special.ndtr((-z - critical) * root))


@checked(n=2)
def mann_whitney_power(superiority: float, n: int, *, level: float = 0.95) -> float:
    """Return the power of Mann and Whitney's test of two samples of equal size.

    Parameters
    ----------
    superiority : float
        The chance that a value of the first sample exceeds one of the second: what the test calls its effect.
    n : int
        How many cases each sample has.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    float
        How often the test rejects.

    Raises
    ------
    InputError
        If the chance is not between 0 and 1.

    See Also
    --------
    mann_whitney : the test.
    t_test_power : for means.

    Notes
    -----
    Lehmann & D'Abrera (1975), for normal samples of which one is shifted: the variance of the statistic under both
    hypotheses. Noether (1987) takes that of the null hypothesis for both, which is up to 5 points too low.

    Examples
    --------
    >>> round(mann_whitney_power(0.7, 32), 3)
    0.811
    """
    chance = max(check_share("superiority", superiority), 1 - superiority)
    shift = SQRT_2 * float(special.ndtri(chance))
    both = _mean(special.ndtr(shift - NODES) ** 2)
    spread = chance * (1 - chance) + 2 * (n - 1) * (both - chance**2)
    if chance == 1 or not spread > 0:
        return 1.0
    alike = math.sqrt((2 * n + 1) / 12)
    return float(special.ndtr(((chance - 0.5) * n - normal(level) * alike) / math.sqrt(spread)))


@checked(n=2)
def wilcoxon_power(superiority: float, n: int, *, level: float = 0.95) -> float:
    """Return the power of Wilcoxon's signed-rank test.

    Parameters
    ----------
    superiority : float
        The chance that the mean of two differences, drawn at random, is above 0.
    n : int
        How many differences there are.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    float
        How often the test rejects.

    Raises
    ------
    InputError
        If the chance is not between 0 and 1.

    See Also
    --------
    wilcoxon : the test.
    binomial_power : for the sign test.

    Notes
    -----
    Lehmann & D'Abrera (1975), for normal differences: the variance of the statistic under both hypotheses. Noether
    (1987) takes that of the null hypothesis for both, which is up to 5 points too low.

    Examples
    --------
    >>> round(wilcoxon_power(0.76, 36), 3)
    0.81
    """
    chance = max(check_share("superiority", superiority), 1 - superiority)
    if chance == 1:
        return 1.0
    shift = float(special.ndtri(chance)) / SQRT_2
    own, both = float(special.ndtr(shift)), _mean(special.ndtr(NODES + 2 * shift) ** 2)
    pairs = n * (n - 1)
    mean = pairs / 2 * chance + n * own
    variance = pairs * (n - 2) * (both - chance**2) + n * own * (1 - own)
    variance += pairs / 2 * (2 * (own - chance) ** 2 + 3 * chance * (1 - chance))
    alike = math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    return float(special.ndtr((mean - n * (n + 1) / 4 - normal(level) * alike) / math.sqrt(variance)))


def _mean(values: Numbers) -> float:
    """Return the mean of a function of a standard normal value, by its values at the nodes."""
    return float(values @ WEIGHTS)


@checked(n=2)
def variance_power(ratio: float, n: int, *, level: float = 0.95) -> float:
    """Return the power of the chi-square test of a variance of normal values.

    Parameters
    ----------
    ratio : float
        The variance over that of the null hypothesis.
    n : int
        How many values there are.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    float
        How often the test rejects.

    Raises
    ------
    InputError
        If the ratio is not above 0.

    See Also
    --------
    variance_test : the test.

    Notes
    -----
    Lachin (1981): the statistic is the ratio times a chi-square of n - 1 degrees of freedom, so that this is exact.

    Examples
    --------
    >>> round(variance_power(2, 40), 3)
    0.877
    """
    times = check_number("ratio", ratio, 0, math.inf, "A number above 0")
    low, high = (float(special.chdtri(n - 1, share)) for share in ((1 + level) / 2, (1 - level) / 2))
    return float(special.chdtr(n - 1, low / times) + special.chdtrc(n - 1, high / times))


@checked(positives=2, negatives=2)
def delong_power(
    first: float, second: float, positives: int, negatives: int, *, correlation: float = 0.5, level: float = 0.95
) -> float:
    """Return the power of the test that two areas under the ROC curve are equal.

    Parameters
    ----------
    first, second : float
        The two areas.
    positives, negatives : int
        How many cases there are of either class.
    correlation : float, default 0.5
        Of the two areas: 0 for models that are judged on different cases.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    float
        How often the test rejects.

    Raises
    ------
    InputError
        If an area is not between 0 and 1, or the correlation not between -1 and 1.

    See Also
    --------
    delong_test : the test.

    Notes
    -----
    Hanley & McNeil (1982, 1983) for the variances, taken as they are, as DeLong's test does.

    Examples
    --------
    >>> round(delong_power(0.8, 0.85, 200, 200), 3)
    0.666
    """
    areas = [check_number(name, area, 0, 1, "A number between 0 and 1")
             for name, area in (("first", first), ("second", second))]  # fmt: skip
    shared = check_number("correlation", correlation, -1, 1, A_CORRELATION)
    return power_of_delong(areas[0], areas[1], positives, negatives, shared, level)
