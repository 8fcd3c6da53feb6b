"""Spearman's and Kendall's correlations with what each case contributes to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from assay.stats.arithmetic import Numbers, within_rounding
from assay.stats.ranks import Ranked, mid_ranks, sums_above, tied_sums, weight_below

ROUNDING = 1e-12
"""A tied weight that misses the total by a smaller share is all of it."""


@dataclass(frozen=True, eq=False)
class Correlated:
    """A rank correlation and its influence values, one a case: their mean is 0, their spread gives the error."""

    value: float
    influence: Numbers


Correlation = Callable[[Ranked, Ranked, Numbers | None], Correlated]


def spearman(first: Ranked, second: Ranked, weight: Numbers | None = None) -> Correlated:
    """Return the Pearson correlation of the mid-ranks.

    A case moves the correlation by its own product of ranks, and by shifting the ranks of every case above it.
    """
    share = _shares(first, weight)
    a, b = (mid_ranks(ranked, weight) - 0.5 for ranked in (first, second))
    product = _mean(a * b, share)
    spread = [_mean(x**2, share) for x in (a, b)]
    scale = np.sqrt(spread[0] * spread[1])
    if len(a) < 2 or not scale > 0:
        return Correlated(float("nan"), np.zeros(len(a)))
    value = product / scale
    pull = a * b - product + _shift(first, a, b, share) + _shift(second, b, a, share)
    influence = pull / scale
    for ranked, x, variance in ((first, a, spread[0]), (second, b, spread[1])):
        if ranked.tied or weight is not None:
            influence = influence - value / 2 * (x**2 - variance + 2 * _shift(ranked, x, x, share)) / variance
    return Correlated(_within(value), influence)


def _shift(ranked: Ranked, own: Numbers, other: Numbers, share: Numbers | float) -> Numbers:
    """Return how much a case's presence below others lifts the mean product of their ranks."""
    above = sums_above(ranked, other * share)
    return np.asarray(above - _mean((own + 0.5) * other, share))


def kendall(first: Ranked, second: Ranked, weight: Numbers | None = None) -> Correlated:
    """Return tau-b; each case contributes the pairs it is part of."""
    n = len(first.order)
    w = np.ones(n) if weight is None else weight
    runs = [ranked.run_of for ranked in (first, second)]
    tied = [tied_sums(ranked, w) for ranked in (first, second)]
    both = _tied_in_both(runs, w) if first.tied and second.tied else w
    signed = _signed(runs, w, tied, both)
    total = w.sum()
    untied = [np.where(part < total * (1 - ROUNDING), total - part, 0.0) for part in tied]
    pairs = [float(w @ part) / total for part in (signed, *untied)]
    scale = np.sqrt(pairs[1] * pairs[2])
    if n < 2 or not scale > 0:
        return Correlated(float("nan"), np.zeros(n))
    value = pairs[0] / scale
    pull = (signed - pairs[0]) / scale
    for part, mean in zip(untied, pairs[1:], strict=True):
        pull = pull - value / 2 * (part - mean) / mean
    return Correlated(_within(value), 2 * pull)


def _within(value: float) -> float:
    """Return a correlation that rounding carried past 1, or kept from it, as 1."""
    return float(np.clip(within_rounding(value, -1.0, 1.0), -1.0, 1.0))


def _signed(runs: list[np.ndarray], w: Numbers, tied: list[Numbers], both: Numbers) -> Numbers:
    """Return, for each case, the weight of concordant less discordant partners.

    Cases are laid out by the first column, ties by the second downwards; places in the second column break ties
    against the layout. So whatever lies before with a smaller place is strictly below in both columns.
    """
    n = len(w)
    layout = np.lexsort((-runs[1], runs[0]))
    position = np.empty(n, dtype=np.intp)
    position[layout] = np.arange(n)
    by_second = np.lexsort((-position, runs[1]))
    place = np.empty(n, dtype=np.intp)
    place[by_second] = np.arange(n)
    laid = w[layout]
    below = weight_below(place[layout], laid)
    before = np.cumsum(laid) - laid
    smaller = (np.cumsum(w[by_second]) - w[by_second])[place[layout]]
    above = w.sum() - laid - smaller - (before - below)
    agreeing = np.empty(n)
    agreeing[layout] = below + above
    tied_in_any = tied[0] + tied[1] - both - w
    return np.asarray(2 * agreeing + tied_in_any - (w.sum() - w))


def _tied_in_both(runs: list[np.ndarray], w: Numbers) -> Numbers:
    key = runs[0] * (runs[1].max() + 1) + runs[1]
    _, place = np.unique(key, return_inverse=True)
    return np.asarray(np.bincount(place, w)[place])


def _shares(ranked: Ranked, weight: Numbers | None) -> Numbers | float:
    return 1 / len(ranked.order) if weight is None else weight / weight.sum()


def _mean(values: Numbers, share: Numbers | float) -> float:
    return float(values.sum() * share) if isinstance(share, float) else float(values @ share)
