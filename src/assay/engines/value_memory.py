"""Reduce amounts in memory to a summary of errors."""

from __future__ import annotations

from collections.abc import Mapping

from assay.inputs.values import ValueRows
from assay.summaries.errors import ErrorSummary, Loss
from assay.summaries.residuals import Residuals


def residuals_of(rows: ValueRows) -> Residuals:
    """Return the rows as residuals, in a unit in which powers neither overflow nor vanish."""
    cases = Residuals(rows.truth, rows.prediction, rows.weight, rows.lower, rows.upper, rows.outputs)
    return cases.in_safe_unit()


def summarise(rows: ValueRows, losses: Mapping[str, Loss]) -> ErrorSummary:
    """Sum what every case contributes, and keep the cases."""
    return ErrorSummary.of(residuals_of(rows), losses)
