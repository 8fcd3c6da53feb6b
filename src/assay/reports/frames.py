"""Metrics as a polars frame, one row a metric."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.reports.comparisons import comparison_frame
from assay.reports.learning import curve_frame, decomposition_frame
from assay.reports.rankings import ranking_frame
from assay.reports.validations import validation_frame
from assay.results.bias_variance import Decomposition
from assay.results.comparison import Comparison
from assay.results.evaluation import Evaluation
from assay.results.learning import ModelCurve
from assay.results.ranking import Ranking
from assay.results.validation import Validation

if TYPE_CHECKING:
    import polars as pl


def frame_of(result: Evaluation | Comparison | Validation | Ranking | ModelCurve | Decomposition) -> pl.DataFrame:
    """Return a result as a frame."""
    if isinstance(result, Validation):
        return validation_frame(result)
    if isinstance(result, Ranking):
        return ranking_frame(result)
    if isinstance(result, ModelCurve):
        return curve_frame(result)
    if isinstance(result, Decomposition):
        return decomposition_frame(result)
    return comparison_frame(result) if isinstance(result, Comparison) else evaluation_frame(result)


def evaluation_frame(evaluation: Evaluation) -> pl.DataFrame:
    """Return name, value, limits, level, method, n and note of every metric."""
    import polars as pl

    rows = [
        {"metric": name, **estimate.to_dict(), "level": estimate.level, "n": float(estimate.n)}
        for name, estimate in evaluation.estimates.items()
    ]
    text, real = pl.String, pl.Float64
    schema = {
        "metric": text,
        "value": real,
        "low": real,
        "high": real,
        "level": real,
        "method": text,
        "n": real,
        "note": text,
    }
    return pl.DataFrame([{name: row[name] for name in schema} for row in rows], schema=schema)
