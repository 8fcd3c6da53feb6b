"""A small problem to learn, quick models, a file of it, and the command that validates the file."""

from __future__ import annotations

import numpy as np
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.neighbors import KNeighborsClassifier

from advice.entries import command, write
from assay import validate

CASES = 24
X = np.column_stack([np.arange(CASES) % 7, np.arange(CASES) % 5]).astype(float)
Y = np.array([0, 1] * 12)
THREE = np.array([0, 1, 2] * 8)
RARE = np.array([0] * 20 + [1] * 4)
GROUPS = np.repeat(np.arange(6), 4)
AMOUNTS = np.linspace(0.5, 9.5, CASES)
SPACE = {"n_neighbors": [1, 3]}
CSV = "target,a,b\n" + "".join(f"{y},{a},{b}\n" for y, (a, b) in zip(Y, X, strict=True))
KNN = "sklearn.neighbors:KNeighborsClassifier"


class Bare:
    """A model without settings; it answers the commonest label."""

    def fit(self, x, y):
        self.answer = np.bincount(y).argmax()
        return self

    def predict(self, x):
        return np.full(len(x), self.answer)


def knn(**settings) -> KNeighborsClassifier:
    """Return a model with settings to choose."""
    return KNeighborsClassifier(**{"n_neighbors": 3, **settings})


def judged(scheme=None, y=Y, model=None, x=X, **options):
    """Validate a model that costs nothing to fit."""
    return validate(DummyClassifier() if model is None else model, x, y, scheme=scheme, **options)


def amounts(scheme=None, **options):
    """Validate a regressor that costs nothing to fit."""
    return validate(DummyRegressor(), X, AMOUNTS, scheme=scheme, **options)


def used(scheme, text: str, *arguments, **options) -> bool:
    """Say whether a validation went by the scheme of this text."""
    return judged(scheme, *arguments, **options).scheme == text


def asked(text=CSV, *options, model=KNN, file="churn.csv") -> None:
    """Ask the command line to validate a file."""
    command("validate", write(file, text), "--target", "target", "--model", model, "--scheme", "3-fold", *options)
