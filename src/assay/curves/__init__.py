"""Summaries become curves and points."""

from __future__ import annotations

from assay.curves.roc_points import RocPoint, roc_points

__all__ = ["RocPoint", "roc_points"]
