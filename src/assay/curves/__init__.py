"""Summaries become curves and points; each name is loaded when it is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay._lazy import lazily

if TYPE_CHECKING:
    from assay.curves.by_threshold import decision_curve, metric_curve
    from assay.curves.calibration import calibration_curve
    from assay.curves.error_dominance import Span, dominance
    from assay.curves.gains import gain_curve, lift_curve, risk_coverage_curve
    from assay.curves.residuals import error_cdf, error_histogram, prediction_plot, residual_plot
    from assay.curves.roc_of_labels import RocPoint, roc_points
    from assay.curves.thresholds import det_curve, precision_recall_curve, roc_curve

__all__ = [
    "RocPoint",
    "Span",
    "calibration_curve",
    "decision_curve",
    "det_curve",
    "dominance",
    "error_cdf",
    "error_histogram",
    "gain_curve",
    "lift_curve",
    "metric_curve",
    "precision_recall_curve",
    "prediction_plot",
    "residual_plot",
    "risk_coverage_curve",
    "roc_curve",
    "roc_points",
]

_HOMES = {
    "RocPoint": "assay.curves.roc_of_labels",
    "Span": "assay.curves.error_dominance",
    "calibration_curve": "assay.curves.calibration",
    "decision_curve": "assay.curves.by_threshold",
    "det_curve": "assay.curves.thresholds",
    "dominance": "assay.curves.error_dominance",
    "error_cdf": "assay.curves.residuals",
    "error_histogram": "assay.curves.residuals",
    "gain_curve": "assay.curves.gains",
    "lift_curve": "assay.curves.gains",
    "metric_curve": "assay.curves.by_threshold",
    "precision_recall_curve": "assay.curves.thresholds",
    "prediction_plot": "assay.curves.residuals",
    "residual_plot": "assay.curves.residuals",
    "risk_coverage_curve": "assay.curves.gains",
    "roc_curve": "assay.curves.thresholds",
    "roc_points": "assay.curves.roc_of_labels",
}

__getattr__, __dir__ = lazily(__name__, _HOMES)
