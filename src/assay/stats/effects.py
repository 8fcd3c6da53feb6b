"""Effect sizes: how large a difference is, apart from how sure one can be of it."""

from __future__ import annotations

import math

import numpy as np

from assay.stats.checks import check_share
from assay.stats.doors import checked
from assay.stats.samples import paired_differences, sample

NORMAL_MAD = 1.4826022185056018
"""1 / Φ⁻¹(3/4): times this, the median absolute deviation of a normal is its standard deviation."""


@checked()
def cohens_d(first: object, second: object = None, *, paired: bool = False) -> float:
    """Difference of two means over the standard deviation.

    Parameters
    ----------
    first, second : array_like
        Two samples; without `second`, `first` holds differences.
    paired : bool, default False
        Whether the samples are paired; the deviation is then that of the differences, else the pooled one.

    Returns
    -------
    float
        0 where nothing differs, infinite where only the means differ.

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers.

    See Also
    --------
    hedges_g : without the bias of small samples.

    Notes
    -----
    Cohen (1988).

    Examples
    --------
    >>> round(cohens_d([2, 4, 6], [1, 3, 5]), 4)
    0.5
    """
    if paired or second is None:
        values = paired_differences(first, second, "cohens_d", 2)
        return _over(float(values.mean()), float(values.std(ddof=1)))
    x, y = (sample(part, name, 2, "cohens_d") for part, name in ((first, "first"), (second, "second")))
    pooled = ((len(x) - 1) * x.var(ddof=1) + (len(y) - 1) * y.var(ddof=1)) / (len(x) + len(y) - 2)
    return _over(float(x.mean() - y.mean()), math.sqrt(pooled))


@checked()
def hedges_g(first: object, second: object) -> float:
    """Cohen's d of two independent samples without its bias in small samples.

    Parameters
    ----------
    first, second : array_like
        Two samples.

    Returns
    -------
    float
        Smaller than Cohen's d by the factor 1 - 3/(4 (n - 2) - 1).

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers.

    See Also
    --------
    cohens_d : for large or paired samples.

    Notes
    -----
    Hedges (1981).

    Examples
    --------
    >>> round(hedges_g([2, 4, 6], [1, 3, 5]), 4)
    0.4
    """
    n = len(sample(first)) + len(sample(second))
    return cohens_d(first, second) * (1 - 3 / (4 * (n - 2) - 1))


@checked()
def cliffs_delta(first: object, second: object) -> float:
    """Chance that a value of the first sample exceeds one of the second, less the chance of the reverse.

    Parameters
    ----------
    first, second : array_like
        Two samples.

    Returns
    -------
    float
        From -1 to 1.

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers.

    See Also
    --------
    vargha_delaney : the same on a scale from 0 to 1.

    Notes
    -----
    Cliff (1993).

    Examples
    --------
    >>> cliffs_delta([2, 3], [1, 2])
    0.75
    """
    x, y = sample(first, "first"), np.sort(sample(second, "second"))
    below, upto = (np.searchsorted(y, x, side=side).sum() for side in ("left", "right"))
    return float((below + upto) / (len(x) * len(y)) - 1)


@checked()
def vargha_delaney(first: object, second: object) -> float:
    """Chance that a value of the first sample exceeds one of the second; ties count half.

    Parameters
    ----------
    first, second : array_like
        Two samples.

    Returns
    -------
    float
        From 0 to 1; 0.5 where neither tends to be larger.

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers.

    See Also
    --------
    cliffs_delta : the same on a scale from -1 to 1.

    Notes
    -----
    Vargha & Delaney (2000).

    Examples
    --------
    >>> vargha_delaney([2, 3], [1, 2])
    0.875
    """
    return (cliffs_delta(first, second) + 1) / 2


@checked()
def cohens_h(first: float, second: float) -> float:
    """Difference of two rates on the arcsine scale, where equal steps are equally easy to detect.

    Parameters
    ----------
    first, second : float
        Two rates from 0 to 1.

    Returns
    -------
    float
        From -π to π.

    Raises
    ------
    InputError
        If a rate is not from 0 to 1.

    See Also
    --------
    two_proportions_z : tests the difference.

    Notes
    -----
    Cohen (1988).

    Examples
    --------
    >>> round(cohens_h(0.75, 0.5), 4)
    0.5236
    """
    check_share("first", first)
    check_share("second", second)
    return 2 * math.asin(math.sqrt(first)) - 2 * math.asin(math.sqrt(second))


@checked()
def akinshin_gamma(first: object, second: object) -> float:
    """Difference of two medians over a pooled, robust standard deviation.

    Parameters
    ----------
    first, second : array_like
        Two samples.

    Returns
    -------
    float
        0 where nothing differs, infinite where only the medians differ.

    Raises
    ------
    InputError
        If a sample is too small or holds anything but finite numbers.

    See Also
    --------
    cohens_d : for means.

    Notes
    -----
    Akinshin (2020). The deviation is the median absolute deviation, scaled to that of a normal.

    Examples
    --------
    >>> round(akinshin_gamma([3, 5, 6, 9], [1, 2, 4, 5]), 4)
    1.1241
    """
    x, y = sample(first, "first", 2, "akinshin_gamma"), sample(second, "second", 2, "akinshin_gamma")
    spreads = [NORMAL_MAD * float(np.median(np.abs(part - np.median(part)))) for part in (x, y)]
    sizes = len(x) - 1, len(y) - 1
    pooled = math.sqrt((sizes[0] * spreads[0] ** 2 + sizes[1] * spreads[1] ** 2) / sum(sizes))
    return _over(float(np.median(x) - np.median(y)), pooled)


def _over(difference: float, spread: float) -> float:
    if spread > 0:
        return difference / spread
    return 0.0 if difference == 0 else math.copysign(math.inf, difference)
