"""assay judges machine-learning models: every metric with an interval that covers, every result in words.

Public names are resolved when they are first used, so that importing assay costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from assay._lazy import lazily
from assay._version import __version__
from assay.results import rendering

if TYPE_CHECKING:
    from assay import curves, metrics, schemes, stats
    from assay.calls.against import against
    from assay.calls.bias_variance import bias_variance
    from assay.calls.compare import compare
    from assay.calls.complexity_curve import complexity_curve
    from assay.calls.evaluate import evaluate
    from assay.calls.gate import gate
    from assay.calls.history import history
    from assay.calls.learning_curve import learning_curve
    from assay.calls.load import load
    from assay.calls.merge import merge
    from assay.calls.outcomes import outcomes
    from assay.calls.plan import plan
    from assay.calls.rank import rank
    from assay.calls.report import report
    from assay.calls.running import Running
    from assay.calls.validate import validate
    from assay.curves.error_dominance import Span
    from assay.curves.roc_of_labels import RocPoint
    from assay.errors import AssayError
    from assay.results.bias_variance import BiasVariance, Decomposition
    from assay.results.compared_slices import ComparedSlices, SlicePair
    from assay.results.comparison import Comparison, Margin, MetricComparison, Pair
    from assay.results.confusion import Confusion
    from assay.results.curve import Curve
    from assay.results.estimate import Estimate
    from assay.results.evaluation import Baseline, Choices, Evaluation
    from assay.results.gate import Gate, Requirement
    from assay.results.grouping import Grouping
    from assay.results.history import History, Run
    from assay.results.interval import Interval
    from assay.results.learning import ComplexityCurve, CurvePoint, LearningCurve, ModelCurve
    from assay.results.note import Note
    from assay.results.operating_point import OperatingPoint
    from assay.results.out_of_fold import OutOfFold
    from assay.results.plan import Plan, PlanRow
    from assay.results.ranking import RankedPair, Ranking
    from assay.results.segments import Example, Examples, SegmentTable
    from assay.results.slices import Slices, SliceTest
    from assay.results.test import Test
    from assay.results.validation import FoldPair, FoldScores, ModelValidation, Validation
    from assay.tasks.detection.result import DetectionEvaluation
    from assay.tasks.labels.result import LabelEvaluation
    from assay.tasks.regression.distribution import ResidualDistribution
    from assay.tasks.regression.result import RegressionEvaluation
    from assay.tasks.scores.result import ClassScoreEvaluation, ScoreEvaluation
    from assay.tasks.segmentation.result import SegmentationEvaluation
    from assay.tasks.text.result import TextComparison, TextEvaluation
    from assay.validation.early_stopping import EarlyStopping

__all__ = [
    "AssayError",
    "Baseline",
    "BiasVariance",
    "Choices",
    "ClassScoreEvaluation",
    "ComparedSlices",
    "Comparison",
    "ComplexityCurve",
    "Confusion",
    "Curve",
    "CurvePoint",
    "Decomposition",
    "DetectionEvaluation",
    "EarlyStopping",
    "Estimate",
    "Evaluation",
    "Example",
    "Examples",
    "FoldPair",
    "FoldScores",
    "Gate",
    "Grouping",
    "History",
    "Interval",
    "LabelEvaluation",
    "LearningCurve",
    "Margin",
    "MetricComparison",
    "ModelCurve",
    "ModelValidation",
    "Note",
    "OperatingPoint",
    "OutOfFold",
    "Pair",
    "Plan",
    "PlanRow",
    "RankedPair",
    "Ranking",
    "RegressionEvaluation",
    "Requirement",
    "ResidualDistribution",
    "RocPoint",
    "Run",
    "Running",
    "ScoreEvaluation",
    "SegmentTable",
    "SegmentationEvaluation",
    "SlicePair",
    "SliceTest",
    "Slices",
    "Span",
    "Test",
    "TextComparison",
    "TextEvaluation",
    "Validation",
    "__version__",
    "against",
    "bias_variance",
    "compare",
    "complexity_curve",
    "curves",
    "evaluate",
    "gate",
    "history",
    "learning_curve",
    "load",
    "merge",
    "metrics",
    "outcomes",
    "plan",
    "rank",
    "report",
    "schemes",
    "stats",
    "validate",
]

_HOMES = {
    "AssayError": "assay.errors",
    "Baseline": "assay.results.evaluation",
    "BiasVariance": "assay.results.bias_variance",
    "Choices": "assay.results.evaluation",
    "ClassScoreEvaluation": "assay.tasks.scores.result",
    "ComparedSlices": "assay.results.compared_slices",
    "Comparison": "assay.results.comparison",
    "ComplexityCurve": "assay.results.learning",
    "Confusion": "assay.results.confusion",
    "Curve": "assay.results.curve",
    "CurvePoint": "assay.results.learning",
    "Decomposition": "assay.results.bias_variance",
    "DetectionEvaluation": "assay.tasks.detection.result",
    "EarlyStopping": "assay.validation.early_stopping",
    "Estimate": "assay.results.estimate",
    "Evaluation": "assay.results.evaluation",
    "Example": "assay.results.segments",
    "Examples": "assay.results.segments",
    "FoldPair": "assay.results.validation",
    "FoldScores": "assay.results.validation",
    "Gate": "assay.results.gate",
    "Grouping": "assay.results.grouping",
    "History": "assay.results.history",
    "Interval": "assay.results.interval",
    "LabelEvaluation": "assay.tasks.labels.result",
    "LearningCurve": "assay.results.learning",
    "Margin": "assay.results.comparison",
    "MetricComparison": "assay.results.comparison",
    "ModelCurve": "assay.results.learning",
    "ModelValidation": "assay.results.validation",
    "Note": "assay.results.note",
    "OperatingPoint": "assay.results.operating_point",
    "OutOfFold": "assay.results.validation",
    "Pair": "assay.results.comparison",
    "Plan": "assay.results.plan",
    "PlanRow": "assay.results.plan",
    "RankedPair": "assay.results.ranking",
    "Ranking": "assay.results.ranking",
    "RegressionEvaluation": "assay.tasks.regression.result",
    "Requirement": "assay.results.gate",
    "ResidualDistribution": "assay.tasks.regression.distribution",
    "RocPoint": "assay.curves.roc_of_labels",
    "Run": "assay.results.history",
    "Running": "assay.calls.running",
    "ScoreEvaluation": "assay.tasks.scores.result",
    "SegmentTable": "assay.results.segments",
    "SegmentationEvaluation": "assay.tasks.segmentation.result",
    "SlicePair": "assay.results.compared_slices",
    "SliceTest": "assay.results.slices",
    "Slices": "assay.results.slices",
    "Span": "assay.curves.error_dominance",
    "Test": "assay.results.test",
    "TextComparison": "assay.tasks.text.result",
    "TextEvaluation": "assay.tasks.text.result",
    "Validation": "assay.results.validation",
    "against": "assay.calls.against",
    "bias_variance": "assay.calls.bias_variance",
    "compare": "assay.calls.compare",
    "complexity_curve": "assay.calls.complexity_curve",
    "curves": "",
    "evaluate": "assay.calls.evaluate",
    "gate": "assay.calls.gate",
    "history": "assay.calls.history",
    "learning_curve": "assay.calls.learning_curve",
    "load": "assay.calls.load",
    "merge": "assay.calls.merge",
    "metrics": "",
    "outcomes": "assay.calls.outcomes",
    "plan": "assay.calls.plan",
    "rank": "assay.calls.rank",
    "report": "assay.calls.report",
    "schemes": "",
    "stats": "",
    "validate": "assay.calls.validate",
}


rendering.loaders.append(lambda: import_module("assay.reports"))

__getattr__, __dir__ = lazily(__name__, _HOMES)
