"""Where models differ most, and what folds got wrong: found again in the raw data, by the rows that the cases have."""

from __future__ import annotations

import pickle

import numpy as np
import polars as pl
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import assay
from assay.errors import InputError

RNG = np.random.default_rng(5)
N = 300
TRUTH = (RNG.random(N) < 0.4).astype(int)
A, B = (np.where(RNG.random(N) < right, TRUTH, 1 - TRUTH) for right in (0.85, 0.7))
P, Q = (np.clip(share * TRUTH + (1 - share) * RNG.random(N), 0, 1) for share in (0.4, 0.2))
FRAME = pl.DataFrame({"id": [f"c{k}" for k in range(N)], "y": TRUTH, "a": A, "b": B, "p": P, "q": Q})
X = pl.DataFrame({"p": P, "q": Q})


def test_labels_list_cases_of_which_one_model_is_right_some_of_either_kind():
    found = assay.compare("y", prediction=["a", "b"], data=FRAME).cases(40)
    rows = found["case"].to_numpy()
    assert ((A == TRUTH) != (B == TRUTH))[rows].all()
    assert 19 <= (A == TRUTH)[rows].sum() <= 21
    assert found["id"].to_list() == [f"c{row}" for row in rows]
    assert found["prediction of b"].to_list() == B[rows].tolist()
    both = assay.compare(TRUTH, prediction={"a": A, "b": B}).cases(1000)
    assert both.height == ((A == TRUTH) != (B == TRUTH)).sum()


def test_scores_and_regressions_list_where_losses_lie_furthest_apart(tmp_path):
    def loss(score):
        return np.maximum(np.where(TRUTH == 1, 0.5 - score, np.maximum(score - 0.5, 1e-300 * (score >= 0.5))), 0)

    gap = np.abs(loss(P) - loss(Q))
    found = assay.compare("y", score=["p", "q"], data=FRAME, metrics="roc_auc").cases(10)
    assert found["case"].to_list() == np.argsort(-gap, kind="stable")[:10].tolist()
    FRAME.write_csv(tmp_path / "x.csv")
    streamed = assay.compare("p", prediction=["q", "y"], data=tmp_path / "x.csv", task="regression").cases(5)
    errors = np.abs((Q - P) ** 2 - (TRUTH - P) ** 2)
    assert streamed["case"].to_list() == np.argsort(-errors, kind="stable")[:5].tolist()
    assert "error of q" in streamed.columns


def test_scores_of_several_labels_list_the_furthest_on_the_wrong_side_summed_over_labels():
    truth = np.column_stack([TRUTH, 1 - TRUTH, A])
    first, second = np.column_stack([P, 1 - Q, Q]), np.column_stack([Q, 1 - P, P])

    def loss(score):
        return np.where((score >= 0.5) != (truth == 1), np.abs(score - 0.5), 0).sum(axis=1)

    alone = assay.evaluate(truth, score=first).cases(1000)
    assert alone["case"].to_list()[:20] == np.argsort(-loss(first), kind="stable")[:20].tolist()
    assert set(alone["case"]) == set(np.flatnonzero(((first >= 0.5) != (truth == 1)).any(axis=1)))
    assert alone["wrong labels"].to_list() == ((first >= 0.5) != (truth == 1)).sum(axis=1)[alone["case"]].tolist()
    found = assay.compare(truth, score={"one": first, "two": second}).cases(10)
    gap = np.abs(loss(first) - loss(second))
    assert found["case"].to_list() == np.argsort(-gap, kind="stable")[:10].tolist()
    assert {"truth", "prediction of one", "surest mistake of two", "its score of two"} <= set(found.columns)


def test_labels_answered_beside_scores_of_several_labels_say_what_is_wrong():
    truth, answers = [[1, 0], [0, 1], [1, 1]], [[0, 0], [0, 1], [1, 0]]
    found = assay.evaluate(truth, answers, score=[[0.9, 0.1], [0.2, 0.3], [0.6, 0.45]]).cases()
    assert found.rows() == [(0, "0", "", 1, 0, 0.9), (2, "0, 1", "0", 1, 1, 0.45)]


