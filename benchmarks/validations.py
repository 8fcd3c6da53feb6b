"""Validation: what assay adds to the fits themselves, beside scikit-learn's cross_validate."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_validate

import assay
from benchmarks.timing import Race, race

FIT_SECONDS = 0.05
SCORES = ("accuracy", "f1", "roc_auc", "average_precision", "neg_log_loss")


class Slow(ClassifierMixin, BaseEstimator):
    """A logistic regression that takes 50 ms to fit, whatever the machine."""

    def fit(self, cases: np.ndarray, labels: np.ndarray) -> Slow:
        """Fit, then wait until the time is over."""
        until = time.perf_counter() + FIT_SECONDS
        self.inner_ = LogisticRegression().fit(cases, labels)
        self.classes_ = self.inner_.classes_
        while time.perf_counter() < until:
            pass
        return self

    def predict(self, cases: np.ndarray) -> np.ndarray:
        """Answer with a label."""
        return self.inner_.predict(cases)

    def predict_proba(self, cases: np.ndarray) -> np.ndarray:
        """Answer with probabilities."""
        return self.inner_.predict_proba(cases)


def races() -> Iterator[Race]:
    """Yield one race after the other."""
    cases, labels = make_classification(2000, 20, random_state=0)
    folds = StratifiedKFold(10, shuffle=True, random_state=0)
    yield race(
        "10-fold of a 50 ms model, 5 metrics with intervals, 2,000 cases",
        lambda: assay.validate(Slow(), cases, labels),
        "cross_validate, 5 scores",
        lambda: cross_validate(Slow(), cases, labels, cv=folds, scoring=SCORES),
        1.1,
    )
    yield race(
        "10-fold of a 50 ms model, accuracy, 2,000 cases",
        lambda: assay.validate(Slow(), cases, labels, metrics="accuracy"),
        "cross_validate, accuracy",
        lambda: cross_validate(Slow(), cases, labels, cv=folds, scoring="accuracy"),
        1.1,
    )
