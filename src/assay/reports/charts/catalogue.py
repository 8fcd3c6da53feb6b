"""Which charts each kind of result has, the usual one first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial, singledispatch
from typing import Any

from assay.errors import metrics as errors
from assay.reports.charts import (
    comparisons,
    gates,
    history,
    labels,
    plans,
    rankings,
    regression,
    score_bins,
    scores,
    tests,
    texts,
    validations,
)
from assay.reports.charts.critical_difference import critical_difference_chart
from assay.reports.charts.grouped import grouping_chart
from assay.reports.charts.sizes import check_size, resized
from assay.reports.charts.slices import slice_chart
from assay.reports.charts.theme import THEMES, Chart, themed
from assay.reports.grouped import both_intervals
from assay.reports.kinds import Drawing, charts_of, further_charts_of
from assay.reports.texts import segment_metric
from assay.results.bias_variance import Decomposition
from assay.results.comparison import Comparison
from assay.results.evaluation import Evaluation
from assay.results.gate import Gate
from assay.results.history import History
from assay.results.learning import ComplexityCurve, LearningCurve
from assay.results.plan import Plan
from assay.results.ranking import Ranking
from assay.results.slices import Slices
from assay.results.test import Test
from assay.results.validation import Validation
from assay.tasks.detection.result import DetectionEvaluation
from assay.tasks.regression.result import RegressionEvaluation
from assay.tasks.scores.curves import BANDS
from assay.tasks.scores.result import ClassScoreEvaluation, ScoreEvaluation
from assay.tasks.segmentation.result import SegmentationEvaluation
from assay.tasks.text.result import TextComparison, TextEvaluation

BandedDrawing = Callable[[Any, str], Chart]
"""Draws a curve of a result with a band of the kind named."""

BANDED: Mapping[str, BandedDrawing] = {"roc": scores.roc_chart, "pr": scores.pr_chart}
"""Charts whose band can be chosen."""


def chart_of(
    result: object, name: str | None, theme: str = "light", width: object = None, height: object = None,
    scale: object = 1.0, size: object = None, band: object = None,
) -> Chart:  # fmt: skip
    """Return a chart of a result by its name, the usual one without, in the size asked for."""
    across, down = check_size(width, height, scale, size)
    if not isinstance(theme, str) or theme not in THEMES:
        raise errors.unknown_theme(theme, THEMES)
    charts = every_chart(result)
    if not charts:
        raise errors.no_charts(type(result).__name__)
    if name is None:
        name = next(iter(charts))
    known = str(name).casefold().replace("_", "-")
    if known not in charts:
        raise errors.unknown_chart(name, list(charts))
    from assay.reports.charts.stills import still  # altair takes long to import

    drawn = charts[known](result) if band is None else _with_band(result, known, str(band))
    chart = resized(themed(drawn, theme), across, down)
    return still(chart, float(str(scale)))


def _with_band(result: object, name: str, band: str) -> Chart:
    """Draw a curve with a band of the kind asked for."""
    drawings = banded_charts_of(result)
    if name not in drawings:
        raise errors.no_banded_chart(name, list(BANDED))
    return drawings[name](result, band)


def every_chart(result: object, band: str | None = None) -> dict[str, Drawing]:
    """Return the charts of a result's kind, and those of its slices where it has some; `band` is that of its curves."""
    charts = {**charts_of(result), **further_charts_of(result)}
    return charts if band is None else {**charts, **_banded(result, band)}


def _banded(result: object, band: str) -> dict[str, Drawing]:
    """Return the charts whose band can be chosen, with the one asked for."""
    if band not in BANDS:
        raise errors.bad_band(band, BANDS)
    drawings = banded_charts_of(result)
    if not drawings:
        raise errors.no_banded_chart("roc", list(BANDED))
    return {name: _choosing(drawing, band) for name, drawing in drawings.items()}


def _choosing(drawing: BandedDrawing, band: str) -> Drawing:
    return lambda result: drawing(result, band)


@singledispatch
def banded_charts_of(result: object) -> Mapping[str, BandedDrawing]:
    """Return the charts of a result whose band can be chosen; most kinds have none."""
    return {}


@banded_charts_of.register
def _(evaluation: ScoreEvaluation) -> Mapping[str, BandedDrawing]:
    return BANDED if "roc" in evaluation.curves else {}


@banded_charts_of.register
def _(gate: Gate) -> Mapping[str, BandedDrawing]:
    """Draw the curves of what was judged."""
    return {name: _of_judged(drawing) for name, drawing in banded_charts_of(gate.result).items()}


def _of_judged(drawing: BandedDrawing) -> BandedDrawing:
    return lambda gate, band: drawing(gate.result, band)


@further_charts_of.register
def _(evaluation: Evaluation) -> dict[str, Drawing]:
    grouped: dict[str, Drawing] = {"grouping": grouping_chart} if both_intervals(evaluation) else {}
    return {**further_charts_of(evaluation.slices), **grouped}


@further_charts_of.register
def _(slices: Slices) -> dict[str, Drawing]:
    return {"slices": lambda evaluation: slice_chart(slices, evaluation)} if slices.shown else {}


@charts_of.register
def _(evaluation: Evaluation) -> dict[str, Drawing]:
    return {**_confusion(evaluation), **_metrics(evaluation)}


