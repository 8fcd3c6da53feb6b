"""What folds tested is cut into slices as evaluate cuts it, and priced as evaluate prices it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import assay
from assay.errors import InputError

RNG = np.random.default_rng(9)
N = 240
TRUTH = (RNG.random(N) < 0.4).astype(int)
X = pl.DataFrame({"p": TRUTH + RNG.normal(size=N), "q": RNG.normal(size=N), "age": RNG.uniform(18, 80, N)})
SITE = np.array(["north", "south", "west"])[RNG.integers(0, 3, N)]
COSTS = {"fp": 1, "fn": 20}


def fitted(**options):
    return assay.validate(GaussianNB(), X, TRUTH, **{"scheme": "5-fold", "metrics": "accuracy", **options})


def alone(made, by, **options):
    """Return what evaluate says of the same test predictions."""
    tested = made.only.predictions.first()
    return assay.evaluate(tested.truth, tested.prediction, score=tested.score, by=by, **options)


def test_slices_are_those_that_evaluate_makes_of_the_test_predictions():
    made = fitted(by={"site": SITE})
    wanted = alone(made, {"site": SITE})
    assert list(made.slices) == list(wanted.slices)
    for key in wanted.slices:
        for metric in ("accuracy", "roc_auc"):
            assert made.slices[key][metric] == wanted.slices[key][metric]
    assert made.slices.weakest("recall").key == wanted.slices.weakest("recall").key


@pytest.mark.parametrize("by", ["age", ["age"], {"age": "age"}, {"age": X["age"].to_numpy()}, X["age"]])
def test_a_column_is_named_or_handed_over(by):
    assert [made.n for made in fitted(by=by).slices.values()] == [60] * 4


def test_numbers_are_cut_at_edges():
    made = fitted(by={"age": [30, 60]})
    sizes = np.histogram(X["age"], [0, 30, 60, 100])[0].tolist()
    assert [own.n for own in made.slices.values()] == sizes


def test_pandas_and_groups_work_too():
    frame = pd.DataFrame(X.to_dict(as_series=False), index=[f"r{k}" for k in range(N)])
    made = assay.validate(GaussianNB(), frame, TRUTH, scheme="grouped 5-fold", group=np.arange(N) // 3, by="age",
                          metrics="accuracy")  # fmt: skip
    assert made.slices.names == ("age",)
    assert next(iter(made.slices.values()))["accuracy"].n == 60


def test_several_models_have_slices_of_their_own_and_all_are_shown():
    models = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=2, random_state=0)}
    made = assay.validate(models, X, TRUTH, scheme="5-fold", metrics="accuracy", by={"site": SITE})
    assert str(made).count("by site, the worst first") == 2
    found = assay.gate(made, ["accuracy of tree >= 0.1 in every site", "recall of bayes >= 0.01 in every class"])
    assert [len(one.parts) for one in found.requirements] == [3, 2]
    assert found.requirements[0].parts[1].estimate == made.models["tree"].slices["south"]["accuracy"]
    with pytest.raises(InputError, match="compares them fold by fold"):
        assay.gate(made, "bayes better than tree in accuracy in every site")
    assert "slices" in made.to_dict()["models"]["tree"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"by": "site"}, "has no column 'site'|site"),
        ({"by": SITE[:9]}, "9"),
        ({"by": np.zeros(N)}, "one value only"),
        ({"by": SITE, "scheme": "bootstrap 5"}, "several times or never"),
        ({"by": SITE, "scheme": "monte-carlo 5 at 30%"}, "several times or never"),
    ],
)
def test_what_cannot_be_cut_is_refused_before_the_first_fit(options, words):
    class Unfitted(GaussianNB):
        def fit(self, *_):
            raise AssertionError("fitted")

    with pytest.raises(InputError, match=words):
        assay.validate(Unfitted(), X, TRUTH, **{"scheme": "5-fold", "metrics": "accuracy", **options})


def test_costs_add_the_expected_cost_of_what_was_tested():
    made = fitted(costs=COSTS)
    tested = made.only.predictions.first()
    lost = np.where(tested.prediction > tested.truth, 1, np.where(tested.prediction < tested.truth, 20, 0))
    folds = [lost[tested.fold == fold].mean() for fold in range(5)]
    assert made["expected_cost"].folds == pytest.approx(folds)
    assert made["expected_cost"].pooled.value == pytest.approx(lost.mean())
    pooled, whole = made["expected_cost"].pooled, alone(made, None, costs=COSTS)["expected_cost"]
    assert (pooled.low, pooled.high, pooled.method) == (whole.low, whole.high, whole.method)
    assert list(fitted(metrics=None, costs=COSTS))[-1] == "expected_cost"
    assert "expected_cost" in fitted(metrics="all", costs=[[0, 1], [20, 0]])


def test_models_are_compared_by_their_costs_on_folds_and_on_cases():
    models = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=2, random_state=0)}
    made = assay.validate(models, X, TRUTH, scheme="5-fold", metrics="accuracy", costs=COSTS)
    folds = [np.array(model["expected_cost"].folds) for model in made.models.values()]
    assert made.pair("expected_cost", "bayes", "tree").difference.value == pytest.approx((folds[0] - folds[1]).mean())
    answers = {name: model.predictions.first().prediction for name, model in made.models.items()}
    lost = [np.where(y > TRUTH, 1, np.where(y < TRUTH, 20, 0)) for y in answers.values()]
    for options in ({}, {"paired": False}, {"group": np.arange(N) // 2}):
        found = assay.compare(TRUTH, prediction=answers, costs=COSTS, metrics="accuracy", **options)
        pair = found["expected_cost"].pairs[0]
        assert pair.difference.value == pytest.approx((lost[0] - lost[1]).mean())
        t = np.std(lost[0] - lost[1], ddof=1) / N**0.5
        if not options:
            assert (pair.difference.high - pair.difference.low) / 3.92 == pytest.approx(t, rel=0.1)


def test_settings_are_chosen_by_their_cost():
    made = assay.validate(DecisionTreeClassifier(random_state=0), X, TRUTH, scheme="nested 3-fold / 3-fold",
                          search={"max_depth": [1, 4]}, select="expected_cost", costs=COSTS)  # fmt: skip
    assert made.selected_by == "expected_cost"
    assert len(made.only.chosen) == 3


def test_what_cannot_be_priced_is_refused():
    with pytest.raises(InputError, match="costs= has no meaning for a regression"):
        assay.validate(LinearRegression(), X, X["p"], scheme="3-fold", costs=COSTS)
    with pytest.raises(InputError, match="no threshold turns these scores into answers"):
        assay.compare(TRUTH, score={"a": X["p"], "b": X["q"]}, costs=COSTS)
    with pytest.raises(InputError, match="needs to know what each mistake costs"):
        fitted(metrics="expected_cost")
