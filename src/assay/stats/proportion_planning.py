"""The reverse questions of an interval: how many cases for a width, and which level a width has."""

from __future__ import annotations

import math

from assay.stats import proportion_limits as limits
from assay.stats.checks import check_share, check_successes
from assay.stats.doors import checked
from assay.stats.samples import check_number

NARROWEST = 1e-6
"""Half-widths below this take more cases than anybody has (LARGEST of `stats/checks.py`)."""


@checked()
def sample_size(half_width: float, *, proportion: float = 0.5, level: float = 0.95) -> int:
    """Smallest n at which the Wilson interval reaches at most `half_width` to each side.

    Parameters
    ----------
    half_width : float
        Half the width of the interval, above 0 and below 0.5.
    proportion : float, default 0.5
        The proportion that is expected.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    int
        Number of cases.

    Raises
    ------
    InputError
        If `half_width` or `proportion` is out of range.

    See Also
    --------
    level_of : the level at which a given sample reaches a half-width.

    Notes
    -----
    Wilson (1927), solved for n.

    Examples
    --------
    >>> sample_size(0.05, proportion=0.9)
    141
    """
    check_share("proportion", proportion)
    check_number("half_width", half_width, NARROWEST, 0.5, f"A number above {NARROWEST:g} and below 0.5")
    low, high = 1, 2
    while _wilson_half_width(high, proportion, level) > half_width:
        high *= 2
    while low < high:
        middle = (low + high) // 2
        if _wilson_half_width(middle, proportion, level) > half_width:
            low = middle + 1
        else:
            high = middle
    return low


@checked()
def level_of(half_width: float, successes: int, n: int) -> float:
    """Confidence level at which the Wald interval of a proportion has a given half-width.

    It answers the textbook question "with which confidence does the accuracy lie within ± 2 points?"

    Parameters
    ----------
    half_width : float
        Half the width of the interval, above 0.
    successes, n : int
        How many of how many cases succeeded.

    Returns
    -------
    float
        A level from 0 to 1; 1 where all or none of the cases succeeded, as the interval then has no width.

    Raises
    ------
    InputError
        If `successes` is not a whole number from 0 to `n`, or `half_width` is not above 0.

    See Also
    --------
    sample_size : the number of cases that a half-width needs.

    Notes
    -----
    Laplace (1812): level = erf(half_width / (sqrt(2) s)) with s = sqrt(p(1 - p)/n).

    Examples
    --------
    >>> round(level_of(0.0268, 750, 1000), 3)
    0.95
    """
    x, n = check_successes(successes, n)
    check_number("half_width", half_width, 0, math.inf, "A number above 0")
    p = x / n
    spread = math.sqrt(p * (1 - p) / n)
    return math.erf(half_width / spread / math.sqrt(2)) if spread else 1.0


def _wilson_half_width(n: float, proportion: float, level: float) -> float:
    z = limits.normal_quantile(level)
    return z * math.sqrt(proportion * (1 - proportion) / n + z**2 / (4 * n**2)) / (1 + z**2 / n)
