"""Every model judged alone, and the joint view of all of them that paired tests need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from assay.comparisons.difference import Difference, undefined
from assay.comparisons.paired_errors import ErrorPairs
from assay.comparisons.paired_labels import LabelPairs
from assay.comparisons.paired_rows import PairedRows, compare_rows
from assay.frontdoors.evaluate import evaluate
from assay.frontdoors.joint_models import join_labels, score_pairs, several_pairs
from assay.frontdoors.losses import USER, priced
from assay.inputs.labels import LabelColumn, read_labels
from assay.inputs.models import ModelRows
from assay.inputs.profiles import regression_reason
from assay.inputs.weights import read_weights, without_ones
from assay.intervals.calibration import CALIBRATIONS
from assay.metrics.cards import Card
from assay.metrics.find import find
from assay.results.evaluation import Evaluation
from assay.stats.ranks import canonical_order
from assay.summaries.binary_counts import Tables
from assay.summaries.joint_labels import JointLabels
from assay.summaries.label_counts import LabelCounts, sorted_labels
from assay.summaries.label_sets import LabelSets
from assay.summaries.residuals import Residuals
from assay.summaries.score_table import ScoreTable

DEFAULTS = {
    "scores": ("accuracy", "f1", "f1_macro", "roc_auc", "roc_auc_macro", "average_precision", "log_loss"),
    "amounts": ("mae", "rmse"),
}

SLOW, QUARTER = 0.1, 0.25
"""The share of the usual resamples that is drawn where each costs a whole evaluation."""

Compare = Callable[[Card, int, int], Difference]
Alike = Callable[[int, int], bool]
"""Says whether two models answer alike on every case."""


@dataclass(frozen=True, eq=False)
class Judged:
    """Models with their evaluations, the metrics to compare, how to compare two of them, and whether they are alike."""

    models: tuple[object, ...]
    evaluations: Mapping[object, Evaluation]
    cards: tuple[Card, ...]
    compare: Compare
    alike: Alike
    scale: float = 1.0


def default_cards(evaluation: Evaluation) -> tuple[Card, ...]:
    """Return the metrics compared unless others are named: those of the contract that this evaluation holds."""
    kind = "amounts" if evaluation.task == "regression" else "scores"
    names = [name for name in DEFAULTS[kind] if name in evaluation.estimates]
    if "f1" in names and "f1_macro" in names:
        names.remove("f1_macro")
    return tuple(find(name) for name in names) or tuple(find(name) for name in list(evaluation.estimates)[:2])


def compared_cards(evaluations: Iterable[Evaluation], everything: bool) -> tuple[Card, ...]:
    """Return the metrics that every model has: all of them, or those compared unless others are named."""
    listed = list(evaluations)
    shared = set.intersection(*(set(one.estimates) for one in listed))
    if everything:
        found = [find(name) for name in listed[0].estimates if name in shared]
        return tuple(card for card in found if card.average is None or card.reads is Tables)
    names = [card.name for card in default_cards(listed[0]) if card.name in shared]
    return tuple(find(name) for name in names) or tuple(find(name) for name in sorted(shared)[:2])


def judge_models(
    rows: ModelRows,
    options: dict[str, Any],
    asked: tuple[Card, ...] | None,
    method: str | None,
    everything: bool = False,
) -> Judged:
    """Judge every model on the same cases, then build the joint view of their task."""
    names: Any = None if asked is None else [asked_for(card) for card in asked]
    evaluations = {
        model: evaluate(
            rows.truth,
            rows.predictions.get(model),
            score=rows.scores.get(model),
            weight=rows.weight,
            metrics=names,
            **_own_options(rows, model, options),
        )
        for model in rows.models
    }
    first = evaluations[rows.models[0]]
    held = asked or compared_cards(evaluations.values(), everything)
    weight = None if rows.weight is None else without_ones(read_weights(rows.weight, "weight"))
    level, seed = float(options["level"]), int(options["seed"])
    if first.task == "regression":
        return _amounts(rows, evaluations, tuple(held), weight, level, seed)
    if first.task == "multilabel" or rows.truth.ndim == 2:
        return _label_sets(rows, evaluations, tuple(held), weight, options)
    return _classes(rows, evaluations, tuple(held), weight, options, method)


def asked_for(card: Card) -> Any:
    """Return what evaluate takes for a metric: its name, or the user's function."""
    return card.parameters["function"] if card.interval == USER else card.name


