"""Efron's .632 and .632+: between the flattering error on training cases and the gloomy one on cases left out."""

from __future__ import annotations

import math

from assay.stats.doors import checked

SHARE = 1 - math.exp(-1)
"""The share of the cases that a sample as large as the data holds, about .632."""


@checked()
def bootstrap_632(resubstitution: float, out_of_bag: float) -> float:
    """Weigh the value on training cases by .368 and that on cases left out by .632.

    Reference: Efron 1983.

    >>> round(bootstrap_632(0.0, 0.5), 3)
    0.316
    """
    return (1 - SHARE) * resubstitution + SHARE * out_of_bag


@checked()
def bootstrap_632_plus(resubstitution: float, out_of_bag: float, chance: float) -> float:
    """Lean further to the cases left out, the more the model overfits; works for errors and for scores alike.

    `chance` is the value where predictions have nothing to do with the truth (all pairings of both). How far the
    out-of-bag value is on the way from the training value to chance is the overfitting rate.

    Reference: Efron & Tibshirani 1997.

    >>> round(bootstrap_632_plus(0.0, 0.5, 0.5), 3), round(bootstrap_632_plus(0.1, 0.1, 0.5), 3)
    (0.5, 0.1)
    """
    way = chance - resubstitution
    beyond = (out_of_bag - chance) * way > 0
    kept = chance if beyond else out_of_bag
    rate = (kept - resubstitution) / way if way else 0.0
    rate = min(max(rate, 0.0), 1.0)
    weight = SHARE / (1 - (1 - SHARE) * rate)
    return (1 - weight) * resubstitution + weight * kept
