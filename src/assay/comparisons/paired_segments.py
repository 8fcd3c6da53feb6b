"""Two systems on the same segments: means by paired t, shares by McNemar, everything else by randomisation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from assay.comparisons.difference import (
    Difference,
    as_large,
    permuted,
    undecided,
    undefined,
    within,
    within_reach,
    z_difference,
)
from assay.comparisons.paired_labels import discordant
from assay.comparisons.paired_rows import paired_t
from assay.comparisons.situations import (
    SACREBLEU_BOOTSTRAP,
    SACREBLEU_SWAPS,
    SEGMENT_MEANS,
    SEGMENT_SHARES,
    SEGMENTS,
    Situation,
)
from assay.intervals.drawn_limits import alone
from assay.intervals.text_intervals import UNIT, SegmentSample, measured, widening
from assay.metrics.cards import Card
from assay.metrics.families import SegmentShare
from assay.stats.arithmetic import Numbers
from assay.stats.streams import Stream
from assay.summaries.segments import SegmentScores

TRIALS, BLOCK = 10_000, 200_000
"""sacrebleu's own number of swaps; so many signs at a time take 200 kB."""
BY_METHOD: Mapping[str | None, Situation] = {
    None: SEGMENTS,
    "randomisation": SEGMENTS.asked("asked for: outputs are swapped segment by segment at random"),
    "paired-ar": SACREBLEU_SWAPS,
    "paired-bs": SACREBLEU_BOOTSTRAP,
}
BEWARE = {
    "paired-bs": "sacrebleu's paired bootstrap told equal systems apart in 10 to 13 of 100 simulations instead of 5",
    "paired-ar": "swaps that give the very difference seen are not counted, as in sacrebleu; where few segments "
    "differ, p is far too small",
}

SAME = "both systems count alike on every segment"


def compare_segments(card: Card, left: SegmentSample, right: SegmentSample, method: str | None) -> Difference:
    """Compare two systems by the test that suits the metric, or by the one asked for."""
    value = left.value(card) - right.value(card)
    if np.isnan(value):
        return undefined(left.segments)
    if left.segments < 2:
        return undefined(left.segments, alone(UNIT))
    if method is None and isinstance(left.counts[card.name], SegmentScores):
        difference = _of_scores(card, left, right, value)
    else:
        difference = _of_sums(card, left, right, value, method)
    if np.isnan(difference.p_value):
        difference = _of_sums(card, left, right, value, None)
    return within(difference, *card.bounds)


def _of_scores(card: Card, left: SegmentSample, right: SegmentSample, value: float) -> Difference:
    first, second = left.each(card), right.each(card)
    if isinstance(card.family, SegmentShare):
        better, worse = int(np.sum(first > second)), int(np.sum(first < second))
        return discordant(better, worse, left.segments, value, left.level, "mid-p", SEGMENT_SHARES)
    difference = paired_t(first - second, None, left.level)
    return replace(difference, reason=SEGMENT_MEANS.why)


def _of_sums(card: Card, left: SegmentSample, right: SegmentSample, value: float, method: str | None) -> Difference:
    """Compare by randomisation (or sacrebleu's bootstrap test), with the interval of the bootstrap."""
    gaps = left.drawn_as_given(card) - right.drawn_as_given(card)
    known = gaps[np.isfinite(gaps)]
    n = left.segments
    error = float(known.std(ddof=1)) * widening(n) if len(known) > 1 else float("nan")
    situation = BY_METHOD[method]
    if np.array_equal(left.counts[card.name].rows, right.counts[card.name].rows):
        return undecided(situation, n, SAME)
    difference = z_difference(value, error, left.level, situation, n, n - 1)
    if method == "paired-bs":
        p = bootstrap_p(value, known)
    else:
        p = randomised_p(card, left, right, value, method == "paired-ar")
    first, second = left.counts[card.name].rows, right.counts[card.name].rows
    telling = int(np.count_nonzero((first != second).any(axis=1)))
    difference = within_reach(permuted(value, difference, p, left.level), telling, left.level, UNIT)
    return replace(difference, notes=(*difference.notes, BEWARE[method])) if method in BEWARE else difference


def randomised_p(card: Card, left: SegmentSample, right: SegmentSample, value: float, strict: bool = False) -> float:
    """Return how often swapping outputs segment by segment gives a difference as large (Riezler and Maxwell 2005).

    The swaps are those of sacrebleu from the same seed (random bits come in words of 32, so blocks of 32 trials keep
    their order). Swaps that give the very difference seen count here, as they must for the level to hold; with
    `strict` they do not, as in sacrebleu. Systems that answer alike never come here: their p is 1.
    """
    first, second = left.counts[card.name], right.counts[card.name]
    total, gap = (first.rows + second.rows).sum(axis=0), first.rows - second.rows
    base = second.rows.sum(axis=0)
    rng = Stream.of_segments(left.seed)
    size = 32 * max(1, BLOCK // (32 * left.segments))
    moved = []
    for start in range(0, TRIALS, size):
        swaps = rng.integers(2, size=(min(size, TRIALS - start), left.segments), dtype=bool)
        moved.append(swaps.astype(float) @ gap)
    mine = base + np.concatenate(moved)
    own, other = measured(card, first.over(mine)), measured(card, second.over(total - mine))
    shifts = np.asarray(own - other)
    beyond = int(np.sum(np.abs(shifts) > abs(value))) if strict else as_large(shifts, value, np.fmax(own, other))
    return (beyond + 1) / (TRIALS + 1)


def bootstrap_p(value: float, gaps: Numbers) -> float:
    """Return the p-value of sacrebleu's paired bootstrap: how often resampled gaps exceed their mean by the one seen.

    >>> bootstrap_p(1.0, np.array([0.9, 1.1, 1.0]))
    0.25
    """
    sizes = np.abs(gaps)
    return (int(np.sum(sizes - sizes.mean() > abs(value))) + 1) / (len(gaps) + 1)
