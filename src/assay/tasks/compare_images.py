"""Models compared on the same images, whatever it is that they say of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePath
from typing import Protocol

import numpy as np

from assay.comparisons.difference import Difference
from assay.comparisons.paired_images import compare_draws
from assay.errors import samples as sample_errors
from assay.inputs.models import check_distinct
from assay.metrics.cards import Card
from assay.metrics.find import find
from assay.results.evaluation import Evaluation
from assay.stats.arithmetic import Numbers
from assay.tasks.judged import Judged
from assay.tasks.notes import notes_of_models
from assay.tasks.requests import Request


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


def asked_of_each(request: Request, usual: Sequence[str]) -> Request:
    """Check that there are models to compare, and return what is asked of each of them."""
    models = request.models
    if len(models) < 2:
        raise sample_errors.too_few_models(len(models))
    check_distinct(models)
    return replace(request.alone, metrics=request.metrics or tuple(find(name) for name in usual))


def judged_together(
    answers: Mapping[object, object], judged: Sequence[tuple[Evaluation, OfImages]], asked: Request
) -> Judged:
    """Say how to compare two of the models that were judged, given what each of them answered."""
    samples = [sample for _, sample in judged]

    def compare(card: Card, left: int, right: int) -> Difference:
        first, second = samples[left], samples[right]
        value, gaps = first.value(card) - second.value(card), first.drawn(card) - second.drawn(card)
        return compare_draws(value, gaps, card.bounds, first.level, first.images)

    evaluations = {model: evaluation for model, (evaluation, _) in zip(answers, judged, strict=True)}
    apart = partial(share_apart, list(answers.values()))
    cards = asked.metrics or ()
    return Judged(tuple(answers), evaluations, cards, compare, apart, notes=notes_of_models(evaluations))


def share_apart(answers: Sequence[object], first: int, second: int) -> float:
    """Return the share of items that two models answered differently, of lists item by item, else all or none."""
    left, right = answers[first], answers[second]
    if isinstance(left, list | tuple) and isinstance(right, list | tuple) and len(left) == len(right) > 0:
        return sum(not _equal(*pair) for pair in zip(left, right, strict=True)) / len(left)
    return 0.0 if _equal(left, right) else 1.0


def _equal(left: object, right: object) -> bool:
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(_equal(*pair) for pair in zip(left, right, strict=True))
    if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
        return np.array_equal(left, right)
    return left is right or (isinstance(left, str | PurePath) and left == right)
