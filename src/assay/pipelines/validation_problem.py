"""What is to be validated: models, cases, scheme and task, checked before the first fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from assay.errors import arguments as argument_errors
from assay.errors import columns as column_errors
from assay.errors import estimators as errors
from assay.errors import labels as label_errors
from assay.errors import samples as sample_errors
from assay.errors import schemes as scheme_errors
from assay.inputs.columns import Array, as_array
from assay.inputs.features import Features, read_features, read_target
from assay.inputs.indices import refuse_reordered
from assay.inputs.labels import read_labels
from assay.inputs.profiles import ColumnProfile, regression_reason
from assay.inputs.tasks import Classes, Seen, label_task
from assay.schemes.folds import KFold
from assay.schemes.given import GivenSplits
from assay.schemes.leaving import LeavePairOut
from assay.schemes.nested import Nested
from assay.schemes.parts import Resubstitution
from assay.schemes.scheme import Scheme, Split
from assay.schemes.text import parse_scheme
from assay.validation.estimators import check_model, kind_of, takes_gaps, takes_text

MOST_FITS = 100_000
MOST_SEED = 2**32 - 1


@dataclass(frozen=True, eq=False)
class Problem:
    """Models and cases, with the scheme that splits them and the task they are judged by."""

    models: Mapping[str, Any]
    features: Features
    target: Array
    strata: np.ndarray | None
    group: np.ndarray | None
    scheme: Scheme
    task: Classes
    seed: int

    @property
    def n(self) -> int:
        """How many cases there are."""
        return self.features.rows

    @property
    def class_sizes(self) -> tuple[int, ...]:
        """How many cases each class (or stratum) has."""
        return () if self._kept is None else tuple(np.unique(self._kept, return_counts=True)[1].tolist())

    @property
    def group_count(self) -> int:
        """How many groups there are."""
        return 0 if self.group is None else len(np.unique(self.group))

    def fits(self, candidates: int = 1) -> int:
        """Return how many fits one model costs."""
        return self.scheme.fits(self.n, candidates=candidates, classes=self.class_sizes, groups=self.group_count)

    def splits(self) -> list[Split]:
        """Return the (outer) parts; groups that would be torn apart are refused."""
        found = list(self.scheme.split(self.n, strata=self._kept, group=self.group, seed=self.seed))
        if self.group is not None and not isinstance(self.scheme, Resubstitution):
            refuse_crossing(str(self.scheme), found, self.group)
        return found

    @property
    def _kept(self) -> np.ndarray | None:
        """What the scheme sees of the cases: their strata, but the classes themselves where it pairs them."""
        return as_strata(self.target) if isinstance(self.scheme, LeavePairOut) else self.strata

    def inner_splits(self, scheme: Nested, outer: Split, seed: int) -> list[Split]:
        """Return the inner parts of an outer training part, as places in the whole data."""
        train = outer.train
        strata = None if self.strata is None else self.strata[train]
        group = None if self.group is None else self.group[train]
        inner = list(scheme.inner.split(len(train), strata=strata, group=group, seed=seed))
        if group is not None:
            refuse_crossing(str(scheme.inner), inner, group)
        return [replace(part, train=train[part.train], test=train[part.test]) for part in inner]

    def inner_fits(self, scheme: Nested, splits: list[Split]) -> int:
        """Return how many inner parts there are in all outer parts together."""
        total = 0
        for outer in splits:
            strata = None if self.strata is None else self.strata[outer.train]
            group = None if self.group is None else self.group[outer.train]
            sizes = () if strata is None else tuple(np.unique(strata, return_counts=True)[1].tolist())
            count = 0 if group is None else len(np.unique(group))
            total += scheme.inner.fits(len(outer.train), classes=sizes, groups=count)
        return total


def read_problem(
    model: object,
    features: object,
    target: object,
    scheme: object,
    strata: object,
    group: object,
    positive: object,
    seed: int,
) -> Problem:
    """Check everything that was handed over."""
    models = named(model)
    refuse_reordered({"X": features, "y": target, "strata": strata, "group": group})
    truth = read_target(target)
    cases = read_features(features, len(truth))
    for name, one in models.items():
        _check_features(one, name, cases)
    task = task_of(models, truth, positive)
    if task.name == "regression" and positive is not None:
        raise argument_errors.meaningless("positive", "regression")
    layers = None if strata is None else _column(strata, "strata", len(truth))
    marks = None if group is None else _column(group, "group", len(truth))
    found = _scheme(scheme, task, len(models) > 1, layers is not None, marks is not None)
    if isinstance(found, LeavePairOut) and task.positive is None:
        raise (
            label_errors.positive_unnamed(task.labels)
            if len(task.labels) == 2
            else scheme_errors.pairs_need_two_classes(len(task.labels))
        )
    if layers is None and task.name not in ("regression", "multilabel"):
        layers = as_strata(truth)
    if seed > MOST_SEED:
        raise sample_errors.bad_number("seed", seed, f"A whole number up to {MOST_SEED:,}, which scikit-learn takes,")
    return Problem(models, cases, truth, layers, marks, found, task, seed)


def as_strata(column: Array) -> np.ndarray:
    """Return labels as the splitters take them: fractions and mixed kinds as text."""
    if column.dtype == object or (column.dtype.kind == "f" and (column % 1 != 0).any()):
        return np.asarray([str(value) for value in column])
    return np.asarray(column)


def named(model: object) -> dict[str, Any]:
    """Return the models by name; a single one is named after its class."""
    models = dict(model) if isinstance(model, Mapping) else {class_name(model): model}
    if not models:
        raise errors.no_models()
    found = {str(name): one for name, one in models.items()}
    for name, one in found.items():
        check_model(one, name)
    return found


def class_name(model: Any) -> str:
    """Return the class of a model, of a pipeline that of its last step."""
    if isinstance(model, type):
        return model.__name__
    last = model.steps[-1][1] if getattr(model, "steps", None) else model
    return type(last).__name__


def _check_features(model: Any, name: str, cases: Features) -> None:
    if cases.infinite:
        raise errors.infinite_features(cases.infinite)
    if cases.text and not takes_text(model):
        raise errors.text_in_features(cases.text, name)
    if cases.gaps and not takes_gaps(model):
        raise errors.gaps_in_features(cases.gaps, cases.rows, name)


def task_of(models: Mapping[str, Any], truth: Array, positive: object) -> Classes:
    """Read the task off the models, or off the truth where they do not say.

    Two labels of which none is the positive one by nature, and none was named, are judged from both sides.
    """
    kinds = {name: kind_of(one) for name, one in models.items()}
    known = {kind for kind in kinds.values() if kind is not None}
    if len(known) > 1:
        raise errors.mixed_models({name: kind for name, kind in kinds.items() if kind})
    if known == {"regressor"}:
        return Classes("regression", f"{next(iter(models))} is a regressor", ())
    if truth.ndim == 2:
        reason = _numbers_in_columns(truth)
        if reason is not None and known != {"classifier"}:
            return Classes("regression", reason, ())
        return Classes("multilabel", "`y` has one column a label", tuple(range(truth.shape[1])))
    column = read_labels(truth, "y")
    reason = regression_reason(ColumnProfile.of(column))
    if reason is not None and known != {"classifier"}:
        return Classes("regression", reason, ())
    if reason is not None and column.example is not None:
        raise column_errors.fractional_truth("y", column.example)
    seen = Seen("y", column.labels, column.labels, None, "holds")
    if len(column.labels) == 2 and positive is None and not _natural(column.labels):
        return Classes("multiclass", "`y` holds two labels, none of them named as positive", column.labels)
    return label_task(seen, None, positive)


def _numbers_in_columns(truth: Array) -> str | None:
    """Say why several columns hold numbers rather than labels, None if they hold labels."""
    if truth.dtype.kind not in "fiu":
        return None
    labels = read_labels(truth.ravel(), "y")
    return regression_reason(
        ColumnProfile("y", labels.kind, len(labels.labels), labels.example, width=int(truth.shape[1]))
    )


def _natural(labels: tuple[object, ...]) -> bool:
    return (not any(isinstance(label, str) for label in labels) and set(labels) <= {0, 1}) or set(labels) == {-1, 1}


def _column(values: object, name: str, rows: int) -> np.ndarray:
    column = as_array(values, name)
    if len(column) != rows:
        raise column_errors.lengths_differ("y", rows, name, len(column))
    if column.ndim != 1:
        raise column_errors.wrong_dimensions(name, column.shape)
    lost = sum(value is None or value != value for value in column.tolist())
    if lost:
        raise errors.gaps_in_target(lost, rows, name)
    return as_strata(column)


def _scheme(scheme: object, task: Classes, several: bool, layered: bool, grouped: bool) -> Scheme:
    """Return the scheme asked for, or the default: 10 folds, stratified for classes, repeated to compare models."""
    classes = task.name not in ("regression", "multilabel")
    if scheme is None:
        return KFold(10, 10 if several and not grouped else 1, stratified=classes or layered, grouped=grouped)
    found = parse_scheme(scheme)
    if found.stratify and not classes and not layered and not isinstance(found, GivenSplits):
        raise errors.nothing_to_stratify(str(found))
    return found.with_strata() if layered and not found.stratify else found


def refuse_crossing(scheme: str, splits: list[Split], group: np.ndarray) -> None:
    """Refuse parts that hold cases of one group on both sides."""
    for split in splits:
        crossed = np.intersect1d(group[split.train], group[split.test])
        if len(crossed):
            raise scheme_errors.groups_crossed(scheme, len(crossed), len(np.unique(group)), crossed[0].item())
