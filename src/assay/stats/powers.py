"""How often a test would find an effect of some size: exact powers, which `assay.plan` searches for the cases."""

from __future__ import annotations

import math

from scipy import special

from assay.errors import samples as errors
from assay.stats import planned_means, planned_pairs, planned_proportions
from assay.stats.checks import check_share
from assay.stats.doors import checked
from assay.stats.samples import check_number

ANY = "A number"


@checked(n=2)
def mcnemar_power(difference: float, disagreement: float, n: int, *, level: float = 0.95) -> float:
    """Return the power of McNemar's mid-p test, by adding up all tables.

    Parameters
    ----------
    difference : float
        The first model's success rate less the second's.
    disagreement : float
        The share of the cases on which one model is right and the other wrong, at least as large.
    n : int
        How many cases there are.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    float
        How often the test rejects.

    Raises
    ------
    InputError
        If the disagreement is no share, or smaller than the difference.

    See Also
    --------
    mcnemar : the test.

    Notes
    -----
    Connor (1987) for the question; the answer is exact.

    Examples
    --------
    >>> round(mcnemar_power(0.02, 0.1, 1960), 3)
    0.802
    """
    check_share("disagreement", disagreement)
    gap = abs(check_number("difference", difference, -1, 1, "A number between -1 and 1"))
    if disagreement < gap or disagreement == 0:
        raise errors.bad_number("disagreement", disagreement, "A share above 0 and at least as large as the difference")
    return planned_pairs.power_of_pairs(n, disagreement, gap, level)


@checked(n=2)
def two_proportions_power(first: float, second: float, n: int, *, level: float = 0.95) -> float:
    """Return the power of the pooled z test of two success rates of different cases, by adding up all counts.

    Parameters
    ----------
    first, second : float
        The two success rates.
    n : int
        How many cases each model has.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    float
        How often the test rejects.

    Raises
    ------
    InputError
        If a rate is not between 0 and 1.

    See Also
    --------
    two_proportions_z : the test.

    Notes
    -----
    Fleiss, Levin & Paik (2003) for the question; the answer is exact.

    Examples
    --------
    >>> round(two_proportions_power(0.9, 0.95, 435), 3)
    0.811
    """
    rates = check_share("first", first), check_share("second", second)
    return float(planned_proportions.power_apart(n, *rates, level))


@checked(n=2, samples=1)
def t_test_power(effect: float, n: int, *, samples: int = 1, level: float = 0.95) -> float:
    """Return the power of a t test, by the noncentral t distribution.

    Parameters
    ----------
    effect : float
        The difference over the standard deviation: of the differences, or of the cases of two samples.
    n : int
        How many differences there are, or cases in each sample.
    samples : int, default 1
        1 for paired samples, 2 for samples of different cases.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    float
        How often the test rejects.

    Raises
    ------
    InputError
        If there are neither one nor two samples.

    See Also
    --------
    t_test : the test.

    Notes
    -----
    Cohen (1988).

    Examples
    --------
    >>> round(t_test_power(0.5, 34), 3)
    0.808
    >>> round(t_test_power(0.5, 64, samples=2), 3)
    0.801
    """
    if samples not in (1, 2):
        raise errors.bad_number("samples", samples, "1 or 2")
    size = check_number("effect", effect, -math.inf, math.inf, ANY)
    return planned_means.power_of_mean(n, size, level, samples)


@checked(n=2, samples=2)
def anova_power(effect: float, n: int, samples: int, *, level: float = 0.95) -> float:
    """Return the power of one-way analysis of variance, by the noncentral F distribution.

    Parameters
    ----------
    effect : float
        Cohen's f: the standard deviation of the means over that of the cases.
    n : int
        How many cases each sample has.
    samples : int
        How many samples there are.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    float
        How often the test rejects.

    Raises
    ------
    InputError
        If the effect is below 0.

    See Also
    --------
    anova : the test.

    Notes
    -----
    Cohen (1988).

    Examples
    --------
    >>> round(anova_power(0.25, 45, 4), 3)
    0.804
    """
    size = check_number("effect", effect, -1e-300, math.inf, "A number of at least 0")
    between, within = samples - 1, samples * (n - 1)
    critical = float(special.fdtri(between, within, level))
    missed = float(special.ncfdtr(between, within, size**2 * n * samples, critical))
    return 1.0 - missed if missed == missed else 1.0
