"""Efron's .632 and .632+: between the flattering error on training cases and the gloomy one on cases left out."""

from __future__ import annotations

import math

from assay.stats.doors import checked

SHARE = 1 - math.exp(-1)
"""The share of the cases that a sample as large as the data holds, about .632."""


@checked()
def bootstrap_632(resubstitution: float, out_of_bag: float) -> float:
    """Bootstrap estimate .368 times the value on training cases plus .632 times that on cases left out.

    Parameters
    ----------
    resubstitution : float
        A metric on the cases that the model was trained on.
    out_of_bag : float
        The same metric on the cases that were left out.

    Returns
    -------
    float
        The weighted mean of both.

    Raises
    ------
    InputError
        If an argument is not a number.

    See Also
    --------
    bootstrap_632_plus : for models that overfit.

    Notes
    -----
    Efron (1983).

    Examples
    --------
    >>> round(bootstrap_632(0.0, 0.5), 3)
    0.316
    """
    return (1 - SHARE) * resubstitution + SHARE * out_of_bag


@checked()
def bootstrap_632_plus(resubstitution: float, out_of_bag: float, chance: float) -> float:
    """Bootstrap estimate that gives the cases left out the more weight, the more the model overfits.

    Parameters
    ----------
    resubstitution : float
        A metric (an error or a score) on the cases that the model was trained on.
    out_of_bag : float
        The same metric on the cases that were left out.
    chance : float
        Its value where predictions have nothing to do with the truth: that over all pairings of both.

    Returns
    -------
    float
        A weighted mean; the weight follows from how far `out_of_bag` is on the way from `resubstitution` to `chance`.

    Raises
    ------
    InputError
        If an argument is not a number.

    See Also
    --------
    bootstrap_632 : with fixed weights.

    Notes
    -----
    Efron & Tibshirani (1997).

    Examples
    --------
    >>> round(bootstrap_632_plus(0.0, 0.5, 0.5), 3)
    0.5
    >>> round(bootstrap_632_plus(0.1, 0.1, 0.5), 3)
    0.1
    """
    way = chance - resubstitution
    beyond = (out_of_bag - chance) * way > 0
    kept = chance if beyond else out_of_bag
    rate = (kept - resubstitution) / way if way else 0.0
    rate = min(max(rate, 0.0), 1.0)
    weight = SHARE / (1 - (1 - SHARE) * rate)
    return (1 - weight) * resubstitution + weight * kept
