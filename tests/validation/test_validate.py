"""validate: the numbers of scikit-learn, estimates kept apart by name, searches, and what is refused."""

from __future__ import annotations

import json
import math
from itertools import combinations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse, stats
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits, load_iris
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import GradientBoostingClassifier, HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression, Ridge, SGDClassifier
from sklearn.metrics import accuracy_score, roc_auc_score
from sklearn.model_selection import GridSearchCV, KFold, RandomizedSearchCV, StratifiedKFold, cross_validate
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import assay

TUMOURS = load_breast_cancer(return_X_y=True)
IRIS = load_iris(return_X_y=True)
DIABETES = load_diabetes(return_X_y=True)


class Fixed(ClassifierMixin, BaseEstimator):
    """Answers what the first column says."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.asarray(X)[:, 0].astype(int)


class Bare:
    """Nothing but fit and predict."""

    def fit(self, X, y):
        self.answer = y[0]

    def predict(self, X):
        return [self.answer] * len(X)


def test_same_folds_and_scores_as_cross_validate():
    model = make_pipeline(StandardScaler(), LogisticRegression())
    scoring = {"accuracy": "accuracy", "f1": "f1", "roc_auc": "roc_auc", "average_precision": "average_precision"}
    cv = StratifiedKFold(10, shuffle=True, random_state=5)
    theirs = cross_validate(model, *TUMOURS, cv=cv, scoring={**scoring, "log_loss": "neg_log_loss"})
    ours = assay.validate(model, *TUMOURS, seed=5)
    assert ours.scheme == "stratified 10-fold"
    for name in scoring:
        assert np.allclose(ours[name].folds, theirs[f"test_{name}"], rtol=0, atol=1e-12)
    assert np.allclose(ours["log_loss"].folds, -theirs["test_log_loss"], atol=1e-12)


@pytest.mark.parametrize("scheme", ["10-fold", "3x4-fold", "monte-carlo 5 at 30%", "holdout 1/3", "time 4-fold"])
def test_same_regression_scores_as_cross_validate(scheme):
    splits = [(part.train, part.test) for part in assay.schemes.parse(scheme).split(442, seed=2)]
    names = {"mae": "neg_mean_absolute_error", "rmse": "neg_root_mean_squared_error", "r2": "r2"}
    theirs = cross_validate(Ridge(), *DIABETES, cv=splits, scoring=names)
    ours = assay.validate(Ridge(), *DIABETES, scheme=scheme, seed=2)
    for name, sign in (("mae", -1), ("rmse", -1), ("r2", 1)):
        assert np.allclose(ours[name].folds, sign * theirs[f"test_{name}"], rtol=1e-10)


def test_splitters_and_given_splits_are_taken():
    cv = KFold(4)
    ours = assay.validate(Ridge(), *DIABETES, scheme=cv, metrics="r2")
    theirs = cross_validate(Ridge(), *DIABETES, cv=cv, scoring="r2")["test_score"]
    assert np.allclose(ours["r2"].folds, theirs)
    listed = assay.validate(Ridge(), *DIABETES, scheme=list(cv.split(DIABETES[0])), metrics="r2")
    assert listed["r2"].folds == ours["r2"].folds
    assert any(note.code == "given-splits" for note in listed.notes)


def test_worked_example_46_mean_and_pooled_by_separate_names():
    right = [11, 17, 16, 13, 16]
    truth = np.tile([1, 0], 50)
    said = truth.copy()
    splits = []
    for fold, count in enumerate(right):
        rows = np.arange(20 * fold, 20 * (fold + 1))
        said[rows[count:]] = 1 - truth[rows[count:]]
        splits.append((np.setdiff1d(np.arange(100), rows), rows))
    found = assay.validate(Fixed(), said[:, None], truth, scheme=splits, metrics="accuracy")["accuracy"]
    assert np.allclose(found.folds, np.array(right) / 20)
    assert found.mean.value == pytest.approx(0.73)
    assert found.pooled.value == pytest.approx(0.73)
    assert found.sd == pytest.approx(0.1255, abs=5e-5)


def test_worked_example_7_is_a_standard_error_not_a_standard_deviation():
    found = assay.stats.mean_t([0.8, 0.6, 0.7, 0.8])
    assert (found.value, found.low, found.high) == pytest.approx((0.725, 0.5727, 0.8773), abs=5e-5)


def test_the_interval_is_nadeau_and_bengios_with_k_minus_1_degrees():
    found = assay.validate(Ridge(), *DIABETES, scheme="5x10-fold", metrics="mae")["mae"]
    folds = np.array(found.folds)
    half = stats.t.ppf(0.975, 9) * math.sqrt((1 / 50 + 1 / 9) * folds.var(ddof=1))
    assert found.mean.low == pytest.approx(folds.mean() - half)
    assert found.mean.high == pytest.approx(folds.mean() + half)
    assert found.mean.method == "corrected-t"
    assert "not of your final model" in found.mean.note


def test_mean_and_pooled_agree_for_means_of_equal_folds_and_differ_for_areas():
    found = assay.validate(KNeighborsClassifier(), TUMOURS[0][:500], TUMOURS[1][:500], scheme="10-fold")
    assert found["accuracy"].mean.value == pytest.approx(found["accuracy"].pooled.value)
    assert found["roc_auc"].mean.value != pytest.approx(found["roc_auc"].pooled.value, abs=1e-6)
    frame = found.only.predictions.to_frame()
    area = roc_auc_score(frame["truth"], frame["score"])
    assert found["roc_auc"].pooled.value == pytest.approx(area)
    assert frame["case"].sort().to_list() == list(range(500))


def test_pooled_over_repetitions_is_not_counted_several_times():
    once = assay.validate(KNeighborsClassifier(), *IRIS, scheme="stratified 5-fold", metrics="accuracy")
    many = assay.validate(KNeighborsClassifier(), *IRIS, scheme="stratified 10x5-fold", metrics="accuracy")
    widths = [one["accuracy"].pooled.high - one["accuracy"].pooled.low for one in (once, many)]
    assert widths[1] == pytest.approx(widths[0], rel=0.25)
    assert many["accuracy"].pooled.n == 150


def test_resubstitution_stands_beside_the_test_score():
    found = assay.validate(DecisionTreeClassifier(random_state=0), *TUMOURS, metrics="accuracy")
    assert found["accuracy"].resubstitution == 1.0 > found["accuracy"].mean.value
    alone = assay.validate(
        DecisionTreeClassifier(random_state=0), *TUMOURS, scheme="resubstitution", metrics="accuracy"
    )
    assert alone["accuracy"].mean.value == 1.0
    assert any(note.code == "resubstitution" for note in alone.notes)
    lazy = assay.validate(KNeighborsClassifier(1), *IRIS, scheme="leave-one-out", metrics="accuracy")
    assert lazy["accuracy"].resubstitution == 1.0


def test_holdout_is_the_usual_road_on_one_part():
    found = assay.validate(Ridge(), *DIABETES, scheme="holdout 1/3", metrics="rmse", seed=4)
    part = found.only.predictions.of_repeat(0)
    direct = assay.evaluate(part.truth, part.prediction, metrics="rmse", seed=4)["rmse"]
    mean = found["rmse"].mean
    assert (mean.value, mean.low, mean.high) == (direct.value, direct.low, direct.high)
    assert "this one model" in found.target


def test_bootstrap_632_and_plus_follow_efron_and_tibshirani():
    model, (cases, labels) = KNeighborsClassifier(1), TUMOURS
    found = assay.validate(model, cases, labels, scheme="bootstrap 20 .632+", metrics=["error_rate", "accuracy"])
    error = found["error_rate"]
    seen = np.mean(model.fit(cases, labels).predict(cases) != labels)
    out = np.mean(error.folds)
    p, q = labels.mean(), model.predict(cases).mean()
    chance = p * (1 - q) + (1 - p) * q
    rate = (min(out, chance) - seen) / (chance - seen)
    weight = (1 - np.exp(-1)) / (1 - np.exp(-1) * rate)
    assert error.resubstitution == pytest.approx(seen)
    assert error.more["no_information"] == pytest.approx(chance)
    assert error.mean.value == pytest.approx((1 - weight) * seen + weight * min(out, chance))
    assert found["accuracy"].mean.value == pytest.approx(1 - error.mean.value)
    plain = assay.validate(model, cases, labels, scheme="bootstrap 20 .632", metrics="error_rate")["error_rate"]
    assert plain.mean.value == pytest.approx(np.exp(-1) * seen + (1 - np.exp(-1)) * np.mean(plain.folds))
    assert found.fits == 21


def test_the_632_plus_estimate_stays_between_its_parts():
    plus = assay.stats.bootstrap_632_plus
    assert plus(0.0, 0.5, 0.5) == pytest.approx(0.5)
    assert plus(0.2, 0.1, 0.5) == pytest.approx(assay.stats.bootstrap_632(0.2, 0.1))
    assert plus(1.0, 0.8, 0.5) == pytest.approx(1 - plus(0.0, 0.2, 0.5))
    assert plus(0.3, 0.3, 0.3) == pytest.approx(0.3)


def test_leave_pair_out_is_the_share_of_pairs_in_order():
    cases, labels = IRIS[0][40:62, :2], IRIS[1][40:62]
    model = LogisticRegression()
    found = assay.validate(model, cases, labels, scheme="leave-pair-out")
    orders = []
    for positive in np.flatnonzero(labels == 1):
        for negative in np.flatnonzero(labels == 0):
            kept = np.setdiff1d(np.arange(len(labels)), [positive, negative])
            scores = model.fit(cases[kept], labels[kept]).decision_function(cases[[positive, negative]])
            orders.append(0.5 * (1 + np.sign(scores[0] - scores[1])))
    assert found["roc_auc"].mean.value == pytest.approx(np.mean(orders))
    assert found.fits == 10 * 12
    with pytest.raises(assay.AssayError, match="roc_auc"):
        assay.validate(model, cases, labels, scheme="leave-pair-out", metrics="accuracy")


def test_an_area_is_undefined_in_folds_of_one_case_and_says_so():
    found = assay.validate(LogisticRegression(), *IRIS_TWO, scheme="leave-one-out", metrics=["roc_auc", "accuracy"])
    assert math.isnan(found["roc_auc"].mean.value)
    assert "see the pooled estimate" in found["roc_auc"].mean.note
    assert found["roc_auc"].pooled.value > 0.5
    assert found["accuracy"].mean.value == pytest.approx(found["accuracy"].pooled.value)


IRIS_TWO = IRIS[0][50:], IRIS[1][50:] - 1


def test_folds_that_score_the_same_still_get_an_interval():
    cases = np.tile([[0.0], [10.0]], (30, 1))
    found = assay.validate(KNeighborsClassifier(1), cases, np.tile([0, 1], 30), metrics="accuracy")["accuracy"]
    assert found.mean.value == 1.0
    assert found.mean.low < 0.96


def test_several_models_share_folds_and_are_compared_with_the_corrected_test():
    models = {"knn": KNeighborsClassifier(), "tree": DecisionTreeClassifier(random_state=0), "none": DummyClassifier()}
    found = assay.validate(models, *TUMOURS, metrics=["accuracy"])
    assert found.scheme == "stratified 10x10-fold"
    assert found.fits == 300
    assert len(found.pairs) == 3
    for a, b in combinations(models, 2):
        pair = found.pair("accuracy", a, b)
        gaps = np.array(found[a]["accuracy"].folds) - np.array(found[b]["accuracy"].folds)
        test = assay.stats.corrected_t(gaps, folds=10)
        assert pair.p_value == pytest.approx(test.p_value)
        assert (pair.difference.low, pair.difference.high) == pytest.approx((test.low, test.high))
        assert pair.df == (9,)
    ordered = assay.stats.adjust([pair.p_value for pair in found.pairs], "holm")
    assert [pair.p_adjusted for pair in found.pairs] == pytest.approx(ordered.tolist())
    assert "knn is better than none" in found.pair("accuracy", "knn", "none").verdict


def test_models_on_one_test_part_are_compared_as_compare_does():
    models = {"knn": KNeighborsClassifier(), "tree": DecisionTreeClassifier(random_state=0)}
    found = assay.validate(models, *TUMOURS, scheme="holdout 1/3", metrics="accuracy")
    pair = found.pair("accuracy", "knn", "tree")
    assert pair.test == "McNemar mid-p"
    parts = {name: found[name].predictions for name in models}
    direct = assay.compare(
        parts["knn"].truth, prediction={name: part.prediction for name, part in parts.items()}, metrics="accuracy"
    )["accuracy"].pairs[0]
    assert pair.p_value == direct.p_value


def test_nested_search_is_a_grid_search_inside_every_outer_part():
    grid = {"n_neighbors": [1, 5, 25], "weights": ["uniform", "distance"]}
    found = assay.validate(
        KNeighborsClassifier(), *IRIS, scheme="nested 5-fold / 3-fold", search=grid, metrics="accuracy", seed=1
    )
    assert found.fits == 5 * 6 * 3 + 5
    scores = []
    for place, part in enumerate(assay.schemes.KFold(5).split(150, seed=1)):
        inner = KFold(3, shuffle=True, random_state=1)
        theirs = GridSearchCV(KNeighborsClassifier(), grid, cv=inner, scoring="accuracy")
        theirs.fit(IRIS[0][part.train], IRIS[1][part.train])
        assert found.only.inner[place]["value"] == pytest.approx(theirs.best_score_)
        assert theirs.cv_results_["mean_test_score"] == pytest.approx(np.array(found.only.inner[place]["candidates"]))
        scores.append(theirs.best_estimator_.__class__(**found.only.chosen[place]).fit(
            IRIS[0][part.train], IRIS[1][part.train]).score(IRIS[0][part.test], IRIS[1][part.test]))  # fmt: skip
    assert found["accuracy"].folds == pytest.approx(scores)
    assert found.selected_by == "accuracy"
    value, share = found.only.stability["n_neighbors"]
    assert value in grid["n_neighbors"]
    assert 0 < share <= 1


def test_searches_of_scikit_learn_are_taken_apart_by_nested_schemes():
    search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 9]}, cv=3)
    nested = assay.validate(search, *IRIS, scheme="nested 4-fold / 3-fold", metrics="accuracy")
    assert nested.fits == 4 * 2 * 3 + 4
    assert any(note.code == "search" for note in nested.notes)
    drawn = RandomizedSearchCV(KNeighborsClassifier(), {"n_neighbors": stats.randint(1, 30)}, n_iter=5)
    assert assay.validate(drawn, *IRIS, scheme="nested 4-fold / 3-fold", metrics="accuracy").fits == 4 * 5 * 3 + 4
    own = assay.validate(search, *IRIS, scheme="4-fold", metrics="accuracy")
    assert own.fits == 4
    assert all(set(chosen) == {"n_neighbors"} for chosen in own.only.chosen)


def test_any_two_schemes_nest_and_the_metric_of_the_choice_can_be_named():
    cases, labels = load_digits(return_X_y=True)
    found = assay.validate(
        KNeighborsClassifier(), cases[:400], labels[:400], scheme="nested holdout 1/3 / monte-carlo 5 at 30%",
        search={"n_neighbors": [1, 3, 50]}, select="log_loss", metrics="accuracy",
    )  # fmt: skip
    assert found.selected_by == "log_loss"
    assert found.only.chosen[0]["n_neighbors"] in (1, 3)
    assert len(found["accuracy"].folds) == 1


def test_train_validation_test_looks_at_the_test_part_once():
    found = assay.validate(
        KNeighborsClassifier(), *IRIS, scheme="train/validation/test 60/20/20", search={"n_neighbors": [1, 5, 9]},
        metrics="accuracy",
    )  # fmt: skip
    assert found.fits == 4
    assert found.train_size == 120
    assert len(found.only.predictions) == 30


@pytest.mark.parametrize("inner", [SGDClassifier(random_state=0), GradientBoostingClassifier(random_state=0)])
def test_early_stopping_keeps_the_best_round(inner):
    model = assay.EarlyStopping(inner, rounds=30, patience=5, random_state=0)
    if hasattr(inner, "n_estimators"):
        model.set_params(model__n_estimators=25)
    found = assay.validate(make_pipeline(StandardScaler(), model), *TUMOURS, scheme="3-fold", metrics="accuracy")
    assert found["accuracy"].mean.value > 0.9
    fitted = model.fit(StandardScaler().fit_transform(TUMOURS[0]), TUMOURS[1])
    assert fitted.rounds_ == int(np.argmin(fitted.losses_)) + 1
    assert fitted.losses_[fitted.rounds_ - 1] == min(fitted.losses_)
    assert len(fitted.losses_) <= 30


def test_early_stopping_needs_rounds_or_stages():
    with pytest.raises(assay.AssayError, match="partial_fit"):
        assay.EarlyStopping(KNeighborsClassifier()).fit(*IRIS)


FORMS = {
    "list": lambda cases: cases.tolist(),
    "pandas": lambda cases: pd.DataFrame(cases, columns=list("abcd")),
    "polars": lambda cases: pl.DataFrame(cases, schema=list("abcd")),
    "sparse": sparse.csr_matrix,
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_features_gives_the_same(form):
    expected = assay.validate(KNeighborsClassifier(), *IRIS, scheme="5-fold", metrics="accuracy")
    found = assay.validate(KNeighborsClassifier(), FORMS[form](IRIS[0]), IRIS[1], scheme="5-fold", metrics="accuracy")
    assert found["accuracy"].folds == expected["accuracy"].folds


def test_labels_of_text_need_no_positive_class_and_take_one():
    labels = np.where(TUMOURS[1] == 1, "benign", "malignant")
    model = make_pipeline(StandardScaler(), LogisticRegression())
    both = assay.validate(model, TUMOURS[0], labels)
    assert list(both) == ["accuracy", "f1_macro", "roc_auc_macro", "log_loss"]
    assert any(note.code == "no-positive" for note in both.notes)
    one = assay.validate(model, TUMOURS[0], pd.Series(labels), positive="malignant", metrics=["recall", "roc_auc"])
    numeric = assay.validate(model, TUMOURS[0], 1 - TUMOURS[1], metrics=["recall", "roc_auc"])
    assert one["recall"].folds == pytest.approx(numeric["recall"].folds)
    assert one["roc_auc"].folds == pytest.approx(numeric["roc_auc"].folds)


def test_decision_functions_are_scores_turned_to_the_positive_class():
    labels = np.where(TUMOURS[1] == 1, "benign", "malignant")
    model = make_pipeline(StandardScaler(), SVC())
    found = assay.validate(model, TUMOURS[0], labels, positive="benign", scheme="3-fold")
    assert "log_loss" not in found.only
    assert found["roc_auc"].mean.value > 0.98
    other = assay.validate(model, TUMOURS[0], labels, positive="malignant", scheme="3-fold", metrics="roc_auc")
    assert other["roc_auc"].folds == pytest.approx(found["roc_auc"].folds)


def test_a_bare_object_with_fit_and_predict_is_enough():
    found = assay.validate(Bare(), IRIS[0].tolist(), IRIS[1], scheme="5-fold")
    assert list(found) == ["accuracy", "f1_macro"]


def test_several_outputs_and_several_labels():
    many = np.stack([DIABETES[1], DIABETES[1] ** 0.5], axis=1)
    assert assay.validate(Ridge(), DIABETES[0], many, scheme="5-fold")["rmse"].mean.value > 0
    marks = np.stack([IRIS[1] == 0, IRIS[1] == 1], axis=1).astype(int)
    found = assay.validate(DecisionTreeClassifier(random_state=0), IRIS[0], marks, scheme="5-fold")
    assert found.task == "multilabel"
    assert found["f1_macro"].mean.value > 0.8


def test_the_users_own_loss_and_every_metric():
    def far(truth, prediction):
        return np.abs(truth - prediction) > 60

    found = assay.validate(Ridge(), *DIABETES, metrics=[far, "mae"], scheme="5-fold")
    frame = found.only.predictions.to_frame()
    assert found["far"].pooled.value == pytest.approx(((frame["truth"] - frame["prediction"]).abs() > 60).mean())
    everything = assay.validate(KNeighborsClassifier(), *TUMOURS, metrics="all", scheme="5-fold")
    assert {"mcc", "brier", "ks", "recall"} <= set(everything)
    assert everything.only.evaluation["mcc"].value == pytest.approx(everything["mcc"].pooled.value)


def test_missing_and_text_are_refused_with_names_or_left_to_who_can():
    frame = pd.DataFrame(IRIS[0], columns=["a", "b", "c", "d"])
    frame.loc[3:5, "b"] = np.nan
    with pytest.raises(assay.AssayError, match=r"'b' \(3, first at row 3\).*SimpleImputer"):
        assay.validate(KNeighborsClassifier(), frame, IRIS[1])
    assert assay.validate(HistGradientBoostingClassifier(max_iter=5), frame, IRIS[1], scheme="3-fold").n == 150
    with pytest.raises(assay.AssayError, match=r"column 1.*\(3, first"):
        assay.validate(KNeighborsClassifier(), frame.to_numpy(), IRIS[1])
    words = frame.fillna(0.0).assign(town=["x", "y", "z"] * 50)
    with pytest.raises(assay.AssayError, match=r"'town'.*OneHotEncoder"):
        assay.validate(KNeighborsClassifier(), words, IRIS[1])
    with pytest.raises(assay.AssayError, match="infinite"):
        assay.validate(KNeighborsClassifier(), np.full((150, 1), np.inf), IRIS[1])


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: assay.validate(KNeighborsClassifier, *IRIS), ["class", "KNeighborsClassifier()"]),
        (lambda: assay.validate(object(), *IRIS), ["fit()"]),
        (lambda: assay.validate({}, *IRIS), ["no model"]),
        (lambda: assay.validate(KNeighborsClassifier(), IRIS[0][:9], IRIS[1]), ["9 cases", "150"]),
        (lambda: assay.validate(KNeighborsClassifier(), IRIS[0], np.ones(150)), ["1.0", "every case"]),
        (lambda: assay.validate(KNeighborsClassifier(), IRIS[0], ["a", None] * 75), ["75 missing", "row 1"]),
        (lambda: assay.validate({"a": Ridge(), "b": KNeighborsClassifier()}, *IRIS), ["regressor", "classifier"]),
        (
            lambda: assay.validate(KNeighborsClassifier(), *IRIS, scheme="leave-5-out"),
            ["591,600,030", "allow_many_fits"],
        ),
        (lambda: assay.validate(KNeighborsClassifier(), *IRIS, scheme="stratified 60-fold"), ["60 cases", "50 cases"]),
        (lambda: assay.validate(KNeighborsClassifier(), *IRIS, group=[0, 1] * 75, scheme="5-fold"), ["2 of 2 groups"]),
        (lambda: assay.validate(KNeighborsClassifier(), *IRIS, search={"n_neighbors": [1]}), ["nested stratified"]),
        (lambda: assay.validate(KNeighborsClassifier(), *IRIS, scheme="nested 5-fold / 5-fold"), ["search="]),
        (lambda: assay.validate(KNeighborsClassifier(), *IRIS, metrics="rmse"), ["rmse"]),
        (lambda: assay.validate(Ridge(), *DIABETES, scheme="stratified 5-fold"), ["strata="]),
        (lambda: assay.validate(KNeighborsClassifier(), *IRIS, on_error="ignore"), ["on_error", "skip"]),
        (lambda: assay.validate(KNeighborsClassifier(), "iris.csv", IRIS[1]), ["X is str"]),
        (lambda: assay.validate(KNeighborsClassifier(), *IRIS, strata=[1, 2]), ["strata", "2"]),
        (
            lambda: assay.validate(
                KNeighborsClassifier(), *IRIS, scheme="nested 5-fold / 5-fold", search={"neighbours": [1]}
            ),
            ["'neighbours'", "n_neighbors"],
        ),
    ],
)
def test_bad_input_is_refused_in_the_users_own_words(call, words):
    with pytest.raises(assay.AssayError) as caught:
        call()
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_groups_stay_whole_and_give_the_default_scheme():
    groups = np.repeat(np.arange(15), 10)
    shuffled = np.random.default_rng(0).permutation(150)
    found = assay.validate(KNeighborsClassifier(), IRIS[0][shuffled], IRIS[1][shuffled], group=groups)
    assert found.scheme == "stratified grouped 10-fold"
    part = found.only.predictions
    for fold in np.unique(part.fold):
        assert not set(groups[part.case[part.fold == fold]]) & set(groups[part.case[part.fold != fold]])


def test_strata_may_be_any_column():
    bins = np.digitize(DIABETES[1], np.quantile(DIABETES[1], [0.25, 0.5, 0.75]))
    found = assay.validate(Ridge(), *DIABETES, strata=bins, metrics="mae")
    assert found.scheme == "stratified 10-fold"
    part = found.only.predictions
    shares = [np.mean(bins[part.case[part.fold == fold]] == 0) for fold in range(10)]
    assert max(shares) - min(shares) < 0.05


def test_random_states_left_open_are_set_from_the_seed():
    first, again, other = (
        assay.validate(RandomForestClassifier(5), *IRIS, scheme="3-fold", metrics="log_loss", seed=seed)[
            "log_loss"
        ].folds
        for seed in (1, 1, 2)
    )
    assert first == again != other


class Fussy(RegressorMixin, BaseEstimator):
    """Refuses training parts that hold a certain case."""

    def fit(self, X, y):
        if X[:, 2].max() < 0.17:
            raise RuntimeError("the tallest patient is missing")
        return self

    def predict(self, X):
        return np.zeros(len(X))


def test_a_fit_that_raises_is_reported_with_its_fold_or_skipped_with_a_note():
    with pytest.raises(assay.AssayError, match=r"'Fussy', fold \d+ of 10 failed: RuntimeError: the tallest"):
        assay.validate(Fussy(), *DIABETES, metrics="mae")
    found = assay.validate(Fussy(), *DIABETES, metrics="mae", on_error="skip")
    lost = np.isnan(found["mae"].folds)
    assert lost.sum() == len(found.only.failed) >= 1
    assert found["mae"].mean.value == pytest.approx(np.array(found["mae"].folds)[~lost].mean())
    assert any(note.code == "failed-fits" for note in found.notes)
    with pytest.raises(assay.AssayError, match="All 3 fits"):
        assay.validate(Fussy(), DIABETES[0] * 0.5, DIABETES[1], scheme="3-fold", on_error="skip")


def test_warnings_of_fits_become_one_note():
    found = assay.validate(LogisticRegression(max_iter=2), *TUMOURS, scheme="3-fold", metrics="accuracy")
    notes = [note.message for note in found.notes if note.code == "warned"]
    assert len(notes) == 1
    assert "3 of 3 fits" in notes[0]
    assert "ConvergenceWarning" in notes[0]


def test_a_class_that_a_training_part_lacks_is_named():
    labels = np.array(["a"] * 30 + ["b"] * 29 + ["rare"])
    found = assay.validate(KNeighborsClassifier(3), np.arange(60.0)[:, None], labels, scheme="5-fold")
    assert any("'rare'" in note.message for note in found.notes)


def test_the_json_document_keeps_the_contract():
    found = assay.validate({"knn": KNeighborsClassifier()}, *TUMOURS, scheme="stratified 10-fold", metrics="accuracy")
    data = json.loads(found.to_json())
    assert data["schema"] == "assay.validation/1"
    assert (data["scheme"], data["fits"], data["n"], data["pairs"]) == ("stratified 10-fold", 10, 569, [])
    accuracy = data["models"]["knn"]["metrics"]["accuracy"]
    assert len(accuracy["folds"]) == 10
    for name in ("mean", "pooled"):
        assert set(accuracy[name]) == {"value", "low", "high", "method", "n", "note"}
        assert accuracy[name]["low"] <= accuracy[name]["value"] <= accuracy[name]["high"]


def test_it_prints_marks_up_and_draws_itself(tmp_path):
    models = {"k|nn<b>": KNeighborsClassifier(), "tree": DecisionTreeClassifier(random_state=0)}
    found = assay.validate(models, *TUMOURS, scheme="2x3-fold", metrics=["accuracy", "roc_auc"])
    text = str(found)
    assert max(map(len, text.splitlines())) <= 80
    assert "2x3-fold: 12 fits" in text
    assert "not of your final model" in " ".join(text.split())
    assert "k\\|nn\\<b\\>" in found.to_markdown()
    assert "\\toprule" in found.to_latex()
    assert found.to_frame().shape == (2 * 2 * 6, 5)
    found.plot().save(tmp_path / "folds.svg")
    assert (tmp_path / "folds.svg").stat().st_size > 1000
    assert repr(found).startswith("<Validation: 2 models")
    with pytest.raises(assay.AssayError, match="folds"):
        found.plot("roc")


def test_row_order_of_models_does_not_change_a_model():
    one = assay.validate({"a": KNeighborsClassifier(), "b": DummyClassifier()}, *IRIS, scheme="5-fold")
    two = assay.validate({"b": DummyClassifier(), "a": KNeighborsClassifier()}, *IRIS, scheme="5-fold")
    assert one["a"]["accuracy"].folds == two["a"]["accuracy"].folds
    assert one.pairs[0].difference.value == pytest.approx(-two.pairs[0].difference.value)


def test_accuracy_score_of_pooled_predictions():
    found = assay.validate(KNeighborsClassifier(), *IRIS, metrics="accuracy")
    part = found.only.predictions
    assert found["accuracy"].pooled.value == pytest.approx(accuracy_score(part.truth, part.prediction))


def test_the_digits_experiment_of_the_documentation():
    cases, labels = load_digits(return_X_y=True)
    found = assay.validate(
        KNeighborsClassifier(), cases, labels, scheme="nested holdout 1/3 / monte-carlo 20 at 30%",
        search={"n_neighbors": [1, 3, 5, 15]}, metrics="accuracy",
    )  # fmt: skip
    assert found.only.chosen == ({"n_neighbors": 1},)
    means = found.only.inner[0]["candidates"]
    assert [round(mean, 3) for mean in means] == [0.987, 0.982, 0.977, 0.962]
    accuracy = found["accuracy"].mean
    assert [round(number, 3) for number in (accuracy.value, accuracy.low, accuracy.high)] == [0.985, 0.972, 0.993]
