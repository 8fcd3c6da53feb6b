"""Calls that judge answers: two classes, several classes, several labels."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

from recordings.call import Calls
from recordings.data import (
    ANSWERS,
    CLASSES,
    CODES,
    CODES_SAID,
    EXTREME,
    FLAGS,
    FLAGS_SAID,
    FRAME,
    GAPPED,
    SAID,
    TRUTH,
    WEIGHT,
    WORDS,
    WORDS_SAID,
    ZEROS,
)
from recordings.public import evaluate, outcomes

CALLS = Calls("labels")
INTERVALS = ("wald", "wilson", "wilson-corrected", "clopper-pearson", "agresti-coull", "jeffreys", "mid-p", "mover",
             "dirichlet", "delta", "logit", "percentile", "bca", "bootstrap-t", "jackknife")  # fmt: skip


def wrong_by_one(truth: np.ndarray, prediction: np.ndarray) -> np.ndarray:
    """Count a miss twice and a false alarm once."""
    return np.where(truth > prediction, 2.0, 1.0 * (truth != prediction))


# fmt: off
CALLS.add("binary-01", lambda: evaluate(TRUTH, ANSWERS), page=True)
CALLS.add("binary-all-metrics", lambda: evaluate(TRUTH, ANSWERS, metrics="all"))
CALLS.add("binary-bool", lambda: evaluate(TRUTH == 1, ANSWERS == 1))
CALLS.add("binary-signs", lambda: evaluate(2 * TRUTH - 1, 2 * ANSWERS - 1))
CALLS.add("binary-strings", lambda: evaluate(WORDS, WORDS_SAID, positive="ill"), page=True)
CALLS.add("binary-other-positive", lambda: evaluate(TRUTH, ANSWERS, positive=0))
CALLS.add("binary-integral-floats", lambda: evaluate(TRUTH.astype(float), ANSWERS.astype(float)))
CALLS.add("binary-lists", lambda: evaluate(TRUTH.tolist(), ANSWERS.tolist(), metrics=["recall", "f1"]))
CALLS.add("binary-one-class", lambda: evaluate([1, 1, 1, 1], [1, 0, 1, 1]), page=True)
CALLS.add("binary-all-equal", lambda: evaluate([0, 0, 0], [0, 0, 0]))
CALLS.add("binary-perfect", lambda: evaluate(TRUTH, TRUTH))
CALLS.add("binary-n1", lambda: evaluate([1], [1]), page=True)
CALLS.add("binary-n2", lambda: evaluate([1, 0], [0, 0]))
CALLS.add("binary-n10", lambda: evaluate(TRUTH[:10], ANSWERS[:10]))
CALLS.add("binary-weight", lambda: evaluate(TRUTH, ANSWERS, weight=WEIGHT), page=True)
CALLS.add("binary-weight-ones", lambda: evaluate(TRUTH, ANSWERS, weight=np.ones(60)))
CALLS.add("binary-weight-extreme", lambda: evaluate(TRUTH, ANSWERS, weight=EXTREME))
CALLS.add("binary-weight-zeros", lambda: evaluate(TRUTH, ANSWERS, weight=ZEROS))
CALLS.add("binary-gaps-dropped", lambda: evaluate(TRUTH, GAPPED, missing="drop"), page=True)
CALLS.add("binary-costs", lambda: evaluate(TRUTH, ANSWERS, costs={"fp": 1, "fn": 20}))
CALLS.add("binary-cost-matrix", lambda: evaluate(TRUTH, ANSWERS, costs=[[0, 1], [5, -1]], metrics="expected_cost"))
CALLS.add("binary-labels", lambda: evaluate(["no"] * 4, ["no"] * 4, labels=["no", "yes"], positive="yes"))
CALLS.add("binary-task-multiclass", lambda: evaluate(TRUTH, ANSWERS, task="multiclass"))
CALLS.add("binary-own-loss", lambda: evaluate(
    TRUTH, ANSWERS, task="regression", metrics=[wrong_by_one, "mae"]))
CALLS.add("binary-parameters", lambda: evaluate(
    TRUTH, ANSWERS, metrics=["f_beta(beta=3)", "precision_at_prevalence(prevalence=0.05)", "tpr", "youden_j"]))
CALLS.add("binary-level", lambda: evaluate(TRUTH, ANSWERS, level=0.8))
CALLS.add("binary-seed", lambda: evaluate(TRUTH, ANSWERS, seed=11, metrics=["mcc", "f1", "g_mean"]))
CALLS.add("binary-pandas", lambda: evaluate(pd.Series(WORDS), pd.Series(WORDS_SAID, dtype="category"), positive="ill"))
CALLS.add("binary-polars", lambda: evaluate(FRAME["word"], FRAME["word_said"], positive="ill", metrics="accuracy"))
CALLS.add("binary-pyarrow", lambda: evaluate(pa.array(TRUTH), pa.chunked_array([ANSWERS[:20], ANSWERS[20:]])))
CALLS.add("binary-pandas-frame", lambda: evaluate("truth", "answer", data=FRAME.to_pandas(), weight="weight"))
CALLS.add("binary-pyarrow-table", lambda: evaluate("word", "word_said", data=FRAME.to_arrow(), positive="ill"))
CALLS.add("binary-masked-gaps", lambda: evaluate(
    np.ma.array(TRUTH, mask=np.arange(60) == 4), ANSWERS, missing="drop", metrics="accuracy"))
CALLS.add("one-string-label", lambda: evaluate(["a", "a", "a"], ["a", "a", "a"]))
for method in INTERVALS:
    CALLS.add(f"method-{method}", lambda method=method: evaluate(
        TRUTH, ANSWERS, method=method,
        metrics="balanced_accuracy" if method == "mover" else ["accuracy", "recall", "mcc", "f1"]))
CALLS.add("method-weighted-bca", lambda: evaluate(TRUTH, ANSWERS, weight=WEIGHT, method="bca", metrics=["f1", "mcc"]))

CALLS.add("multiclass-strings", lambda: evaluate(CLASSES, SAID), page=True)
CALLS.add("multiclass-integers", lambda: evaluate(CODES, CODES_SAID))
CALLS.add("multiclass-integral-floats", lambda: evaluate(CODES.astype(float), CODES_SAID.astype(float)))
CALLS.add("multiclass-all-metrics", lambda: evaluate(CLASSES, SAID, metrics="all"))
CALLS.add("multiclass-weight", lambda: evaluate(CLASSES, SAID, weight=WEIGHT))
CALLS.add("multiclass-weight-zeros", lambda: evaluate(CLASSES, SAID, weight=ZEROS, metrics=["accuracy", "f1_macro"]))
CALLS.add("multiclass-labels", lambda: evaluate(CLASSES, SAID, labels=["dog", "cat", "bird", "fish"]), page=True)
CALLS.add("multiclass-costs", lambda: evaluate(CLASSES, SAID, costs=[[0, 1, 2], [3, 0, 1], [5, 1, 0]]))
CALLS.add("multiclass-kappa", lambda: evaluate(
    CODES, CODES_SAID, metrics=["kappa(weights=quadratic)", "kappa(weights=linear)", "f_beta_macro(beta=2)"]))
CALLS.add("multiclass-methods", lambda: evaluate(CLASSES, SAID, method="bca", metrics=["f1_macro", "mcc"]))
CALLS.add("multiclass-jackknife", lambda: evaluate(CLASSES, SAID, method="jackknife", metrics=["kappa", "mcc"]))
CALLS.add("multiclass-unseen-in-truth", lambda: evaluate(["a", "b", "c", "a"], ["a", "b", "d", "a"]))
CALLS.add("multiclass-n2", lambda: evaluate(["a", "b"], ["a", "c"]))
CALLS.add("multiclass-gaps-dropped", lambda: evaluate([*CLASSES[:9], None], SAID[:10], missing="drop"))
CALLS.add("multiclass-many", lambda: evaluate(np.arange(80) % 40, np.arange(80) % 39))

CALLS.add("multilabel-array", lambda: evaluate(FLAGS, FLAGS_SAID), page=True)
CALLS.add("multilabel-bool-named", lambda: evaluate(FLAGS == 1, FLAGS_SAID == 1, labels=["red", "green", "blue"]))
CALLS.add("multilabel-columns", lambda: evaluate(["flag_a", "flag_b"], ["said_a", "said_b"], data=FRAME))
CALLS.add("multilabel-frame", lambda: evaluate(
    pl.DataFrame(FLAGS, schema=["x", "y", "z"]), pl.DataFrame(FLAGS_SAID, schema=["x", "y", "z"])))
CALLS.add("multilabel-weight", lambda: evaluate(FLAGS, FLAGS_SAID, weight=WEIGHT, metrics="all"))
CALLS.add("multilabel-n1", lambda: evaluate([[1, 0, 1]], [[1, 1, 1]]))
CALLS.add("multilabel-empty-label", lambda: evaluate([[1, 0], [0, 0], [1, 0]], [[1, 0], [0, 0], [0, 0]]))

CALLS.add("outcomes", lambda: outcomes(WORDS[:12], WORDS_SAID[:12], positive="ill"))
CALLS.add("outcomes-columns", lambda: outcomes("truth", "answer", data=FRAME.head(10)))
CALLS.add("outcomes-gaps-dropped", lambda: outcomes(TRUTH, GAPPED, missing="drop"))
# fmt: on
