"""Several models compared: judged on the same cases by one task, or apart where every model has cases of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import assay.tasks.known  # noqa: F401 - the tasks register themselves
from assay.comparisons.difference import Difference
from assay.comparisons.margins import is_vacuous
from assay.comparisons.unpaired import compare_unpaired
from assay.counting.progress import progress
from assay.engines.sources import Source
from assay.errors import comparisons as errors
from assay.errors import samples as sample_errors
from assay.inputs.models import check_distinct
from assay.metrics.cards import Card, aliases
from assay.metrics.find import find
from assay.pipelines.cases_apart import CasesApart
from assay.pipelines.compared_pairs import metric_comparison, places_of, settled
from assay.pipelines.compared_parts import HeldParts, Parts, StoredComparer, StreamedParts, adjusted
from assay.pipelines.comparison_notes import alarms, not_applied, notes_of_scores, test_notes, with_only_answers
from assay.pipelines.grouping import ALONE, GroupedModels
from assay.pipelines.judging import judge
from assay.pipelines.slicing import check_slices
from assay.results.compared_slices import ComparedSlices
from assay.results.comparison import Comparison
from assay.results.evaluation import Evaluation
from assay.results.note import Note
from assay.tasks.catalogue import Chosen, choose, claiming
from assay.tasks.grouping import OF_GROUPS, identity_notes
from assay.tasks.joining import joined
from assay.tasks.judged import Judged, compared_cards
from assay.tasks.labels.comparing import USUAL as USUAL_OF_LABELS
from assay.tasks.notes import listed
from assay.tasks.regression.summed import USUAL as USUAL_OF_REGRESSION
from assay.tasks.requests import Request
from assay.tasks.slicing import as_numbers

MOST_PAIRS = 20_000
"""Those of 200 models, a minute's work: nobody reads more of them."""

EXPECTED_COST = "expected_cost"
"""The metric that a price list adds."""

USUAL = (*USUAL_OF_LABELS, *USUAL_OF_REGRESSION)


def compare_models(request: Request) -> Comparison:
    """Compare models on the same cases, or apart where the request says so."""
    if request.counts is not None:
        return _compare_tables(request)
    if request.prediction is None and request.score is None:
        raise errors.nothing_to_compare()
    dropped: tuple[Note, ...] = ()
    single = request
    if request.on is not None:
        single, dropped = joined(request)
    comparison = _compare_cases(single)
    notes = (*dropped, *identity_notes(request, next(iter(comparison.evaluations.values()))))
    return replace(comparison, notes=(*comparison.notes, *notes)) if notes else comparison


def _compare_cases(request: Request) -> Comparison:
    _check_models(request)
    own = isinstance(request.truth, Mapping) or isinstance(request.data, Mapping)
    if (own or request.paired is False) and not _always_paired(request):
        if request.paired:
            raise errors.unpairable_cases()
        return _compare_apart(request, "every model has cases of its own" if own else "paired=False says so")
    if request.by is not None:
        check_slices(request)
    chosen = choose(request)
    asked = replace(request, method=chosen.task.check_test(request.method))
    if request.by is not None and isinstance(chosen.source, Source):
        chosen = replace(chosen, source=as_numbers(chosen.source, request))
    comparison = _compare_chosen(asked, chosen) if request.blocks is None else _compare_blocks(asked, chosen)
    behind = CasesApart(replace(request, by=None, group=None, blocks=None), comparison.evaluations)
    return replace(comparison, behind=behind)


def _compare_blocks(request: Request, chosen: Chosen) -> Comparison:
    from assay.pipelines.blocking import in_blocks

    blocked = in_blocks(request, chosen)
    comparison = _compare_chosen(blocked.request, blocked.chosen)
    return replace(comparison, notes=(*comparison.notes, *blocked.notes))


def _compare_chosen(request: Request, chosen: Chosen) -> Comparison:
    return _together(request, chosen, chosen.source) if request.by is None else _compare_slices(request, chosen)