@charts_of.register
def _(evaluation: ScoreEvaluation) -> dict[str, Drawing]:
    drawings: dict[str, Drawing] = {}
    if "roc" in evaluation.curves:
        drawings = {
            "roc": scores.roc_chart,
            "pr": scores.pr_chart,
            "thresholds": scores.threshold_chart,
            "densities": score_bins.density_chart,
            **({"det": scores.det_chart} if scores.det_shown(evaluation) else {}),
            "gain": scores.gain_chart,
        }
    if "calibration" in evaluation.curves:
        drawings["calibration"] = score_bins.calibration_chart
    if "decision" in evaluation.curves:
        drawings["decision"] = scores.decision_chart
    return {**drawings, **_confusion(evaluation), **_metrics(evaluation)}


@charts_of.register
def _(evaluation: ClassScoreEvaluation) -> dict[str, Drawing]:
    drawings: dict[str, Drawing] = {"roc": scores.roc_chart, "pr": scores.pr_chart} if len(evaluation.curves) else {}
    return {**drawings, **_confusion(evaluation), **_metrics(evaluation)}


@charts_of.register
def _(evaluation: DetectionEvaluation) -> dict[str, Drawing]:
    drawings: dict[str, Drawing] = {"pr": scores.pr_chart} if len(evaluation.curves) else {}
    by_label: dict[str, Drawing] = {"labels": labels.part_chart} if evaluation.n else {}
    return {**drawings, **by_label, **_confusion(evaluation), **_metrics(evaluation)}


@charts_of.register
def _(evaluation: SegmentationEvaluation) -> dict[str, Drawing]:
    by_label: dict[str, Drawing] = {"labels": labels.part_chart} if evaluation.n else {}
    return {**by_label, **_confusion(evaluation), **_metrics(evaluation)}


@charts_of.register
def _(evaluation: RegressionEvaluation) -> dict[str, Drawing]:
    drawings: dict[str, Callable[..., Chart]] = {
        "error_cdf": regression.error_cdf_chart,
        "predicted": regression.prediction_chart,
        "residuals": regression.residual_chart,
        "error_histogram": regression.error_histogram_chart,
    }
    straight: dict[str, Drawing] = {
        f"{name}_linear": partial(drawings[name], linear=True) for name in regression.linear_charts(evaluation)
    }
    shown = {name: drawing for name, drawing in drawings.items() if name in evaluation.curves} | straight
    return {name.replace("_", "-"): drawing for name, drawing in shown.items()}


@charts_of.register
def _(evaluation: TextEvaluation) -> dict[str, Drawing]:
    by_segment = evaluation.n > 1 and segment_metric(evaluation) is not None
    return {**({"segments": texts.segment_chart} if by_segment else {}), **_metrics(evaluation)}


@charts_of.register
def _(comparison: Comparison) -> dict[str, Drawing]:
    drawings: dict[str, Drawing] = {"forest": comparisons.forest_chart, "differences": comparisons.difference_chart}
    evaluations = comparison.evaluations
    if evaluations and all("roc" in evaluation.curves for evaluation in evaluations.values()):
        drawings |= {"roc": comparisons.several_roc_chart, "pr": comparisons.several_pr_chart}
    return drawings


@charts_of.register
def _(comparison: TextComparison) -> dict[str, Drawing]:
    by_segment: dict[str, Drawing] = {"segments": texts.pair_chart} if comparison.examples else {}
    return {**charts_of.dispatch(Comparison)(comparison), **by_segment}


@charts_of.register
def _(ranking: Ranking) -> dict[str, Drawing]:
    return {
        "critical-difference": critical_difference_chart,
        "pairs": rankings.pair_chart,
        "ranks": rankings.rank_chart,
    }


@charts_of.register
def _(validation: Validation) -> dict[str, Drawing]:
    return {"folds": validations.fold_chart}


@charts_of.register
def _(curve: LearningCurve) -> dict[str, Drawing]:
    return {"learning": validations.curve_chart}


@charts_of.register
def _(curve: ComplexityCurve) -> dict[str, Drawing]:
    return {"complexity": validations.curve_chart}


@charts_of.register
def _(decomposition: Decomposition) -> dict[str, Drawing]:
    return {"bias-variance": validations.decomposition_chart}


@charts_of.register
def _(gate: Gate) -> dict[str, Drawing]:
    """Draw the requirements, and then what they were held against."""
    own: dict[str, Drawing] = (
        {"gate": gates.gate_chart} if any(requirement.estimate.defined for requirement in gate.requirements) else {}
    )
    behind = {} if gate.result is None else every_chart(gate.result)
    return {**own, **{key: _of_result(drawing) for key, drawing in behind.items()}}


def _of_result(drawing: Drawing) -> Drawing:
    return lambda gate: drawing(gate.result)


@charts_of.register
def _(plan: Plan) -> dict[str, Drawing]:
    return {"power": plans.power_chart, **({"unknown": plans.unknown_chart} if len(plan.table) > 1 else {})}


@charts_of.register
def _(metric_history: History) -> dict[str, Drawing]:
    return {"history": history.history_chart}


@charts_of.register
def _(test: Test) -> dict[str, Drawing]:
    return {"null": tests.null_chart}


def _confusion(evaluation: Evaluation) -> dict[str, Drawing]:
    if evaluation.confusion is None or len(evaluation.confusion.labels) < 2:
        return {}
    return {
        "confusion": labels.confusion_chart,
        "confusion-columns": lambda own: labels.confusion_chart(own, "columns"),
    }


def _metrics(evaluation: Evaluation) -> dict[str, Drawing]:
    """Draw the metrics that go up to 1, where there are any."""
    bounded = any(made.defined and made.bounds[1] <= 1 for made in evaluation.estimates.values())
    return {"metrics": labels.metric_chart} if bounded else {}
