"""The last word on a difference: whether the models answer alike, and limits where no case shows how far it is off."""

from __future__ import annotations

import math
from dataclasses import replace

from assay.comparisons.difference import ALIKE, Difference, within
from assay.comparisons.unpaired import compare_unpaired
from assay.metrics.cards import Card
from assay.results.estimate import Estimate

ROUNDED = 1e-7
"""Limits closer together than this share of the values are what numerical slopes leave of 0."""

COMBINED = "here no case shows how far the difference could be off, so the limits of both models are combined instead"


def settle(
    difference: Difference, card: Card, estimates: tuple[Estimate, Estimate], level: float, alike: bool
) -> Difference:
    """Return a difference that is bounded as its metric is, and has no width of 0 unless the answers are alike.

    `alike` comes from the answers themselves. Two F1 scores of 0 on different answers, or two areas of 1, differ by 0
    in every resample; then the limits of both models are combined as if they had been judged on different cases.
    """
    if math.isnan(difference.value) or not _is_flat(difference, estimates):
        return within(difference, *card.bounds)
    if alike:
        return replace(difference, low=0.0, high=0.0, statistic=0.0, p_value=1.0, df=(), error=0.0, notes=(ALIKE,),
                       limits=None, alike=True, certain=True, flat=False)  # fmt: skip
    apart = compare_unpaired(card, *estimates, level)
    p = difference.p_value if not math.isnan(difference.p_value) else 1.0 if difference.value == 0 else apart.p_value
    reason = f"{difference.reason}; {COMBINED}"
    combined = replace(
        apart, test=difference.test, reason=reason, statistic=difference.statistic, p_value=p, df=difference.df,
        n=difference.n, notes=difference.notes, flat=True,
    )  # fmt: skip
    return within(combined, *card.bounds)


def _is_flat(difference: Difference, estimates: tuple[Estimate, Estimate]) -> bool:
    """Say whether a difference has no limits of its own, or none that is more than rounding."""
    size = max(abs(estimate.value) for estimate in estimates)
    return difference.flat or (not difference.certain and difference.high - difference.low <= ROUNDED * size)
