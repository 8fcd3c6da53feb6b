"""Text as numbers: a row of counts a segment, of which metrics read the sums."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from assay.stats.arithmetic import Numbers
from assay.summaries.binary_counts import BinaryCounts

FORMS = ("list", "set", "clipped")
"""How a run that repeats counts: each time where the other side has it at all, once, or as often as it stands there."""


@dataclass(frozen=True, eq=False)
class Segments:
    """One row of numbers per segment; merged by putting rows below each other.

    Formulas read `sums`: those of all segments, or, with `drawn`, those of every resampled set of segments (a set a
    row). `each` makes every segment a set of its own, so that the same formula scores single segments.
    """

    rows: Numbers
    drawn: Numbers | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", np.asarray(self.rows, dtype=float))

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def sums(self) -> Numbers:
        """The sums of the columns, sets of segments in front."""
        return np.asarray(self.rows.sum(axis=0) if self.drawn is None else self.drawn)

    def merge(self, other: Self) -> Self:
        """Return the summary of both sets of segments."""
        return replace(self, rows=np.concatenate([self.rows, other.rows]), drawn=None)

    def over(self, drawn: Numbers) -> Self:
        """Return the same summary with the sums of other sets of segments."""
        return replace(self, drawn=drawn)

    def each(self) -> Self:
        """Return every segment as a set of its own."""
        return self.over(self.rows)


@dataclass(frozen=True, eq=False)
class NgramCounts(Segments):
    """Runs of tokens that candidate and reference share: the two lengths, then for every n three counts.

    The counts are those of the candidate's runs found in the reference, of all the candidate's runs, and of all the
    reference's.

    >>> counts = NgramCounts(np.array([[3.0, 2.0, 1.0, 3.0, 2.0]]))
    >>> counts.orders, float(counts.matched[0]), float(counts.candidate_length)
    (1, 1.0, 3.0)
    """

    @property
    def orders(self) -> int:
        """The longest run that was counted."""
        return int(self.rows.shape[1] - 2) // 3

    @property
    def candidate_length(self) -> Numbers:
        """Tokens of the candidates."""
        return np.asarray(self.sums[..., 0])

    @property
    def reference_length(self) -> Numbers:
        """Tokens of the references, of each segment the one closest in length."""
        return np.asarray(self.sums[..., 1])

    @property
    def matched(self) -> Numbers:
        """Runs that both share, by length."""
        return np.asarray(self.sums[..., 2::3])

    @property
    def candidate(self) -> Numbers:
        """Runs of the candidates, by length."""
        return np.asarray(self.sums[..., 3::3])

    @property
    def reference(self) -> Numbers:
        """Runs of the references, by length."""
        return np.asarray(self.sums[..., 4::3])


@dataclass(frozen=True, eq=False)
class RunShares(Segments):
    """Runs of one length: the candidate's found in the reference, all of them, the reference's found, all of them."""


@dataclass(frozen=True, eq=False)
class EditCounts(Segments):
    """Edits that turn candidates into references: all edits, the reference's length, substitutions, deletions,
    insertions (deletions are what the candidate lacks).
    """

    @property
    def edits(self) -> Numbers:
        """All edits."""
        return np.asarray(self.sums[..., 0])

    @property
    def length(self) -> Numbers:
        """What there is to get right."""
        return np.asarray(self.sums[..., 1])


@dataclass(frozen=True, eq=False)
class SegmentScores(Segments):
    """What every segment scores: the scores, then a column of ones."""

    @classmethod
    def of(cls, scores: ArrayLike) -> SegmentScores:
        """Return the summary of scores, one row per segment."""
        listed = np.asarray(scores, dtype=float)
        table = listed.reshape(len(listed), -1)
        return cls(np.column_stack([table, np.ones(len(table))]))


@dataclass(frozen=True, eq=False)
class SpanCounts(Segments):
    """Named pieces of text: found, said but not there, there but not said."""

    def counts(self) -> BinaryCounts:
        """Return the counts as metrics of labels read them; true negatives are not counted, as no span marks them."""
        tp, fp, fn = (np.asarray(self.sums[..., place]) for place in range(3))
        return BinaryCounts(tp, fp, fn, np.full_like(tp, np.nan))
