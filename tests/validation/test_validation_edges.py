"""Things that once went wrong: each of these calls gave a wrong number, a traceback or a misleading word."""

from __future__ import annotations

import warnings
from contextlib import closing

import joblib
import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV, KFold, RepeatedStratifiedKFold, StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

import assay

IRIS, TUMOURS, DIABETES = (load(return_X_y=True) for load in (load_iris, load_breast_cancer, load_diabetes))
NOISE = np.random.default_rng(0).normal(size=(60, 3)), np.random.default_rng(1).integers(0, 2, 60)


def test_a_checkpoint_knows_given_splits_apart(tmp_path):
    rows = np.arange(60)
    first, second = [(rows[:30], rows[30:]), (rows[30:], rows[:30])], [(rows[::2], rows[1::2]), (rows[1::2], rows[::2])]
    path = tmp_path / "run"
    assay.validate(LogisticRegression(), *NOISE, scheme=first, checkpoint=path)
    with pytest.raises(assay.AssayError, match="another scheme"):
        assay.validate(LogisticRegression(), *NOISE, scheme=second, checkpoint=path)


@pytest.mark.parametrize("labels", [IRIS[1], np.array(["a", "b", "c"])[IRIS[1]]])
def test_several_models_of_several_classes_on_one_part(labels):
    models = {"near": KNeighborsClassifier(), "bayes": GaussianNB()}
    found = assay.validate(models, IRIS[0], labels, scheme="holdout 1/3")
    assert {pair.metric for pair in found.pairs} == {"accuracy", "f1_macro", "roc_auc_macro", "log_loss"}


def test_two_labels_of_text_on_one_part():
    labels = np.where(TUMOURS[1] == 1, "benign", "malignant")
    models = {"near": KNeighborsClassifier(), "bayes": GaussianNB()}
    assert assay.validate(models, TUMOURS[0], labels, scheme="holdout 1/3").pairs


def test_frames_with_numbered_doubled_or_nested_column_names():
    frame = pd.DataFrame(IRIS[0])
    expected = assay.validate(KNeighborsClassifier(), *IRIS, scheme="3-fold")["accuracy"].folds
    assert assay.validate(KNeighborsClassifier(), frame, IRIS[1], scheme="3-fold")["accuracy"].folds == expected
    frame.columns = pd.MultiIndex.from_product([["a", "b"], [0, 1]])
    found = assay.validate(Bare(), frame, IRIS[1], scheme="3-fold")
    frame.columns = ["a", "a", "b", "b"]
    assert assay.validate(Bare(), frame, IRIS[1], scheme="3-fold")["accuracy"].folds == found["accuracy"].folds


class Bare:
    def fit(self, X, y):
        self.answer = y[0]

    def predict(self, X):
        return [self.answer] * len(X)


def test_pairs_are_of_classes_whatever_the_strata():
    strata = np.arange(60) % 2
    plain = assay.validate(LogisticRegression(), *NOISE, scheme="leave-pair-out")
    with pytest.raises(assay.AssayError, match="cannot keep the shares"):
        assay.validate(LogisticRegression(), *NOISE, scheme="leave-pair-out", strata=strata)
    text = np.where(NOISE[1] == 1, "z", "a")
    with pytest.raises(assay.AssayError, match="positive"):
        assay.validate(LogisticRegression(), NOISE[0], text, scheme="leave-pair-out")
    named = assay.validate(LogisticRegression(), NOISE[0], text, scheme="leave-pair-out", positive="a")
    assert named["roc_auc"].mean.value == pytest.approx(plain["roc_auc"].mean.value, abs=0.02)
    with pytest.raises(assay.AssayError, match="plain one"):
        assay.schemes.parse("nested leave-pair-out / 3-fold")


def test_models_over_pairs_are_compared_by_cases_not_by_pairs():
    models = {"linear": LogisticRegression(), "bayes": GaussianNB()}
    pair = assay.validate(models, *NOISE, scheme="leave-pair-out").pairs[0]
    assert pair.test == "DeLong over pairs"
    assert pair.difference.high - pair.difference.low > 0.05


def test_leave_two_out_does_not_count_cases_many_times():
    cases = np.tile([[0.0], [9.0]], (10, 1))
    labels = np.tile([0, 1], 10)
    found = assay.validate(KNeighborsClassifier(1), cases, labels, scheme="leave-2-out", metrics="accuracy")
    assert found["accuracy"].mean.low < 0.87


