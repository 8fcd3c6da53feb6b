"""Texts in bounded memory: what the metrics count, summed over segments, with how the sums vary between segments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from assay.stats.arithmetic import Numbers
from assay.summaries.moments import Moments
from assay.summaries.segments import EditCounts, NgramCounts, RunShares, Segments, SegmentScores

KINDS: Mapping[str, type[Segments]] = {
    kind.__name__: kind for kind in (Segments, NgramCounts, RunShares, EditCounts, SegmentScores)
}
"""What formulas of text read, by name."""


@dataclass(frozen=True, eq=False)
class SegmentTotals:
    """The sums of what was counted in every segment, and their moments; `kind` names what formulas read.

    >>> totals = SegmentTotals.of(EditCounts([[1, 4, 1, 0, 0], [0, 2, 0, 0, 0]]))
    >>> totals.merge(totals).sums.tolist()
    [2.0, 12.0, 2.0, 0.0, 0.0]
    """

    kind: str
    sums: Numbers
    moments: Moments

    @classmethod
    def of(cls, counted: Segments) -> SegmentTotals:
        """Sum what was counted in some segments."""
        return cls(type(counted).__name__, counted.rows.sum(axis=0), Moments.of(counted.rows.T))

    def merge(self, other: SegmentTotals) -> SegmentTotals:
        """Return the sums over both sets of segments."""
        return SegmentTotals(self.kind, self.sums + other.sums, self.moments.merge(other.moments))

    def shown(self, drawn: Numbers | None = None) -> Segments:
        """Return the sums as formulas read them; `drawn` are other sums, one set in a row."""
        return KINDS[self.kind](self.sums[None], drawn)


@dataclass(frozen=True)
class TextTally:
    """How many segments are empty, all the same, cut into words already; letters of the first references, words."""

    segments: int = 0
    silent: int = 0
    blank: int = 0
    same: int = 0
    ends: int = 0
    letters: int = 0
    plain: int = 0
    words: int = 0

    def merge(self, other: TextTally) -> TextTally:
        """Return the tally of both sets of segments."""
        return TextTally(*(getattr(self, own.name) + getattr(other, own.name) for own in fields(self)))


@dataclass(frozen=True, eq=False)
class TextSums:
    """What was counted for every metric, how many segments had a gap by column, and what could not be counted.

    `references` are the numbers of references that segments have, `lacking` the metrics that could not be counted.
    """

    totals: Mapping[str, SegmentTotals]
    tally: TextTally
    gaps: Mapping[str, int]
    dropped: int
    lacking: tuple[str, ...]
    references: tuple[int, ...]

    def merge(self, other: TextSums) -> TextSums:
        """Return the sums over both sets of segments; a metric that either lacks is left out."""
        if not self.tally.segments or not other.tally.segments:
            totals = self.totals if self.tally.segments else other.totals
        else:
            totals = {name: own.merge(other.totals[name]) for name, own in self.totals.items() if name in other.totals}
        gaps = {name: count + other.gaps.get(name, 0) for name, count in self.gaps.items()}
        lacking = tuple(sorted({*self.lacking, *other.lacking}))
        references = tuple(sorted({*self.references, *other.references}))
        return TextSums(totals, self.tally.merge(other.tally), gaps, self.dropped + other.dropped, lacking, references)
