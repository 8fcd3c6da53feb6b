"""Calls that judge scores: of two classes, of several classes, of several labels."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl

from recordings.call import Calls
from recordings.data import (
    ANSWERS,
    CLASS_SCORES,
    CLASSES,
    EXTREME,
    FLAG_SCORES,
    FLAGS,
    FLAGS_SAID,
    FRAME,
    MARGINS,
    SAID,
    SCORES,
    TRUTH,
    WEIGHT,
    WORDS,
    ZEROS,
)
from recordings.public import evaluate

CALLS = Calls("scores")
BY_CLASS = {"cat": CLASS_SCORES[:, 1], "dog": CLASS_SCORES[:, 2], "bird": CLASS_SCORES[:, 0]}
AREAS = ["roc_auc", "average_precision", "log_loss", "brier"]

# fmt: off
CALLS.add("binary", lambda: evaluate(TRUTH, score=SCORES), page=True)
CALLS.add("binary-all-metrics", lambda: evaluate(TRUTH, score=SCORES, metrics="all"))
CALLS.add("binary-strings", lambda: evaluate(WORDS, score=SCORES, positive="ill"))
CALLS.add("binary-and-answers", lambda: evaluate(TRUTH, ANSWERS, score=SCORES), page=True)
CALLS.add("binary-threshold", lambda: evaluate(TRUTH, score=SCORES, threshold=0.3))
CALLS.add("binary-decision-values", lambda: evaluate(TRUTH, score=MARGINS), page=True)
CALLS.add("binary-decision-threshold", lambda: evaluate(TRUTH, score=MARGINS, threshold=0))
CALLS.add("binary-dict", lambda: evaluate(WORDS, score={"ill": SCORES, "well": 1 - SCORES}, positive="ill"))
CALLS.add("binary-two-columns", lambda: evaluate(TRUTH, score=np.column_stack([1 - SCORES, SCORES])))
CALLS.add("binary-weight", lambda: evaluate(TRUTH, score=SCORES, weight=WEIGHT), page=True)
CALLS.add("binary-weight-ones", lambda: evaluate(TRUTH, score=SCORES, weight=[1] * 60))
CALLS.add("binary-weight-extreme", lambda: evaluate(TRUTH, score=SCORES, weight=EXTREME))
CALLS.add("binary-weight-zeros", lambda: evaluate(TRUTH, score=SCORES, weight=ZEROS, metrics=AREAS))
CALLS.add("binary-costs", lambda: evaluate(TRUTH, score=SCORES, costs={"fp": 1, "fn": 5}))
CALLS.add("binary-gaps-dropped", lambda: evaluate(TRUTH, score=[float("nan"), *SCORES[1:]], missing="drop"))
CALLS.add("binary-tied", lambda: evaluate(TRUTH, score=SCORES.round(1)))
CALLS.add("binary-all-equal", lambda: evaluate(TRUTH, score=np.full(60, 0.4)))
CALLS.add("binary-perfect", lambda: evaluate(TRUTH, score=TRUTH * 0.8 + 0.1))
CALLS.add("binary-one-class", lambda: evaluate([1, 1, 1], score=[0.2, 0.9, 0.7]))
CALLS.add("binary-n1", lambda: evaluate([1], score=[0.7]))
CALLS.add("binary-n2", lambda: evaluate([1, 0], score=[0.7, 0.4]))
CALLS.add("binary-n10", lambda: evaluate(TRUTH[:10], score=SCORES[:10]))
CALLS.add("binary-extremes", lambda: evaluate([1, 0, 1, 0], score=[1.0, 0.0, 0.0, 0.3], metrics=["log_loss", "brier"]))
CALLS.add("binary-parameters", lambda: evaluate(
    TRUTH, score=SCORES, metrics=["partial_roc_auc(max_fpr=0.2)", "f_beta(beta=2)", "auc", "ks"]))
CALLS.add("binary-level-seed", lambda: evaluate(TRUTH, score=SCORES, level=0.9, seed=3, metrics=AREAS))
CALLS.add("binary-pandas-frame", lambda: evaluate("truth", score="score", data=FRAME.to_pandas(), metrics=AREAS))
CALLS.add("binary-polars-column", lambda: evaluate(FRAME["truth"], score=FRAME["score"].cast(pl.Float32)))
for method in ("delong", "logit-delong", "hanley-mcneil", "newcombe", "conservative", "bca", "percentile",
               "bootstrap-t", "jackknife", "delta"):
    CALLS.add(f"method-{method}", lambda method=method: evaluate(
        TRUTH[:24], score=SCORES[:24], method=method, metrics=["roc_auc", "brier"]))

CALLS.add("multiclass-array", lambda: evaluate(CLASSES, score=CLASS_SCORES), page=True)
CALLS.add("multiclass-dict", lambda: evaluate(CLASSES, score=BY_CLASS))
CALLS.add("multiclass-frame", lambda: evaluate(CLASSES, score=pd.DataFrame(BY_CLASS)))
CALLS.add("multiclass-columns", lambda: evaluate(
    "animal", score={"bird": "p_bird", "cat": "p_cat", "dog": "p_dog"}, data=FRAME))
CALLS.add("multiclass-and-answers", lambda: evaluate(CLASSES, SAID, score=CLASS_SCORES))
CALLS.add("multiclass-weight", lambda: evaluate(CLASSES, score=CLASS_SCORES, weight=WEIGHT))
CALLS.add("multiclass-decision-values", lambda: evaluate(CLASSES, score=5 * CLASS_SCORES - 2))
CALLS.add("multiclass-labels", lambda: evaluate(CLASSES, score=CLASS_SCORES[:, ::-1], labels=["dog", "cat", "bird"]))
CALLS.add("multiclass-metrics", lambda: evaluate(CLASSES, score=CLASS_SCORES, metrics="all", seed=5))
CALLS.add("multiclass-n3", lambda: evaluate(["a", "b", "c"], score=np.eye(3) * 0.7 + 0.1))

CALLS.add("multilabel-array", lambda: evaluate(FLAGS, score=FLAG_SCORES), page=True)
CALLS.add("multilabel-threshold", lambda: evaluate(FLAGS, score=FLAG_SCORES, threshold=0.4))
CALLS.add("multilabel-and-answers", lambda: evaluate(FLAGS, FLAGS_SAID, score=FLAG_SCORES, metrics="all"))
CALLS.add("multilabel-columns", lambda: evaluate(["flag_a", "flag_b"], score=["score", "rival"], data=FRAME))
CALLS.add("multilabel-weight", lambda: evaluate(FLAGS, score=FLAG_SCORES, weight=WEIGHT, labels=["x", "y", "z"]))


def looked_at() -> str:
    """Ask a result for its curves and thresholds."""
    result = evaluate(TRUTH, score=SCORES)
    points = result.thresholds
    lines = [repr(points.youden()), repr(points.best("f1")), repr(points.best("f_beta(beta=2)"))]
    lines += [repr(points.precision_at_recall(0.8)), repr(points.recall_at_precision(0.7))]
    for name in ("roc", "pr", "calibration"):
        curve = result.curves[name]
        lines.append(f"{name}: {curve.to_dict()}")
    return "\n".join(lines)


CALLS.add("curves-and-thresholds", looked_at)
# fmt: on
