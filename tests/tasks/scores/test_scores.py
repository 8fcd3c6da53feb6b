"""evaluate with scores: forms of input, thresholds, operating points, curves, bad input."""

from __future__ import annotations

import json
import math
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.linear_model import LogisticRegression

import assay
from assay.cli import main as cli
from assay.errors import AssayError

evaluate = assay.evaluate


@pytest.fixture
def churn(rng):
    truth = np.where(np.arange(300) % 4 == 0, "yes", "no")
    score = np.clip(rng.normal(0.35 + 0.3 * (truth == "yes"), 0.15), 0, 1).round(3)
    return truth, score


def test_a_case_is_positive_when_its_score_reaches_the_threshold():
    evaluation = evaluate([1, 1, 0, 0], score=[0.5, 0.4, 0.5, 0.1])
    assert evaluation.confusion.counts.tolist() == [[1, 1], [1, 1]]
    assert evaluation.choices.threshold == 0.5
    strict = evaluate([1, 1, 0, 0], score=[0.5, 0.4, 0.5, 0.1], threshold=0.45)
    assert strict["recall"].value == 0.5


def test_scores_that_are_no_probabilities_need_a_threshold():
    truth, score = [1, 0, 1, 0, 1], [3.0, -2.0, 1.5, 1.0, 0.2]
    evaluation = evaluate(truth, score=score)
    assert "recall" not in evaluation
    assert evaluation.confusion is None
    assert {"no-threshold", "not-probabilities"} <= {note.code for note in evaluation.notes}
    assert evaluation["log_loss"].note
    assert evaluation["roc_auc"].value == pytest.approx(5 / 6)
    assert evaluate(truth, score=score, threshold=1.0)["recall"].value == pytest.approx(2 / 3)
    assert "no threshold" in str(evaluation)


def test_batches_never_change_the_scores():
    """PEERS, pitfall 1: scores outside [0, 1] are not squashed."""
    assert evaluate([1, 0, 1], score=[1.2, 0.9678, 1.7])["roc_auc"].value == 1


def test_labels_and_scores_together_use_both(churn):
    truth, score = churn
    answers = np.where(score > 0.9, "yes", "no")
    evaluation = evaluate(truth, answers, score=score, positive="yes")
    assert evaluation["recall"].value == pytest.approx(np.mean(answers[truth == "yes"] == "yes"))
    assert evaluation.choices.threshold is None
    assert evaluation["roc_auc"].defined


def test_labels_alone_have_no_area_and_the_note_says_what_to_read():
    area = evaluate([1, 0, 1], [1, 0, 0], metrics=["roc_auc", "recall"])["auc"]
    assert math.isnan(area.value)
    assert "balanced_accuracy" in area.note


def test_two_columns_of_probabilities_are_read_like_one(rng):
    truth = np.array(["no", "yes"])[rng.integers(0, 2, 100)]
    features = rng.normal(size=(100, 2)) + (truth == "yes")[:, None]
    model = LogisticRegression().fit(features, truth)
    both = model.predict_proba(features)
    one = evaluate(truth, score=both[:, 1], positive="yes")
    assert dict(evaluate(truth, score=both, positive="yes")) == dict(one)
    assert dict(evaluate(truth, score={"yes": both[:, 1], "no": both[:, 0]}, positive="yes")) == dict(one)


def test_columns_of_several_classes_are_matched_by_name(rng):
    truth = np.array(list("abc"))[rng.integers(0, 3, 90)]
    score = pd.DataFrame(rng.dirichlet(np.ones(3), 90), columns=["c", "a", "b"])
    named = evaluate(truth, score=score)
    ordered = evaluate(truth, score=score[["a", "b", "c"]].to_numpy())
    assert dict(named) == dict(ordered)
    frame = score.assign(y=truth)
    by_name = evaluate("y", score={"a": "a", "b": "b", "c": "c"}, data=frame)
    assert dict(by_name) == dict(ordered)


