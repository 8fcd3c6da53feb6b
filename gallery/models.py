"""One model, several models, and models over many data sets: what most people come for."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.datasets import load_diabetes, load_digits
from sklearn.linear_model import Ridge
from sklearn.model_selection import train_test_split
from sklearn.tree import DecisionTreeClassifier

import assay
from gallery.example import Example
from gallery.tumours import SEED, tumours


def _scores() -> Any:
    truth, scores = tumours()
    return assay.evaluate(truth, score=scores["tree"], positive="malignant")


def _digits() -> Any:
    cases, labels = load_digits(return_X_y=True)
    train, test, seen, unseen = train_test_split(cases, labels, test_size=0.5, random_state=SEED)
    model = DecisionTreeClassifier(max_depth=8, random_state=SEED).fit(train, seen)
    return assay.evaluate(unseen, model.predict(test), score=model.predict_proba(test))


def _diabetes() -> Any:
    cases, target = load_diabetes(return_X_y=True)
    train, test, seen, unseen = train_test_split(cases, target, test_size=0.5, random_state=SEED)
    return assay.evaluate(unseen, Ridge(0.1).fit(train, seen).predict(test))


def _comparison() -> Any:
    truth, scores = tumours()
    three = {name: scores[name] for name in ("logistic", "forest", "tree")}
    metrics = ["recall", "roc_auc", "log_loss"]
    return assay.compare(truth, score=three, positive="malignant", margin=0.03, metrics=metrics)


def _five() -> Any:
    truth, scores = tumours()
    return assay.compare(truth, score=scores, positive="malignant")


def _ranking() -> Any:
    rng = np.random.default_rng(SEED)
    level = rng.uniform(0.6, 0.9, size=(14, 1))
    table = level + np.array([0.0, 0.01, 0.015, 0.05, 0.055]) + 0.015 * rng.standard_normal((14, 5))
    names = ["naive Bayes", "tree", "k-NN", "forest", "boosting"]
    return assay.rank({name: table[:, place].round(3) for place, name in enumerate(names)})


def _test() -> Any:
    return assay.stats.t_test([0.81, 0.84, 0.79, 0.86, 0.83], [0.78, 0.80, 0.79, 0.81, 0.80], paired=True)


OF_SCORES = (
    "roc", "pr", "thresholds", "densities", "det", "gain", "calibration", "decision", "confusion", "confusion-columns",
    "metrics",
)  # fmt: skip
OF_ERRORS = ("error-cdf", "predicted", "residuals", "error-histogram")

MODELS = (
    Example("scores", "Scores", "A tree that says how likely a tumour is malignant.", _scores, OF_SCORES),
    Example("classes", "Several classes", "Handwritten digits, read by a tree.", _digits, ("confusion",)),
    Example("regression", "Regression", "How far diabetes has come after a year.", _diabetes, OF_ERRORS),
    Example("comparison", "Comparison", "Three models on the same tumours.", _comparison, ("differences",)),
    Example(
        "five-models", "Five models", "Five models, five metrics, fifty differences: who leads?", _five, ("forest",)
    ),
    Example(
        "ranking", "Ranking", "Five models on fourteen data sets.", _ranking, ("critical-difference", "pairs", "ranks")
    ),
    Example("test", "A test", "A paired t over five seeds.", _test, ("null",), page=False),
)