def test_a_law_through_noise_does_not_promise_much():
    held = 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        cases, labels = rng.normal(size=(120, 3)), rng.integers(0, 2, 120)
        curve = assay.learning_curve(KNeighborsClassifier(), cases, labels, repeats=5, seed=seed)
        beyond = next(iter(curve.extrapolated.values()))
        held += beyond.low <= 0.5 <= beyond.high
        assert 0 <= curve.law["limit"] <= 1
    assert held >= 10


class Says(ClassifierMixin, BaseEstimator):
    """Says what one column says."""

    def __init__(self, column=0):
        self.column = column

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return X[:, self.column].astype(int)


def test_equal_scores_are_not_equal_answers():
    labels = np.tile([0, 1], 20)
    right = np.where(np.arange(40) % 4 < 2, labels, 1 - labels)
    cases = np.stack([right, 1 - right], axis=1)
    splits = [(np.setdiff1d(np.arange(40), rows), rows) for rows in np.arange(40).reshape(5, 8)]
    found = assay.validate({"a": Says(0), "b": Says(1)}, cases, labels, scheme=splits, metrics="accuracy")
    pair = found.pairs[0]
    assert pair.p_value == 1
    assert pair.difference.high > 0 > pair.difference.low
    assert "answer alike" not in pair.verdict


def test_the_bootstrap_estimate_is_refused_where_it_cannot_be_made():
    for call in (
        lambda: assay.schemes.parse("nested bootstrap 10 .632+ / 5-fold"),
        lambda: assay.complexity_curve(
            DecisionTreeClassifier(), *IRIS, parameter="max_depth", values=[1], scheme="bootstrap 10 .632"
        ),
    ):
        with pytest.raises(assay.AssayError, match="'bootstrap 10'"):
            call()


def test_groups_stay_whole_in_inner_parts_too():
    groups = np.repeat(np.arange(20), 3)
    with pytest.raises(assay.AssayError, match="'5-fold' would put"):
        assay.validate(
            KNeighborsClassifier(), *NOISE, group=groups, scheme="nested grouped 5-fold / 5-fold",
            search={"n_neighbors": [1, 3]},
        )  # fmt: skip


def test_strata_reach_both_parts_of_a_nested_scheme_or_are_refused():
    found = assay.validate(
        KNeighborsClassifier(), *NOISE, strata=np.arange(60) % 3, scheme="train/validation/test 60/20/20",
        search={"n_neighbors": [1, 3]},
    )  # fmt: skip
    assert found.scheme == "stratified train/validation/test 60/20/20"
    with pytest.raises(assay.AssayError, match="cannot keep"):
        assay.validate(KNeighborsClassifier(), *NOISE, strata=np.arange(60) % 3, scheme="time 5-fold")
    fractions = assay.validate(Ridge(), *DIABETES, strata=np.arange(442) % 2 * 1.5, metrics="mae")
    assert fractions.scheme == "stratified 10-fold"


@pytest.mark.parametrize("inner", ["leave-one-out", "leave-2-out", "3-fold"])
def test_the_cost_of_nested_schemes_is_exact(inner, tmp_path):
    path = tmp_path / "run"
    found = assay.validate(
        KNeighborsClassifier(), NOISE[0][:12], np.tile([0, 1], 6), scheme=f"nested 3-fold / {inner}",
        search={"n_neighbors": [1, 3]}, metrics="accuracy", checkpoint=path,
    )  # fmt: skip
    import sqlite3

    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT count(*) FROM fits").fetchone()[0] == found.fits


def test_a_splitter_gets_the_same_interval_as_the_scheme_of_its_name():
    splitter = RepeatedStratifiedKFold(n_splits=5, n_repeats=4, random_state=3)
    theirs = assay.validate(LogisticRegression(), *NOISE, scheme=splitter, metrics="accuracy", seed=3)
    ours = assay.validate(LogisticRegression(), *NOISE, scheme="stratified 4x5-fold", metrics="accuracy", seed=3)
    assert theirs["accuracy"].folds == ours["accuracy"].folds
    assert theirs["accuracy"].mean.low == pytest.approx(ours["accuracy"].mean.low, abs=0.01)
    assert theirs["accuracy"].pooled.low == ours["accuracy"].pooled.low