def test_operating_points_follow_their_rules(churn):
    truth, score = churn
    thresholds = evaluate(truth, score=score, positive="yes").thresholds
    positive = truth == "yes"
    candidates = np.unique(score)

    def rates(t):
        said = score >= t
        return said[positive].mean(), said[~positive].mean(), positive[said].mean()

    youden = max(candidates, key=lambda t: rates(t)[0] - rates(t)[1])
    assert rates(thresholds.youden().threshold)[0] - rates(thresholds.youden().threshold)[1] == pytest.approx(
        rates(youden)[0] - rates(youden)[1]
    )
    point = thresholds.neyman_pearson(0.05)
    assert point.alpha <= 0.05
    best = max(rates(t)[0] for t in candidates if rates(t)[1] <= 0.05)
    assert 1 - point.beta == pytest.approx(best)
    reached = thresholds.precision_at_recall(0.8)
    assert reached["recall"].value >= 0.8
    assert reached["precision"].value == pytest.approx(max(rates(t)[2] for t in candidates if rates(t)[0] >= 0.8))
    back = thresholds.recall_at_precision(0.7)
    assert back["precision"].value >= 0.7
    corner = thresholds.closest_to_corner()
    assert math.hypot(corner.alpha, corner.beta) == pytest.approx(
        min(math.hypot(rates(t)[1], 1 - rates(t)[0]) for t in candidates)
    )
    cost = thresholds.least_cost(1, 10)
    costs = {t: rates(t)[1] * (~positive).sum() + 10 * (1 - rates(t)[0]) * positive.sum() for t in candidates}
    assert costs[cost.threshold] == pytest.approx(min(costs.values()))
    assert thresholds.least_cost(1, 10, prevalence=0.01).threshold > cost.threshold
    assert "flatter" in point.note
    assert thresholds.at(0.5).note is None
    assert thresholds.best("f_beta(beta=2)")["recall"].value >= thresholds.best("f1")["recall"].value
    assert thresholds.at(0.5)["likelihood_ratio_positive"].defined
    with pytest.raises(AssayError, match="Ask for less"):
        evaluate([1, 0, 0], score=[0.1, 0.5, 0.9]).thresholds.recall_at_precision(0.99)


def test_curves_are_whole_in_python_and_short_in_json(rng):
    truth = rng.random(5000) < 0.3
    evaluation = evaluate(truth, score=rng.random(5000))
    assert set(evaluation.curves) >= {"roc", "pr", "det", "gain", "lift", "calibration", "risk", "f1"}
    assert len(evaluation.curves["roc"]) == 5001
    document = json.loads(evaluation.to_json())
    roc = document["curves"]["roc"]
    assert 2 < len(roc["x"]) <= 1000
    assert (roc["x"][0], roc["x"][-1], roc["y"][-1]) == (0, 1, 1)
    assert len(document["operating_points"]) == 5
    gain = evaluation.curves["gain"]
    assert (gain.x[-1], gain.y[-1]) == (1, 1)
    assert evaluation.curves["lift"].y[-1] == pytest.approx(1)
    risk = evaluation.curves["risk"]
    assert risk.y[-1] == pytest.approx(evaluation["error_rate"].value)
    with pytest.raises(KeyError, match="roc"):
        evaluation.curves["nonsense"]


def test_a_result_with_scores_survives_storage(churn):
    truth, score = churn
    evaluation = evaluate(truth, score=score, positive="yes")
    assert pickle.loads(pickle.dumps(evaluation)).to_json() == evaluation.to_json()  # noqa: S301


