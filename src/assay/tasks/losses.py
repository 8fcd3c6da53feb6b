"""The user's own loss, a function of truth and prediction, turned into a metric."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from assay.errors import values as errors
from assay.inputs.columns import untensored
from assay.metrics.cards import Card, aliases, by_name
from assay.metrics.families import OwnLoss
from assay.metrics.find import find
from assay.stats.arithmetic import Numbers
from assay.summaries.label_counts import LabelCounts
from assay.summaries.residuals import Residuals


@dataclass(frozen=True)
class UserLoss:
    """The user's function with the name it goes by; a value, so that results can be stored and sent."""

    function: Callable[..., Any]
    name: str

    def __call__(self, cases: Residuals) -> Numbers:
        """Return what every case and output loses, in the user's own unit."""
        truth, answers = (untensored(part * cases.scale) for part in (cases.truth, cases.answers))
        return apply(self.function, self.name, truth, answers)

    def mean(self, cases: Residuals, **_: object) -> float:
        """Return the mean loss."""
        return float(np.average(self(cases).mean(axis=1), weights=cases.weight))


def loss_card(function: Callable[..., Any]) -> Card:
    """Return a card for the mean of a loss L(truth, prediction); a metric's own name is not taken from it."""
    name = getattr(function, "__name__", type(function).__name__)
    name = "loss" if name == "<lambda>" else name
    name = f"my_{name}" if name in by_name() or name in aliases() else name
    loss = UserLoss(function, name)
    return Card(
        name=name,
        label=name,
        function=loss.mean,
        reads=Residuals,
        formula=f"mean of {name}(y, ŷ)",
        bounds=(-math.inf, math.inf),
        better="lower",
        undefined="the loss is not a number in some case",
        reading="{label} is {value} on average.",
        family=OwnLoss(),
        loss=loss,
        headline=True,
        parameters={"function": function},
    )


def apply(function: Callable[..., Any], name: str, truth: Any, prediction: Any) -> Numbers:
    """Call a loss on whole columns; if it cannot take them, on one case after the other."""
    shape = np.shape(truth)
    try:
        losses = np.asarray(function(truth, prediction), dtype=float)
        if losses.shape == shape:
            return losses
    except Exception:
        losses = np.empty(0)
    try:
        flat = zip(np.ravel(truth).tolist(), np.ravel(prediction).tolist(), strict=True)
        return np.array([float(function(y, answer)) for y, answer in flat]).reshape(shape)
    except Exception as problem:
        raise errors.bad_loss(name, f"{type(problem).__name__}: {problem}") from problem


def priced(card: Card, counts: LabelCounts) -> Card:
    """Return a loss of labels as the expected cost of a matrix: what each pair of labels loses."""
    name = card.name
    labels = np.array(counts.labels, dtype=object)
    size = len(labels)
    loss = card.parameters["function"]
    pairs = np.repeat(labels, size), np.tile(labels, size)
    matrix = np.array([float(_one(loss, name, y, answer)) for y, answer in zip(*pairs, strict=True)])
    matrix = matrix.reshape(size, size)
    cost = find("expected_cost")
    return replace(cost.with_parameters(name, {"costs": matrix}), bounds=(float(np.min(matrix)), float(np.max(matrix))))


def _one(loss: Any, name: str, truth: object, prediction: object) -> float:
    try:
        return float(loss(truth, prediction))
    except Exception as problem:
        raise errors.bad_loss(name, f"{type(problem).__name__}: {problem}") from problem
