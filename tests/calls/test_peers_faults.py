"""Faults that the test suites of other tools showed, each with its whole class."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics as peer

import assay
from assay.errors import AssayError, MetricError

RNG = np.random.default_rng(13)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("truth", list(itertools.product([0, 1, None], repeat=2)))
def test_labels_that_are_always_or_never_there_leave_the_other_scores_alone(truth, weighted):
    columns = [RNG.integers(0, 2, 12) if kind is None else np.full(12, kind) for kind in truth]
    indicator, score = np.stack(columns, axis=1), RNG.random((12, 2))
    ev = assay.evaluate(indicator, score=score, weight=RNG.random(12) if weighted else None)
    assert str(ev)
    for name, estimate in ev.items():
        if estimate.defined:
            assert estimate.low <= estimate.value <= estimate.high, name
        else:
            assert estimate.note, name


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(2, 4), st.integers(4, 60))
def test_averages_of_f_scores_count_classes_that_only_the_model_knows(seed, classes, n):
    rng = np.random.default_rng(seed)
    truth, answer = rng.integers(0, classes - 1, n), rng.integers(0, classes, n)
    used = sorted(set(truth) | set(answer))
    ev = assay.evaluate(truth, answer, task="multiclass")
    assert ev["f1_macro"].value == pytest.approx(peer.f1_score(truth, answer, labels=used, average="macro"))
    assert ev["f1_macro"].value == pytest.approx(np.mean([one["f1"].value for one in ev.per_class.values()]))
    assert ev["jaccard_macro"].value == pytest.approx(peer.jaccard_score(truth, answer, labels=used, average="macro"))
    assert ev["f1_macro"].low <= ev["f1_macro"].value <= ev["f1_macro"].high
    if set(answer) - set(truth):
        assert math.isnan(ev["recall_macro"].value)
        assert "has no cases" in ev["recall_macro"].note


def test_three_f_scores_of_1_and_08_and_0_average_to_06():
    ev = assay.evaluate([0, 0, 1, 1, 1], [0, 0, 1, 1, 2])
    assert [one["f1"].value for one in ev.per_class.values()] == pytest.approx([1, 0.8, 0])
    assert ev["f1_macro"].value == pytest.approx(0.6)
    declared = assay.evaluate([0, 1, 0], [0, 1, 1], labels=[0, 1, 2])["f1_macro"]
    assert math.isnan(declared.value)
    assert "class 2" in declared.note


@pytest.mark.parametrize(
    "text",
    [
        "f_beta(beta=3)",
        "f_beta( beta = 3 )",
        "f_beta(beta=3.0)",
        "F_Beta(beta=3)",
        "f-beta(beta=3)",
        " f_beta(beta=3) ",
    ],
)
def test_a_metric_is_found_however_its_parameters_are_written(text):
    ev = assay.evaluate([1, 0, 1, 0], [1, 0, 0, 0], metrics=["f_beta(beta=3)", "f_beta(beta=2)", "recall"])
    assert ev[text].value == ev["f_beta(beta=3)"].value
    comparison = assay.compare(
        [1, 0, 1, 0], prediction={"a": [1, 0, 0, 0], "b": [1, 1, 1, 0]}, metrics="f_beta(beta=3)"
    )
    assert comparison[text].pairs


def test_the_order_of_parameters_does_not_matter():
    names = ["partial_roc_auc(max_fpr=0.5, standardized=False)", "partial_roc_auc(standardized=False,max_fpr=0.5)"]
    for asked, read in itertools.product(names, repeat=2):
        ev = assay.evaluate([1, 0, 1, 0], score=[0.9, 0.1, 0.8, 0.85], metrics=[asked, "partial_roc_auc(max_fpr=0.2)"])
        assert ev[read].value == pytest.approx(0.25)
    with pytest.raises(AssayError):
        ev["partial_roc_auc(max_fpr=0.3)"]


@pytest.mark.parametrize("kind", [0, 1])
def test_curves_of_one_class_say_why_there_are_none(kind):
    ev = assay.evaluate([kind] * 5, score=[0.1, 0.3, 0.5, 0.7, 0.9])
    for name in ("roc", "pr", "calibration"):
        with pytest.raises(MetricError, match="a curve needs both"):
            ev.curves[name]
    with pytest.raises(MetricError, match="no curve 'rok'"):
        assay.evaluate([1, 0], score=[0.1, 0.3]).curves["rok"]
    with pytest.raises(MetricError, match="no probabilities"):
        assay.evaluate([1, 0], score=[1.1, 3.3]).curves["calibration"]
    several = assay.evaluate([0, 1, 0], score=np.eye(3), labels=[0, 1, 2])
    with pytest.raises(MetricError, match="no positive cases"):
        several.curves["pr: 2"]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 30))
def test_ece_is_the_plain_error_over_bins_of_equal_width(seed, bins):
    from sklearn.calibration import calibration_curve

    rng = np.random.default_rng(seed)
    score = rng.choice([rng.random(300), np.round(rng.random(300), 1)])
    truth = (rng.random(300) < score).astype(int)
    truth[:2] = 0, 1
    shares, promised = calibration_curve(truth, score, n_bins=bins, strategy="uniform")
    place = np.searchsorted(np.linspace(0, 1, bins + 1)[1:-1], score)
    counts = np.unique(place, return_counts=True)[1]
    wanted = np.sum(counts * np.abs(shares - promised)) / 300
    found = assay.evaluate(truth, score=score, metrics=f"ece(bins={bins})")[f"ece(bins={bins})"]
    assert found.value == pytest.approx(wanted)
    assert found.low <= found.value <= found.high


def test_no_alias_of_a_calibration_error_stands_for_another_definition():
    assert assay.metrics.find("ece").name == assay.metrics.find("expected_calibration_error").name == "ece"
    assert assay.metrics.find("calibration_error").aliases == ()
    score = RNG.dirichlet([1, 1, 1], 400)
    truth = np.array([RNG.choice(3, p=row) for row in score])
    confidence, right = score.max(axis=1), score.argmax(axis=1) == truth
    bins = np.clip(np.ceil(confidence * 15), 1, 15)
    wanted = sum(abs(right[bins == k].sum() - confidence[bins == k].sum()) for k in range(1, 16)) / 400
    assert assay.evaluate(truth, score=score)["ece"].value == pytest.approx(wanted)
    with pytest.raises(AssayError, match="whole number from 1"):
        assay.evaluate([0, 1], score=[0.2, 0.7], metrics="ece(bins=0)")