BAD = {
    "nan": (lambda: evaluate([1, 0], score=[0.5, math.nan]), "`score` has 1 missing value (first at row 1"),
    "infinite": (lambda: evaluate([1, 0], score=[0.5, math.inf]), "1 infinite value (first at row 1"),
    "text": (lambda: evaluate([1, 0], score=["a", "b"]), "which is not a number"),
    "lengths": (lambda: evaluate([1, 0], score=[0.5]), "`truth` has 2 rows but `score` has 1"),
    "no positive": (lambda: evaluate(["a", "b"], score=[0.5, 0.4]), "positive='b'"),
    "too many columns": (lambda: evaluate([0, 1, 2], score=np.ones((3, 4))), "4 score columns but 3 labels"),
    "one column for three": (lambda: evaluate([0, 1, 2], score=[0.1, 0.2, 0.3]), "one score per case but 3 labels"),
    "three columns for two": (lambda: evaluate([0, 1], score=np.ones((2, 3)) / 3), "3 score columns but 2 labels"),
    "no truth": (lambda: evaluate(score=[0.5]), "`truth` was not"),
    "a class without column": (
        lambda: evaluate(list("abc"), score={"a": [1, 0, 0], "b": [0, 1, 0]}, task="multiclass"),
        "'c'",
    ),
    "threshold of text": (lambda: evaluate([1, 0], score=[0.5, 0.1], threshold="high"), "not a threshold"),
    "threshold of several": (lambda: evaluate([0, 1, 2], score=np.eye(3), threshold=0.5), "more than two classes"),
    "fractional truth": (lambda: evaluate([0.5, 0.1], score=[0.5, 0.4]), "regression"),
    "metric without parameter": (lambda: evaluate([1, 0], score=[0.5, 0.1], metrics="partial_roc_auc"), "max_fpr=..."),
    "parameter out of range": (
        lambda: evaluate([1, 0], score=[0.5, 0.1], metrics="partial_roc_auc(max_fpr=2)"),
        "at most 1",
    ),
    "k out of range": (lambda: evaluate([0, 1, 2], score=np.eye(3), metrics="top_k_accuracy(k=9)"), "from 1 to 3"),
    "binary metric of several": (
        lambda: evaluate([0, 1, 2], score=np.eye(3), metrics="ks"),
        "not defined for these scores",
    ),
    "values with data": (lambda: evaluate("y", score=[0.1], data=pl.DataFrame({"y": [1]})), "must be a column name"),
    "unknown column": (
        lambda: evaluate("y", score="scroe", data=pl.DataFrame({"y": [1], "score": [0.5]})),
        "Did you mean 'score'",
    ),
    "multilabel widths": (
        lambda: evaluate([[1, 0], [0, 1]], score=np.ones((2, 3))),
        "2 columns but `prediction` has 3",
    ),
}


@pytest.mark.parametrize(("call", "message"), BAD.values(), ids=BAD.keys())
def test_bad_scores_get_a_clear_message(call, message):
    with pytest.raises(AssayError) as caught:
        call()
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"y": [1, 0], "s": [0.5, None]}, "`s` has 1 missing value (first at row 1"),
        ({"y": [1, 0], "s": [0.5, math.inf]}, "1 infinite value"),
        ({"y": [1, 0], "s": ["a", "b"]}, "which is not a number"),
        ({"y": [1, None], "s": [0.5, 0.1]}, "`y` has 1 missing value"),
        ({"y": ["a", "b", "c"], "s": [0.5, 0.1, 0.2]}, "one score per case but 3 labels"),
    ],
)
def test_bad_streams_of_scores_get_a_clear_message(columns, message):
    with pytest.raises(AssayError) as caught:
        evaluate("y", score="s", data=pl.DataFrame(columns).lazy(), positive=None)
    assert message in str(caught.value)


def test_probabilities_that_do_not_add_up_are_counted():
    score = np.array([[0.5, 0.3, 0.2], [0.5, 0.5, 0.5], [0.2, 0.2, 0.6]])
    evaluation = evaluate([0, 1, 2], score=score)
    (note,) = [note for note in evaluation.notes if note.code == "not-probabilities"]
    assert "1 of 3 cases" in note.message
    assert math.isnan(evaluation["log_loss"].value)
    assert evaluation["roc_auc_macro"].defined


def test_missing_scores_may_be_dropped():
    evaluation = evaluate([1, 0, 1], score=[0.9, 0.2, None], missing="drop")
    assert evaluation.n == 2
    lazy = pl.DataFrame({"y": [1, 0, 1], "s": [0.9, 0.2, None]}).lazy()
    assert evaluate("y", score="s", data=lazy, missing="drop").n == 2


