"""Summaries become curves and points."""

from __future__ import annotations

from assay.curves.calibration import calibration_curve
from assay.curves.roc_points import RocPoint, roc_points
from assay.curves.thresholds import (
    det_curve,
    gain_curve,
    lift_curve,
    metric_curve,
    precision_recall_curve,
    risk_coverage_curve,
    roc_curve,
)

__all__ = [
    "RocPoint",
    "calibration_curve",
    "det_curve",
    "gain_curve",
    "lift_curve",
    "metric_curve",
    "precision_recall_curve",
    "risk_coverage_curve",
    "roc_curve",
    "roc_points",
]
