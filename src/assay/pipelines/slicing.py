"""One model judged on every slice of the cases, each slice against the rest."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.comparisons.difference import Difference, undefined, within, z_difference
from assay.comparisons.situations import SLICES
from assay.comparisons.unpaired import compare_unpaired
from assay.errors import slicing as errors
from assay.inputs.blocks import Block
from assay.intervals.grouped import Moves
from assay.metrics.cards import Card
from assay.metrics.find import find
from assay.pipelines.grouping import alone, regrouped
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation
from assay.results.metric_names import whole_name
from assay.results.slices import SCREENED, SMALL, Judge, Slices, SliceTest
from assay.stats.multiplicity import adjust
from assay.tasks.catalogue import Chosen
from assay.tasks.grouping import groupings_of, units_of
from assay.tasks.requests import Request
from assay.tasks.slicing import Sliced, cuts_of

TOO_SMALL = "too few cases to test"


def check_slices(request: Request) -> None:
    """Refuse slices that say nothing beside the groups."""
    groups = groupings_of(request.group)
    if len(groups) > 1:
        raise errors.crossed_with_slices()
    for cut in cuts_of(request.by):
        if isinstance(cut.value, str) and any(cut.value == value for _, value in groups):
            raise errors.same_as_group(cut.name)


def slices_of(request: Request, chosen: Chosen, plan: Any, block: Block, whole: Evaluation) -> Slices:
    """Return the slices of an evaluation, judged when they are asked for."""
    sliced = Sliced.of(block, request)
    work = _Work(request, chosen, plan, block, sliced, whole)
    judge = Judge(work.evaluation, work.metric, work.against_rest, work.apart, work.name)
    sizes, crossed = ({key: len(rows) for key, rows in runs.items()} for runs in (sliced.runs, sliced.crossed))
    return Slices(sliced.names, sizes, whole.level, whole.shown, judge, crossed)


@dataclass(frozen=True, eq=False)
class _Work:
    """What judging slices needs; single metrics are planned alone, so that a slice costs no more than they do."""

    request: Request
    chosen: Chosen
    plan: Any
    block: Block
    sliced: Sliced
    whole: Evaluation
    plans: dict[str, Any] = field(default_factory=dict)
    made: dict[tuple[object, str], tuple[Estimate, Sequence[Moves]]] = field(default_factory=dict)

    def evaluation(self, key: object) -> Evaluation:
        """Judge one slice by every metric."""
        return self._judged(self.plan, self.block.take(self.sliced.rows(key)))[0]

    def name(self, metric: str) -> str:
        """Return a metric's own name."""
        return whole_name(metric, self.whole.estimates, self.whole.aliases)

    def metric(self, key: object, metric: str) -> Estimate:
        """Judge one slice by one metric."""
        return self._of(key, metric)[0]

    def _of(self, key: object, metric: str) -> tuple[Estimate, Sequence[Moves]]:
        name = self.name(metric)
        if (key, name) not in self.made:
            self.made[key, name] = self._measure(name, self.block.take(self.sliced.rows(key)))
        return self.made[key, name]

    def _measure(self, name: str, block: Block) -> tuple[Estimate, Sequence[Moves]]:
        judged, moves = self._judged(self._plan(name), block)
        return judged[name], moves.get(name, ())

    def _plan(self, name: str) -> Any:
        if name not in self.plans:
            card = next((card for card in self.request.metrics or () if card.name == name), None) or find(name)
            alone = replace(self.request, metrics=(card,), asked=True)
            self.plans[name] = self.chosen.task.plan(alone, self.chosen.source, self.chosen.reason)
        return self.plans[name]

    def _judged(self, plan: Any, block: Block) -> tuple[Evaluation, dict[str, Sequence[Moves]]]:
        evaluation = self.chosen.task.result(plan, plan.reducer.reduce(block))
        if self.request.group is None:
            return evaluation, {}
        signed = units_of(block, self.request, fewest=1)
        if signed[0][0].count < 2 or alone(signed):
            return evaluation, {}
        grouped = regrouped(self.chosen.task, plan, block, signed, evaluation)
        return grouped.evaluation, dict(grouped.moves)

    def against_rest(self, keys: Sequence[object], metric: str) -> list[SliceTest]:
        """Test slices against the rest of the cases."""
        name = self.name(metric)
        found = [self._against_rest(key, name) for key in keys]
        tested = [one.p_value if one.n >= SMALL else math.nan for one in found]
        method, told = ("holm", "holm") if len(keys) <= SCREENED else ("bh", "screened (Benjamini-Hochberg)")
        adjusted = adjust(tested, method).tolist()
        return [
            replace(one, p_value=p, p_adjusted=p_adjusted, adjustment=told)
            for one, p, p_adjusted in zip(found, tested, adjusted, strict=True)
        ]

    def _against_rest(self, key: object, name: str) -> SliceTest:
        card, level = find(name), self.whole.level
        here, moves = self._of(key, name)
        rest, others = self._measure(name, self.block.take(self._outside(key)))
        made = self._difference(card, (here, moves), (rest, others))
        difference = Estimate(made.value, made.low, made.high, level, made.interval, made.n)
        n = len(self.sliced.rows(key))
        note = TOO_SMALL if n < SMALL else next(iter(made.notes), None)
        return SliceTest(key, n, here, rest, difference, made.test, made.p_value, math.nan, "", note)

    def _outside(self, key: object) -> NDArray[np.bool_]:
        outside = np.ones(self.block.rows, dtype=bool)
        outside[self.sliced.rows(key)] = False
        return outside

    def apart(self, first: object, second: object, metric: str, level: float) -> Estimate:
        """Return the difference of two slices with its interval at a level."""
        name = self.name(metric)
        made = self._difference(find(name), self._of(first, name), self._of(second, name))
        low, high = (made.low, made.high) if made.limits is None else made.limits(level)
        return Estimate(made.value, low, high, level, made.interval, made.n)

    def _difference(
        self, card: Card, first: tuple[Estimate, Sequence[Moves]], second: tuple[Estimate, Sequence[Moves]]
    ) -> Difference:
        """Compare two sets of cases: independent, unless groups have cases in both."""
        level = self.whole.level
        if not first[1] or not second[1]:
            return compare_unpaired(card, first[0], second[0], level)
        value = first[0].value - second[0].value
        one, two = first[1][0], second[1][0]
        if math.isnan(value) or not all(np.isfinite(part.moves).all() for part in (one, two)):
            return undefined(first[0].n + second[0].n)
        degrees = max(min(one.units.effective, two.units.effective) - 1, 1.0)
        count = len({*one.units.names, *two.units.names})
        found = z_difference(value, _error_of_difference(one, two), level, SLICES, count, degrees)
        return within(found, *card.bounds)


def _error_of_difference(first: Moves, second: Moves) -> float:
    """Return the error of a difference between two sets of cases; a group with cases in both counts as one."""
    scaled = [
        dict(zip(part.units.names, (part.moves * math.sqrt(1 - 1 / len(part.moves))).tolist(), strict=True))
        for part in (first, second)
    ]
    names = dict.fromkeys([*scaled[0], *scaled[1]])
    return math.sqrt(sum((scaled[0].get(name, 0.0) - scaled[1].get(name, 0.0)) ** 2 for name in names))
