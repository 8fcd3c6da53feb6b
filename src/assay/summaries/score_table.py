"""All that a score can be asked: the distinct scores, with the weight of positive and negative cases at each.

A table of very many distinct scores is compressed to bins. A bin keeps the lowest and highest score in it, so whatever
is computed from it can say how far it may be from the exact value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from assay.stats.arithmetic import Number, Numbers, plain, ratio
from assay.stats.ranks import Places
from assay.stats.sorted_places import SortedPlaces
from assay.summaries import score_building
from assay.summaries.losses import Losses, losses_of, sum_losses
from assay.summaries.score_atoms import ScoreAtoms

MOST_TRAVELLING = 2**18
"""Up to so many distinct scores a weighted table travels as it is, up to twice as many without weights: 3 to 6 MB."""


@dataclass(frozen=True, eq=False)
class ScoreTable(ScoreAtoms):
    """The sorted scores of two classes, with everything that follows from them.

    The weights may carry replicates on a leading axis; whatever is computed from them then does too.

    >>> table = ScoreTable.of_scores(np.array([0.9, 0.4]), np.array([0.4, 0.1]))
    >>> table.score.tolist(), table.positives.tolist(), table.negatives.tolist()
    ([0.1, 0.4, 0.9], [0.0, 1.0, 1.0], [1.0, 1.0, 0.0])
    """

    @classmethod
    def of_scores(
        cls,
        positive: NDArray[np.floating],
        negative: NDArray[np.floating],
        positive_weight: Numbers | None = None,
        negative_weight: Numbers | None = None,
        keep: Sequence[float] = (0.5,),
        in_place: bool = False,
    ) -> ScoreTable:
        """Sort each class once and merge; with more than a million distinct scores, cut at quantiles instead.

        The thresholds in `keep` are always cut at, so that what they give is exact. With `in_place` the arrays are
        sorted where they stand, which saves a copy of them.
        """
        columns = score_building.build(positive, negative, positive_weight, negative_weight, keep, in_place)
        table = cls(**vars(columns))
        many = table.weighted and len(table.score) > score_building.MOST_DISTINCT
        return table.compressed() if many else table

    @classmethod
    def of_cases(
        cls,
        score: NDArray[np.floating],
        positive: NDArray[np.bool_],
        weight: Numbers | None = None,
        keep: Sequence[float] = (0.5,),
        with_losses: bool = True,
    ) -> ScoreTable:
        """Return the table of scores with flags that say which cases are positive, wherever they lie."""
        table = cls(**vars(score_building.build_cases(score, positive, weight, keep, with_losses)))
        many = table.weighted and len(table.score) > score_building.MOST_DISTINCT
        return table.compressed() if many else table

    @cached_property
    def exact(self) -> bool:
        """Whether every atom is a single score."""
        return self.low is self.high or bool(np.array_equal(self.low, self.high))

    @cached_property
    def positive_total(self) -> Number:
        """Weight of all positive cases."""
        return plain(self.positives.sum(axis=-1))

    @cached_property
    def negative_total(self) -> Number:
        """Weight of all negative cases."""
        return plain(self.negatives.sum(axis=-1))

    @property
    def total(self) -> Number:
        """Weight of all cases."""
        return self.positive_total + self.negative_total

    @cached_property
    def true_positive_rate(self) -> Numbers:
        """Share of the positive cases at each atom's score or above."""
        return np.asarray(ratio(self.positives_from, self.positives_from[..., :1]))

    @cached_property
    def false_positive_rate(self) -> Numbers:
        """Share of the negative cases at each atom's score or above."""
        return np.asarray(ratio(self.negatives_from, self.negatives_from[..., :1]))

    @cached_property
    def precision(self) -> Numbers:
        """Share of positive cases among those at each atom's score or above."""
        return np.asarray(ratio(self.positives_from, self.weights_from))

    @cached_property
    def best_precision(self) -> Numbers:
        """The best precision at each atom's recall or a higher one (that is, at its score or a lower one)."""
        return np.fmax.accumulate(self.precision, axis=-1)

    @cached_property
    def effective_positives(self) -> float:
        """How many equal cases the positive ones are worth."""
        return _effective(float(self.positive_total), float(self.positive_squares.sum()))

    @cached_property
    def effective_negatives(self) -> float:
        """How many equal cases the negative ones are worth."""
        return _effective(float(self.negative_total), float(self.negative_squares.sum()))

    def replicates(self, positives: Numbers, negatives: Numbers) -> ScoreTable:
        """Return the same scores with other weights, many sets of them on the leading axis."""
        return replace(self, positives=positives, negatives=negatives, losses=None)

    @property
    def probabilities(self) -> bool:
        """Whether every score could be a probability."""
        return bool(len(self.low)) and self.low[0] >= 0 and self.high[-1] <= 1

    def at(self, threshold: float) -> tuple[float, float, float, float]:
        """Return tp, fp, fn and tn when a score of at least `threshold` counts as positive.

        Each is a sum of its own: a difference of sums of weights would leave dust where there is no case.
        """
        flags = self.low >= threshold
        first = len(flags) - int(np.count_nonzero(flags))
        # Bins lie in order unless they were merged, and neighbours are added up faster than what flags pick.
        called, rest = (slice(first, None), slice(first)) if flags[first:].all() else (flags, ~flags)
        (tp, fn), (fp, tn) = (
            (float(own[called].sum()), float(own[rest].sum())) for own in (self.positives, self.negatives)
        )
        return tp, fp, fn, tn

    def places_of(self, score: NDArray[np.floating]) -> Places:
        """Return the atom that each score falls into; scores below all atoms fall into the first."""
        return np.asarray(np.maximum(self._sorted.last_at_most(score + 0.0), 0))

    @cached_property
    def _sorted(self) -> SortedPlaces:
        return SortedPlaces.of(self.low)

    def merge(self, other: ScoreTable) -> ScoreTable:
        """Return the table of both sets of cases together."""
        return merge_all([self, other])

    def compressed(self, bins_per_class: int | None = None) -> ScoreTable:
        """Group neighbouring atoms into bins with a small share of either class; a heavy atom stays alone."""
        bins = bins_per_class or score_building.BINS_PER_CLASS
        cuts = [_crossings(weights, bins) for weights in (self.positives_from, self.negatives_from)]
        if self.low is self.high:
            kept = [np.searchsorted(self.low, self.keep)]
        else:
            kept = [np.flatnonzero(np.diff(self.low >= threshold)) + 1 for threshold in self.keep]
        starts = np.unique(np.concatenate([[0], *cuts, *kept])).astype(np.intp)
        return self._grouped(starts[starts < len(self.score)])

    def slim(self) -> ScoreTable:
        """Return the table as it may travel between machines: binned where it has very many distinct scores."""
        most = MOST_TRAVELLING if self.weighted else 2 * MOST_TRAVELLING
        return self.compressed() if len(self.score) > most else self

    def _grouped(self, starts: NDArray[np.intp]) -> ScoreTable:
        """Add up the atoms between these starts; sums of losses are kept from before."""
        if len(starts) == len(self.score):
            return self
        positives, negatives = np.add.reduceat(self.positives, starts), np.add.reduceat(self.negatives, starts)
        squares = positives, negatives
        if self.weighted:
            squares = (
                np.add.reduceat(self.positive_squares, starts),
                np.add.reduceat(self.negative_squares, starts),
            )
        whole = positives + negatives
        summed = np.add.reduceat(self.weighted_scores, starts)
        low, high = self._ends(starts)
        middle = np.where(whole > 0, summed / np.where(whole > 0, whole, 1.0), self.score[starts])
        return replace(
            self,
            score=low if low is high else np.where(low == high, low, middle),
            low=low,
            high=high,
            positives=positives,
            negatives=negatives,
            positive_squares=squares[0],
            negative_squares=squares[1],
            losses=None if self.without_losses else self.all_losses,
        )

    def _ends(self, starts: NDArray[np.intp]) -> tuple[Numbers, Numbers]:
        """Return the lowest and highest score of the atoms from each start to the next: one array where they agree."""
        if self.low is not self.high:
            return np.minimum.reduceat(self.low, starts), np.maximum.reduceat(self.high, starts)
        low, high = self.low[starts], self.low[np.append(starts[1:], len(self.low)) - 1]
        return (low, low) if np.array_equal(low, high) else (low, high)

    @property
    def without_losses(self) -> bool:
        """Whether bins lack the sums of losses: nobody asked for them when the cases were seen."""
        return self.losses is None and self.probabilities and not self.exact

    @cached_property
    def all_losses(self) -> Losses | None:
        """Sums of log losses and squared errors, None if the scores are no probabilities."""
        if self.without_losses and self.positives.ndim == 1:
            raise LookupError("the losses of these scores were not summed, as no metric asked for them")
        return self.losses or losses_of_table(self)


