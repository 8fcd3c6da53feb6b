"""Calls that fit models: validation, learning and complexity curves, bias and variance."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from assay import schemes
from recordings.call import Calls
from recordings.data import FEATURES, NUMBERS, PATIENTS, REGIONS, TARGET
from recordings.public import bias_variance, complexity_curve, learning_curve, validate

CALLS = Calls("validate")
KNN, TREE = KNeighborsClassifier(5), DecisionTreeClassifier(max_depth=3)
CLASSIFIERS = {"near": KNN, "tree": TREE}
REGRESSORS = {"line": Ridge(), "near": KNeighborsRegressor(3)}
SPACE = {"n_neighbors": [1, 3, 7]}
THREE = np.digitize(NUMBERS, [-1.5, 1.5])
NAMED = np.where(TARGET == 1, "yes", "no")


class Failing(KNeighborsClassifier):
    """Neighbours that refuse training parts with an even first case."""

    def fit(self, features: np.ndarray, target: np.ndarray) -> Failing:
        """Fail for some parts."""
        if features[0, 0] > FEATURES[:, 0].mean():
            raise ValueError("not this part")
        super().fit(features, target)
        return self


def folds_of(scheme: object) -> pl.DataFrame:
    """Return the predictions out of the folds."""
    frame: pl.DataFrame = validate(KNN, FEATURES, TARGET, scheme=scheme).only.predictions.to_frame()
    return frame


# fmt: off
CALLS.add("classifier", lambda: validate(KNN, FEATURES, TARGET, scheme="stratified 5-fold"), page=True)
CALLS.add("classifier-default", lambda: validate(DummyClassifier(), FEATURES, TARGET, metrics="accuracy"))
CALLS.add("classifier-strings", lambda: validate(
    LogisticRegression(), FEATURES, NAMED, scheme="4-fold", positive="yes", metrics=["recall", "roc_auc", "brier"]))
CALLS.add("classifier-three", lambda: validate(KNN, FEATURES, THREE, scheme="stratified 4-fold"))
CALLS.add("classifier-all", lambda: validate(KNN, FEATURES, TARGET, scheme="3-fold", metrics="all", level=0.9, seed=3))
CALLS.add("regressor", lambda: validate(Ridge(), FEATURES, NUMBERS, scheme="5-fold"), page=True)
CALLS.add("regressor-frame", lambda: validate(
    Ridge(), pd.DataFrame(FEATURES, columns=["a", "b", "c"]), pd.Series(NUMBERS), scheme="3-fold", metrics="mae"))
CALLS.add("two-classifiers", lambda: validate(
    CLASSIFIERS, FEATURES, TARGET, scheme="stratified 2x4-fold", metrics=["accuracy", "roc_auc"]), page=True)
CALLS.add("two-regressors", lambda: validate(REGRESSORS, FEATURES, NUMBERS, scheme="3x4-fold", metrics=["mae", "r2"]))
CALLS.add("nested", lambda: validate(
    KNN, FEATURES, TARGET, scheme="nested 3-fold / 3-fold", search=SPACE, metrics="accuracy"), page=True)
CALLS.add("nested-two", lambda: validate(
    CLASSIFIERS, FEATURES, TARGET, scheme="nested 3-fold / 2-fold", metrics="accuracy", select="balanced_accuracy",
    search={"near": SPACE, "tree": {"max_depth": [1, 3]}}))
CALLS.add("nested-grid-search", lambda: validate(
    GridSearchCV(KNN, SPACE), FEATURES, TARGET, scheme="nested 3-fold / 2-fold", metrics="accuracy"))
CALLS.add("three-parts", lambda: validate(KNN, FEATURES, TARGET, scheme="train/validation/test 60/20/20", search=SPACE))
CALLS.add("groups", lambda: validate(KNN, FEATURES, TARGET, scheme="grouped 4-fold", group=PATIENTS))
CALLS.add("groups-left-out", lambda: validate(
    TREE, FEATURES, TARGET, scheme="leave-one-group-out", group=PATIENTS, metrics="accuracy"))
CALLS.add("strata", lambda: validate(KNN, FEATURES, TARGET, scheme="stratified 4-fold", strata=REGIONS, metrics="f1"))
CALLS.add("leave-one-out", lambda: validate(
    KNN, FEATURES, TARGET, scheme="leave-one-out", metrics=["accuracy", "roc_auc"]))
CALLS.add("leave-pair-out", lambda: validate(KNN, FEATURES[:14], TARGET[:14], scheme="leave-pair-out"))
CALLS.add("many-fits-allowed", lambda: validate(
    KNN, FEATURES[:8], TARGET[:8], scheme="leave-2-out", allow_many_fits=True, metrics="accuracy"))
for scheme in ("holdout 1/3", "3x holdout 30%", "monte-carlo 8 at 30%", "time 4-fold gap 2", "bootstrap 12",
               "bootstrap 12 .632", "bootstrap 12 .632+", "resubstitution"):
    name = scheme.replace(" ", "-").replace("/", "-of-").replace("%", "-percent")
    CALLS.add(f"scheme-{name}", lambda scheme=scheme: validate(
        KNN, FEATURES, TARGET, scheme=scheme, metrics=["accuracy", "brier"]))
CALLS.add("scheme-bootstrap-regressor", lambda: validate(Ridge(), FEATURES, NUMBERS, scheme="bootstrap 10 .632+"))
CALLS.add("scheme-object", lambda: validate(KNN, FEATURES, TARGET, scheme=schemes.KFold(3), metrics="accuracy"))
CALLS.add("scheme-splitter", lambda: validate(KNN, FEATURES, TARGET, scheme=KFold(3), metrics="accuracy"))
CALLS.add("scheme-pairs", lambda: validate(
    KNN, FEATURES, TARGET, scheme=[(range(24), range(24, 48)), (range(24, 48), range(24))], metrics="accuracy"))
CALLS.add("holdout-two", lambda: validate(CLASSIFIERS, FEATURES, TARGET, scheme="holdout 1/2", metrics="accuracy"))
CALLS.add("failing-skipped", lambda: validate(
    Failing(), FEATURES, TARGET, scheme="monte-carlo 8 at 30%", on_error="skip", metrics="accuracy"))
CALLS.add("checkpoint", lambda: [validate(
    KNN, FEATURES, TARGET, scheme="3-fold", checkpoint="run.checkpoint", metrics="accuracy") for _ in range(2)][1])
CALLS.add("out-of-fold", lambda: folds_of("4-fold"))

CURVES = Calls("curves")
CURVES.add("learning", lambda: learning_curve(KNN, FEATURES, TARGET, repeats=4, sizes=[8, 12, 20, 30]), page=True)
CURVES.add("learning-regressor", lambda: learning_curve(
    Ridge(), FEATURES, NUMBERS, repeats=3, metric="mae", extrapolate_to=[200]))
CURVES.add("learning-groups", lambda: learning_curve(KNN, FEATURES, TARGET, repeats=3, group=PATIENTS, sizes=[12, 24]))
CURVES.add("complexity", lambda: complexity_curve(
    DecisionTreeClassifier(), FEATURES, TARGET, parameter="max_depth", values=[1, 2, 4], scheme="4-fold"), page=True)
CURVES.add("complexity-regressor", lambda: complexity_curve(
    KNeighborsRegressor(), FEATURES, NUMBERS, parameter="n_neighbors", values=[1, 3, 9], scheme="3-fold",
    metric="rmse", simpler="last"))
CURVES.add("complexity-groups", lambda: complexity_curve(
    KNN, FEATURES, TARGET, parameter="n_neighbors", values=[1, 5], scheme="grouped 3-fold", group=PATIENTS))
CURVES.add("bias-variance", lambda: bias_variance(
    DecisionTreeRegressor(), FEATURES, NUMBERS, rounds=20, parameter="max_depth", values=[1, 3]), page=True)
CURVES.add("bias-variance-classes", lambda: bias_variance(TREE, FEATURES, TARGET, rounds=60))
CURVES.add("bias-variance-known", lambda: bias_variance(
    Ridge(), FEATURES, function=lambda features: 3 * features[:, 0], noise=0.5, rounds=30))
CURVES.add("bias-variance-known-labels", lambda: bias_variance(
    KNN, FEATURES, function=lambda features: 1 / (1 + np.exp(-features[:, 0])), labels=["no", "yes"], rounds=20))
# fmt: on
CALLS += CURVES