def test_the_command_line_takes_scores(tmp_path, churn, capsys, rng):
    truth, score = churn
    path = tmp_path / "churn.csv"
    pl.DataFrame({"churned": truth, "p": score, "q": 1 - score}).write_csv(path)
    assert cli.run(["evaluate", str(path), "--truth", "churned", "--score", "p", "--positive", "yes"]) == 0
    shown = capsys.readouterr().out
    assert "ROC AUC" in shown
    assert "threshold rule" in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert cli.run(["evaluate", str(path), "--truth", "churned", "--score", "p", "--positive", "yes", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    in_memory = evaluate(truth, score=score, positive="yes")
    assert document["metrics"]["roc_auc"]["value"] == in_memory["roc_auc"].value
    assert (
        cli.run(
            ["evaluate", str(path), "--truth", "churned", "--score", "yes=p", "--score", "no=q", "--positive", "yes"]
        )
        == 0
    )
    assert "ROC AUC" in capsys.readouterr().out
    both = ["evaluate", str(path), "--truth", "churned", "--score", "p", "--positive", "yes", "--prediction", "churned"]
    assert cli.run(both) == 0
    assert cli.run([*both, "--threshold", "0.3"]) == 2
    assert cli.run(["evaluate", str(path), "--truth", "churned"]) == 2


def test_weights_of_zero_leave_a_case_out():
    with_zero = evaluate([1, 0, 1, 0], score=[0.9, 0.2, 0.1, 0.8], weight=[1, 1, 0, 0])
    assert with_zero["roc_auc"].value == 1


METHODS = [
    "delong",
    "logit-delong",
    "hanley-mcneil",
    "newcombe",
    "percentile",
    "bca",
    "conservative",
    "dirichlet",
    "wilson",
]


@pytest.mark.parametrize("method", METHODS)
def test_every_method_leaves_every_defined_metric_with_an_interval(method, churn):
    truth, score = churn
    classes = np.array(list("abc"))[np.arange(90) % 3]
    matrix = np.random.default_rng(1).dirichlet(np.ones(3), 90)
    for evaluation in (
        evaluate(truth, score=score, positive="yes", method=method),
        evaluate([1] * 9 + [0] * 9, score=[0.9] * 9 + [0.1] * 9, method=method),
        evaluate(classes, score=matrix, method=method),
    ):
        assert any(note.code == "method-not-applied" for note in evaluation.notes)
        for name, estimate in evaluation.items():
            assert not estimate.defined or estimate.low <= estimate.value <= estimate.high, name


def test_a_perfect_order_leaves_room_for_doubt_everywhere():
    evaluation = evaluate([1] * 10 + [0] * 10, score=list(np.linspace(0.9, 0.8, 10)) + list(np.linspace(0.2, 0.1, 10)))
    for name in ("ks", "equal_error_rate", "roc_auc", "average_precision", "average_precision_11"):
        assert evaluation[name].high - evaluation[name].low > 0.05, name


def test_score_columns_are_never_taken_for_another_class(rng):
    truth = rng.integers(0, 3, 120)
    score = rng.dirichlet(np.ones(3), 120)
    score[np.arange(120), truth] += 1
    score /= score.sum(axis=1, keepdims=True)
    expected = evaluate(truth, score=score)["roc_auc_macro"].value
    shuffled = {"2": score[:, 2], "0": score[:, 0], "1": score[:, 1]}
    assert evaluate(truth, score=shuffled)["roc_auc_macro"].value == expected
    with pytest.raises(AssayError, match="not among the labels"):
        evaluate(truth, score={"a": score[:, 0], "b": score[:, 1], "c": score[:, 2]})
    foreign = pd.DataFrame(score, columns=["p0", "p1", "p2"])
    assert any(note.code == "by-position" for note in evaluate(truth, score=foreign).notes)
    frame = pl.DataFrame({"y": [1, 0, 1, 0], "p": [0.9, 0.2, 0.7, 0.1], "q": [0.1, 0.8, 0.3, 0.9]})
    assert evaluate("y", score={1: "p"}, data=frame)["roc_auc"].value == 1
    for data in (frame, frame.lazy()):
        with pytest.raises(AssayError, match="no score column for the class 1"):
            evaluate("y", score={0: "q"}, data=data)
    assert evaluate([1, 0], score={1: [0.9, 0.1]})["roc_auc"].value == 1


def test_several_labels_heed_names_predictions_and_gaps(rng):
    truth = pd.DataFrame((rng.random((100, 3)) < 0.5).astype(int), columns=list("abc"))
    score = pd.DataFrame(rng.random((100, 3)) * 0.5 + truth.to_numpy() * 0.5, columns=list("abc"))
    straight = evaluate(truth, score=score)
    assert evaluate(truth, score=score[["c", "a", "b"]]).to_json() == straight.to_json()
    assert list(straight.per_class) == ["a", "b", "c"]
    assert evaluate(truth, 1 - truth, score=score)["hamming_loss"].value == 1
    gappy = truth.to_numpy().astype(float)
    gappy[3, 1] = np.nan
    with pytest.raises(AssayError, match=r"`truth` has 1 missing value \(first at row 3"):
        evaluate(gappy, score=score)
    assert evaluate(gappy, score=score, missing="drop").n == 99
    with pytest.raises(AssayError, match="holds 7"):
        evaluate(np.full((5, 2), 7), score=np.ones((5, 2)))
    with pytest.raises(AssayError, match="names 2 labels"):
        evaluate(truth.to_numpy(), score=score.to_numpy(), labels=["a", "b"])
    with pytest.raises(AssayError, match="several columns"):
        evaluate(truth, score=score, task="binary")


def test_memory_and_stream_agree_on_gaps_precision_and_weights(rng, tmp_path):
    n = 400
    frame = pl.DataFrame(
        {
            "y": np.where(np.arange(n) % 20 == 0, np.nan, (np.arange(n) % 3 == 0).astype(float)),
            "s": (rng.random(n) * 0.6 + (np.arange(n) % 3 == 0) * 0.4).astype(np.float32),
            "a": (np.arange(n) % 4 == 0).astype(int),
            "w": np.where(np.arange(n) % 3 == 1, 0.0, rng.random(n)),
        }
    )
    path = tmp_path / "cases.parquet"
    frame.write_parquet(path)
    for options in ({}, {"weight": "w"}):
        streamed = evaluate("y", "a", score="s", data=path, missing="drop", **options)
        memory = evaluate("y", "a", score="s", data=frame, missing="drop", **options)
        assert streamed.n == memory.n == streamed["roc_auc"].n == n - 20
        for name, estimate in memory.items():
            assert streamed[name].value == pytest.approx(estimate.value, abs=1e-12, nan_ok=True), name
        assert len(streamed.curves["roc"]) == len(memory.curves["roc"])


@pytest.mark.parametrize(
    ("weight", "message"),
    [([0.0, 0.0], "All weights"), ([1.0, math.inf], "1 infinite value"), ([1.0, -1.0], "1 negative")],
)
def test_streamed_weights_are_checked(weight, message):
    lazy = pl.DataFrame({"y": [1, 0], "s": [0.5, 0.1], "w": weight}).lazy()
    with pytest.raises(AssayError, match=message):
        evaluate("y", score="s", data=lazy, weight="w")


def test_labels_cut_from_weighted_scores_have_the_intervals_of_labels(rng):
    truth, said = rng.integers(0, 2, 300), rng.integers(0, 2, 300)
    weight = rng.lognormal(0, 1, 300)
    from_scores = evaluate(truth, score=said.astype(float), weight=weight)
    from_labels = evaluate(truth, said, weight=weight)
    for name in ("f1", "mcc", "recall"):
        assert from_scores[name].low == pytest.approx(from_labels[name].low, abs=0.01)


def test_thresholds_refuse_what_makes_no_sense(churn):
    truth, score = churn
    thresholds = evaluate(truth, score=score, positive="yes").thresholds
    for call in (
        lambda: thresholds.best("roc_auc"),
        lambda: thresholds.best("f_beta"),
        lambda: thresholds.best("f1_macro"),
        lambda: thresholds.at("x"),
        lambda: thresholds.at(math.nan),
        lambda: thresholds.least_cost(-1, 5),
        lambda: thresholds.least_cost(1, 5, prevalence=3),
        lambda: evaluate([1, 1], score=[0.5, 0.1]).thresholds.youden(),
    ):
        with pytest.raises(AssayError):
            call()
    assert thresholds.best("error_rate").threshold == thresholds.best("accuracy").threshold
    priced = evaluate(truth, score=score, positive="yes", costs={"fp": 1, "fn": 10})
    assert priced.operating_points[-1].rule.startswith("least cost")
    assert "alpha" in priced.operating_points[4].note


def test_json_curves_keep_the_operating_points(rng):
    truth = rng.random(20_000) < 0.3
    evaluation = evaluate(truth, score=np.clip(rng.normal(0.4 + 0.2 * truth, 0.2), 0, 1))
    document = json.loads(evaluation.to_json())
    for point in evaluation.operating_points:
        assert point.threshold in document["curves"]["roc"]["threshold"]
    assert len(document["curves"]["roc"]["x"]) <= 1000
    assert "logit-delong" in document["methods"]


def test_classes_without_cases_do_not_break_several_scores():
    evaluation = evaluate([2], score=np.array([[0.2, 0.3, 0.5]]), labels=[0, 1, 2])
    assert math.isnan(evaluation["roc_auc_macro"].value)
    assert math.isnan(evaluation["roc_auc_ovo"].value)


def test_two_columns_that_do_not_add_up_are_counted():
    evaluation = evaluate([1, 0], score=np.array([[7.0, 0.9], [0.9, 0.1]]))
    (note,) = [note for note in evaluation.notes if note.code == "sums"]
    assert "1 of 2 cases" in note.message


def test_every_class_has_its_curves(rng):
    truth = np.array(list("abc"))[rng.integers(0, 3, 90)]
    score = rng.dirichlet(np.ones(3), 90)
    evaluation = evaluate(truth, score=score)
    assert list(evaluation.curves) == ["roc: a", "pr: a", "roc: b", "pr: b", "roc: c", "pr: c"]
    assert evaluation.curves["roc: b"].area == pytest.approx(evaluation.per_class["b"]["roc_auc"].value)
    assert set(json.loads(evaluation.to_json())["curves"]) == set(evaluation.curves)
    with pytest.raises(KeyError, match="roc: a"):
        evaluation.curves["roc: z"]


def test_any_metric_can_be_drawn_against_the_threshold(churn):
    truth, score = churn
    curves = evaluate(truth, score=score, positive="yes").curves
    curve = curves.against_threshold("mcc")
    assert curve.y[np.searchsorted(curve.x, 0.5)] == pytest.approx(
        evaluate(truth, score=score, positive="yes")["mcc"].value, abs=0.05
    )
    with pytest.raises(AssayError, match="against the threshold"):
        curves.against_threshold("roc_auc")
    for name in curves:
        band = curves.band(name, replicates=50, points=21)
        assert (band.low <= band.high).all()


def test_estimates_of_scores_say_what_they_rest_on():
    evaluation = evaluate([1] * 9 + [0] * 21, score=[0.9] * 9 + [0.1] * 20 + [0.999])
    assert "prevalence of 0.3" in evaluation["average_precision"].note
    assert "one case carries" in evaluation["log_loss"].note
    assert "reliability" in evaluation["brier"].note
    assert "model-based" in evaluate([1, 1, 0, 0, 0], score=[0.9, 0.8, 0.1, 0.2, 0.3])["roc_auc"].note


def test_precision_at_k_and_confident_accuracy_by_hand():
    truth, score = [1, 0, 1, 0, 0], [0.95, 0.9, 0.6, 0.45, 0.02]
    names = ["precision_at_k(k=3)", "confident_accuracy(coverage=0.6)", "precision_at_k(k=9)"]
    evaluation = evaluate(truth, score=score, metrics=names)
    assert evaluation[names[0]].value == pytest.approx(2 / 3)
    assert evaluation[names[1]].value == pytest.approx(2 / 3)
    assert math.isnan(evaluation[names[2]].value)
