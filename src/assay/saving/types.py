"""The classes that a saved file may name. Whatever else it names is refused."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from assay.inputs.profiles import ColumnProfile, Crossed, Flagged, NumberProfile, Profile
from assay.inputs.roles import Kind, Role
from assay.inputs.tasks import Classes
from assay.intervals.grouped_quantiles import DesignEffects
from assay.intervals.regression_sample import RegressionSample
from assay.pipelines.compared_parts import StoredComparer
from assay.pipelines.keeping import Kept
from assay.pipelines.kept_slices import KeptSlices
from assay.pipelines.validation_results import JudgedModel
from assay.results.bias_variance import BiasVariance, Decomposition
from assay.results.cases import KeyedCases
from assay.results.compared_slices import ComparedSlices
from assay.results.comparison import Comparison, Margin, MetricComparison, Pair
from assay.results.confusion import Confusion
from assay.results.curve import Curve
from assay.results.estimate import Estimate
from assay.results.evaluation import Baseline, Choices, Evaluation, Opener
from assay.results.gate import Gate, Requirement
from assay.results.grouping import Grouping
from assay.results.history import History, Run
from assay.results.learning import ComplexityCurve, CurvePoint, LearningCurve
from assay.results.note import Note
from assay.results.operating_point import OperatingPoint
from assay.results.out_of_fold import OutOfFold
from assay.results.plan import Plan, PlanRow
from assay.results.ranking import RankedPair, Ranking
from assay.results.test import Test
from assay.results.validation import FoldPair, FoldScores, Validation
from assay.summaries.class_tables import ClassTables
from assay.summaries.image_tables import ImageTables
from assay.summaries.kept_units import KeptUnits
from assay.summaries.label_counts import LabelCounts
from assay.summaries.label_sets import LabelSets
from assay.summaries.losses import Losses, Spread
from assay.summaries.moments import Moments, Worth
from assay.summaries.regression import RegressionSummary, Sketches
from assay.summaries.residual_means import Centre
from assay.summaries.score_table import ScoreTable
from assay.summaries.sketch import Sketch
from assay.summaries.table_set import TableSet
from assay.summaries.text_sums import SegmentTotals, TextSums, TextTally
from assay.summaries.unit_scores import UnitScores
from assay.summaries.units import Units
from assay.tasks.detection.result import DetectionEvaluation
from assay.tasks.labels.ready_tables import ReadyTable
from assay.tasks.labels.result import LabelEvaluation
from assay.tasks.regression.distribution import ResidualDistribution
from assay.tasks.regression.result import RegressionEvaluation
from assay.tasks.requests import Request
from assay.tasks.scores.reducers import Scored
from assay.tasks.scores.result import ClassScoreEvaluation, ScoreEvaluation
from assay.tasks.scores.thresholds import Thresholds
from assay.tasks.segmentation.result import SegmentationEvaluation
from assay.tasks.text.result import TextComparison, TextEvaluation

_TYPES: dict[str, type] = {
    kind.__name__: kind
    for kind in (
        Baseline, BiasVariance, Centre, Choices, ClassScoreEvaluation, ClassTables, Classes, ColumnProfile,
        ComparedSlices, Comparison, ComplexityCurve, Confusion, Crossed, Curve, CurvePoint, Decomposition,
        DesignEffects, DetectionEvaluation, Estimate, Evaluation, Flagged, FoldPair, FoldScores, Gate, Grouping,
        History, ImageTables, JudgedModel,
        Kept, KeptSlices, KeptUnits, KeyedCases,
        LabelCounts, LabelEvaluation, LabelSets, LearningCurve, Losses, Margin, MetricComparison, Moments, Note,
        NumberProfile, Opener, OperatingPoint, OutOfFold, Pair, Plan, PlanRow, Profile, RankedPair, Ranking,
        ReadyTable, RegressionEvaluation, RegressionSample, RegressionSummary, Request, Requirement,
        ResidualDistribution, Role, Run, ScoreEvaluation, ScoreTable, Scored, SegmentTotals,
        SegmentationEvaluation, Sketch, Sketches, Spread, StoredComparer, TableSet, Test, TextComparison,
        TextEvaluation, TextSums, TextTally, Thresholds, UnitScores, Units, Validation, Worth,
    )
}  # fmt: skip
_ENUMS: dict[str, type[Enum]] = {"Kind": Kind}


def register(kind: type) -> None:
    """Let saved files hold a dataclass of another task, by its own name."""
    _TYPES[kind.__name__] = kind


def type_named(name: object) -> type | None:
    """Return the class of a name, None for one that files may not name."""
    return _TYPES.get(name) if isinstance(name, str) else None


def known_types() -> Mapping[str, type]:
    """Return every class that a saved file may name."""
    return _TYPES


def is_known(value: object) -> bool:
    """Say whether a value is of a class that files may hold."""
    return _TYPES.get(type(value).__name__) is type(value)


def enum_named(name: object) -> type[Enum] | None:
    """Return the enumeration of a name."""
    return _ENUMS.get(name) if isinstance(name, str) else None
