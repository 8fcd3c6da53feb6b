"""How long blocks of a series must be, so that blocks vary as the series does."""

from __future__ import annotations

import math

import numpy as np

from assay.stats.arithmetic import Numbers

FEWEST = 3
"""A series shorter than this has no correlation worth the name."""

CERTAIN = 2.0
"""Autocorrelations within 2 sqrt(log10 n / n) of 0 count as none (Politis & White 2004, footnote c)."""


def block_length(values: Numbers) -> float:
    """Return the best length of blocks for the variance of a mean; 1 where values are independent.

    Parameters
    ----------
    values : array_like
        A series in the order of time.

    Returns
    -------
    float
        The length for circular blocks, at most min(3 sqrt(n), n / 3).

    See Also
    --------
    mean_t : an interval for a mean of independent values.

    Notes
    -----
    Politis & White (2004), "Automatic block-length selection for the dependent bootstrap", with the correction of
    Patton, Politis & White (2009): (2 G² / D)^(1/3) n^(1/3), with D = 4/3 g(0)², over flat-top weights.

    Examples
    --------
    >>> round(block_length(np.repeat(np.tile([1.0, -1.0, 2.0], 8), 5)), 1)
    33.0
    >>> block_length(np.ones(50))
    1.0
    """
    series = np.asarray(values, dtype=float)
    n = len(series)
    off = series - series.mean() if n else series
    if n < FEWEST or not np.any(np.abs(off) > 1e-12 * np.abs(series).max()):
        return 1.0
    run = max(5, math.ceil(math.sqrt(math.log10(n))))
    most = min(math.ceil(math.sqrt(n)) + run, n - 1)
    covariance = _autocovariances(off, most)
    reach = min(2 * _last_correlated(covariance / covariance[0], n, run), most)
    lag = np.arange(-reach, reach + 1)
    weight = np.minimum(1.0, 2 * (1 - np.abs(lag) / max(reach, 1)))
    weighted = weight * covariance[np.abs(lag)]
    level = float(weighted.sum())
    bent = float((weighted * np.abs(lag)).sum())
    longest = float(math.ceil(min(3 * math.sqrt(n), n / 3)))
    if level <= 0:
        return longest if bent != 0 else 1.0
    return float(min(max((2 * bent**2 / (4 / 3 * level**2) * n) ** (1 / 3), 1.0), longest))


def _autocovariances(off: Numbers, most: int) -> Numbers:
    """Return the autocovariances up to a lag, by the Fourier transform."""
    n = len(off)
    size = 1 << (2 * n - 1).bit_length()
    power = np.abs(np.fft.rfft(off, size)) ** 2
    return np.asarray(np.fft.irfft(power, size)[: most + 1] / n)


def _last_correlated(correlation: Numbers, n: int, run: int) -> int:
    """Return the lag after which so many correlations in a row are as good as 0; at least 1."""
    small = np.abs(correlation[1:]) < CERTAIN * math.sqrt(math.log10(n) / n)
    for lag in range(len(small) - run + 1):
        if small[lag : lag + run].all():
            return max(lag, 1)
    large = np.flatnonzero(~small)
    return int(large[-1]) + 1 if len(large) else 1
