"""Calls that judge numbers: one output, several outputs, predicted ranges."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pyarrow as pa

from recordings.call import Calls
from recordings.data import (
    EXTREME,
    FRAME,
    GUESSES,
    INTEGERS,
    INTEGERS_SAID,
    LOWER,
    OUTPUTS,
    OUTPUTS_SAID,
    PRICES,
    UPPER,
    WEIGHT,
    ZEROS,
)
from recordings.public import evaluate

CALLS = Calls("regression")
FEW = ["mae", "rmse", "r2", "median_absolute_error"]


def too_low_costs_more(truth: np.ndarray, prediction: np.ndarray) -> np.ndarray:
    """Count an error threefold where the prediction was too low."""
    return np.where(prediction < truth, 3.0, 1.0) * np.abs(truth - prediction)


# fmt: off
CALLS.add("usual", lambda: evaluate(PRICES, GUESSES), page=True)
CALLS.add("all-metrics", lambda: evaluate(PRICES, GUESSES, metrics="all"))
CALLS.add("many-integers", lambda: evaluate(INTEGERS, INTEGERS_SAID), page=True)
CALLS.add("many-integral-floats", lambda: evaluate(INTEGERS.astype(float), INTEGERS_SAID.astype(float), metrics=FEW))
CALLS.add("task-given", lambda: evaluate([1, 2, 3, 4, 5, 6], [1, 2, 2, 4, 6, 6], task="regression"))
CALLS.add("weight", lambda: evaluate(PRICES, GUESSES, weight=WEIGHT), page=True)
CALLS.add("weight-ones", lambda: evaluate(PRICES, GUESSES, weight=np.ones(60)))
CALLS.add("weight-extreme", lambda: evaluate(PRICES, GUESSES, weight=EXTREME))
CALLS.add("weight-zeros", lambda: evaluate(PRICES, GUESSES, weight=ZEROS))
CALLS.add("ranges", lambda: evaluate(PRICES, GUESSES, lower=LOWER, upper=UPPER, coverage=0.9), page=True)
CALLS.add("ranges-alone", lambda: evaluate(PRICES, lower=LOWER, upper=UPPER))
CALLS.add("ranges-weight", lambda: evaluate(PRICES, GUESSES, lower=LOWER, upper=UPPER, weight=WEIGHT, coverage=0.8))
CALLS.add("ranges-metrics", lambda: evaluate(
    PRICES, lower=LOWER, upper=UPPER, metrics=["interval_coverage", "interval_score(coverage=0.9)"]))
CALLS.add("outputs", lambda: evaluate(OUTPUTS, OUTPUTS_SAID), page=True)
CALLS.add("outputs-named", lambda: evaluate(OUTPUTS, OUTPUTS_SAID, labels=["price", "change"], metrics="all"))
CALLS.add("outputs-columns", lambda: evaluate(["price", "second"], ["guess", "second_said"], data=FRAME))
CALLS.add("outputs-weight", lambda: evaluate(OUTPUTS, OUTPUTS_SAID, weight=WEIGHT, metrics=["rmse", "r2", "mae"]))
CALLS.add("n1", lambda: evaluate([1.5], [1.25]), page=True)
CALLS.add("n2", lambda: evaluate([1.5, 2.5], [1.25, 3.0]))
CALLS.add("n10", lambda: evaluate(PRICES[:10], GUESSES[:10]))
CALLS.add("truth-all-equal", lambda: evaluate([2.5] * 8, [2.0, 2.5, 3.0, 2.5, 2.75, 2.25, 2.5, 2.0]))
CALLS.add("perfect", lambda: evaluate(PRICES, PRICES))
CALLS.add("same-error", lambda: evaluate(PRICES, PRICES + 0.5))
CALLS.add("zeros-in-truth", lambda: evaluate([0.0, 1.5, 2.0, 0.0], [0.5, 1.0, 2.0, 0.0]))
CALLS.add("gaps-dropped", lambda: evaluate([float("nan"), *PRICES[1:]], GUESSES, missing="drop", metrics=FEW))
CALLS.add("huge", lambda: evaluate(PRICES * 1e150, GUESSES * 1e150, metrics=FEW))
CALLS.add("far-from-zero", lambda: evaluate(PRICES + 1e9, GUESSES + 1e9, metrics=FEW))
CALLS.add("own-loss", lambda: evaluate(PRICES, GUESSES, metrics=[too_low_costs_more, "mae"]), page=True)
CALLS.add("parameters", lambda: evaluate(
    PRICES, GUESSES, metrics=["huber(delta=0.5)", "pinball(quantile=0.9)", "rmse", "bias"]))
CALLS.add("level-seed", lambda: evaluate(PRICES, GUESSES, level=0.99, seed=4, metrics=FEW))
CALLS.add("pandas", lambda: evaluate(pd.Series(PRICES), pd.Series(GUESSES), metrics=FEW))
CALLS.add("pyarrow", lambda: evaluate(pa.array(PRICES), pa.array(GUESSES), metrics=FEW))
CALLS.add("polars-frame", lambda: evaluate("price", "guess", data=FRAME, weight="weight", metrics=FEW))
for method in ("bootstrap-t", "log-t", "delta", "percentile", "bca", "fisher-z"):
    CALLS.add(f"method-{method}", lambda method=method: evaluate(
        PRICES, GUESSES, method=method, metrics=["pearson"] if method == "fisher-z" else ["mae", "rmse"]))
# fmt: on
