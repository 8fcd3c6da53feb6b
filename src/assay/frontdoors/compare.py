"""compare: several models' outputs in; which is better, by how much, and whether that can be said, out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from assay import reports as reports
from assay.comparisons.margins import check_margin
from assay.comparisons.unpaired import compare_unpaired
from assay.errors import comparisons as errors
from assay.errors import samples as sample_errors
from assay.errors import texts as text_errors
from assay.frontdoors.accepted import given_arguments, judged_as, refuse_meaningless
from assay.frontdoors.compare_detections import judge_detectors
from assay.frontdoors.compare_masks import judge_segmenters
from assay.frontdoors.compare_text import METHODS as TEXT_METHODS
from assay.frontdoors.compare_text import judge_systems, with_examples
from assay.frontdoors.compared_models import Judged, asked_for, compared_cards, judge_models
from assay.frontdoors.compared_pairs import metric_comparison, places_of, settled
from assay.frontdoors.comparison_notes import (
    not_applied,
    notes_of_models,
    notes_of_scores,
    test_notes,
    with_only_answers,
)
from assay.frontdoors.evaluate import check_seed, evaluate, source_name
from assay.frontdoors.label_sources import dropped_notes
from assay.frontdoors.requests import Metric, parse_metrics
from assay.inputs.missing import check_policy, class_of_gaps
from assay.inputs.models import named_models, read_models
from assay.inputs.tasks import check_labels, check_task
from assay.inputs.texts import reference_files
from assay.metrics.cards import Card, aliases
from assay.results.comparison import Comparison
from assay.results.evaluation import Evaluation
from assay.results.note import Note
from assay.stats.checks import check_level

METHODS = ("mcnemar", "exact", "chi-square", "corrected", "permutation")


@dataclass(frozen=True)
class Asked:
    """The caller's wishes, checked."""

    metrics: tuple[Card, ...] | None
    everything: bool
    control: object
    margin: float | None
    method: str | None
    level: float
    seed: int


def compare(
    truth: object = None,
    *,
    prediction: object = None,
    score: object = None,
    counts: object = None,
    rows: str | None = None,
    data: object = None,
    task: str | None = None,
    positive: object = None,
    labels: Sequence[object] | None = None,
    threshold: float | None = None,
    weight: object = None,
    boxes: object = None,
    metrics: Metric | Sequence[Metric] | None = None,
    control: object = None,
    margin: float | None = None,
    paired: bool | None = None,
    method: str | None = None,
    missing: str | int = "error",
    level: float = 0.95,
    seed: int = 0,
) -> Comparison:
    """Compare models: every difference with an interval, a test chosen for the case, and a verdict in words.

    `prediction` and `score` map a model's name to its outputs (or to a column of `data`). On the same cases the tests
    are paired; where each model has cases of its own, `truth` maps every model to its truth. `counts` compares ready
    tables. All pairs are compared, adjusted by Holm for each metric; `control` compares with one model only. `margin`
    is the largest difference that does not matter: it adds equivalence and non-inferiority. `boxes` is as in evaluate,
    or maps a model to the form of its boxes.

    >>> truth = [1, 1, 1, 1, 0, 0, 0, 0, 1, 0]
    >>> found = compare(truth, prediction={"a": truth, "b": [1, 0, 0, 1, 0, 1, 0, 0, 0, 1]}, metrics="accuracy")
    >>> found["accuracy"].pairs[0].difference.value, found["accuracy"].pairs[0].test
    (0.5, 'McNemar mid-p')
    """
    given = given_arguments(compare, locals())
    refuse_meaningless(judged_as(check_task(task), given), given)
    asked = Asked(
        metrics=parse_metrics(metrics),
        everything=metrics is not None and parse_metrics(metrics) is None,
        control=control,
        margin=check_margin(margin),
        method=_check_method(method, task),
        level=check_level(level),
        seed=check_seed(seed),
    )
    policy = check_policy(missing, task)
    if paired not in (None, True, False):
        raise sample_errors.bad_choice("paired", paired, ["True", "False"])
    options = {"task": task, "positive": positive, "labels": labels, "level": level, "seed": seed, "missing": policy}
    if counts is not None:
        if paired:
            raise errors.unpairable_tables()
        why = "ready tables do not say which cases they share"
        return _unpaired(_judge_counts(counts, {**options, "rows": rows}, asked), asked, why)
    predictions, scores = named_models(prediction, "prediction"), named_models(score, "score")
    if not predictions and not scores:
        raise errors.nothing_to_compare()
    wishes = asked.metrics, asked.level, asked.seed
    if task == "detection":
        return _of_images(judge_detectors(truth, predictions, boxes, threshold, *wishes), asked, truth)
    if task == "segmentation":
        return _of_images(
            judge_segmenters(truth, predictions, class_of_gaps(missing), check_labels(labels), *wishes), asked, truth
        )
    if task == "text":
        judged = judge_systems(truth, predictions, data, policy, wishes[0], asked.everything, asked.method, *wishes[1:])
        source = data if data is not None else next(iter(reference_files(truth)), None)
        return with_examples(_of_images(judged, asked, source))
    options["threshold"] = threshold
    own = isinstance(truth, Mapping) or isinstance(data, Mapping)
    if own or paired is False:
        if paired:
            raise errors.unpairable_cases()
        apart = _judge_apart(truth, predictions, scores, weight, data, options, asked)
        return _unpaired(apart, asked, "every model has cases of its own" if own else "paired=False says so")
    same = read_models(truth, prediction, score, weight, data, policy)
    judged_together = judge_models(same, options, asked.metrics, asked.method, asked.everything)
    comparison = _paired(judged_together, asked, dropped_notes(same.dropped))
    reason = comparison.reason.replace("`truth`", f"`{same.truth_name}`")
    return replace(comparison, source=source_name(data), reason=reason)


