"""Models judged on cases that belong together: every interval and test from leaving out one group at a time."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assay.comparisons.difference import Difference, undefined
from assay.comparisons.grouped import grouped_difference, groups_apart
from assay.comparisons.settling import settle
from assay.engines.sources import Source
from assay.errors import grouping as errors
from assay.inputs.blocks import Block
from assay.intervals.grouped import METHOD, REASON, Moves, design_effect, grouped_estimate, variance_of
from assay.metrics.cards import Card
from assay.pipelines.keeping import Kept
from assay.pipelines.kept_groups import GroupsBehind, HeldGroups, SummedGroups
from assay.pipelines.looking import looked_through
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation
from assay.results.grouping import Grouping
from assay.results.note import Note
from assay.stats.arithmetic import Numbers
from assay.summaries.kept_units import KeptUnits
from assay.summaries.unit_sums import UnitSums
from assay.summaries.units import MOST, Units
from assay.tasks.blocks import Blocks
from assay.tasks.catalogue import Chosen
from assay.tasks.grouping import group_names, group_notes, groups_with_errors, units_of
from assay.tasks.judged import Judged
from assay.tasks.requests import Request
from assay.tasks.task import Task
from assay.tasks.together import ReduceTogether
from assay.tasks.unit_sums import SumGroupings, UnitReducer, units_drawn

ALONE = "Every {unit} is a group of its own, so that group= changes nothing."
ONE_GROUP = "All cases belong to one group, which does not say how far another would be off"
PAIR = 2
"""The fewest groups that say how far another would be off."""

NOT_ALIKE = 1e-12
"""A share of groups above 0, which would say that the models answer alike on every case."""

NO_MOVES = "no interval over groups is known for it"

ByMetric = Mapping[str, Sequence[Moves]]
Signed = Sequence[tuple[Units, int]]


@dataclass(frozen=True, eq=False)
class Grouped:
    """A model judged by groups, with how far each metric moves when a group is left out."""

    evaluation: Evaluation
    moves: ByMetric


def judge_groups(request: Request, chosen: Chosen, plan: Any, cases: Any) -> Evaluation:
    """Judge one model; cases of one group are one unit."""
    if request.method is not None:
        raise errors.method_of_cases(request.method)
    summary = plan.reducer.reduce(cases)
    evaluation = chosen.task.result(plan, summary)
    signed = chosen.task.units(cases, request, evaluation)
    if alone(signed):
        return replace(evaluation, notes=(*evaluation.notes, Note("groups-of-one", ALONE.format(unit=evaluation.unit))))
    judged = regrouped(chosen.task, plan, cases, signed, evaluation).evaluation
    return replace(judged, origin=_origin(request, chosen, plan, summary, HeldGroups(request, chosen)))


def _origin(request: Request, chosen: Chosen, plan: Any, summary: Any, groups: GroupsBehind) -> Kept | None:
    """Return what an evaluation by groups was made from; images and segments are not summed by group."""
    kept = Kept.of(request, chosen, plan, summary) if isinstance(chosen.source, Source) else None
    return None if kept is None else replace(kept, groups=groups)


def alone(signed: Signed) -> bool:
    """Say whether every case is a group of its own."""
    return all(units.drawn == len(units.codes) for units, sign in signed if sign > 0)


def regrouped(task: Task, plan: Any, block: Any, signed: Signed, evaluation: Evaluation) -> Grouped:
    """Give every estimate of single cases the interval that its groups give."""
    moved = [(sign, *task.moves(plan, block, units, evaluation)) for units, sign in signed]
    units = [own for own, sign in signed if sign > 0]
    return _with_groups(plan, evaluation, task.by_groups(plan, block, signed, evaluation), moved, units)


def judge_sums(request: Request, chosen: Chosen, plan: Any) -> Evaluation | None:
    """Judge one model by groups where its cases stay; None where only the cases themselves tell."""
    if request.method is not None:
        raise errors.method_of_cases(request.method)
    source, task = chosen.source, chosen.task
    summary = looked_through(task, plan, source)
    drawn = units_drawn(source, request)
    reducers = [task.unit_reducer(plan, summary, own) for own in drawn]
    summing = tuple(reducer for reducer in reducers if reducer is not None)
    if len(summing) < len(drawn):
        return None
    evaluation, signs = task.result(plan, summary), [own.sign for own in drawn]
    sums = source.reduce(SumGroupings(summing)).each
    judged = regrouped_sums(task, plan, summary, list(zip(summing, sums, signs, strict=True)), evaluation).evaluation
    if len(drawn) > 1:
        return judged
    groups = SummedGroups(request, task, plan, drawn[0].namings[0].names, summing[0], sums[0])
    return replace(judged, origin=_origin(request, chosen, plan, summary, groups))


def regrouped_sums(
    task: Task,
    plan: Any,
    summary: Any,
    each: Sequence[tuple[UnitReducer | KeptUnits, UnitSums, int]],
    evaluation: Evaluation,
) -> Grouped:
    """Give every estimate of single cases the interval that its groups give, from what every group adds up to."""
    moved = [(sign, *task.moves_of_sums(plan, reducer, summary, sums, evaluation)) for reducer, sums, sign in each]
    parts = task.parts_of_sums(plan, summary, each, evaluation)
    return _with_groups(plan, evaluation, parts, moved, [sums.units for _, sums, sign in each if sign > 0])


def _with_groups(
    plan: Any, evaluation: Evaluation, parts: Evaluation, moved_by: Sequence[tuple[int, Units, Mapping[str, Numbers]]],
    units: Sequence[Units],
) -> Grouped:  # fmt: skip
    """Put the intervals of groups in the place of those of cases, and say what grouping did."""
    moves = {
        name: [Moves(used, moved[name], sign) for sign, used, moved in moved_by]
        for name in evaluation.estimates
        if all(name in moved for *_, moved in moved_by)
    }
    estimates = {
        name: grouped_estimate(made, moves[name]) if name in moves else _without_groups(made)
        for name, made in evaluation.estimates.items()
    }
    names = group_names(plan.request.group, len(units))
    length = plan.request.group.length if isinstance(plan.request.group, Blocks) else None
    grouping = _grouping(names, evaluation, moves, units, length)
    wrong = None
    if "accuracy" in moves:
        first = moves["accuracy"][0]
        wrong = groups_with_errors(first.units, evaluation.estimates["accuracy"].value, first.moves)
    judged = replace(
        parts,
        estimates=estimates,
        methods={**_still_used(evaluation.methods, estimates), METHOD: REASON},
        grouping=grouping,
        notes=(*evaluation.notes, *group_notes(grouping, units, wrong, evaluation)),
    )
    return Grouped(judged, moves)


def of_one_group(evaluation: Evaluation) -> Evaluation:
    """Return the judgement of cases that all belong to one group: nothing says how far another would be off."""
    estimates = {name: _without_groups(made, ONE_GROUP) for name, made in evaluation.estimates.items()}
    return replace(evaluation, estimates=estimates, notes=(*evaluation.notes, Note("one-group", f"{ONE_GROUP}.")))


def _without_groups(made: Estimate, why: str = NO_MOVES) -> Estimate:
    """Return an estimate whose interval would treat cases as independent without that interval."""
    if not made.defined or made.method == "none":
        return made
    return replace(made, low=made.bounds[0], high=made.bounds[1], method="none", note=why, independent=False)


def _still_used(methods: Mapping[str, str], estimates: Mapping[str, Estimate]) -> dict[str, str]:
    used = {made.method for made in estimates.values()}
    return {method: why for method, why in methods.items() if method in used}


def _grouping(
    names: tuple[str, ...], evaluation: Evaluation, moves: ByMetric, units: Sequence[Units], length: int | None = None
) -> Grouping:
    """Say what grouping did to the metric that stands first."""
    plain = Grouping(
        names,
        tuple(part.drawn or MOST + 1 for part in units),
        min(units, key=lambda part: part.count).effective,
        at_least=not all(part.drawn for part in units),
        block_length=length,
        alone={name: evaluation.estimates[name] for name in moves},
    )
    listed = (*evaluation.headlines, *evaluation.estimates)
    metric = next((name for name in listed if name in moves and evaluation.estimates[name].method != "none"), None)
    if metric is None:
        return plain
    variance = variance_of(moves[metric])
    effect = design_effect(evaluation.estimates[metric], math.sqrt(variance)) if variance > 0 else None
    if effect is None or not math.isfinite(effect) or effect <= 0:
        return replace(plain, metric=metric)
    return replace(
        plain,
        metric=metric,
        design_effect=effect,
        effective_cases=evaluation.n / effect,
        between=_between(effect, units[0].typical) if len(units) == 1 and length is None else None,
    )


def _between(effect: float, size: float) -> float | None:
    """Return the share of the variance between groups: with correlation r within them, m r / (1 + (m - 1) r)."""
    if size <= 1:
        return None
    correlation = min(max((effect - 1) / (size - 1), 0.0), 1.0)
    return size * correlation / (1 + (size - 1) * correlation)


@dataclass(frozen=True, eq=False)
class _Asked:
    """All that is known of a model whose task keeps no plan: what was asked."""

    request: Request


def _models_of_sums(task: Task, judged: Judged, request: Request, source: Source) -> dict[object, Grouped]:
    """Judge every model by groups where the cases stay."""
    drawn = units_drawn(source, request)
    summing = {
        model: [task.unit_reducer(judged.plans[model], summary, own) for own in drawn]
        for model, summary in judged.summaries.items()
    }
    own = {model: SumGroupings(tuple(part for part in parts if part)) for model, parts in summing.items()}
    sums = source.reduce(ReduceTogether(own)).own
    models = {}
    for model, summary in judged.summaries.items():
        each = zip(own[model].each, sums[model].each, (part.sign for part in drawn), strict=True)
        models[model] = regrouped_sums(task, judged.plans[model], summary, list(each), judged.evaluations[model])
    return models


@dataclass(frozen=True, eq=False)
class GroupedModels:
    """Models judged on the same cases, which belong together."""

    judged: Judged
    models: Mapping[object, Grouped]

    @classmethod
    def of(cls, task: Task, judged: Judged, request: Request, source: Any, part: bool = False) -> GroupedModels | None:
        """Judge every model by groups; None where every case is a group of its own.

        `part` says that the cases are those of a slice: they may all be of one group, which then says so.
        """
        if request.method is not None:
            raise errors.test_of_cases(request.method)
        if judged.summaries:
            return cls(judged, _models_of_sums(task, judged, request, source))
        block = judged.block
        if part and block is not None and units_of(block, request, fewest=1)[0][0].count < PAIR:
            alike = {model: Grouped(of_one_group(made), {}) for model, made in judged.evaluations.items()}
            return cls(judged, alike)
        signed = task.units(block, request, next(iter(judged.evaluations.values())))
        if alone(signed):
            return None
        return cls._regrouped(task, judged, request, block, signed)

    @classmethod
    def of_items(cls, task: Task, judged: Judged, request: Request, signed: Signed) -> GroupedModels:
        """Judge every model on some images or segments by the groups that they make there."""
        if request.method is not None:
            raise errors.test_of_cases(request.method)
        if signed[0][0].count < PAIR:
            return cls(judged, {model: Grouped(of_one_group(made), {}) for model, made in judged.evaluations.items()})
        return cls._regrouped(task, judged, request, None, signed)

    @classmethod
    def _regrouped(
        cls, task: Task, judged: Judged, request: Request, block: Block | None, signed: Signed
    ) -> GroupedModels:
        models = {
            model: regrouped(
                task,
                judged.plans.get(model, _Asked(request)),
                None if block is None else block.of(model),
                signed,
                judged.evaluations[model],
            )
            for model in judged.models
        }
        return cls(judged, models)

    @property
    def evaluations(self) -> dict[object, Evaluation]:
        """The judgement of every model."""
        return {model: grouped.evaluation for model, grouped in self.models.items()}

    def difference(self, card: Card, i: int, j: int, level: float) -> Difference:
        """Return the difference of two models, with limits that say no more than the answers do."""
        left, right = (self.models[self.judged.models[place]] for place in (i, j))
        ends = left.evaluation[card.name], right.evaluation[card.name]
        if card.name not in left.moves or card.name not in right.moves:
            return undefined(left.evaluation.units, NO_MOVES)
        value = ends[0].value - ends[1].value
        difference = grouped_difference(card, value, left.moves[card.name], right.moves[card.name], level)
        apart = self.judged.apart(i, j)
        if apart > 0:
            apart = max(groups_apart(left.moves[card.name][0], right.moves[card.name][0], value), NOT_ALIKE)
        return settle(difference, card, ends, level, apart)
