"""Thresholds that know they were chosen: what they give, with limits that hold the choice as well as the cases.

Cases (or whole groups of them) are drawn again, and the rule chooses again on every draw. The limits cover those of the
threshold as if it had been given, so that they are never narrower than honest ones for a threshold from elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from assay.curves.operating_points import cells_at
from assay.intervals.quantiles import equal_tails
from assay.metrics.cards import Card
from assay.results.estimate import Estimate
from assay.stats.arithmetic import Number
from assay.stats.streams import Stream
from assay.summaries.binary_counts import BinaryCounts, ClassCounts
from assay.summaries.score_draws import few_atoms, resample
from assay.summaries.score_table import ScoreTable
from assay.summaries.unit_scores import UnitScores

METHOD = "threshold chosen again"
OF_CELLS = (BinaryCounts, ClassCounts)
DRAWS = 1000
"""A quantile of 2.5% is off by 0.5 points of probability."""

Rule = Callable[[ScoreTable], Number]


@dataclass(frozen=True, eq=False)
class Redrawn:
    """The cases drawn again, the same draws for every rule that chooses."""

    table: ScoreTable
    seed: int
    by_unit: UnitScores | None = None

    @cached_property
    def few(self) -> ScoreTable:
        """The table with few enough atoms to be drawn again."""
        return few_atoms(self.table) if self.by_unit is None else self.by_unit.table

    @cached_property
    def tables(self) -> ScoreTable:
        """The tables of all draws, on the leading axis."""
        rng = Stream.RESAMPLED_SCORES.of(self.seed)
        return resample(self.few, rng, DRAWS) if self.by_unit is None else self.by_unit.resampled(rng, DRAWS)


@dataclass(frozen=True, eq=False)
class Choice:
    """A rule that chooses a threshold, and how it chooses when the cases are drawn again."""

    rule: Rule
    redrawn: Redrawn

    @cached_property
    def drawn(self) -> BinaryCounts:
        """The cells at the threshold that each draw chooses."""
        tables = self.redrawn.tables
        with np.errstate(invalid="ignore", divide="ignore"):
            return cells_at(tables, np.asarray(self.rule(tables)))

    @cached_property
    def merged(self) -> BinaryCounts:
        """The cells at the threshold that the merged table itself chooses."""
        few = self.redrawn.few
        single = few.replicates(few.positives[None], few.negatives[None])
        return cells_at(single, np.atleast_1d(np.asarray(self.rule(few))))

    def widened(self, card: Card, made: Estimate) -> Estimate:
        """Return an estimate whose limits include the choice."""
        if not made.defined:
            return made
        with np.errstate(invalid="ignore", divide="ignore"):
            draws = np.asarray(card.measure(self.drawn), dtype=float)
            shift = made.value - float(np.asarray(card.measure(self.merged))[0])
        known = draws[np.isfinite(draws)]
        if not len(known) or not np.isfinite(shift):
            return made
        low, high = (float(end) for end in equal_tails(known + shift, made.level))
        low, high = (float(end) for end in np.clip([low, high], *made.bounds))
        return replace(made, low=min(low, made.low), high=max(high, made.high), method=METHOD, independent=False)


@dataclass(frozen=True, repr=False)
class ChosenEstimates(Mapping[str, Estimate]):
    """Metrics at a chosen threshold by name, each estimated the first time it is asked for."""

    given: Mapping[str, Estimate]
    cards: Mapping[str, Card]
    choice: Choice
    made: dict[str, Estimate] = field(default_factory=dict, compare=False)

    def __getitem__(self, name: str) -> Estimate:
        if name not in self.made:
            given, card = self.given[name], self.cards[name]
            self.made[name] = self.choice.widened(card, given) if card.reads in OF_CELLS else given
        return self.made[name]

    def __contains__(self, name: object) -> bool:
        return name in self.given

    def __iter__(self) -> Iterator[str]:
        return iter(self.given)

    def __len__(self) -> int:
        return len(self.given)

    def __repr__(self) -> str:
        return repr(dict(self))