def test_time_folds_use_the_sizes_they_have():
    found = assay.validate(Ridge(), *DIABETES, scheme="time 5-fold", metrics="mae")["mae"]
    parts = list(assay.schemes.TimeFolds(5).split(442))
    share = np.mean([len(part.test) / len(part.train) for part in parts])
    folds = np.array(found.folds)
    from scipy import stats

    half = stats.t.ppf(0.975, 4) * np.sqrt((1 / 5 + share) * folds.var(ddof=1))
    assert found.mean.high - found.mean.value == pytest.approx(half)


def test_no_curve_has_an_interval_without_width():
    cases = np.tile([[0.0], [9.0]], (30, 1))
    curve = assay.complexity_curve(
        KNeighborsClassifier(), cases, np.tile([0, 1], 30), parameter="n_neighbors", values=[1, 3]
    )
    assert all(np.isnan(point.test.low) for point in curve.points)
    assert str(curve)


class Moody(ClassifierMixin, BaseEstimator):
    """Fails where the first case is missing."""

    def __init__(self, mood="raise"):
        self.mood = mood

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.bad = 0.0 not in X[:, 0]
        if self.bad and self.mood == "raise":
            raise RuntimeError("the first case is missing")
        return self

    def predict(self, X):
        return {"raise": np.zeros(len(X)), "short": np.zeros(len(X) - self.bad), "nan": np.full(len(X), np.nan)}[
            self.mood if self.bad else "raise"
        ]


@pytest.mark.parametrize("mood", ["raise", "short", "nan"])
@pytest.mark.parametrize("scheme", ["5-fold", "monte-carlo 4 at 50%", "bootstrap 6"])
def test_skip_skips_whatever_a_fit_does(mood, scheme):
    cases = np.arange(60.0)[:, None]
    labels = (np.arange(60) % 2).astype(float)
    found = assay.validate(Moody(mood), cases, labels, scheme=scheme, on_error="skip", metrics="all", seed=1)
    assert found.only.failed
    assert found["accuracy"].mean.defined
    with pytest.raises(assay.AssayError, match="failed"):
        assay.validate(Moody(mood), cases, labels, scheme=scheme, seed=1)


def test_failed_inner_fits_leave_a_note():
    found = assay.validate(
        KNeighborsClassifier(), *NOISE, scheme="nested 3-fold / 2-fold", search={"n_neighbors": [1, 500]},
        metrics="accuracy", on_error="skip",
    )  # fmt: skip
    assert any(note.code == "failed-inner" for note in found.notes)


def test_settings_of_any_kind_survive_checkpoints_and_documents(tmp_path):
    path = tmp_path / "run"
    space = {"priors": [np.array([0.3, 0.7]), np.array([0.5, 0.5])]}
    first, again = (
        assay.validate(
            LinearDiscriminantAnalysis(), *NOISE, scheme="nested 3-fold / 2-fold", search=space, checkpoint=path
        )
        for _ in range(2)
    )
    assert first.to_json().split('"seconds"')[0] == again.to_json().split('"seconds"')[0]
    assert str(first)
    search = GridSearchCV(LinearDiscriminantAnalysis(), {"priors": [(0.3, 0.7), (0.5, 0.5)]}, cv=2)
    other = tmp_path / "other"
    one, two = (assay.validate(search, *NOISE, scheme="3-fold", checkpoint=other) for _ in range(2))
    assert one.only.chosen == two.only.chosen
    curve = assay.complexity_curve(
        LinearDiscriminantAnalysis(), *NOISE, parameter="priors", values=space["priors"], scheme="3-fold"
    )
    assert str(curve)
    assert curve.to_json()
    assert curve.to_markdown()


