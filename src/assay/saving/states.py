"""What of a result goes into a file: its numbers and views, and nothing that holds a single case."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import singledispatch
from typing import Any

import numpy as np

from assay.intervals.regression_sample import RegressionSample
from assay.pipelines.compared_parts import StoredComparer
from assay.pipelines.validation_results import JudgedModel
from assay.results.bias_variance import BiasVariance
from assay.results.compared_slices import ComparedSlices
from assay.results.comparison import Comparison
from assay.results.curve import Curve
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation
from assay.results.gate import Gate
from assay.results.no_slices import NoSlices
from assay.results.operating_point import OperatingPoint
from assay.results.out_of_fold import OutOfFold
from assay.results.validation import Validation
from assay.saving.small_cells import coarse
from assay.summaries.regression import RegressionSummary
from assay.summaries.units import Units
from assay.tasks.detection.result import DetectionEvaluation
from assay.tasks.labels.result import LabelEvaluation
from assay.tasks.regression.distribution import ResidualDistribution
from assay.tasks.regression.result import STORED_BINS, RegressionEvaluation
from assay.tasks.scores.result import ClassScoreEvaluation, ScoreEvaluation
from assay.tasks.scores.task import MOST_SAVED
from assay.tasks.scores.thresholds import Thresholds
from assay.tasks.segmentation.result import SegmentationEvaluation
from assay.tasks.text.result import TextComparison, TextEvaluation

SMALLEST: ContextVar[int] = ContextVar("smallest", default=1)
"""The fewest cases that any number of the file may be about."""

OF_CASES = ("residuals", "predicted")
"""Pictures that draw single cases."""

WITHOUT_SAMPLE = (DetectionEvaluation, SegmentationEvaluation)
"""Results of images, whose tables for every image stay behind."""

TOLD = (0.5, 0.8, 0.9, 0.95, 0.99)
"""Shares of the cases for which a file says below which size their errors stay; 0.95 is what results print."""

Estimates = Mapping[str, Estimate]

VIEWS: Mapping[str, Any] = {
    "per_class": Mapping[object, Estimates],
    "curves": Mapping[str, Curve],
    "baselines": Mapping[str, Estimates],
    "operating_points": tuple[OperatingPoint, ...],
    "evaluation": Evaluation | None,
    "segments": type(None),
    "errors": ResidualDistribution,
}
"""Views that a file may hold beside the fields of a result, and what each of them is."""


@dataclass(frozen=True)
class State:
    """Fields that go into a file in another form, and views that are made before."""

    fields: Mapping[str, object] = field(default_factory=dict)
    views: Mapping[str, object] = field(default_factory=dict)


@singledispatch
def state_of(value: object) -> State:
    """Return what a file holds of a value instead of its fields."""
    return State()


BARE = {"origin": None, "slices": NoSlices(), "behind": None, "listed": None, "keyed": None}


UNSLICED = {"slices": NoSlices(), "behind": None, "listed": None}


@state_of.register
def _(value: Evaluation) -> State:
    return State(BARE)


@state_of.register
def _(value: Gate) -> State:
    return State({"result": None})


@state_of.register
def _(value: LabelEvaluation) -> State:
    return State({**BARE, "sample": None, "classes": dict(value.per_class)})


@state_of.register
def _(value: ScoreEvaluation) -> State:
    plain = {**BARE, "sample": None, "classes": dict(value.per_class)}
    return State(plain, {"operating_points": tuple(value.operating_points)})


@state_of.register
def _(value: ClassScoreEvaluation) -> State:
    fields = {**BARE, "sample": None, "classes": dict(value.per_class), "tables": ()}
    return State(fields, {"curves": _curves(value.curves)})


@state_of.register
def _(value: RegressionEvaluation) -> State:
    views: dict[str, object] = {"per_class": value.per_class, "baselines": value.baselines}
    if SMALLEST.get() == 1:
        views["curves"] = _curves(value.curves)
    if value.errors is not None:
        told = {share: value.errors.below(share) for share in TOLD}
        views["errors"] = ResidualDistribution(value.sample, told=told)
    return State({**BARE, "cards": ()}, views)


@state_of.register
def _(value: DetectionEvaluation) -> State:
    views = {"per_class": value.per_class, "curves": _curves(value.curves), "operating_points": value.operating_points}
    return State({**BARE, "sample": None}, views)


@state_of.register
def _(value: SegmentationEvaluation) -> State:
    return State({**BARE, "sample": None}, {"per_class": value.per_class})


@state_of.register
def _(value: TextEvaluation) -> State:
    return State({**BARE, "parts": None}, {"per_class": value.per_class, "segments": None})


@state_of.register
def _(value: Comparison) -> State:
    return State({**UNSLICED, "slices": _slices(value)})


@state_of.register
def _(value: ComparedSlices) -> State:
    return State({"made": dict(value), "judge": StoredComparer()})


@state_of.register
def _(value: TextComparison) -> State:
    return State({**UNSLICED, "slices": _slices(value), "examples": ()})


@state_of.register
def _(value: Validation) -> State:
    return State({"behind": None, "listed": None})


@state_of.register
def _(value: JudgedModel) -> State:
    return State({"judge": None, "slicing": None}, {"evaluation": value.evaluation})


@state_of.register
def _(value: OutOfFold) -> State:
    nothing = np.empty(0)
    return State({"case": nothing, "repeat": nothing, "fold": nothing, "truth": nothing, "prediction": nothing,
                  "score": None, "weight": None})  # fmt: skip


@state_of.register
def _(value: BiasVariance) -> State:
    return State({"main": np.empty(0)})


@state_of.register
def _(value: Curve) -> State:
    short = value.thinned()
    return State({name: getattr(short, name) for name in ("x", "y", "threshold", "low", "high")})


@state_of.register
def _(value: Thresholds) -> State:
    table = value.table
    return State({"table": table.compressed(MOST_SAVED // 2 - 1) if len(table.score) > MOST_SAVED else table})


@state_of.register
def _(value: Units) -> State:
    """Say how large groups are, not what they are called and which case belongs to which."""
    return State({"names": tuple(range(value.count)), "codes": np.empty(0, dtype=np.intp)})


@state_of.register
def _(value: RegressionSample) -> State:
    summary = coarse(value.summary.sketched(STORED_BINS), SMALLEST.get())
    return State({"summary": replace(summary, losses={})})


@state_of.register
def _(value: RegressionSummary) -> State:
    return State({"cases": None, "losses": dict.fromkeys(value.losses)})


def _slices(value: Comparison) -> ComparedSlices | NoSlices:
    """Return the slices, unless a file may not be about few cases: a slice less the others may be about one."""
    return value.slices if SMALLEST.get() == 1 else NoSlices()


def _curves(curves: Mapping[str, Curve]) -> dict[str, Curve]:
    return {name: curve for name, curve in curves.items() if name not in OF_CASES}
