"""Models that are fitted: on folds, on more and more cases, with one setting after the other."""

from __future__ import annotations

from typing import Any

from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import assay
from gallery.example import Example
from gallery.tumours import SEED


def _folds() -> Any:
    models = {"k-NN": KNeighborsClassifier(), "tree": DecisionTreeClassifier(random_state=SEED)}
    cases, truth = load_breast_cancer(return_X_y=True)
    return assay.validate(models, cases, truth, scheme="stratified 5x10-fold", metrics=["accuracy", "roc_auc"])


def _learning() -> Any:
    return assay.learning_curve(KNeighborsClassifier(), *load_digits(return_X_y=True))


def _depth() -> Any:
    depths = [1, 2, 3, 4, 6, 8, 10, 13, 16]
    tree = DecisionTreeClassifier(random_state=SEED)
    digits = load_digits(return_X_y=True)
    return assay.complexity_curve(tree, *digits, parameter="max_depth", values=depths, scheme="5-fold")


def _nervous() -> Any:
    tree = DecisionTreeRegressor(random_state=SEED)
    diabetes = load_diabetes(return_X_y=True)
    return assay.bias_variance(tree, *diabetes, parameter="max_depth", values=[1, 2, 3, 5, 8], rounds=100)


LEARNED = (
    Example("validation", "Validation", "Two models on the same folds.", _folds, ("folds",)),
    Example("learning", "Learning curve", "Would more digits help?", _learning, ("learning",)),
    Example("complexity", "Complexity curve", "How deep a tree?", _depth, ("complexity",)),
    Example("bias-variance", "Bias and variance", "A tree that grows too nervous.", _nervous, ("bias-variance",)),
)
