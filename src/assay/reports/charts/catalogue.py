"""Which charts each kind of result has, the usual one first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from assay.errors import metrics as errors
from assay.reports.charts import comparisons, labels, rankings, score_bins, scores, tests, texts, validations
from assay.reports.charts import regression as amounts
from assay.reports.charts.theme import THEMES, Chart, themed
from assay.reports.texts import segment_metric
from assay.reports.words import card_of
from assay.results.bias_variance import Decomposition
from assay.results.comparison import Comparison
from assay.results.evaluation import Evaluation
from assay.results.learning import ComplexityCurve, LearningCurve
from assay.results.ranking import Ranking
from assay.results.test import Test
from assay.results.validation import Validation

Drawing = Callable[[Any], Chart]


def charts_of(result: object) -> dict[str, Drawing]:
    """Return the charts that this result can draw, by name."""
    if isinstance(result, Evaluation):
        found = _of_evaluation(result)
        text = result.task == "text" and result.n > 1 and segment_metric(result) is not None
        return {"segments": texts.segment_chart, **found} if text else found
    if isinstance(result, Comparison):
        return _of_comparison(result)
    return dict(OTHERS.get(type(result), {}))


def chart_of(result: object, name: str | None, theme: str = "light") -> Chart:
    """Return a chart of a result by its name, the usual one without."""
    if theme not in THEMES:
        raise errors.unknown_theme(theme, THEMES)
    charts = charts_of(result)
    if name is None and charts:
        name = next(iter(charts))
    known = str(name).casefold().replace("_", "-")
    if known not in charts:
        raise errors.unknown_chart(name, list(charts))
    from assay.reports.charts.stills import still  # altair takes long to import

    return still(themed(charts[known](result), theme))


OTHERS: dict[type, dict[str, Drawing]] = {
    Ranking: {
        "critical-difference": rankings.critical_difference_chart,
        "pairs": rankings.pair_chart,
        "ranks": rankings.rank_chart,
    },
    Validation: {"folds": validations.fold_chart},
    LearningCurve: {"learning": validations.curve_chart},
    ComplexityCurve: {"complexity": validations.curve_chart},
    Decomposition: {"bias-variance": validations.decomposition_chart},
    Test: {"null": tests.null_chart},
}


def _of_evaluation(evaluation: Evaluation) -> dict[str, Drawing]:
    found: dict[str, Drawing] = {}
    curves = set(evaluation.curves)
    if "roc" in curves or any(title.startswith("roc: ") for title in curves):
        found |= {"roc": scores.roc_chart, "pr": scores.pr_chart}
    elif any(title.startswith("pr: ") for title in curves):
        found["pr"] = scores.pr_chart
    if evaluation.task in ("detection", "segmentation") and evaluation.n:
        found["labels"] = labels.part_chart
    if "roc" in curves:
        found |= {
            "thresholds": scores.threshold_chart,
            "densities": score_bins.density_chart,
            "det": scores.det_chart,
            "gain": scores.gain_chart,
        }
    if "calibration" in curves:
        found["calibration"] = score_bins.calibration_chart
    if evaluation.confusion is not None and len(evaluation.confusion.labels) > 1:
        found["confusion"] = labels.confusion_chart
        found["confusion-columns"] = lambda one: labels.confusion_chart(one, "columns")
    for title, drawing in AMOUNTS.items():
        if title in curves:
            found[title.replace("_", "-")] = drawing
    bounded = [
        one for name, one in evaluation.estimates.items() if card_of(name).in_task(evaluation.task).bounds[1] <= 1
    ]
    if evaluation.task != "regression" and any(one.defined for one in bounded):
        found["metrics"] = labels.metric_chart
    return found


AMOUNTS: dict[str, Drawing] = {
    "error_cdf": amounts.error_cdf_chart,
    "predicted": amounts.prediction_chart,
    "residuals": amounts.residual_chart,
    "error_histogram": amounts.error_histogram_chart,
}


def _of_comparison(comparison: Comparison) -> dict[str, Drawing]:
    found: dict[str, Drawing] = {"forest": comparisons.forest_chart, "differences": comparisons.difference_chart}
    evaluations = comparison.evaluations
    if evaluations and all("roc" in one.curves for one in evaluations.values()):
        found |= {"roc": comparisons.several_roc_chart, "pr": comparisons.several_pr_chart}
    if comparison.examples:
        found["segments"] = texts.pair_chart
    return found