def _together(request: Request, chosen: Chosen, source: Source, part: bool = False) -> Comparison:
    """Compare models on the same cases; `part` says that they are those of a slice, which may hold one group only."""
    judged = chosen.task.judge_together(request, source, chosen.reason)
    grouped = None if request.group is None else GroupedModels.of(chosen.task, judged, request, source, part)
    return _finished(request, chosen, judged, grouped)


def _finished(request: Request, chosen: Chosen, judged: Judged, grouped: GroupedModels | None) -> Comparison:
    comparison = _paired(judged, request, grouped)
    if request.group is not None and grouped is None:
        comparison = replace(comparison, notes=(*comparison.notes, Note("groups-of-one", ALONE)))
    return chosen.task.finished(replace(comparison, source=chosen.task.source_name(request)))


def _compare_slices(request: Request, chosen: Chosen) -> Comparison:
    """Compare on all cases, and on every slice when it is asked for."""
    if not isinstance(chosen.source, Source):
        return _compare_item_slices(request, chosen)
    parts = StreamedParts.of(request, chosen.source) if not chosen.source.kept else HeldParts.of(request, chosen.source)
    whole = _together(request, chosen, parts.whole)
    return replace(whole, slices=ComparedSlices(parts.names, parts.sizes, PartComparer(request, chosen, parts)))


def _compare_item_slices(request: Request, chosen: Chosen) -> Comparison:
    from assay.pipelines.compared_items import compared_item_slices

    counted = chosen.task.count_together(request, chosen.source)
    judged = counted.judged()
    grouped = None if request.group is None else GroupedModels.of(chosen.task, judged, request, chosen.source)
    whole = _finished(request, chosen, judged, grouped)
    finish = partial(_finished, request, chosen)
    return replace(whole, slices=compared_item_slices(request, chosen, whole, counted, finish))


@dataclass(frozen=True, eq=False)
class PartComparer:
    """Compares the models on the cases of one slice."""

    request: Request
    chosen: Chosen
    parts: Parts

    def compare(self, key: object) -> Comparison:
        """Compare the models on one slice."""
        return _together(self.request, self.chosen, self.parts.part(key), part=True)

    def adjusted(self, p_values: Sequence[float], method: str) -> Sequence[float]:
        """Return p-values adjusted for being several."""
        return adjusted(p_values, method)

    def stored(self) -> StoredComparer:
        """Return the same without the cases."""
        return StoredComparer()


def _always_paired(request: Request) -> bool:
    """Say whether the task has no cases of one model alone; its truth may be a mapping, a parsed file, all the same."""
    task = claiming(request)
    return task is not None and task.always_paired


def _check_models(request: Request) -> None:
    models = request.models
    if len(models) < 2:
        raise sample_errors.too_few_models(len(models))
    pairs = len(models) * (len(models) - 1) // 2
    if request.control is None and pairs > MOST_PAIRS:
        raise sample_errors.too_many_pairs(len(models), pairs, MOST_PAIRS)
    check_distinct(models)


def _compare_tables(request: Request) -> Comparison:
    """Compare ready tables, which do not say which cases they share."""
    if request.paired:
        raise errors.unpairable_tables()
    if not isinstance(request.counts, Mapping):
        raise errors.not_named("counts", request.counts)
    if len(request.counts) < 2:
        raise sample_errors.too_few_models(len(request.counts))
    choose(replace(request, counts=next(iter(request.counts.values()))))
    evaluations = {model: judge(replace(request.alone, counts=table)) for model, table in request.counts.items()}
    return _unpaired(evaluations, request, "ready tables do not say which cases they share")


def _compare_apart(request: Request, why: str) -> Comparison:
    """Judge every model on its own cases."""
    if isinstance(request.truth, Mapping):
        for model in request.models:
            if model not in request.truth:
                raise errors.truth_per_model(model)
    first = request.of_model(request.models[0])
    choose(replace(first, given=request.given, paired=request.paired))
    evaluations = {model: judge(request.of_model(model)) for model in request.models}
    return _unpaired(evaluations, request, why)


