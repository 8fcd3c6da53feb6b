"""Models compared on the same folds, or on the one test part that all of them were tested on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from itertools import combinations

import numpy as np

from assay.comparisons.difference import within
from assay.comparisons.fold_differences import compare_folds, compare_orders
from assay.comparisons.judged_pairs import judge_pairs
from assay.comparisons.verdicts import pair_verdict
from assay.metrics.cards import Card
from assay.pipelines.comparing import compare_models
from assay.pipelines.fold_geometry import Geometry
from assay.pipelines.fold_judge import Judge
from assay.pipelines.validation_groups import groups_of
from assay.results.comparison import Pair
from assay.results.validation import FoldPair, ModelValidation
from assay.schemes.leaving import LeavePairOut
from assay.schemes.scheme import Scheme


def compare_on_folds(
    judge: Judge, models: Mapping[str, ModelValidation], geometry: Geometry, scheme: Scheme
) -> tuple[FoldPair, ...]:
    """Return every pair of models in every metric; p-values are adjusted by Holm over the pairs of a metric."""
    if len(models) < 2:
        return ()
    if scheme.one_look:
        return _on_one_part(judge, models)
    by_pairs = isinstance(scheme, LeavePairOut)
    return tuple(pair for card in judge.cards for pair in _pairs(card, models, geometry, judge.level, by_pairs))


def _pairs(
    card: Card, models: Mapping[str, ModelValidation], geometry: Geometry, level: float, by_pairs: bool
) -> list[FoldPair]:
    names = list(combinations(models, 2))
    folds = {name: _complete(models, name, card.name) for name in models}
    differences = [
        compare_orders(folds[a].reshape(geometry.repeats, -1), folds[b].reshape(geometry.repeats, -1), level)
        if by_pairs
        else compare_folds(folds[a], folds[b], geometry.test_ratio, geometry.parts, geometry.repeats, level)
        for a, b in names
    ]
    differences = [within(difference, *card.bounds) for difference in differences]
    pairs = []
    for pair, difference in zip(judge_pairs(card, names, differences, level), differences, strict=True):
        verdict = pair_verdict(pair, card, difference).replace("with these cases", "with these folds")
        verdict = verdict.replace(f"n = {difference.n:,.0f}", f"{difference.n:,.0f} folds")
        pairs.append(_of_folds(replace(pair, verdict=verdict), card.name))
    return pairs


def _of_folds(pair: Pair, metric: str) -> FoldPair:
    return FoldPair(**{field.name: getattr(pair, field.name) for field in fields(Pair)}, metric=metric)


def _complete(models: Mapping[str, ModelValidation], name: str, metric: str) -> np.ndarray:
    """Return a model's folds without those in which any model's fit failed."""
    lost = {place for model in models.values() for place in model.failed}
    folds = models[name][metric].folds
    return np.array([value for place, value in enumerate(folds) if place not in lost])


def _on_one_part(judge: Judge, models: Mapping[str, ModelValidation]) -> tuple[FoldPair, ...]:
    """Compare on the cases that every model was tested on: there the paired tests of compare are right."""
    tested = {name: model.predictions.first() for name, model in models.items()}
    first = next(iter(tested.values()))
    scored = all(part.score is not None for part in tested.values()) and not judge.regression
    predictions = {name: part.prediction for name, part in tested.items()}
    scores = {name: judge.scores(part.score) for name, part in tested.items()} if scored else None
    asked = judge.request(
        first.truth, predictions, scores, first.weight, judge.cards, several=True, group=groups_of(first)
    )
    result = compare_models(asked)
    return tuple(_of_folds(pair, metric.name) for metric in result.values() for pair in metric.pairs)
