"""Calls that compare models and that rank them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl

from recordings.call import Calls
from recordings.data import (
    ANSWERS,
    CLASS_SCORES,
    CLASS_SCORES_OTHER,
    CLASSES,
    FLAGS,
    FLAGS_OTHER,
    FLAGS_SAID,
    FRAME,
    GAPPED,
    GUESSES,
    GUESSES_OTHER,
    GUESSES_THIRD,
    OTHER,
    OTHER_SCORES,
    OUTPUTS,
    OUTPUTS_SAID,
    PRICES,
    RANKED,
    SAID,
    SAID_OTHER,
    SCORES,
    THIRD,
    THIRD_SCORES,
    TRUTH,
    WEIGHT,
    WORDS,
    WORDS_SAID,
)
from recordings.public import compare, rank

CALLS = Calls("compare")
BOTH = {"ours": ANSWERS, "theirs": OTHER}
THREE = {**BOTH, "third": THIRD}
BOTH_SCORES = {"ours": SCORES, "theirs": OTHER_SCORES}
PRICED = {"ours": GUESSES, "theirs": GUESSES_OTHER}
TABLES = {"a": {"tp": 30, "fp": 4, "fn": 6, "tn": 60}, "b": {"tp": 25, "fp": 9, "fn": 11, "tn": 55}}
SQUARES = {"a": [[20, 3, 1], [4, 18, 2], [0, 5, 25]], "b": [[18, 5, 1], [6, 15, 3], [2, 5, 23]]}
APART = {"ours": TRUTH[:30], "theirs": TRUTH[30:]}


def squared(truth: np.ndarray, prediction: np.ndarray) -> np.ndarray:
    """Square the error."""
    return (truth - prediction) ** 2


# fmt: off
CALLS.add("labels", lambda: compare(TRUTH, prediction=BOTH), page=True)
CALLS.add("labels-all", lambda: compare(TRUTH, prediction=BOTH, metrics="all"))
CALLS.add("labels-three", lambda: compare(TRUTH, prediction=THREE, metrics=["accuracy", "recall", "mcc"]), page=True)
CALLS.add("labels-control", lambda: compare(TRUTH, prediction=THREE, control="theirs", metrics="accuracy"))
CALLS.add("labels-margin", lambda: compare(TRUTH, prediction=BOTH, margin=0.1, metrics=["accuracy", "f1"]), page=True)
CALLS.add("labels-weight", lambda: compare(TRUTH, prediction=BOTH, weight=WEIGHT, metrics=["accuracy", "f1"]))
CALLS.add("labels-strings", lambda: compare(
    WORDS, prediction={"a": WORDS_SAID, "b": np.where(OTHER == 1, "ill", "well")}, positive="ill"))
CALLS.add("labels-same-answers", lambda: compare(TRUTH, prediction={"a": ANSWERS, "b": ANSWERS}))
CALLS.add("labels-gaps-dropped", lambda: compare(TRUTH, prediction={"a": ANSWERS, "b": GAPPED}, missing="drop"))
CALLS.add("labels-n2", lambda: compare([1, 0], prediction={"a": [1, 0], "b": [0, 0]}))
CALLS.add("labels-level", lambda: compare(TRUTH, prediction=BOTH, level=0.9, seed=8, metrics=["f1", "kappa"]))
CALLS.add("labels-columns", lambda: compare("truth", prediction=["answer", "other"], data=FRAME, metrics="accuracy"))
for method in ("mcnemar", "exact", "chi-square", "corrected", "permutation"):
    CALLS.add(f"method-{method}", lambda method=method: compare(
        TRUTH, prediction=BOTH, method=method, metrics=["accuracy", "recall"]))
CALLS.add("multiclass", lambda: compare(CLASSES, prediction={"a": SAID, "b": SAID_OTHER}), page=True)
CALLS.add("multiclass-metrics", lambda: compare(
    CLASSES, prediction={"a": SAID, "b": SAID_OTHER}, metrics=["kappa", "recall_macro", "f1_weighted"]))
CALLS.add("multilabel", lambda: compare(FLAGS, prediction={"a": FLAGS_SAID, "b": FLAGS_OTHER}))
CALLS.add("scores", lambda: compare(TRUTH, score=BOTH_SCORES), page=True)
CALLS.add("scores-three", lambda: compare(TRUTH, score={**BOTH_SCORES, "third": THIRD_SCORES}, metrics="roc_auc"))
CALLS.add("scores-threshold", lambda: compare(TRUTH, score=BOTH_SCORES, threshold=0.4, metrics=["f1", "brier"]))
CALLS.add("scores-weight", lambda: compare(TRUTH, score=BOTH_SCORES, weight=WEIGHT, metrics=["roc_auc", "log_loss"]))
CALLS.add("scores-of-classes", lambda: compare(CLASSES, score={"a": CLASS_SCORES, "b": CLASS_SCORES_OTHER}))
CALLS.add("scores-margin-control", lambda: compare(
    TRUTH, score={**BOTH_SCORES, "third": THIRD_SCORES}, margin=0.05, control="ours", metrics=["roc_auc", "brier"]))
CALLS.add("mixed-kinds", lambda: compare(TRUTH, prediction={"labels": ANSWERS}, score={"scores": OTHER_SCORES}))
CALLS.add("both-kinds-of-one", lambda: compare(
    TRUTH, prediction=BOTH, score=BOTH_SCORES, metrics=["accuracy", "roc_auc"]))
CALLS.add("regression", lambda: compare(PRICES, prediction=PRICED), page=True)
CALLS.add("regression-all", lambda: compare(PRICES, prediction=PRICED, metrics="all"))
CALLS.add("regression-three", lambda: compare(
    PRICES, prediction={**PRICED, "third": GUESSES_THIRD}, metrics=["mae", "rmse", "r2"], margin=0.5))
CALLS.add("regression-weight", lambda: compare(PRICES, prediction=PRICED, weight=WEIGHT))
CALLS.add("regression-own-loss", lambda: compare(PRICES, prediction=PRICED, metrics=[squared, "median_absolute_error"]))
CALLS.add("regression-outputs", lambda: compare(OUTPUTS, prediction={"a": OUTPUTS_SAID, "b": OUTPUTS_SAID + 0.1}))
CALLS.add("regression-permutation", lambda: compare(PRICES, prediction=PRICED, method="permutation", metrics="mae"))
CALLS.add("unpaired", lambda: compare(APART, prediction={"ours": ANSWERS[:30], "theirs": OTHER[30:]}), page=True)
CALLS.add("unpaired-asked", lambda: compare(TRUTH, prediction=BOTH, paired=False, metrics=["accuracy", "f1"]))
CALLS.add("unpaired-scores", lambda: compare(
    APART, score={"ours": SCORES[:30], "theirs": OTHER_SCORES[30:]}, margin=0.1))
CALLS.add("unpaired-regression", lambda: compare(
    {"a": PRICES[:25], "b": PRICES[25:]}, prediction={"a": GUESSES[:25], "b": GUESSES_OTHER[25:]}))
CALLS.add("counts", lambda: compare(counts=TABLES), page=True)
CALLS.add("counts-square", lambda: compare(counts=SQUARES, rows="truth", labels=["x", "y", "z"], metrics="all"))
CALLS.add("counts-margin", lambda: compare(counts=TABLES, margin=0.1, control="a", metrics=["recall", "mcc"]))

RANKS = Calls("rank")
RANKS.add("usual", lambda: rank(RANKED), page=True)
RANKS.add("two-models", lambda: rank({name: RANKED[name] for name in ("bayes", "forest")}))
RANKS.add("lower-control", lambda: rank(RANKED, better="lower", control="tree"))
RANKS.add("rope", lambda: rank(RANKED, rope=0.01), page=True)
RANKS.add("frame-with-names", lambda: rank(pd.DataFrame({"set": [f"s{at}" for at in range(10)], **RANKED})))
RANKS.add("array-gaps-dropped", lambda: rank(
    np.where(np.eye(10, 4) * [1, 0, 0, 0] > 0, np.nan, np.column_stack(list(RANKED.values()))), missing="drop"))
RANKS.add("ties", lambda: rank({"a": [0.5] * 5, "b": [0.5] * 5, "c": [0.4, 0.5, 0.5, 0.6, 0.5]}))
RANKS.add("level", lambda: rank(pl.DataFrame(RANKED), level=0.9))
RANKS.add("nemenyi-df", lambda: rank(RANKED, method="nemenyi", df=30))
for method in ("wilcoxon-holm", "nemenyi", "conover", "siegel-castellan", "bonferroni-dunn", "holm-control", "bayes"):
    RANKS.add(f"method-{method}", lambda method=method: rank(
        RANKED, method=method, **({"control": "bayes"} if "bonferroni" in method or "control" in method else {}),
        **({"rope": 0.01} if method == "bayes" else {})))
# fmt: on
CALLS += RANKS
