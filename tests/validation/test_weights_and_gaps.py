"""Weights, the task and gaps in a validation: what evaluate does with them, and what reaches the models."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.datasets import load_diabetes, load_iris
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import assay

IRIS = load_iris(return_X_y=True)
CLASSES = IRIS[0][50:] + np.random.default_rng(3).normal(0, 0.5, (100, 4)), IRIS[1][50:] - 1
NUMBERS = load_diabetes(return_X_y=True)
WEIGHT = np.random.default_rng(1).integers(1, 6, 100).astype(float)


def codes(result):
    return {note.code for note in result.notes}


def test_a_weight_counts_like_repeated_cases_when_a_model_is_fitted():
    weight = np.random.default_rng(0).integers(1, 4, 442)
    whole = assay.validate(LinearRegression(), *NUMBERS, weight=weight, scheme="resubstitution", metrics="mae")
    repeated = LinearRegression().fit(np.repeat(NUMBERS[0], weight, axis=0), np.repeat(NUMBERS[1], weight))
    assert whole.only.predictions.prediction == pytest.approx(repeated.predict(NUMBERS[0]))
    assert "fitted-without-weights" not in codes(whole)


@pytest.mark.parametrize(
    ("model", "data", "metrics"),
    [
        (LogisticRegression(), CLASSES, ["accuracy", "f1", "roc_auc", "log_loss", "calibration_error"]),
        (make_pipeline(StandardScaler(), LogisticRegression()), CLASSES, "recall"),
        (DecisionTreeClassifier(max_depth=2), IRIS, ["accuracy", "f1_macro", "roc_auc_macro", "log_loss"]),
        (Ridge(), NUMBERS, ["mae", "rmse", "r2", "median_absolute_error", "spearman"]),
    ],
)
def test_folds_and_pooled_are_weighted_as_evaluate_weighs(model, data, metrics):
    weight = np.random.default_rng(2).gamma(1, size=len(data[1]))
    result = assay.validate(model, *data, weight=weight, scheme="4-fold", metrics=metrics)
    part = result.only.predictions
    assert part.weight == pytest.approx(weight[part.case])
    for place, rows in enumerate([*(part.fold == fold for fold in range(4)), np.full(len(part), True)]):
        own = part.take(np.flatnonzero(rows))
        score = own.score if own.score is None or own.score.ndim == 1 else dict(enumerate(own.score.T))
        ev = assay.evaluate(
            own.truth, own.prediction, score=score, weight=own.weight, task=result.task, metrics=list(result.only)
        )
        for name, scores in result.only.items():
            value = scores.pooled.value if place == 4 else scores.folds[place]
            assert value == pytest.approx(ev[name].value), (name, place)


def test_equal_weights_change_nothing_but_the_notes():
    plain, equal = (
        assay.validate({"a": DecisionTreeClassifier(), "b": LogisticRegression()}, *CLASSES, weight=weight,
                       scheme="2x5-fold", metrics=["accuracy", "roc_auc"])
        for weight in (None, np.ones(100))
    )  # fmt: skip
    for name in ("accuracy", "roc_auc"):
        assert equal["b"][name].mean.value == pytest.approx(plain["b"][name].mean.value)
        assert equal.pair(name, "a", "b").p_value == pytest.approx(plain.pair(name, "a", "b").p_value)
    assert codes(equal) - codes(plain) == {"weighted"}


@pytest.mark.parametrize(
    "scheme", ["leave-one-out", "holdout 1/3", "bootstrap 5 .632+", "nested 3-fold / 3-fold", "leave-pair-out"]
)
def test_every_kind_of_scheme_takes_weights(scheme):
    rows = slice(25, 75)
    search = {"C": [0.01, 1.0]} if "nested" in scheme else None
    model = {"one": LogisticRegression(), "two": LogisticRegression(C=0.1)} if search is None else LogisticRegression()
    result = assay.validate(model, CLASSES[0][rows], CLASSES[1][rows], weight=WEIGHT[rows], scheme=scheme,
                            metrics="roc_auc" if scheme == "leave-pair-out" else "accuracy", search=search)  # fmt: skip
    assert ("pairs-not-weighted" in codes(result)) == (scheme == "leave-pair-out")
    scores = next(iter(next(iter(result.models.values())).values()))
    assert scores.pooled.defined
    assert scores.mean.defined == (scheme != "leave-one-out")
    assert scheme != "leave-one-out" or "weights" in scores.mean.note


def test_a_model_without_sample_weight_is_named_in_a_note_and_judged_with_weights():
    result = assay.validate({"near": KNeighborsClassifier(), "tree": DecisionTreeClassifier()}, *CLASSES, weight=WEIGHT,
                            scheme="3-fold", metrics="accuracy")  # fmt: skip
    note = next(note for note in result.notes if note.code == "fitted-without-weights")
    assert "'near'" in note.message
    assert "'tree'" not in note.message
    plain = assay.validate(KNeighborsClassifier(), *CLASSES, scheme="3-fold", metrics="accuracy")
    assert (result["near"].predictions.prediction == plain.only.predictions.prediction).all()
    assert result["near"]["accuracy"].folds != plain["accuracy"].folds


def test_a_search_hands_weights_on():
    search = GridSearchCV(make_pipeline(StandardScaler(), LogisticRegression()), {"logisticregression__C": [1.0]}, cv=2)
    result, plain = (assay.validate(search, *CLASSES, weight=weight, scheme="2-fold") for weight in (WEIGHT**3, None))
    assert "fitted-without-weights" not in codes(result)
    assert result.only.predictions.score != pytest.approx(plain.only.predictions.score)


def test_a_fold_in_which_no_case_counts_is_undefined():
    weight = np.ones(60)
    weight[20:40] = 0
    halves = [(np.r_[0:20, 40:60], range(20, 40)), (range(40), range(40, 60)), (range(20, 60), range(20))]
    result = assay.validate(Ridge(), NUMBERS[0][:60], NUMBERS[1][:60], weight=weight, scheme=halves, metrics="mae")
    assert np.isnan(result["mae"].folds[0])
    assert not result["mae"].mean.defined
    assert result["mae"].pooled.defined


@pytest.mark.parametrize(
    ("weight", "words"),
    [
        (np.r_[-1.0, WEIGHT[1:]], "negative"),
        (np.r_[np.inf, WEIGHT[1:]], "infinite"),
        (0 * WEIGHT, "All weights"),
        (WEIGHT[1:], "99"),
        (["heavy"] * 100, "heavy"),
        (np.r_[np.nan, WEIGHT[1:]], "`weight` has 1 missing value .first at row 0"),
    ],
)
def test_weights_that_cannot_be_used_are_refused_as_evaluate_refuses_them(weight, words):
    with pytest.raises(assay.AssayError, match=words):
        assay.validate(LogisticRegression(), *CLASSES, weight=weight)


def test_other_weights_make_another_run_of_a_checkpoint(tmp_path):
    path = tmp_path / "run.checkpoint"
    for _ in range(2):
        assay.validate(LogisticRegression(), *CLASSES, weight=WEIGHT, scheme="3-fold", checkpoint=path)
    with pytest.raises(assay.AssayError, match="another data set"):
        assay.validate(LogisticRegression(), *CLASSES, weight=WEIGHT[::-1], scheme="3-fold", checkpoint=path)


@pytest.mark.parametrize(
    ("model", "y", "task", "words"),
    [
        (LogisticRegression(), CLASSES[1], "binry", "not known"),
        (LogisticRegression(), CLASSES[1], "detection", "labels or numbers"),
        (LogisticRegression(), CLASSES[1], "regression", "is a classifier"),
        (Ridge(), CLASSES[1], "binary", "is a regressor"),
        (LogisticRegression(), CLASSES[1], "multilabel", "one label"),
        (LogisticRegression(), np.arange(100) % 3, "binary", "3"),
        (LogisticRegression(), np.where(CLASSES[1], "b", "a"), "binary", "positive="),
        (KNeighborsClassifier(), np.eye(2)[CLASSES[1]], "binary", "several columns"),
        (KNeighborsClassifier(), CLASSES[0][:, 0], "multiclass", "fractional"),
        (Ridge(), np.where(CLASSES[1], "b", "a"), None, "regression compares numbers"),
    ],
)
def test_an_impossible_task_is_refused_as_evaluate_refuses_it(model, y, task, words):
    with pytest.raises(assay.AssayError, match=words):
        assay.validate(model, CLASSES[0], y, task=task)


def test_the_task_is_what_the_caller_says():
    classes = assay.validate(LogisticRegression(), *CLASSES, task="multiclass", scheme="3-fold")
    assert (classes.task, classes.reason) == ("multiclass", "task= says so")
    assert "f1_macro" in classes.only
    many = np.arange(442) // 3
    kept = assay.validate(KNeighborsClassifier(1), NUMBERS[0], many, task="multiclass", scheme="2-fold",
                          metrics="accuracy")  # fmt: skip
    assert kept.task == "multiclass"

    class Duck:
        def fit(self, x, y):
            self.mean = y.mean()

        def predict(self, x):
            return np.full(len(x), self.mean)

    assert assay.validate(Duck(), *CLASSES, task="regression", scheme="3-fold").task == "regression"


def test_dropped_cases_are_counted_and_the_others_keep_their_row_numbers():
    y = CLASSES[1].astype(object)
    y[[0, 7]] = None
    weight = np.r_[WEIGHT[:9], np.nan, WEIGHT[10:]]
    group = [None if row == 50 else row // 5 for row in range(100)]
    result = assay.validate(LogisticRegression(), CLASSES[0], y, weight=weight, group=group, missing="drop",
                            metrics="accuracy")  # fmt: skip
    kept = np.setdiff1d(np.arange(100), [0, 7, 9, 50])
    assert result.n == 96
    assert sorted(result.only.predictions.case) == kept.tolist()
    note = next(note for note in result.notes if note.code == "missing-dropped").message
    assert note == ("4 cases were left out of 100 because a value was missing in `y` (2), `group` (1), `weight` (1).")
    same = assay.validate(LogisticRegression(), CLASSES[0][kept], CLASSES[1][kept], weight=WEIGHT[kept],
                          group=kept // 5, metrics="accuracy")  # fmt: skip
    assert same["accuracy"].folds == result["accuracy"].folds


@pytest.mark.parametrize(
    "form", [np.asarray, pd.DataFrame, lambda x: pd.DataFrame(x).astype(object), sparse.csr_matrix]
)
def test_gaps_in_features_are_dropped_only_for_models_that_refuse_them(form):
    x = CLASSES[0].copy()
    x[3, 1] = x[4, 2] = np.nan
    dropped = assay.validate(make_pipeline(StandardScaler(with_mean=False), LogisticRegression()), form(x), CLASSES[1],
                             scheme="3-fold", missing="drop", metrics="accuracy")  # fmt: skip
    assert dropped.n == 98
    assert not {3, 4} & set(dropped.only.predictions.case.tolist())
    if form is np.asarray:
        kept = assay.validate(HistGradientBoostingClassifier(max_iter=3), form(x), CLASSES[1], scheme="3-fold",
                              missing="drop", metrics="accuracy")  # fmt: skip
        assert kept.n == 100
        assert "missing-dropped" not in codes(kept)


def test_a_file_names_its_own_columns_and_takes_weights(tmp_path):
    from assay.calls.validate_file import validate_file

    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        {"dose": rng.normal(size=60), "w": rng.gamma(1, size=60), "ward": np.repeat(list("abcdef"), 10)}
    )
    frame["cured"] = (frame.dose + rng.normal(size=60) > 0).astype(int)
    path = tmp_path / "patients.csv"
    frame.to_csv(path, index=False)
    options = {"weight": "w", "group": "ward", "scheme": "grouped 3-fold", "metrics": "accuracy"}
    result = validate_file(path, "cured", {"line": LogisticRegression()}, **options)
    same = assay.validate(LogisticRegression(), frame[["dose"]].to_numpy(), frame.cured, weight=frame.w,
                          group=frame.ward, scheme="grouped 3-fold", metrics="accuracy")  # fmt: skip
    assert result["accuracy"].folds == same["accuracy"].folds
    frame.loc[5, "w"] = frame.loc[9, "cured"] = np.nan
    frame.to_csv(path, index=False)
    with pytest.raises(assay.AssayError, match=r"`cured` has 1 missing value \(first at row 9"):
        validate_file(path, "cured", {"line": LogisticRegression()}, **options)
    assert validate_file(path, "cured", {"line": LogisticRegression()}, missing="drop", **options).n == 58


class Moody(KNeighborsRegressor):
    """Neighbours that refuse some large training parts, and small ones while they are three."""

    def fit(self, features, target):
        if features[0, 0] > 0.01 if len(features) > 300 else self.n_neighbors == 3:
            raise ValueError("not this part")
        return super().fit(features, target)


@pytest.mark.parametrize("search", [None, {"n_neighbors": [3, 5]}])
def test_skipped_fits_are_counted_beside_those_planned(search):
    scheme = "monte-carlo 12 at 30%" if search is None else "nested monte-carlo 12 at 30% / 3-fold"
    order = np.random.default_rng(4).permutation(442)
    result = assay.validate(Moody(), NUMBERS[0][order], NUMBERS[1][order], scheme=scheme, on_error="skip",
                            metrics="mae", search=search)  # fmt: skip
    failed = len(result.only.failed)
    assert 0 < failed < 12
    assert result.fits == (12 if search is None else 84)
    assert result.succeeded == (12 if search is None else 84 - 36) - failed
    assert f"{result.fits} fits planned, {result.succeeded} succeeded" in " ".join(str(result).split())
    assert f'"succeeded": {result.succeeded}' in result.to_json()