def _own_options(rows: ModelRows, model: object, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of one model: as it would be judged alone, but of two classes only if all models are."""
    columns = _label_columns(rows, options)
    every = sorted_labels({label for column in columns.values() for label in column.labels})
    if len(every) <= 2 or options["positive"] is not None:
        return options
    own = sorted_labels({*columns[None].labels, *(columns[model].labels if model in columns else ())})
    return {**options, "labels": list(own)} if len(own) > 2 else {**options, "task": options["task"] or "multiclass"}


def _label_columns(rows: ModelRows, options: dict[str, Any]) -> dict[object, LabelColumn]:
    """Return the labels of the truth (under None) and of every model's answers, where they are labels of one kind."""
    asked = options["labels"] is not None or options["task"] == "regression"
    if asked or not rows.predictions or rows.truth.ndim == 2:
        return {}
    columns: dict[object, LabelColumn] = {None: read_labels(rows.truth, rows.truth_name)}
    if regression_reason(columns[None].profile) is not None:
        return {}
    columns |= {model: read_labels(array, str(model)) for model, array in rows.predictions.items()}
    return columns if len({column.kind for column in columns.values()}) == 1 else {}


def _amounts(
    rows: ModelRows,
    evaluations: Mapping[object, Evaluation],
    cards: tuple[Card, ...],
    weight: np.ndarray | None,
    level: float,
    seed: int,
) -> Judged:
    cards = tuple(card for card in cards if card.average is None)
    counted = slice(None) if weight is None else weight > 0
    truth = _matrix(rows.truth[counted])
    held = None if weight is None else weight[counted]
    cases = [Residuals(truth, _matrix(rows.predictions[model][counted]), held) for model in rows.models]
    scale = max(one.in_safe_unit().scale for one in cases)
    cases = [one.in_unit(scale) if scale != 1.0 else one for one in cases]
    losses = {
        card.name: partial(card.loss, **({} if card.interval == USER else card.parameters))
        for card in cards
        if card.loss is not None
    }
    pairs = ErrorPairs(tuple(cases), losses, level, seed)
    return Judged(rows.models, evaluations, cards, pairs.compare, rows.alike, scale)


def _matrix(array: np.ndarray) -> np.ndarray:
    numbers = array.astype(float)
    return numbers[:, None] if numbers.ndim == 1 else numbers


def _classes(
    rows: ModelRows,
    evaluations: Mapping[object, Evaluation],
    cards: tuple[Card, ...],
    weight: np.ndarray | None,
    options: dict[str, Any],
    method: str | None,
) -> Judged:
    """Join labels (predicted, or cut from scores) and scores of the same cases."""
    level, seed = float(options["level"]), int(options["seed"])
    first = evaluations[rows.models[0]]
    truth = read_labels(rows.truth, rows.truth_name)
    joint = join_labels(rows, truth, evaluations, weight)
    labels = None if joint is None else LabelPairs(joint, level, seed, method)
    scores = score_pairs(rows, truth, first, weight, level, seed) if rows.scores else None
    several = several_pairs(rows, options, level, seed) if rows.scores and scores is None else None
    resolved = tuple(_resolved(card, joint) for card in cards)

    def compare(card: Card, one: int, two: int) -> Difference:
        if card.reads is ScoreTable and scores is not None and card.interval not in CALIBRATIONS:
            return scores.compare(card, one, two)
        if card.interval is not None and several is not None and card.interval not in CALIBRATIONS:
            return several.compare(card, one, two)
        if card.interval is not None and any(rows.models[place] not in rows.scores for place in (one, two)):
            return undefined(len(rows.truth), "one of the models has no scores")
        if card.interval is None and labels is not None:
            return labels.compare(card, one, two)
        return _by_rows(rows, options, weight, level, seed, card, one, two)

    return Judged(rows.models, evaluations, resolved, compare, rows.alike)


def _resolved(card: Card, joint: JointLabels | None) -> Card:
    """Turn the user's own loss into the cost of each pair of labels."""
    if card.interval != USER or joint is None:
        return card
    shell = LabelCounts.of_counts(joint.labels, np.ones((joint.size, joint.size)), joint.positive)
    return priced(card, shell)


def _label_sets(
    rows: ModelRows,
    evaluations: Mapping[object, Evaluation],
    cards: tuple[Card, ...],
    weight: np.ndarray | None,
    options: dict[str, Any],
) -> Judged:
    """Compare sets of labels by swapping whole cases between the models, and scores of labels by influences."""
    level, seed = float(options["level"]), int(options["seed"])
    several = several_pairs(rows, options, level, seed) if rows.scores else None
    labels = tuple(range(rows.truth.shape[1]))
    truth = np.asarray(rows.truth, dtype=float) == 1

    def compare(card: Card, one: int, two: int) -> Difference:
        if card.interval is not None and several is not None and card.interval not in CALIBRATIONS:
            return several.compare(card, one, two)
        models = rows.models[one], rows.models[two]
        answers = [_label_answers(rows, model, evaluations[model]) for model in models]
        if card.interval is not None or any(said is None for said in answers):
            return _by_rows(rows, options, weight, level, seed, card, one, two)

        def measure(so: np.ndarray, said: np.ndarray, held: np.ndarray | None) -> float:
            return float(card(LabelSets.of_rows(labels, so, said, held).view()))

        pair = PairedRows(truth, (np.asarray(answers[0]), np.asarray(answers[1])), weight, measure)
        return compare_rows(pair, level, (seed, one, two), QUARTER)

    return Judged(rows.models, evaluations, cards, compare, rows.alike)


def _label_answers(rows: ModelRows, model: object, evaluation: Evaluation) -> np.ndarray | None:
    """Return a model's sets of labels: predicted, or cut from its scores."""
    if model in rows.predictions:
        return np.asarray(np.asarray(rows.predictions[model], dtype=float) == 1)
    threshold = evaluation.choices.threshold
    return None if threshold is None else np.asarray(np.asarray(rows.scores[model], dtype=float) >= threshold)


def _by_rows(
    rows: ModelRows,
    options: dict[str, Any],
    weight: np.ndarray | None,
    level: float,
    seed: int,
    card: Card,
    first: int,
    second: int,
) -> Difference:
    """Compare any metric by judging resampled and swapped cases through evaluate itself: slow, and always possible."""
    of_scores = card.interval is not None and bool(rows.scores)
    outputs = rows.scores if of_scores else rows.predictions or rows.scores
    one, two = outputs[rows.models[first]], outputs[rows.models[second]]
    order = canonical_order(rows.truth, one, two, weight)
    options = {name: value for name, value in options.items() if name != "missing"}

    def measure(truth: np.ndarray, output: np.ndarray, held: np.ndarray | None) -> float:
        given = {"score": output} if outputs is rows.scores else {"prediction": output}
        found = evaluate(rows.truth[truth], weight=held, metrics=card.name, **given, **options)  # type: ignore[arg-type]
        return found[card.name].value

    held = None if weight is None else weight[order]
    pair = PairedRows(order, (one[order], two[order]), held, measure, in_order=True)
    return compare_rows(pair, level, (seed, first, second), SLOW)
