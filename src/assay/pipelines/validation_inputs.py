"""What is handed over to be validated, checked before the first fit: models, X and y, and the columns beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from assay.errors import arguments as argument_errors
from assay.errors import columns as column_errors
from assay.errors import estimators as errors
from assay.errors import grouping as group_errors
from assay.errors import labels as label_errors
from assay.errors import samples as sample_errors
from assay.errors import schemes as scheme_errors
from assay.inputs.columns import Array, as_array
from assay.inputs.features import Features, Flags, gap_rows, plain_values, read_features, refuse_constant
from assay.inputs.indices import refuse_reordered
from assay.inputs.missing import check_policy, complete_rows
from assay.inputs.numbers import A_WEIGHT, read_numbers
from assay.inputs.profiles import number_profile
from assay.inputs.roles import Kind
from assay.inputs.tasks import Classes
from assay.pipelines.validation_groups import identity_notes_of
from assay.pipelines.validation_problem import Problem, as_strata
from assay.pipelines.validation_slices import read_slicing
from assay.pipelines.validation_tasks import task_of
from assay.results.note import Note
from assay.schemes.folds import KFold
from assay.schemes.given import GivenSplits
from assay.schemes.leaving import LeavePairOut
from assay.schemes.scheme import Scheme
from assay.schemes.text import parse_scheme
from assay.tasks.argument_checks import check_seed
from assay.validation.estimators import check_model, takes_gaps, takes_text

MOST_SEED = 2**32 - 1
"""The largest seed that scikit-learn takes."""
MOST_NAMED = 6
"""How many columns a note names: enough to recognise the data, few enough to read."""
USUAL_FOLDS = 10
"""Ten folds train on 90% of the cases, and ten repetitions of them calm a comparison (Bouckaert & Frank 2004)."""


def read_problem(
    model: object,
    features: object,
    target: object,
    scheme: object = None,
    *,
    strata: object = None,
    group: object = None,
    weight: object = None,
    by: object = None,
    task: str | None = None,
    missing: str = "error",
    positive: object = None,
    seed: int = 0,
) -> Problem:
    """Check everything that was handed over; cases with gaps are refused, or dropped where `missing` says so."""
    models, policy = named(model), check_policy(missing)
    if check_seed(seed) > MOST_SEED:
        raise sample_errors.bad_number("seed", seed, f"A whole number up to {MOST_SEED:,}, which scikit-learn takes,")
    if isinstance(group, list | tuple) and len(group) > 1 and all(np.ndim(part) == 1 for part in group):
        raise group_errors.crossed_folds(len(group))
    beside = {"strata": strata, "group": group, "weight": weight}
    refuse_reordered({"X": features, "y": target, **beside})
    columns = {"y": as_array(target, "y")}
    rows = len(columns["y"])
    columns |= {name: _column(values, name, rows) for name, values in beside.items() if values is not None}
    cases = read_features(features, rows)
    slicing = read_slicing(by, features, rows)
    gaps = {name: gap_rows(column) for name, column in columns.items()} | (dict(slicing.gaps) if slicing else {})
    if policy == "drop" and not all(takes_gaps(learner) for learner in models.values()):
        gaps |= cases.gaps
    complete = complete_rows(gaps, policy)
    if "weight" in columns:
        _check_weights(columns["weight"], complete)
    if complete is not None:
        columns, cases = {name: column[complete] for name, column in columns.items()}, cases.keep(complete)
    columns = {name: plain_values(column) for name, column in columns.items()}
    for name, learner in models.items():
        _check_features(learner, name, cases)
    truth = columns["y"]
    refuse_constant(truth)
    chosen = task_of(models, truth, task, positive)
    if chosen.name == "regression" and positive is not None:
        raise argument_errors.meaningless("positive", "regression")
    layers, marks = (as_strata(columns[name]) if name in columns else None for name in ("strata", "group"))
    cut = _scheme(scheme, chosen, len(models) > 1, layers is not None, marks is not None)
    _check_scheme(cut, chosen, complete)
    if layers is None and chosen.name not in ("regression", "multilabel"):
        layers = as_strata(truth)
    kept = np.arange(rows) if complete is None else np.flatnonzero(complete)
    notes = (*(() if complete is None else (_dropped(gaps, complete),)), *identity_notes_of(group, features))
    called = str(getattr(group, "name", None) or "group")
    weights = cast("NDArray[np.floating] | None", columns.get("weight"))  # checked above
    return Problem(models, cases, truth, layers, marks, weights, kept, cut, chosen, int(seed), notes, called,
                   slicing)  # fmt: skip


def named(model: object) -> dict[str, Any]:
    """Return the models by name; a single one is named after its class."""
    models = dict(model) if isinstance(model, Mapping) else {class_name(model): model}
    if not models:
        raise errors.no_models()
    by_text = {str(name): learner for name, learner in models.items()}
    for name, learner in by_text.items():
        check_model(learner, name)
    return by_text


def class_name(model: Any) -> str:
    """Return the class of a model, of a pipeline that of its last step."""
    if isinstance(model, type):
        return model.__name__
    last = model.steps[-1][1] if getattr(model, "steps", None) else model
    return type(last).__name__


def _column(values: object, name: str, rows: int) -> Array:
    column = as_array(values, name)
    if len(column) != rows:
        raise column_errors.lengths_differ("y", rows, name, len(column))
    if column.ndim != 1:
        raise column_errors.wrong_dimensions(name, column.shape)
    return read_numbers(column, name, A_WEIGHT) if name == "weight" else column


def _check_weights(weight: Any, complete: Flags | None) -> None:
    """Refuse weights that are negative or infinite, and those of which none is above 0, as evaluate does."""
    profile = number_profile(weight, "weight", Kind.WEIGHT, complete, 0)
    profile.refuse()
    if not profile.high > 0:
        raise column_errors.zero_weights("weight")


def _check_features(model: Any, name: str, cases: Features) -> None:
    if cases.infinite:
        raise errors.infinite_features(cases.infinite)
    if cases.text and not takes_text(model):
        raise errors.text_in_features(cases.text, name)
    if cases.gaps and not takes_gaps(model):
        gaps = {column: (int(flags.sum()), int(np.argmax(flags))) for column, flags in cases.gaps.items()}
        raise errors.gaps_in_features(gaps, cases.rows, name)


def _scheme(scheme: object, task: Classes, several: bool, layered: bool, grouped: bool) -> Scheme:
    """Return the scheme asked for, or the default: 10 folds, stratified for classes, repeated to compare models."""
    classes = task.name not in ("regression", "multilabel")
    if scheme is None:
        repeats = USUAL_FOLDS if several and not grouped else 1
        return KFold(USUAL_FOLDS, repeats, stratified=classes or layered, grouped=grouped)
    asked = parse_scheme(scheme)
    if asked.stratify and not classes and not layered and not isinstance(asked, GivenSplits):
        raise errors.nothing_to_stratify(str(asked))
    return asked.with_strata() if layered and not asked.stratify else asked


def _check_scheme(scheme: Scheme, task: Classes, complete: NDArray[np.bool_] | None) -> None:
    """Refuse pairs of classes where there are no two, and given row numbers that dropped cases would shift."""
    if isinstance(scheme, LeavePairOut) and task.positive is None:
        raise (
            label_errors.positive_unnamed(task.labels)
            if len(task.labels) == 2
            else scheme_errors.pairs_need_two_classes(len(task.labels))
        )
    if complete is not None and isinstance(scheme, GivenSplits) and not scheme.from_splitter:
        raise scheme_errors.rows_renumbered(str(scheme), int(np.count_nonzero(~complete)))


def _dropped(gaps: Mapping[str, Flags], complete: Flags) -> Note:
    """Say how many cases were left out, and which columns had the gaps."""
    counts = [f"`{name}` ({np.count_nonzero(flags):,})" for name, flags in gaps.items() if flags.any()]
    more = f" and {len(counts) - MOST_NAMED:,} more columns" if len(counts) > MOST_NAMED else ""
    count = int(np.count_nonzero(~complete))
    what = "1 case was" if count == 1 else f"{count:,} cases were"
    listed = ", ".join(counts[:MOST_NAMED]) + more
    return Note("missing-dropped", f"{what} left out of {len(complete):,} because a value was missing in {listed}.")
