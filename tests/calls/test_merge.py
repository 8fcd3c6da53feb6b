"""Parts judged apart give, merged, what one call over all their cases gives."""

from __future__ import annotations

import math

import numpy as np
import pytest

import assay
from assay.errors import AssayError

RNG = np.random.default_rng(8)
N = 700
TRUTH = RNG.integers(0, 3, N)
ANSWERS = np.where(RNG.random(N) < 0.7, TRUTH, RNG.integers(0, 4, N))
SICK = RNG.integers(0, 2, N)
RISK = np.round(np.clip(RNG.normal(0.3 + 0.4 * SICK, 0.2), 0, 1), 3)
WEIGHT = RNG.random(N) * 3
PRICE = np.concatenate([RNG.normal(50, 9, 250), RNG.normal(500, 90, N - 250)])
GUESS = PRICE + RNG.normal(1, 4, N)
CHANCES = 0.5 * RNG.dirichlet([1, 1, 1], N) + 0.5 * np.eye(3)[TRUTH]
TAGS = RNG.integers(0, 2, (N, 3))
SAID = np.where(RNG.random((N, 3)) < 0.8, TAGS, 1 - TAGS)
STRENGTH = np.round(0.4 * TAGS + 0.6 * RNG.random((N, 3)), 3)
BOXES = [{"boxes": [[0, 0, 4, 4]], "labels": ["cat"], "scores": [0.9]}] * 3
CUTS = ((0, 90), (90, 250), (250, N))
RANKED = ("spearman", "kendall")
"""What no sum of parts tells."""

CALLS = {
    "labels": lambda i: assay.evaluate(TRUTH[i], ANSWERS[i]),
    "weighted labels": lambda i: assay.evaluate(TRUTH[i], ANSWERS[i], weight=WEIGHT[i]),
    "scores": lambda i: assay.evaluate(SICK[i], score=RISK[i]),
    "weighted scores": lambda i: assay.evaluate(SICK[i], score=RISK[i], weight=WEIGHT[i]),
    "scores and labels": lambda i: assay.evaluate(SICK[i], (RISK[i] > 0.4).astype(int), score=RISK[i]),
    "scores of classes": lambda i: assay.evaluate(TRUTH[i], score=CHANCES[i]),
    "weighted scores of classes": lambda i: assay.evaluate(TRUTH[i], score=CHANCES[i], weight=WEIGHT[i]),
    "sets of labels": lambda i: assay.evaluate(TAGS[i], SAID[i]),
    "weighted sets of labels": lambda i: assay.evaluate(TAGS[i], SAID[i], weight=WEIGHT[i]),
    "scores of sets of labels": lambda i: assay.evaluate(TAGS[i], score=STRENGTH[i], threshold=0.4),
    "numbers": lambda i: assay.evaluate(PRICE[i], GUESS[i]),
    "weighted numbers": lambda i: assay.evaluate(PRICE[i], GUESS[i], weight=WEIGHT[i]),
}


def same(one, two, tolerance=1e-12):
    both_undefined = math.isnan(one) and math.isnan(two)
    return both_undefined or one == two or math.isclose(one, two, rel_tol=tolerance, abs_tol=tolerance)


def numbers(result, limits=True):
    return {
        (name, end): getattr(made, end)
        for name, made in result.items()
        for end in (("value", "low", "high") if limits else ("value",))
    }


def assert_same(merged, whole, limits=True, tolerance=1e-12):
    ours, theirs = numbers(merged, limits), numbers(whole, limits)
    assert ours.keys() == theirs.keys()
    assert {key: (ours[key], theirs[key]) for key in ours if not same(ours[key], theirs[key], tolerance)} == {}


@pytest.mark.parametrize("name", CALLS)
def test_parts_merge_to_what_one_call_gives(name):
    judge = CALLS[name]
    merged = assay.merge([judge(slice(*cut)) for cut in CUTS])
    whole = judge(slice(0, N))
    assert_same(merged, whole)
    assert merged.n == whole.n == N
    assert merged.notes[-1].code == "merged"
    assert "3 results" in merged.notes[-1].message


@pytest.mark.parametrize("name", CALLS)
def test_files_merge_to_the_values_of_one_call(name, tmp_path):
    judge = CALLS[name]
    files = [judge(slice(*cut)).save(tmp_path / f"{cut[0]}.json") for cut in CUTS]
    merged, whole = assay.merge([assay.load(file) for file in files]), judge(slice(0, N))
    metrics = {key: made for key, made in merged.items() if key not in RANKED}
    assert_same(metrics, {key: whole[key] for key in metrics}, limits="numbers" not in name and "scores of" not in name)


