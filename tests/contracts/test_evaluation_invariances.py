"""What no evaluation may depend on: the seed (for a value), the order of the cases, weights that are all 1.

And what every interval keeps to: it lies within the bounds of its metric, and it has a width where nothing is certain.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

import assay
from assay.metrics import cards, find
from assay.metrics.cards import Card

RNG = np.random.default_rng(21)
N = 48
BINARY = RNG.random(N) < 0.45
THREE = RNG.integers(0, 3, N)
SETS = RNG.random((N, 3)) < 0.4
AMOUNT = RNG.normal(50, 9, N)
PAIR = np.column_stack([AMOUNT, RNG.normal(20, 4, N)])


def flipped(truth, share):
    return np.where(RNG.random(N) < share, RNG.permutation(truth), truth)


def probabilities(truth, classes):
    raw = RNG.dirichlet(np.ones(classes), N) + (truth[:, None] == np.arange(classes))
    return raw / raw.sum(axis=1, keepdims=True)


SURE = RNG.beta(2, 2, N) * 0.5 + BINARY * 0.4
TASKS = {
    "labels of two classes": {"truth": BINARY.astype(int), "prediction": flipped(BINARY, 0.4).astype(int)},
    "labels of three classes": {"truth": THREE, "prediction": flipped(THREE, 0.5)},
    "sets of labels": {"truth": SETS.astype(int), "prediction": (SETS ^ (RNG.random((N, 3)) < 0.2)).astype(int)},
    "scores": {"truth": BINARY.astype(int), "score": SURE},
    "few scores": {"truth": BINARY.astype(int), "score": SURE.round(1)},
    "scores beyond 1": {"truth": BINARY.astype(int), "score": 9 * SURE},
    "scores of three classes": {"truth": THREE, "score": probabilities(THREE, 3)},
    "scores of sets": {"truth": SETS.astype(int), "score": np.clip(RNG.random((N, 3)) * 0.7 + 0.3 * SETS, 0, 1)},
    "regression": {"truth": AMOUNT, "prediction": AMOUNT + RNG.normal(1, 4, N)},
    "two outputs": {"truth": PAIR, "prediction": PAIR + RNG.normal(1, 4, (N, 2))},
    "ranges": {"truth": AMOUNT, "lower": AMOUNT - 7 + RNG.normal(0, 4, N), "upper": AMOUNT + 9 + RNG.random(N)},
}
KINDS = ("macro", "micro", "weighted")
EXTRA = {
    "labels of two classes": ["f_beta(beta=3)", "precision_at_prevalence(prevalence=0.1)"],
    "labels of three classes": ["kappa(weights=quadratic)", *(f"f_beta_{kind}(beta=3)" for kind in KINDS)],
    "scores": ["partial_roc_auc(max_fpr=0.2)", "precision_at_k(k=10)", "confident_accuracy(coverage=0.5)",
               "recall_at_specificity(specificity=0.9)", "net_benefit(threshold=0.2)"],
    "scores of three classes": ["top_k_accuracy(k=2)"],
    "regression": ["huber(delta=0.5)", "pinball(quantile=0.9)"],
    "ranges": ["interval_score(coverage=0.9)"],
}  # fmt: skip
METHODS = {
    "labels of two classes": ["bootstrap-t", "percentile", "bca", "jackknife", "delta", "logit"],
    "labels of three classes": ["bootstrap-t", "percentile", "bca"],
    "scores": ["percentile", "bca", "conservative"],
    "few scores": ["percentile", "bca"],
    "regression": ["bootstrap-t", "percentile", "bca", "log-t"],
    "two outputs": ["bootstrap-t", "bca"],
}
SLOW = {"labels of two classes": ["f1", "mcc", "recall"], "labels of three classes": ["f1_macro", "kappa"]}
"""Bootstrap-t works every replicate of a table out one by one, so only a few metrics are asked for."""

SETTINGS = [(task, method) for task in TASKS for method in (None, *METHODS.get(task, ()))]
READ = {"BinaryCounts", "ClassCounts", "LabelTables", "SquareCounts", "Tables", "MatchedRows", "ScoreTable"}
READ |= {"ClassScores", "Residuals", "ResidualMeans"}


def judged(task, rows=None, **options):
    """Evaluate a task, all of its metrics and those with parameters."""
    columns = {name: part if rows is None else part[rows] for name, part in TASKS[task].items()}
    if options.get("method") == "bootstrap-t":
        options = {**options, "metrics": SLOW.get(task)}
    found = dict(assay.evaluate(**columns, **options))
    if not options.get("method"):
        for metric in EXTRA.get(task, ()):
            found |= dict(assay.evaluate(**columns, **{**options, "metrics": metric}))
    return found


def same(ours, theirs, rel):
    assert ours.keys() == theirs.keys()
    for name, estimate in theirs.items():
        numbers = [(ours[name].value, estimate.value), (ours[name].low, estimate.low), (ours[name].high, estimate.high)]
        for one, other in numbers:
            assert one == pytest.approx(other, rel=rel, abs=rel, nan_ok=True), (name, ours[name], estimate)
        assert ours[name].method == estimate.method, name


def test_every_card_of_labels_scores_and_numbers_is_walked():
    seen = {name.partition("(")[0] for task in TASKS for name in judged(task)}
    seen |= set(assay.evaluate(**TASKS["labels of two classes"], costs={"fp": 1, "fn": 5}))
    seen |= {f"{name}_{kind}" for name in seen for kind in KINDS}
    left = {card.name for card in cards() if card.reads.__name__ in READ} - seen
    assert left <= {"kappa_weighted", "pinball_lower", "pinball_upper"}, left


@pytest.mark.parametrize("task", TASKS)
def test_a_value_does_not_depend_on_the_seed(task):
    first = judged(task, seed=0)
    for seed in (1, 2):
        again = judged(task, seed=seed)
        for name, estimate in first.items():
            assert again[name].value == pytest.approx(estimate.value, rel=0, abs=0, nan_ok=True), name


@pytest.mark.parametrize(("task", "method"), SETTINGS)
def test_the_order_of_the_cases_changes_nothing(task, method):
    given = judged(task, method=method)
    same(judged(task, np.random.default_rng(1).permutation(N), method=method), given, 1e-9)


@pytest.mark.parametrize(("task", "method"), SETTINGS)
def test_weights_of_1_are_no_weights(task, method):
    given = judged(task, method=method)
    same(judged(task, method=method, weight=[1] * N), given, 0)


@pytest.mark.parametrize("kind", ["labels of two classes", "scores", "regression", "labels of three classes"])
def test_weights_of_1_are_no_weights_in_a_file_either(kind, tmp_path):
    import polars as pl

    frame = pl.DataFrame(TASKS[kind]).with_columns(weight=pl.lit(1.0))
    path = tmp_path / "cases.csv"
    frame.write_csv(path)
    names = {name: name for name in TASKS[kind]}
    for data in (path, frame, frame.lazy()):
        plain = dict(assay.evaluate(**names, data=data))
        same(dict(assay.evaluate(**names, data=data, weight="weight")), plain, 0)


def bounds_in(name, task) -> tuple[float, float]:
    card: Card = find(name)
    return card.in_task(task).bounds


@pytest.mark.parametrize("task", TASKS)
def test_every_value_and_limit_lies_within_the_bounds_of_its_card(task):
    evaluation = assay.evaluate(**TASKS[task])
    for name, estimate in evaluation.items():
        lowest, highest = bounds_in(name, evaluation.task)
        assert lowest <= estimate.low <= estimate.high <= highest, (name, estimate)
        if estimate.defined:
            assert estimate.low <= estimate.value <= estimate.high, (name, estimate)


@pytest.mark.parametrize("classes", [3, 4])
@pytest.mark.parametrize("n", [1, 2, 3, 40])
def test_the_worst_probabilities_of_several_classes_have_a_brier_score_of_2_within_its_bounds(classes, n):
    truth = np.arange(n) % classes
    wrong = np.eye(classes)[(truth + 1) % classes]
    labels = list(range(classes))
    evaluation = assay.evaluate(
        truth, score={label: wrong[:, label] for label in labels}, labels=labels, metrics="brier"
    )
    estimate = evaluation["brier"]
    assert estimate.value == 2
    assert estimate.high == find("brier").bounds[1] == 2
    assert estimate.low < 2
    assert find("brier").in_task("binary").bounds == (0, 1)


SCORED = some.tuples(some.booleans(), some.sampled_from([0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0]))


@given(some.lists(SCORED, min_size=1, max_size=3), some.booleans())
def test_no_score_metric_of_up_to_three_cases_is_certain(rows, weighted):
    truth, score = (np.array(part) for part in zip(*rows, strict=True))
    weight = np.arange(1, len(truth) + 1) if weighted else None
    for name, estimate in assay.evaluate(truth.astype(int), score=score, weight=weight).items():
        assert estimate.high - estimate.low > 1e-3, (name, estimate)
        if len(truth) == 1 and name in ("log_loss", "brier", "calibration_error"):
            assert (estimate.low, estimate.high) == bounds_in(name, "binary")
            assert "one case" in estimate.note


@given(some.lists(some.tuples(some.integers(-3, 3), some.integers(-3, 3)), min_size=1, max_size=3))
def test_no_regression_metric_of_up_to_three_cases_is_certain(rows):
    truth, prediction = (np.array(part, dtype=float) + 0.5 for part in zip(*rows, strict=True))
    for name, estimate in assay.evaluate(truth, prediction, task="regression").items():
        assert estimate.high - estimate.low > 1e-9, (name, estimate)


@pytest.mark.parametrize("n", [1, 2, 3, 10, 40, 2000])
@pytest.mark.parametrize("kind", ["binary", "several"])
def test_equal_losses_leave_room_for_cases_that_differ(n, kind):
    truth = np.arange(n) % 2 if kind == "binary" else np.arange(n) % 3
    if kind == "binary":
        evaluation = assay.evaluate(truth, score=np.where(truth == 1, 0.7, 0.3), positive=1, labels=[0, 1])
    else:
        score = 0.1 + 0.7 * np.eye(3)[truth]
        evaluation = assay.evaluate(truth, score={label: score[:, label] for label in range(3)}, labels=[0, 1, 2])
    for name in ("log_loss", "brier"):
        estimate = evaluation[name]
        assert estimate.low < estimate.value < estimate.high
        assert "one case" in estimate.note if n == 1 else "do not vary" in estimate.note


@pytest.mark.parametrize("n", [1, 2, 3, 10, 40])
def test_equal_errors_leave_room_for_cases_that_differ(n):
    truth = np.arange(n) + 0.5
    for name, estimate in assay.evaluate(truth, truth - 2.0, task="regression").items():
        certain = name.startswith("m") and "the median can hardly be another" in (estimate.note or "")
        assert estimate.high - estimate.low > 1e-9 or (certain and n > 3), (name, estimate)
