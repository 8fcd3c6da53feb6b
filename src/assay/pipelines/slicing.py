"""One model judged on every slice of the cases, each slice against the rest."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from scipy import special

from assay.comparisons.difference import Difference, undefined, within, z_difference
from assay.comparisons.situations import SLICES
from assay.comparisons.unpaired import compare_unpaired
from assay.errors import slicing as errors
from assay.inputs.columns import as_array
from assay.intervals.grouped import Moves
from assay.metrics.cards import Card
from assay.metrics.find import find
from assay.pipelines.grouping import NO_MOVES, Grouped
from assay.pipelines.kept_slices import KeptSlices, Told
from assay.pipelines.sliced_cases import SlicedCases
from assay.pipelines.stored_slices import StoredSlices, log_reaches, ratio_at_zero
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation
from assay.results.metric_names import whole_name
from assay.results.slices import SCREENED, SMALL, Slices, SliceTest
from assay.stats.multiplicity import adjust
from assay.tasks.blocks import Blocks
from assay.tasks.catalogue import Chosen
from assay.tasks.grouping import FEW, groupings_of
from assay.tasks.requests import Request
from assay.tasks.slicing import cuts_of

TOO_SMALL = "too few cases to test"

Single = tuple[Estimate, Sequence[Moves]]
"""One metric of one slice, with how far it moves when each group is left out (nothing where there are no groups)."""


def check_slices(request: Request) -> None:
    """Refuse slices that say nothing beside the groups."""
    groups = [] if isinstance(request.group, Blocks) else groupings_of(request.group)
    if len(groups) > 1:
        raise errors.crossed_with_slices()
    for cut in cuts_of(request.by):
        if any(_same(cut.value, value) for _, value in groups):
            raise errors.same_as_group(cut.name)
        if cut.edges is not None and request.data is None and isinstance(cut.value, str):
            raise errors.edges_without_data(cut.name)


def _same(first: object, second: object) -> bool:
    """Say whether two columns are one, by name or by what they hold."""
    if isinstance(first, str) or isinstance(second, str):
        return isinstance(first, str) and isinstance(second, str) and first == second
    columns = [as_array(part, "by") for part in (first, second)]
    return columns[0].shape == columns[1].shape and bool(np.all(columns[0] == columns[1]))


def slices_of(request: Request, chosen: Chosen, plan: Any, cases: SlicedCases, whole: Evaluation) -> Slices:
    """Return the slices of an evaluation, judged when they are asked for."""
    names = tuple(cut.name for cut in cuts_of(request.by))
    if len(names) == 1 and len(cases.sizes) == 1:
        raise errors.one_slice(names[0], next(iter(cases.sizes)))
    return slices_from(names, request, chosen, plan, cases, whole)


def slices_from(
    names: tuple[str, ...],
    request: Request,
    chosen: Chosen,
    plan: Any,
    cases: SlicedCases,
    whole: Evaluation,
    kept: KeptSlices | None = None,
) -> Slices:
    """Return slices of columns with these names; those that were kept say again what they said."""
    told = ({}, {}) if kept is None else (kept.told, kept.told_rests)
    work = SliceWork(request, chosen, plan, cases, whole, *told)
    return Slices(names, cases.sizes, whole.level, whole.shown, work, cases.crossed)


@dataclass(frozen=True, eq=False)
class SliceWork:
    """What judging slices needs; single metrics are planned alone, so that a slice costs no more than they do."""

    request: Request
    chosen: Chosen
    plan: Any
    cases: SlicedCases
    whole: Evaluation
    told: Told = field(default_factory=dict)
    told_rests: Told = field(default_factory=dict)
    plans: dict[str, Any] = field(default_factory=dict)
    made: dict[tuple[object, str], Single] = field(default_factory=dict)

    def evaluation(self, key: object) -> Evaluation:
        """Judge one slice by every metric."""
        return _saying(self.cases.judged(self.plan, key).evaluation, self.told.get(key, {}))

    def rest(self, key: object) -> Evaluation:
        """Judge all cases but those of one slice by every metric."""
        return _saying(self.cases.rest(self.plan, key).evaluation, self.told_rests.get(key, {}))

    def name(self, metric: str) -> str:
        """Return a metric's own name."""
        return whole_name(metric, self.whole.estimates, self.whole.aliases)

    def metric(self, key: object, metric: str) -> Estimate:
        """Judge one slice by one metric."""
        return self._of(key, metric)[0]

    def _of(self, key: object, metric: str) -> Single:
        name = self.name(metric)
        if (key, name) not in self.made:
            plan = self._plan(name)
            alone = self.cases.alone(plan, key, plan.request.metrics[0], self.whole)
            made = _single(self.cases.judged(plan, key), name) if alone is None else (alone, ())
            self.made[key, name] = self.told.get(key, {}).get(name, made[0]), made[1]
        return self.made[key, name]

    def _plan(self, name: str) -> Any:
        if name not in self.plans:
            card = next((card for card in self.request.metrics or () if card.name == name), None) or find(name)
            alone = replace(self.request, metrics=(card,), asked=True)
            self.plans[name] = self.chosen.task.plan(alone, self.chosen.source, self.chosen.reason)
        return self.plans[name]

    def against_rest(self, keys: Sequence[object], metric: str) -> list[SliceTest]:
        """Test slices against the rest of the cases."""
        name = self.name(metric)
        tests = [self._against_rest(key, name) for key in keys]
        tested = [test.p_value if test.n >= SMALL else math.nan for test in tests]
        method, told = ("holm", "holm") if len(keys) <= SCREENED else ("bh", "screened (Benjamini-Hochberg)")
        # Each of two slices is the rest of the other, so that both tests are one.
        adjusted = tested if len(keys) == 2 else adjust(tested, method).tolist()
        return [
            replace(test, p_value=p, p_adjusted=p_adjusted, adjustment=told)
            for test, p, p_adjusted in zip(tests, tested, adjusted, strict=True)
        ]

    def _against_rest(self, key: object, name: str) -> SliceTest:
        card, level = find(name), self.whole.level
        here, moves = self._of(key, name)
        rest, others = _single(self.cases.rest(self._plan(name), key), name)
        rest = self.told_rests.get(key, {}).get(name, rest)
        made = self._difference(card, (here, moves), (rest, others))
        difference = Estimate(made.value, made.low, made.high, level, made.interval, made.n)
        n = self.cases.sizes[key] if key in self.cases.sizes else self.cases.crossed[key]
        note = TOO_SMALL if n < SMALL else next(iter(made.notes), None) or _few_groups(moves)
        return SliceTest(key, n, here, rest, difference, made.test, made.p_value, math.nan, "", note)

    def apart(self, first: object, second: object, metric: str, level: float) -> Estimate:
        """Return the difference of two slices with its interval at a level."""
        name = self.name(metric)
        made = self._difference(find(name), self._of(first, name), self._of(second, name))
        low, high = (made.low, made.high) if made.limits is None else made.limits(level)
        return Estimate(made.value, low, high, level, made.interval, made.n)

    def ratio(self, first: object, second: object, metric: str, level: float) -> Estimate:
        """Return one slice's value over another's with its interval, on the logarithm."""
        name = self.name(metric)
        (left, moves), (right, others) = self._of(first, name), self._of(second, name)
        bare = ratio_at_zero(left, right, self.whole.level)
        if bare is not None:
            return bare
        if moves and others:
            relative = [replace(own[0], moves=own[0].moves / made.value)
                        for made, own in ((left, moves), (right, others))]  # fmt: skip
            degrees = max(min(own.units.effective for own in relative) - 1, 1.0)
            reach = float(special.stdtrit(degrees, (1 + level) / 2)) * _error_of_difference(*relative)
            below = above = reach
        else:
            below, above = log_reaches(left, right, level)
        middle = math.log(left.value / right.value)
        method = "jackknife over groups" if moves and others else "mover"
        ends = math.exp(middle - below), math.exp(middle + above)
        return Estimate(math.exp(middle), *ends, level, method, left.n + right.n)

    def stored(self) -> StoredSlices:
        """Return what every slice, and its test against the rest, says."""
        keys = [*self.cases.sizes]
        evaluations = {key: self.evaluation(key) for key in keys}
        tests = {name: self.against_rest(keys, name) for name in self.whole.shown}
        return StoredSlices(evaluations, tests, self.whole.aliases, self.whole.level)

    def _difference(self, card: Card, first: Single, second: Single) -> Difference:
        """Compare two sets of cases: independent, unless groups have cases in both."""
        level, value = self.whole.level, first[0].value - second[0].value
        if self.whole.grouping is None:
            return compare_unpaired(card, first[0], second[0], level)
        if not first[1] or not second[1]:
            reason = next((made.note for made, moves in (first, second) if not moves), None) or NO_MOVES
            nothing = undefined(first[0].n + second[0].n, reason)
            return within(replace(nothing, value=value, low=-math.inf, high=math.inf), *card.bounds)
        left, right = first[1][0], second[1][0]
        if math.isnan(value) or not all(np.isfinite(part.moves).all() for part in (left, right)):
            return undefined(first[0].n + second[0].n)
        degrees = max(min(left.units.effective, right.units.effective) - 1, 1.0)
        count = len({*left.units.names, *right.units.names})
        difference = z_difference(value, _error_of_difference(left, right), level, SLICES, count, degrees)
        return within(difference, *card.bounds)


def _few_groups(moves: Sequence[Moves]) -> str | None:
    count = moves[0].units.count if moves else FEW
    return f"only {count} groups" if count < FEW else None


def _saying(evaluation: Evaluation, told: Mapping[str, Estimate]) -> Evaluation:
    """Return an evaluation that says of some metrics what was said before."""
    return replace(evaluation, estimates={**evaluation.estimates, **told}) if told else evaluation


def _single(grouped: Grouped, name: str) -> Single:
    return grouped.evaluation[name], grouped.moves.get(name, ())


def _error_of_difference(first: Moves, second: Moves) -> float:
    """Return the error of a difference between two sets of cases; a group with cases in both counts as one."""
    scaled = [
        dict(zip(part.units.names, (part.moves * math.sqrt(1 - 1 / len(part.moves))).tolist(), strict=True))
        for part in (first, second)
    ]
    names = dict.fromkeys([*scaled[0], *scaled[1]])
    return math.hypot(*(scaled[0].get(name, 0.0) - scaled[1].get(name, 0.0) for name in names))
