"""Methods of intervals that can be asked for by name, by the kind of metric that they are made for."""

from __future__ import annotations

CELL_METHODS = ("dirichlet", "delta", "logit", "percentile", "bca", "bootstrap-t", "jackknife")
"""For functions of a confusion table."""

AREA_METHODS = ("delong", "logit-delong", "hanley-mcneil", "newcombe")
"""For areas under the ROC curve."""

SCORE_METHODS = (*AREA_METHODS, "conservative")
"""For metrics of scores."""

REGRESSION_METHODS = ("log-t", "fisher-z")
"""For metrics of regression."""

VALUES_ALONE = "none"
"""For every metric: its value and nothing else."""

NOT_ASKED = "values alone were asked for"
"""The note beside a value without limits."""