def _of_images(judged: Judged, asked: Asked, truth: object) -> Comparison:
    return replace(_paired(judged, asked, notes_of_models(judged)), source=source_name(truth))


def _check_method(method: object, task: object) -> str | None:
    if method is None:
        return None
    name = str(method).casefold().replace("_", "-").replace("ization", "isation")
    if name not in (TEXT_METHODS if task == "text" else METHODS):
        raise (
            text_errors.test_not_for_texts(method, list(TEXT_METHODS))
            if task == "text"
            else errors.unknown_test(method)
        )
    return name


def _judge_counts(counts: object, options: dict[str, object], asked: Asked) -> dict[object, Evaluation]:
    if not isinstance(counts, Mapping):
        raise errors.not_named("counts", counts)
    if len(counts) < 2:
        raise sample_errors.too_few_models(len(counts))
    same = {name: options[name] for name in ("task", "positive", "labels", "level", "seed", "rows")}
    same["metrics"] = _named_again(asked)
    return {model: evaluate(counts=table, **same) for model, table in counts.items()}  # type: ignore[arg-type]


def _named_again(asked: Asked) -> list[Metric] | None:
    """Return the metrics asked for as `evaluate` takes them."""
    return None if asked.metrics is None else [asked_for(card) for card in asked.metrics]


def _judge_apart(
    truth: object,
    predictions: dict[object, object],
    scores: dict[object, object],
    weight: object,
    data: object,
    options: dict[str, object],
    asked: Asked,
) -> dict[object, Evaluation]:
    """Judge every model on its own cases."""
    models = tuple(dict.fromkeys([*predictions, *scores]))
    if len(models) < 2:
        raise sample_errors.too_few_models(len(models))
    found = {}
    for model in models:
        if isinstance(truth, Mapping) and model not in truth:
            raise errors.truth_per_model(model)
        own = {name: value[model] if isinstance(value, Mapping) and model in value else value
               for name, value in (("truth", truth), ("weight", weight), ("data", data))}  # fmt: skip
        found[model] = evaluate(
            own["truth"],
            predictions.get(model),
            score=scores.get(model),
            weight=own["weight"],
            data=own["data"],
            metrics=_named_again(asked),
            **options,  # type: ignore[arg-type]
        )
    return found


def _paired(judged: Judged, asked: Asked, notes: tuple[Note, ...]) -> Comparison:
    models = judged.models
    places = places_of(models, asked.control)
    found = {}
    for card in judged.cards:
        estimates = {model: judged.evaluations[model][card.name] for model in models}
        differences = [settled(judged, card, i, j, asked.level) for i, j in places]
        found[card.name] = metric_comparison(card, estimates, places, differences, models, asked.level, asked.margin)
    first = judged.evaluations[models[0]]
    found, one_answers = with_only_answers(found, judged.cards, judged.evaluations)
    return Comparison(
        models=models,
        task=first.task,
        reason=first.reason,
        n=first.n,
        paired=True,
        metrics=found,
        choices=first.choices,
        aliases=aliases(),
        control=asked.control,
        margin=asked.margin,
        notes=(
            *notes,
            *notes_of_scores(judged.evaluations),
            *one_answers,
            *not_applied(found, asked.method),
            *test_notes(found),
        ),
        evaluations=judged.evaluations,
    )


def _unpaired(evaluations: dict[object, Evaluation], asked: Asked, why: str) -> Comparison:
    models = tuple(evaluations)
    places = places_of(models, asked.control)
    first = evaluations[models[0]]
    cards = asked.metrics or compared_cards(evaluations.values(), asked.everything)
    found = {}
    for card in cards:
        estimates = {model: evaluations[model][card.name] for model in models}
        values = list(estimates.values())
        differences = [compare_unpaired(card, values[i], values[j], asked.level) for i, j in places]
        found[card.name] = metric_comparison(card, estimates, places, differences, models, asked.level, asked.margin)
    found, one_answers = with_only_answers(found, cards, evaluations)
    message = f"The models were taken as judged on different cases, because {why}; the tests are not paired."
    return Comparison(
        models=models,
        task=first.task,
        reason=first.reason,
        n=sum(one.n for one in evaluations.values()),
        paired=False,
        metrics=found,
        choices=first.choices,
        aliases=aliases(),
        control=asked.control,
        margin=asked.margin,
        notes=(Note("unpaired", message), *one_answers, *not_applied(found, asked.method), *test_notes(found)),
        evaluations=evaluations,
    )
