"""Several tests at once: p-values adjusted so that the family as a whole keeps its level."""

from __future__ import annotations

import numpy as np

from assay.checks.arrays import NotNumbersError, floats
from assay.errors import samples as errors
from assay.stats.arithmetic import Numbers
from assay.stats.doors import checked
from assay.stats.samples import check_choice

METHODS = ("holm", "bonferroni", "hochberg", "hommel", "bh", "by", "none")


@checked()
def adjust(p_values: object, method: str = "holm") -> Numbers:
    """p-values adjusted for the number of tests, in the order given.

    Parameters
    ----------
    p_values : array_like
        Numbers from 0 to 1; nan (or masked) stays nan and is not counted.
    method : {"holm", "bonferroni", "hochberg", "hommel", "bh", "by", "none"}
        "bh" and "by" control the share of false rejections among all rejections, the others the chance of any.

    Returns
    -------
    ndarray
        Adjusted p-values.

    Raises
    ------
    InputError
        If a p-value is not from 0 to 1, or the method is not known.

    See Also
    --------
    friedman, cochran_q : one test of several models before any pair.

    Notes
    -----
    Holm (1979); Hochberg (1988); Hommel (1988); Benjamini & Hochberg (1995); Benjamini & Yekutieli (2001).

    Examples
    --------
    >>> adjust([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    p = _read(p_values)
    name = check_choice("method", method.casefold() if isinstance(method, str) else method, METHODS)
    known = p[~np.isnan(p)]
    if ((known < 0) | (known > 1)).any():
        raise errors.bad_number("p_values", float(known[(known < 0) | (known > 1)][0]), "A number from 0 to 1")
    adjusted = np.full_like(p, np.nan)
    adjusted[~np.isnan(p)] = _adjusted(known, name) if len(known) else known
    return adjusted


def _read(p_values: object) -> Numbers:
    try:
        return floats(p_values)
    except NotNumbersError as problem:
        raise errors.not_a_sample("p_values", "does not hold numbers") from problem


def _adjusted(p: Numbers, method: str) -> Numbers:
    m = len(p)
    order = np.argsort(p)
    rising = p[order]
    steps = np.arange(1, m + 1)
    if method == "none":
        return p
    if method == "bonferroni":
        return np.minimum(p * m, 1)
    if method == "hommel":
        stepped = _hommel(rising)
    elif method == "holm":
        stepped = np.maximum.accumulate(rising * (m - steps + 1))
    else:
        factor = {"hochberg": m - steps + 1, "bh": m / steps, "by": m / steps * np.sum(1 / steps)}[method]
        stepped = np.minimum.accumulate((rising * factor)[::-1])[::-1]
    adjusted = np.empty(m)
    adjusted[order] = np.minimum(stepped, 1)
    return adjusted


def _hommel(rising: Numbers) -> Numbers:
    """Return Hommel's adjusted p-values of sorted ones (the algorithm of Wright 1992)."""
    m = len(rising)
    adjusted = np.full(m, np.min(m * rising / np.arange(1, m + 1)))
    worst = adjusted.copy()
    for size in range(m - 1, 1, -1):
        kept, rest = np.arange(m - size + 1), np.arange(m - size + 1, m)
        bound = np.min(size * rising[rest] / np.arange(2, size + 1))
        worst[kept] = np.minimum(size * rising[kept], bound)
        worst[rest] = worst[m - size]
        adjusted = np.maximum(adjusted, worst)
    return np.maximum(adjusted, rising)