def _paired(judged: Judged, request: Request, grouped: GroupedModels | None = None) -> Comparison:
    if grouped is not None:
        judged = replace(judged, evaluations=grouped.evaluations)
    models = judged.models
    places = places_of(models, request.control)
    margins = _check_margin(request.margin, judged.cards)
    metrics = {}
    differences: dict[str, list[Difference]] = {}
    with progress("pairs compared", len(places) * len(judged.cards)) as advance:
        for card in judged.cards:
            differences[card.name] = []
            for i, j in places:
                differences[card.name].append(
                    settled(judged, card, i, j, request.level)
                    if grouped is None
                    else grouped.difference(card, i, j, request.level)
                )
                advance(1)
    for card in judged.cards:
        estimates = {model: judged.evaluations[model][card.name] for model in models}
        metrics[card.name] = metric_comparison(
            card, estimates, places, differences[card.name], models, request.level, request.margin
        )
    metrics, answers = with_only_answers(metrics, judged.cards, judged.evaluations)
    first = judged.evaluations[models[0]]
    notes = (
        *judged.notes,
        *(note for note in first.notes if note.code in OF_GROUPS),
        *notes_of_scores(judged.evaluations),
        *alarms(judged.evaluations),
        *answers,
        *not_applied(differences, judged.cards, request.method),
        *test_notes(metrics),
        *margins,
    )
    return Comparison(
        models, first.task, first.reason, first.n, True, metrics, first.choices, aliases(), request.control,
        request.margin, notes, evaluations=judged.evaluations, unit=first.unit, grouping=first.grouping,
    )  # fmt: skip


def _check_margin(margin: float | None, cards: Sequence[Card]) -> tuple[Note, ...]:
    """Refuse a margin that the first metric keeps whatever the models are, and say for which others it says nothing."""
    if margin is None or not cards:
        return ()
    if is_vacuous(margin, cards[0].bounds):
        raise errors.vacuous_margin(margin, cards[0].name, *cards[0].bounds)
    vacuous = [card.name for card in cards if is_vacuous(margin, card.bounds)]
    if not vacuous:
        return ()
    message = f"margin={margin:g} was not held against {listed(vacuous)}, which keep it whatever the models are."
    return (Note("vacuous-margin", message),)


def _unpaired(evaluations: dict[object, Evaluation], request: Request, why: str) -> Comparison:
    models = tuple(evaluations)
    places = places_of(models, request.control)
    first = evaluations[models[0]]
    cards = request.metrics or compared_cards(evaluations, request.everything, USUAL)
    if request.costs is not None:
        cards = (*(card for card in cards if card.name != EXPECTED_COST), find(EXPECTED_COST))
    margins = _check_margin(request.margin, cards)
    metrics, differences = {}, {}
    for card in cards:
        estimates = {model: evaluations[model][card.name] for model in models}
        values = list(estimates.values())
        differences[card.name] = [compare_unpaired(card, values[i], values[j], request.level) for i, j in places]
        metrics[card.name] = metric_comparison(
            card, estimates, places, differences[card.name], models, request.level, request.margin
        )
    metrics, answers = with_only_answers(metrics, cards, evaluations)
    message = f"The models were taken as judged on different cases, because {why}; the tests are not paired."
    notes = (
        Note("unpaired", message),
        *margins,
        *alarms(evaluations),
        *answers,
        *not_applied(differences, cards, request.method),
        *test_notes(metrics),
    )
    count = sum(evaluation.n for evaluation in evaluations.values())
    return Comparison(
        models, first.task, first.reason, count, False, metrics, first.choices, aliases(), request.control,
        request.margin, notes, evaluations=evaluations, unit=first.unit,
    )  # fmt: skip
