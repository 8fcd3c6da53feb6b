"""Every pair of models on one metric: p adjusted over the pairs, intervals alone and for all pairs at once."""

from __future__ import annotations

import math
from collections.abc import Sequence

from assay.comparisons.difference import Difference
from assay.comparisons.margins import judge_margin
from assay.metrics.cards import Card
from assay.results.comparison import Pair
from assay.results.estimate import Estimate
from assay.stats.multiplicity import adjust


def judge_pairs(
    card: Card,
    names: Sequence[tuple[object, object]],
    differences: Sequence[Difference],
    level: float,
    margin: float | None = None,
) -> list[Pair]:
    """Adjust over the pairs by Holm, and judge the margin where there is one; the words are still to be written."""
    adjusted = adjust([found.p_value for found in differences], "holm").tolist()
    tested = max(sum(not math.isnan(p) for p in adjusted), 1)
    pairs = []
    for (a, b), found, p in zip(names, differences, adjusted, strict=True):
        note = found.notes[0] if found.notes and math.isnan(found.value) else None
        difference = Estimate(found.value, found.low, found.high, level, found.interval, found.n, note)
        judged = None
        if margin is not None and not math.isnan(found.value):
            judged = judge_margin(found, margin, card.better, level)
        together = _simultaneous(card, found, level, tested)
        pair = Pair(a, b, difference, found.test, found.reason, found.statistic, found.df, found.p_value, p,
                    margin=judged, notes=found.notes, tested=tested, simultaneous=together,
                    alike=found.alike)  # fmt: skip
        pairs.append(pair)
    return pairs


def _simultaneous(card: Card, found: Difference, level: float, tested: int) -> Estimate | None:
    """Return the interval of level 1 - (1 - level) / pairs: all of them together hold with the level (Bonferroni).

    Where the interval is known at one level only it is everything that the difference could be, so that it stays.
    """
    if tested == 1 or math.isnan(found.value):
        return None
    low, high = (found.low, found.high) if found.limits is None else found.limits(1 - (1 - level) / tested)
    span = card.bounds[1] - card.bounds[0]
    ends = max(min(low, found.low), -span), min(max(high, found.high), span)
    return Estimate(found.value, *ends, level, f"{found.interval}, bonferroni", found.n)
