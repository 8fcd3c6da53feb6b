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
    adjusted = adjust([gap.p_value for gap in differences], "holm").tolist()
    tested = max(sum(not math.isnan(p) for p in adjusted), 1)
    pairs = []
    for (a, b), gap, p in zip(names, differences, adjusted, strict=True):
        note = gap.notes[0] if gap.notes and math.isnan(gap.value) else None
        difference = Estimate(gap.value, gap.low, gap.high, level, gap.interval, gap.n, note)
        judged = None
        if margin is not None and not math.isnan(gap.value):
            judged = judge_margin(gap, margin, card.better, level)
        together = _simultaneous(card, gap, level, tested)
        pair = Pair(a, b, difference, gap.test, gap.reason, gap.statistic, gap.df, gap.p_value, p,
                    margin=judged, notes=gap.notes, tested=tested, simultaneous=together,
                    alike=gap.alike)  # fmt: skip
        pairs.append(pair)
    return pairs


def _simultaneous(card: Card, gap: Difference, level: float, tested: int) -> Estimate | None:
    """Return the interval of level 1 - (1 - level) / pairs: all of them together hold with the level (Bonferroni).

    Where the interval is known at one level only it is everything that the difference could be, so that it stays.
    """
    if tested == 1 or math.isnan(gap.value):
        return None
    low, high = (gap.low, gap.high) if gap.limits is None else gap.limits(1 - (1 - level) / tested)
    span = card.bounds[1] - card.bounds[0]
    ends = max(min(low, gap.low), -span), min(max(high, gap.high), span)
    return Estimate(gap.value, *ends, level, f"{gap.interval}, bonferroni", gap.n)