def test_images_list_where_segmenters_and_detectors_differ_most():
    masks = [np.array([[0, 1], [1, 1]]), np.array([[1, 0], [1, 1]]), np.array([[1, 1], [1, 0]])]
    worse = [masks[0], np.array([[1, 1], [1, 1]]), np.array([[0, 0], [0, 1]])]
    found = assay.compare(masks, prediction={"a": masks, "b": worse}, task="segmentation").cases()
    assert found["image"].to_list() == [2, 1]
    assert found["mean IoU of b"].to_list() == [0.0, 3 / 8]
    assert found["wrong pixels of a"].to_list() == [0, 0]
    assert found["most confused of b"].to_list() == ["1 taken for 0 (3), 0 taken for 1 (1)", "0 taken for 1 (1)"]

    def scene(*lefts):
        return {
            "boxes": [[x, 0, x + 9, 9] for x in lefts],
            "labels": ["cat"] * len(lefts),
            "scores": [0.9] * len(lefts),
        }

    truth = [
        {"boxes": scene(*lefts)["boxes"], "labels": ["cat"] * len(lefts)} for lefts in [(0,), (0, 50), (0, 50, 90)]
    ]
    sure = [scene(0), scene(0, 50), scene(0, 50, 90)]
    blind = [scene(0), scene(0, 200), scene()]
    found = assay.compare(truth, prediction={"sure": sure, "blind": blind}, task="detection").cases()
    assert found["image"].to_list() == [2, 1]
    assert found["boxes"].to_list() == [3, 2]
    assert found["mistakes of sure"].to_list() == [0, 0]
    assert found["missed of blind"].to_list() == [3, 1]
    assert found["false alarms of blind"].to_list() == [0, 1]
    assert found["false labels of blind"].to_list() == ["", "cat"]


def test_texts_list_the_segments_on_which_systems_differ_most():
    references = [f"the cat number {k} sat on a mat" for k in range(20)]
    worse = [text if k != 7 else "nothing of it" for k, text in enumerate(references)]
    made = assay.compare(references, prediction={"one": references, "two": worse}, task="text", metrics="token_f1")
    found = made.cases(3)
    assert found.height == 1
    assert found.row(0, named=True)["candidate of two"] == "nothing of it"
    assert found["segment"].to_list() == [8]


def test_a_validation_lists_the_mistakes_of_fits_that_had_not_seen_the_cases():
    made = assay.validate(GaussianNB(), X, TRUTH, scheme="5-fold", metrics="accuracy")
    tested = made.only.predictions.first()
    found = made.cases(1000)
    rows = found["case"].to_numpy()
    assert sorted(rows) == np.flatnonzero(tested.prediction != tested.truth).tolist()
    assert found["fold"].to_list() == tested.fold[rows].tolist()
    assert found["p"].to_list() == P[rows].tolist()


def test_a_validation_of_several_models_lists_where_they_differ():
    models = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=3, random_state=0)}
    made = assay.validate(models, X, TRUTH, scheme="5-fold", metrics="accuracy")
    found = made.cases(5)
    assert {"score of bayes", "score of tree", "fold", "p"} <= set(found.columns)
    wrong = {name: model.predictions.first().prediction != TRUTH for name, model in made.models.items()}
    assert all(wrong["bayes"][row] or wrong["tree"][row] for row in found["case"])
    numbers = assay.validate({"one": LinearRegression(), "two": LinearRegression(fit_intercept=False)}, X, 3 * P + Q,
                             scheme="5-fold")  # fmt: skip
    assert "prediction of two" in numbers.cases(3).columns


def test_rows_are_those_that_were_handed_over_where_some_were_dropped():
    gappy = X.with_columns(pl.when(pl.arange(0, N) < 50).then(None).otherwise(pl.col("p")).alias("p"))
    made = assay.validate(GaussianNB(), gappy, TRUTH, scheme="5-fold", metrics="accuracy", missing="drop")
    rows = made.cases(1000)["case"].to_numpy()
    assert rows.min() >= 50
    assert made.cases(4)["p"].to_list() == P[rows[:4]].tolist()


def test_reports_list_the_cases_where_they_are_asked_for(tmp_path):
    made = assay.compare("y", prediction=["a", "b"], data=FRAME)
    assert "the models differ on most" in assay.report(made, tmp_path / "x.md", cases=3).read_text(encoding="utf-8")
    fitted = assay.validate(GaussianNB(), X, TRUTH, scheme="3-fold", metrics="accuracy")
    assert "to look at first" in assay.report(fitted, tmp_path / "y.html", cases=3).read_text(encoding="utf-8")
    assert '"cases"' in assay.report(fitted, tmp_path / "z.json", cases=3).read_text(encoding="utf-8")
    assert '"cases"' not in made.to_json()


def test_no_case_is_stored(tmp_path):
    made = assay.compare("y", prediction=["a", "b"], data=FRAME)
    for again in (pickle.loads(pickle.dumps(made)), assay.load(made.save(tmp_path / "x.json"))):  # noqa: S301
        with pytest.raises(InputError, match="not at hand"):
            again.cases()
    apart = assay.compare({"a": TRUTH, "b": TRUTH}, prediction={"a": A, "b": B})
    with pytest.raises(InputError, match="not at hand"):
        apart.cases()
