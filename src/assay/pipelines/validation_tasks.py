"""Which task a validation judges by: the one asked for, else what the models are, else what y holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from assay.errors import estimators as errors
from assay.errors.labels import task_mismatch
from assay.inputs.columns import Array
from assay.inputs.labels import read_labels
from assay.inputs.numbers import A_NUMBER, read_numbers
from assay.inputs.profiles import ColumnProfile
from assay.inputs.regression_rule import regression_reason
from assay.inputs.tasks import NATURAL_PAIRS, Classes, Seen, label_task, refuse_fractions
from assay.pipelines.known_tasks import check_task
from assay.tasks.labels.plan import check_multilabel
from assay.validation.estimators import kind_of

LEARNT = ("binary", "multiclass", "multilabel", "regression")
"""The tasks of models that are fitted to X and y."""
SAID_SO = "task= says so"


def task_of(models: Mapping[str, Any], truth: Array, task: str | None, positive: object) -> Classes:
    """Return the task with its classes and the reason for it.

    Two labels of which none is the positive one by nature, and none was named, are judged from both sides.
    """
    kind = _kind(models, task)
    if task == "regression" or kind == "regressor":
        read_numbers(truth, "y", A_NUMBER)
        return Classes("regression", SAID_SO if task else f"{next(iter(models))} is a regressor", ())
    width = int(truth.shape[1]) if truth.ndim == 2 else 1
    if width > 1 and truth.dtype.kind not in "fiu":
        return _several_labels(width, task, positive)
    column = read_labels(truth.ravel(), "y")
    reason = regression_reason(replace(ColumnProfile.of(column), width=width))
    if reason is not None and kind != "classifier" and task is None:
        return Classes("regression", reason, ())
    if width > 1:
        return _several_labels(width, task, positive)
    refuse_fractions("y", column.example, truth=True)
    if len(column.labels) == 2 and positive is None and task is None and not _natural(column.labels):
        return Classes("multiclass", "`y` holds two labels, none of them named as positive", column.labels)
    return label_task(Seen("y", column.labels, column.labels, None, "holds"), task, positive)


def _kind(models: Mapping[str, Any], task: str | None) -> str | None:
    """Return what the models say they are; they must agree with one another, and with the task asked for."""
    check_task(task)
    if task is not None and task not in LEARNT:
        raise task_mismatch(task, "a model that is fitted to X and y answers with labels or numbers")
    kinds = {name: kind for name, learner in models.items() if (kind := kind_of(learner)) is not None}
    if len(set(kinds.values())) > 1:
        raise errors.mixed_models(kinds)
    for name, kind in kinds.items():
        if task is not None and (task == "regression") != (kind == "regressor"):
            raise task_mismatch(task, f"{name} is a {kind}")
    return next(iter(kinds.values()), None)


def _several_labels(width: int, task: str | None, positive: object) -> Classes:
    check_multilabel(task, positive)
    return Classes("multilabel", SAID_SO if task else "`y` has one column per label", tuple(range(width)))


def _natural(labels: tuple[object, ...]) -> bool:
    return not any(isinstance(label, str) for label in labels) and any(set(labels) <= pair for pair in NATURAL_PAIRS)
