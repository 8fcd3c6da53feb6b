"""The last word on a difference: whether the models answer alike, and limits where no case shows how far it is off."""

from __future__ import annotations

import math
from dataclasses import replace

from assay.comparisons.difference import ALIKE, Difference, within
from assay.comparisons.unpaired import compare_unpaired
from assay.comparisons.unseen import with_unseen
from assay.metrics.cards import Card
from assay.results.estimate import Estimate

ROUNDED = 1e-7
"""Limits closer together than this share of the values are what numerical slopes leave of 0."""

COMBINED = "here no case shows how far the difference could be off, so the limits of both models are combined instead"


def settle(
    difference: Difference, card: Card, estimates: tuple[Estimate, Estimate], level: float, apart: float
) -> Difference:
    """Return a difference that is bounded as its metric is, and never has a width of 0.

    `apart` is the share of cases that the models answer differently, counted from the answers themselves. Two F1 scores
    of 0 on different answers, or two areas of 1, differ by 0 in every resample; then the limits of both models are
    combined as if they had been judged on different cases. Cases answered alike leave room for others.
    """
    if math.isnan(difference.value):
        return difference
    if apart == 0:
        difference = _alike(difference)
    elif _is_flat(difference, estimates):
        return within(_combined(difference, card, estimates, level), *card.bounds)
    if not difference.counted:
        difference = with_unseen(difference, estimates, level, 0.0 if difference.certain else apart)
    return within(difference, *card.bounds)


def _alike(difference: Difference) -> Difference:
    """Return the difference of models that answer alike on every case; limits that know of other cases stay."""
    same = replace(difference, statistic=0.0, p_value=1.0, df=(), alike=True, certain=True, flat=False)
    if same.counted:
        return replace(same, notes=(*difference.notes, ALIKE))
    return replace(same, low=0.0, high=0.0, error=0.0, limits=None, notes=(ALIKE,))


def _combined(difference: Difference, card: Card, estimates: tuple[Estimate, Estimate], level: float) -> Difference:
    """Return limits from those of both models, with the test as it was."""
    apart = compare_unpaired(card, *estimates, level)
    p = difference.p_value
    if math.isnan(p):
        p = 1.0 if difference.value == 0 else apart.p_value
    reason = f"{difference.reason}; {COMBINED}"
    return replace(
        apart, test=difference.test, reason=reason, statistic=difference.statistic, p_value=p, df=difference.df,
        n=difference.n, notes=difference.notes, flat=True,
    )  # fmt: skip


def _is_flat(difference: Difference, estimates: tuple[Estimate, Estimate]) -> bool:
    """Say whether a difference has no limits of its own, or none that is more than rounding."""
    size = max(abs(estimate.value) for estimate in estimates)
    return difference.flat or (not difference.certain and difference.high - difference.low <= ROUNDED * size)
