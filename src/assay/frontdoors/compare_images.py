"""Models compared on the same images, whatever it is that they say of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import PurePath
from typing import Protocol

import numpy as np

from assay.comparisons.difference import Difference
from assay.comparisons.paired_images import compare_draws
from assay.errors import samples as sample_errors
from assay.frontdoors.compared_models import Judged
from assay.frontdoors.requests import Wanted
from assay.inputs.models import check_distinct
from assay.metrics.cards import Card
from assay.metrics.find import find
from assay.results.evaluation import Evaluation
from assay.stats.arithmetic import Numbers


class OfImages(Protocol):
    """What was measured on images, and on the same images drawn again."""

    @property
    def images(self) -> int:
        """How many images there are."""

    @property
    def level(self) -> float:
        """The confidence level of its intervals."""

    def value(self, card: Card) -> float:
        """Return a metric."""

    def drawn(self, card: Card) -> Numbers:
        """Return a metric on every resampled set of images."""


def wishes(
    task: str,
    predictions: Mapping[object, object],
    metrics: tuple[Card, ...] | None,
    usual: Sequence[str],
    labels: list[object] | None,
    level: float,
    seed: int,
) -> Wanted:
    """Check that there are models to compare, and write what is asked of each of them."""
    models = tuple(predictions)
    if len(models) < 2:
        raise sample_errors.too_few_models(len(models))
    check_distinct(models)
    chosen = metrics or tuple(find(name) for name in usual)
    return Wanted(task, labels, None, chosen, metrics is not None, "error", None, level, seed, None)


def judged_together(
    answers: Mapping[object, object], judged: Sequence[tuple[Evaluation, OfImages]], asked: Wanted
) -> Judged:
    """Say how to compare two of the models that were judged, given what each of them answered."""
    samples = [sample for _, sample in judged]

    def compare(card: Card, one: int, two: int) -> Difference:
        first, second = samples[one], samples[two]
        value, gaps = first.value(card) - second.value(card), first.drawn(card) - second.drawn(card)
        return compare_draws(value, gaps, card.bounds, first.level, first.images)

    evaluations = {model: evaluation for model, (evaluation, _) in zip(answers, judged, strict=True)}
    alike = partial(same_answers, list(answers.values()))
    return Judged(tuple(answers), evaluations, asked.metrics or (), compare, alike)


def same_answers(answers: Sequence[object], first: int, second: int) -> bool:
    """Say whether two models gave the same answers: equal arrays, texts or files of one name, in equal lists."""
    return _equal(answers[first], answers[second])


def _equal(one: object, two: object) -> bool:
    if isinstance(one, list | tuple) and isinstance(two, list | tuple):
        return len(one) == len(two) and all(_equal(*pair) for pair in zip(one, two, strict=True))
    if isinstance(one, np.ndarray) and isinstance(two, np.ndarray):
        return np.array_equal(one, two)
    return one is two or (isinstance(one, str | PurePath) and one == two)
