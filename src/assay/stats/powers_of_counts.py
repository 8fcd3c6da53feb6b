"""How often tests of counts would find an effect: exact where all tables can be added up."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from assay.errors import samples as errors
from assay.stats.arithmetic import Numbers
from assay.stats.checks import check_share
from assay.stats.doors import checked
from assay.stats.planned_proportions import binomial
from assay.stats.samples import check_number

AT_LEAST_0 = -1e-300
"""The bounds of `check_number` are strict: this one lets 0 through."""
ALIKE = 1 + 1e-7
"""Probabilities this near to each other are one: rounding must not decide what is as unlikely (as R has it)."""
MOST_EXACT = 2_000
"""More cases in each sample than this would take minutes to add up, and the pooled z test says the same."""


@checked(n=1)
def binomial_power(rate: float, n: int, *, null: float = 0.5, level: float = 0.95) -> float:
    """Return the power of the exact binomial test, by adding up all counts.

    Parameters
    ----------
    rate : float
        The success rate; for the sign test the chance that a difference that is not 0 is positive.
    n : int
        How many cases there are.
    null : float, default 0.5
        The success rate under the null hypothesis.
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
    binomial_test, sign_test : the tests.

    Notes
    -----
    Clopper & Pearson (1934) for the test; the answer is exact.

    Examples
    --------
    >>> round(binomial_power(0.7, 49), 3)
    0.81
    """
    counts, chances = binomial(n, check_share("rate", rate))
    known, probabilities = binomial(n, check_share("null", null))
    # Counts that the null hypothesis hardly knows are always rejected.
    kept = known[_as_unlikely(probabilities) > 1 - level + 1e-12]
    return float(min(chances[~np.isin(counts, kept)].sum(), 1.0))


def _as_unlikely(chances: Numbers) -> Numbers:
    """Return for every outcome how probable those are that are no more probable than it."""
    order = np.sort(chances)
    total = np.concatenate([[0.0], np.cumsum(order)])
    return np.asarray(total[np.searchsorted(order, chances * ALIKE, side="right")])


@checked(n=2)
def fisher_power(first: float, second: float, n: int, *, level: float = 0.95) -> float:
    """Return the power of Fisher's exact test of two success rates of different cases, by adding up all tables.

    Parameters
    ----------
    first, second : float
        The two success rates.
    n : int
        How many cases each sample has, at most 2,000.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    float
        How often the test rejects.

    Raises
    ------
    InputError
        If a rate is not between 0 and 1, or there are more cases than can be added up.

    See Also
    --------
    fisher_exact : the test.
    two_proportions_power : the pooled z test, which rejects more often.

    Notes
    -----
    Bennett & Hsu (1960); the answer is exact.

    Examples
    --------
    >>> round(fisher_power(0.9, 0.6, 35), 3)
    0.785
    """
    if n > MOST_EXACT:
        raise errors.bad_number("n", n, f"A whole number up to {MOST_EXACT:,}; for more see two_proportions_power")
    grids = []
    for name, rate in (("first", first), ("second", second)):
        counts, chances = binomial(n, check_share(name, rate))
        grids.append(np.zeros(n + 1))
        grids[-1][counts.astype(int)] = chances
    choices = special.gammaln(n + 1) - special.gammaln(np.arange(n + 1) + 1) - special.gammaln(n - np.arange(n + 1) + 1)
    power = 0.0
    for successes in range(2 * n + 1):
        own = np.arange(max(0, successes - n), min(n, successes) + 1)
        logs = choices[own] + choices[successes - own]
        given = np.exp(logs - special.logsumexp(logs))
        rejected = own[_as_unlikely(given) <= 1 - level + 1e-12]
        power += float((grids[0][rejected] * grids[1][successes - rejected]).sum())
    return min(power, 1.0)


@checked(n=1, df=1)
def chi_square_power(effect: float, n: int, df: int, *, level: float = 0.95) -> float:
    """Return the power of a chi-square test, by the noncentral chi-square distribution.

    Parameters
    ----------
    effect : float
        Cohen's w; of a table of counts V times the root of the smaller number of rows or columns less 1.
    n : int
        How many cases there are in all.
    df : int
        Degrees of freedom: the categories less 1, or (rows - 1) times (columns - 1).
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
    chi_square_fit, chi_square_independence, g_test : the tests.

    Notes
    -----
    Cohen (1988).

    Examples
    --------
    >>> round(chi_square_power(0.289, 100, 3), 4)
    0.6751
    """
    size = check_number("effect", effect, AT_LEAST_0, math.inf, "A number of at least 0")
    missed = float(special.chndtr(special.chdtri(df, 1 - level), df, n * size**2))
    return 1.0 - missed if missed == missed else 1.0
