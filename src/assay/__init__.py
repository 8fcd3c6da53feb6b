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
    from assay.calls.bias_variance import bias_variance
    from assay.calls.compare import compare
    from assay.calls.complexity_curve import complexity_curve
    from assay.calls.evaluate import evaluate
    from assay.calls.learning_curve import learning_curve
    from assay.calls.load import load
    from assay.calls.merge import merge
    from assay.calls.outcomes import outcomes
    from assay.calls.rank import rank
    from assay.calls.report import report
    from assay.calls.running import Running
    from assay.calls.validate import validate
    from assay.errors import AssayError
    from assay.results.bias_variance import Decomposition
    from assay.results.comparison import Comparison
    from assay.results.curve import Curve
    from assay.results.estimate import Estimate
    from assay.results.evaluation import Evaluation
    from assay.results.learning import ComplexityCurve, LearningCurve
    from assay.results.note import Note
    from assay.results.ranking import Ranking
    from assay.results.test import Test
    from assay.results.validation import Validation
    from assay.tasks.detection.result import DetectionEvaluation
    from assay.tasks.labels.result import LabelEvaluation
    from assay.tasks.regression.result import RegressionEvaluation
    from assay.tasks.scores.result import ClassScoreEvaluation, ScoreEvaluation
    from assay.tasks.segmentation.result import SegmentationEvaluation
    from assay.tasks.text.result import TextComparison, TextEvaluation
    from assay.validation.early_stopping import EarlyStopping

__all__ = [
    "AssayError",
    "ClassScoreEvaluation",
    "Comparison",
    "ComplexityCurve",
    "Curve",
    "Decomposition",
    "DetectionEvaluation",
    "EarlyStopping",
    "Estimate",
    "Evaluation",
    "LabelEvaluation",
    "LearningCurve",
    "Note",
    "Ranking",
    "RegressionEvaluation",
    "Running",
    "ScoreEvaluation",
    "SegmentationEvaluation",
    "Test",
    "TextComparison",
    "TextEvaluation",
    "Validation",
    "__version__",
    "bias_variance",
    "compare",
    "complexity_curve",
    "curves",
    "evaluate",
    "learning_curve",
    "load",
    "merge",
    "metrics",
    "outcomes",
    "rank",
    "report",
    "schemes",
    "stats",
    "validate",
]

_HOMES = {
    "AssayError": "assay.errors",
    "ClassScoreEvaluation": "assay.tasks.scores.result",
    "Comparison": "assay.results.comparison",
    "ComplexityCurve": "assay.results.learning",
    "Curve": "assay.results.curve",
    "Decomposition": "assay.results.bias_variance",
    "DetectionEvaluation": "assay.tasks.detection.result",
    "EarlyStopping": "assay.validation.early_stopping",
    "Estimate": "assay.results.estimate",
    "Evaluation": "assay.results.evaluation",
    "LabelEvaluation": "assay.tasks.labels.result",
    "LearningCurve": "assay.results.learning",
    "Note": "assay.results.note",
    "Ranking": "assay.results.ranking",
    "RegressionEvaluation": "assay.tasks.regression.result",
    "Running": "assay.calls.running",
    "ScoreEvaluation": "assay.tasks.scores.result",
    "SegmentationEvaluation": "assay.tasks.segmentation.result",
    "Test": "assay.results.test",
    "TextComparison": "assay.tasks.text.result",
    "TextEvaluation": "assay.tasks.text.result",
    "Validation": "assay.results.validation",
    "bias_variance": "assay.calls.bias_variance",
    "compare": "assay.calls.compare",
    "complexity_curve": "assay.calls.complexity_curve",
    "curves": "",
    "evaluate": "assay.calls.evaluate",
    "learning_curve": "assay.calls.learning_curve",
    "load": "assay.calls.load",
    "merge": "assay.calls.merge",
    "metrics": "",
    "outcomes": "assay.calls.outcomes",
    "rank": "assay.calls.rank",
    "report": "assay.calls.report",
    "schemes": "",
    "stats": "",
    "validate": "assay.calls.validate",
}


rendering.loaders.append(lambda: import_module("assay.reports"))

__getattr__, __dir__ = lazily(__name__, _HOMES)
