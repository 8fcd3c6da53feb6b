"""validate(group=) and learning_curve(group=): test cases of one group are one unit."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import special, stats
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.naive_bayes import GaussianNB

import assay

METHOD = "jackknife over groups"
PATIENTS = 40


@pytest.fixture(scope="module")
def images() -> dict[str, np.ndarray]:
    """Patients with ten images each, who differ in what the model sees and in how often they are ill."""
    rng = np.random.default_rng(0)
    patient = np.repeat(np.arange(PATIENTS), 10)
    own = rng.normal(size=(PATIENTS, 3))[patient]
    ill = (rng.random(len(patient)) < special.expit(1.5 * own[:, 0])).astype(int)
    return {"X": own + 0.3 * rng.normal(size=own.shape), "y": ill, "patient": patient}


@pytest.fixture(scope="module")
def folded(images):
    return assay.validate(
        LogisticRegression(), images["X"], images["y"], group=pd.Series(images["patient"], name="patient")
    )


def logit_limits(value: float, moves: np.ndarray, effective: float) -> tuple[float, float]:
    error = np.sqrt((len(moves) - 1) / len(moves) * np.sum(np.square(moves))) / (value * (1 - value))
    reach = stats.t.ppf(0.975, effective - 1) * error
    return special.expit(special.logit(value) - reach), special.expit(special.logit(value) + reach)


def test_the_pooled_accuracy_is_the_jackknife_over_groups_written_out(images, folded) -> None:
    tested = folded.only.predictions
    right = (tested.prediction == tested.truth).astype(float)
    group = images["patient"][tested.case]
    value = right.mean()
    moves = np.array([right[group != name].mean() - value for name in range(PATIENTS)])
    pooled = folded["accuracy"].pooled
    assert pooled.method == METHOD
    assert (pooled.low, pooled.high) == pytest.approx(logit_limits(value, moves, PATIENTS), abs=1e-9)


def test_the_pooled_area_is_near_the_jackknife_written_out(images, folded) -> None:
    tested = folded.only.predictions
    group = images["patient"][tested.case]
    value = roc_auc_score(tested.truth, tested.score)
    moves = [roc_auc_score(tested.truth[group != own], tested.score[group != own]) - value for own in range(PATIENTS)]
    pooled = folded["roc_auc"].pooled
    assert (pooled.low, pooled.high) == pytest.approx(logit_limits(value, np.array(moves), PATIENTS), abs=5e-3)


def test_the_result_says_how_many_groups_there_are_and_what_they_do(folded) -> None:
    assert folded.grouping.names == ("patient",)
    assert folded.grouping.groups == PATIENTS
    assert folded.grouping.design_effect > 1.2
    told = next(note.message for note in folded.notes if note.code == "grouping")
    assert "400 cases in 40 groups (patient)" in told
    assert "design effect" in told
    assert "tested on 40 groups (patient)" in " ".join(str(folded).split())
    assert folded.to_dict()["grouping"]["groups"] == [PATIENTS]


def test_the_whole_judgement_of_test_predictions_knows_the_groups(folded) -> None:
    evaluation = folded.only.evaluation
    assert evaluation["recall"].method == METHOD
    assert evaluation.units == PATIENTS


def test_a_holdout_compares_models_over_groups(images) -> None:
    models = {"logistic": LogisticRegression(), "bayes": GaussianNB()}
    result = assay.validate(
        models, images["X"], images["y"], group=images["patient"], scheme="grouped holdout 30%", metrics="accuracy"
    )
    assert result["logistic"]["accuracy"].mean.method == METHOD
    pair = result.pair("accuracy", "logistic", "bayes")
    assert pair.test == "sign flips of groups"
    tested = {name: model.predictions.first() for name, model in result.models.items()}
    direct = assay.compare(
        tested["logistic"].truth,
        prediction={name: part.prediction for name, part in tested.items()},
        group=tested["logistic"].group,
        metrics="accuracy",
        positive=1,
    )
    assert pair.p_value == direct["accuracy"].pairs[0].p_value


def test_parts_that_overlap_still_say_how_many_groups_there_are(images) -> None:
    result = assay.validate(
        LogisticRegression(), images["X"], images["y"], group=images["patient"], scheme="grouped monte-carlo 3 at 20%"
    )
    assert result.grouping.groups == PATIENTS
    assert result.grouping.design_effect is None
    assert result["accuracy"].pooled.method == "none"


def test_groups_of_one_case_are_noted_and_change_no_interval(images) -> None:
    result = assay.validate(LogisticRegression(), images["X"], images["y"], group=np.arange(400), metrics="accuracy")
    assert [note.code for note in result.notes] == ["groups-of-one"]
    tested = result.only.predictions.first()
    alone = assay.evaluate(tested.truth, tested.prediction, positive=1, metrics="accuracy")["accuracy"]
    assert (result["accuracy"].pooled.low, result["accuracy"].pooled.high) == (alone.low, alone.high)


def test_few_groups_are_noted(images) -> None:
    few = images["patient"] % 6
    result = assay.validate(
        LogisticRegression(), images["X"], images["y"], group=few, scheme="grouped 3-fold", metrics="accuracy"
    )
    assert "few-groups" in {note.code for note in result.notes}


def test_a_column_of_the_features_that_names_what_repeats_is_pointed_out(images) -> None:
    cases = pd.DataFrame(images["X"], columns=list("abc")).assign(patient=images["patient"])
    result = assay.validate(LogisticRegression(max_iter=1000), cases, images["y"], metrics="accuracy", scheme="3-fold")
    message = next(note.message for note in result.notes if note.code == "repeated-identity")
    assert "`patient`" in message
    assert "40 values in 400 rows" in message


def test_a_test_part_of_one_group_is_refused_before_the_first_fit(images) -> None:
    class Unfit(LogisticRegression):
        def fit(self, X, y):
            raise AssertionError("fitted")

    with pytest.raises(assay.AssayError, match="all belong to one group"):
        assay.validate(Unfit(), images["X"], images["y"], group=images["patient"] % 3, scheme="grouped holdout 20%")


def test_a_case_doubled_inside_its_group_says_nothing_new(images, folded) -> None:
    """Pooled intervals over twice the test cases: as wide, where single cases would make them narrower."""
    tested = folded.only.predictions
    twice = assay.evaluate(
        np.repeat(tested.truth, 2),
        score=np.repeat(tested.score, 2),
        group=np.repeat(tested.group, 2),
        metrics="roc_auc",
    )["roc_auc"]
    pooled = folded["roc_auc"].pooled
    assert (twice.low, twice.high) == pytest.approx((pooled.low, pooled.high), abs=1e-9)


def test_a_learning_curve_holds_the_groups_of_the_test_part(images) -> None:
    curve = assay.learning_curve(
        LogisticRegression(), images["X"], images["y"], group=images["patient"], sizes=[50, 150], repeats=4
    )
    alone = assay.learning_curve(LogisticRegression(), images["X"], images["y"], sizes=[50, 150], repeats=4)
    grouped, single = curve.points[-1].test, alone.points[-1].test
    assert grouped.method == METHOD
    assert grouped.high - grouped.low > 2 * (single.high - single.low)
    assert curve.grouping.groups >= 10
    assert f"{curve.grouping.groups} groups" in curve.notes[0].message
    assert f"tested on {curve.grouping.groups} groups" in " ".join(str(curve).split())


def test_the_band_of_a_learning_curve_adds_both_variances(images) -> None:
    """Of one size where every training set is the whole part, only the groups of the test part are left."""
    curve = assay.learning_curve(
        LogisticRegression(), images["X"], images["y"], group=images["patient"], sizes=[1.0], repeats=3
    )
    split = next(iter(assay.schemes.Holdout(1 / 3, grouped=True).split(400, group=images["patient"], seed=0)))
    model = LogisticRegression().fit(images["X"][split.train], images["y"][split.train])
    wrong = (model.predict(images["X"][split.test]) != images["y"][split.test]).astype(float)
    group = images["patient"][split.test]
    value, names = wrong.mean(), np.unique(group)
    moves = np.array([wrong[group != name].mean() - value for name in names])
    point = curve.points[0].test
    assert point.value == pytest.approx(value)
    assert (point.low, point.high) == pytest.approx(logit_limits(value, moves, len(names)), abs=1e-6)


def test_groups_of_one_case_leave_a_learning_curve_as_it_was(images) -> None:
    curve = assay.learning_curve(
        LogisticRegression(), images["X"], images["y"], group=np.arange(400), sizes=[150], repeats=3
    )
    assert curve.points[0].test.method == "t"
    assert "groups-of-one" in {note.code for note in curve.notes}
