"""Summaries become curves and points."""

from __future__ import annotations

from assay.curves.by_threshold import decision_curve, metric_curve
from assay.curves.calibration import calibration_curve
from assay.curves.gains import gain_curve, lift_curve, risk_coverage_curve
from assay.curves.residuals import Span, dominance, error_cdf, error_histogram, prediction_plot, residual_plot
from assay.curves.roc_points import RocPoint, roc_points
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