def losses_of_table(table: ScoreTable) -> Losses | None:
    """Work the losses out from the atoms, which is exact while every atom is a single score."""
    if not table.probabilities:
        return None
    sides = [(True, table.positives, table.positive_squares), (False, table.negatives, table.negative_squares)]
    parts = []
    for is_positive, weights, squares in sides:
        filled = weights > 0
        weight = weights[filled]
        square = weight if squares is weights else squares[filled]
        parts.append(losses_of(table.score[filled], weight, square, is_positive, table.epsilon))
    return parts[0].merge(parts[1])


def merge_all(tables: Sequence[ScoreTable]) -> ScoreTable:
    """Merge many tables at once: line up their atoms and add up equal ones; tables without cases add nothing."""
    tables = [table for table in tables if table.rows] or tables[:1]
    order = np.argsort(np.concatenate([table.score for table in tables]), kind="stable")

    def joined(name: str) -> Numbers:
        return np.concatenate([getattr(table, name) for table in tables])[order]

    # Columns that are one array stay one, so that a table without bins or weights is half as large where it travels.
    exact, weighted = all(table.exact for table in tables), any(table.weighted for table in tables)
    score, positives, negatives = (joined(name) for name in ("score", "positives", "negatives"))
    losses = None
    if any(table.losses for table in tables) and not any(table.without_losses for table in tables):
        each = [table.all_losses for table in tables]
        losses = None if None in each else sum_losses([part for part in each if part])
    whole = ScoreTable(
        score,
        score if exact else joined("low"),
        score if exact else joined("high"),
        positives,
        negatives,
        joined("positive_squares") if weighted else positives,
        joined("negative_squares") if weighted else negatives,
        rows=sum(table.rows for table in tables),
        weighted=weighted,
        epsilon=max(table.epsilon for table in tables),
        losses=losses,
        fourth=sum(table.fourth for table in tables),
        keep=tables[0].keep,
    )
    same = (np.diff(whole.low) == 0) & (np.diff(whole.high) == 0)
    merged = whole._grouped(np.flatnonzero(np.concatenate([[True], ~same])))
    # The losses of single scores that each count cases follow from the table, whatever the parts were.
    merged = replace(merged, losses=None) if losses is None or (exact and not weighted) else merged
    return merged.compressed() if len(merged.score) > score_building.MOST_DISTINCT else merged


def _crossings(weight_from: Numbers, bins: int) -> NDArray[np.intp]:
    """Return where to cut so that the weight from there on crosses evenly spaced levels; a heavy atom is cut off."""
    running = weight_from[::-1]
    at = len(running) - 1 - np.searchsorted(running, running[-1] * np.arange(1, bins) / bins)
    return np.concatenate([at + 1, at[1:][at[1:] == at[:-1]]])


def _effective(total: float, squares: float) -> float:
    return total**2 / squares if squares > 0 else 0.0