def test_threads_leave_the_filters_of_warnings_alone():
    before = list(warnings.filters)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        inside = list(warnings.filters)
        with joblib.parallel_config("threading", n_jobs=4):
            assay.validate(LogisticRegression(max_iter=1), *TUMOURS, scheme="20-fold", metrics="accuracy")
        assert list(warnings.filters) == inside
    assert list(warnings.filters) == before


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: assay.validate(LogisticRegression(), *NOISE, group=[np.nan] + [1.0] * 59), ["group", "1 missing"]),
        (lambda: assay.validate(LogisticRegression(), *NOISE, scheme=KFold(90)), ["KFold", "90"]),
        (lambda: assay.validate(Ridge(), *DIABETES, scheme=StratifiedKFold(5)), ["StratifiedKFold"]),
        (lambda: assay.validate(LogisticRegression(), *NOISE, scheme="train/validation/test 1.2.3/1/1"), ["not known"]),
        (lambda: assay.validate(LogisticRegression(), *NOISE, scheme=[(["a"], ["b"])]), ["Split 0"]),
        (lambda: assay.validate(LogisticRegression(), *NOISE, scheme=[([0.5, 1], [2])]), ["Split 0"]),
        (lambda: assay.validate(LogisticRegression(), *NOISE, seed=2**40), ["seed"]),
        (lambda: assay.learning_curve(LogisticRegression(), *NOISE, sizes=5), ["sizes"]),
        (lambda: assay.learning_curve(LogisticRegression(), *NOISE, extrapolate_to="many"), ["extrapolate_to"]),
        (lambda: assay.complexity_curve(Ridge(), *DIABETES, parameter="alpha", values=3), ["values"]),
        (lambda: assay.bias_variance(LogisticRegression(), NOISE[0], ["a", "b"] * 30, loss="squared"), ["zero-one"]),
        (lambda: assay.bias_variance(Ridge(), DIABETES[0], function=3), ["function"]),
        (lambda: assay.validate(LogisticRegression(), *NOISE, select="rmse", scheme="nested 3-fold / 3-fold",
                                search={"C": [1]}), ["rmse"]),
        (lambda: assay.validate(LogisticRegression(), *NOISE, select="accuracy"), ["select="]),
        (lambda: assay.validate(LogisticRegression(), *NOISE, candidates=3), ["candidates="]),
        (lambda: assay.validate(LogisticRegression(), *NOISE, scheme="nested 3-fold / 3-fold", search={"C": []}),
         ["no setting"]),
    ],
)  # fmt: skip
def test_refusals_in_words(call, words):
    with pytest.raises(assay.AssayError) as caught:
        call()
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_several_labels_can_be_nested_and_learnt():
    marks = np.stack([IRIS[1] == 0, IRIS[1] == 1], axis=1).astype(int)
    found = assay.validate(
        DecisionTreeClassifier(random_state=0), IRIS[0], marks, scheme="nested 3-fold / 2-fold",
        search={"max_depth": [1, 3]},
    )  # fmt: skip
    assert found.selected_by == "f1_macro"
    curve = assay.learning_curve(DecisionTreeClassifier(random_state=0), IRIS[0], marks, sizes=[20, 50], repeats=2)
    assert curve.metric == "hamming_loss"


def test_all_metrics_do_not_depend_on_the_order_of_the_models():
    models = {"bare": Bare(), "near": KNeighborsClassifier()}
    one = assay.validate(models, TUMOURS[0], TUMOURS[1], scheme="3-fold", metrics="all")
    two = assay.validate(dict(reversed(models.items())), TUMOURS[0], TUMOURS[1], scheme="3-fold", metrics="all")
    assert set(one["near"]) == set(two["near"])
    assert one["bare"]["roc_auc"].mean.note == "the model gives no scores"


def test_categories_are_left_to_models_that_take_them():
    frame = pd.DataFrame({"kind": pd.Categorical(["a", "b", "c"] * 50), "size": IRIS[0][:, 0]})
    model = HistGradientBoostingClassifier(max_iter=5, categorical_features="from_dtype")
    assert assay.validate(model, frame, IRIS[1], scheme="3-fold").n == 150


def test_decisions_of_two_labels_of_text_make_an_area():
    labels = np.where(NOISE[1] == 1, "yes", "no")
    found = assay.validate(LinearSVC(), NOISE[0], labels, scheme="3-fold")
    numeric = assay.validate(LinearSVC(), *NOISE, scheme="3-fold")
    assert found["roc_auc_macro"].folds == pytest.approx(numeric["roc_auc"].folds)


def test_metrics_that_are_no_means_are_not_averaged_over_single_cases():
    found = assay.validate(Ridge(), *DIABETES, scheme="leave-one-out", metrics=["mae", "rmse"])
    assert found["mae"].mean.value == pytest.approx(found["mae"].pooled.value)
    assert np.isnan(found["rmse"].mean.value)
    assert "too small" in found["rmse"].mean.note
    assert found["rmse"].pooled.defined