def test_averages_over_classes_of_files_have_intervals_that_are_never_too_narrow(tmp_path):
    judge = CALLS["scores of sets of labels"]
    files = [judge(slice(*cut)).save(tmp_path / f"{cut[0]}.json") for cut in CUTS]
    merged, whole = assay.merge([assay.load(file) for file in files]), judge(slice(0, N))
    for name in ("roc_auc_macro", "roc_auc_weighted", "average_precision_macro", "average_precision_weighted"):
        assert merged[name].low <= whole[name].low < whole[name].high <= merged[name].high
        assert "at most so wide" in merged[name].note
        assert whole[name].note is None


def test_files_merge_with_results_whose_cases_are_at_hand(tmp_path):
    judge = CALLS["scores of classes"]
    parts = [judge(slice(*cut)) for cut in CUTS]
    file = parts[0].save(tmp_path / "first.json")
    assert_same(assay.merge([assay.load(file), *parts[1:]]), judge(slice(0, N)), limits=False)


def test_files_of_classes_and_of_sets_of_labels_name_their_smallest_cell(tmp_path):
    for name, words in (("scores of classes", "with a score of"), ("sets of labels", "truth .* answer ")):
        with pytest.raises(AssayError, match=words):
            CALLS[name](slice(0, N)).save(tmp_path / "file.json", smallest=N)


def test_weights_far_apart_in_size_are_brought_to_one_scale():
    parts = [slice(0, 90), slice(90, N)]
    weight = np.where(np.arange(N) < 90, WEIGHT, WEIGHT * 1e60)
    judged = [assay.evaluate(TRUTH[i], ANSWERS[i], weight=weight[i]) for i in parts]
    assert_same(assay.merge(judged), assay.evaluate(TRUTH, ANSWERS, weight=weight))


def test_cases_without_weights_count_1_beside_those_with(tmp_path):
    parts = [assay.evaluate(TRUTH[:90], ANSWERS[:90]), assay.evaluate(TRUTH[90:], ANSWERS[90:], weight=WEIGHT[90:])]
    weight = np.where(np.arange(N) < 90, 1.0, WEIGHT)
    assert_same(assay.merge(parts), assay.evaluate(TRUTH, ANSWERS, weight=weight))


def test_merging_goes_in_any_order_and_in_steps():
    one, two, three = (CALLS["scores"](slice(*cut)) for cut in CUTS)
    assert_same(assay.merge([assay.merge([three, one]), two]), assay.merge([one, two, three]))
    assert "3 results" in assay.merge([assay.merge([three, one]), two]).notes[-1].message


def test_labels_that_one_part_never_saw_are_classes_of_the_whole():
    merged = assay.merge([assay.evaluate(["a", "b", "c"], ["a", "b", "b"]), assay.evaluate(["d", "a", "e"], ["a"] * 3)])
    assert merged.confusion.labels == ("a", "b", "c", "d", "e")
    assert_same(merged, assay.evaluate(["a", "b", "c", "d", "a", "e"], ["a", "b", "b", "a", "a", "a"]))


def test_gaps_that_parts_dropped_are_counted_together():
    parts = [assay.evaluate(["a", None, "b", "c"], list("abca"), missing="drop") for _ in range(2)]
    assert any("2 cases were left out" in note.message for note in assay.merge(parts).notes)


def test_ready_tables_add_up():
    part = assay.evaluate(counts=[[5, 2], [3, 9]], labels=["no", "yes"], positive="yes", rows="truth")
    doubled = assay.evaluate(counts=[[10, 4], [6, 18]], labels=["no", "yes"], positive="yes", rows="truth")
    assert_same(assay.merge([part, part]), doubled)


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ({}, {"level": 0.9}, "`level`"),
        ({}, {"metrics": "accuracy"}, "`metrics`"),
        ({"positive": 1}, {"positive": 0}, "`positive`"),
        ({}, {"seed": 4}, "`seed`"),
    ],
)
def test_parts_that_were_judged_in_different_ways_are_refused(first, second, words):
    parts = [assay.evaluate(SICK, SICK[::-1], **options) for options in (first, second)]
    with pytest.raises(AssayError, match=words):
        assay.merge(parts)


def test_what_holds_no_summary_is_refused_with_the_reason():
    for result, reason in (
        (assay.evaluate(TRUTH, ANSWERS, group=[np.arange(N) // 9, np.arange(N) % 9]), "what its groups add"),
        (assay.evaluate(BOXES, BOXES, task="detection"), "holds estimates"),
        (assay.evaluate([["B-x", "O"]] * 3, [["B-x", "O"]] * 3, task="text"), "spans or vectors"),
        (assay.rank({"a": [0.9, 0.8, 0.85], "b": [0.7, 0.75, 0.8], "c": [0.6, 0.5, 0.55]}), "it is a Ranking"),
    ):
        with pytest.raises(AssayError, match=reason):
            assay.merge([CALLS["labels"](slice(0, N)), result])
