"""Intervals hold their value, stay in bounds, say how they were made, and are what their names say."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats
from statsmodels.stats.proportion import confint_proportions_2indep

import assay
from assay.errors import AssayError
from assay.intervals.choose import CELL_METHODS, METHODS, SHARE_METHODS
from assay.intervals.delta import standard_error
from assay.intervals.quantiles import quantiles
from assay.intervals.sample import Sample
from assay.metrics import cards, find
from assay.summaries.label_counts import LabelCounts

CELL = st.integers(0, 300)


@given(tp=CELL, fp=CELL, fn=CELL, tn=CELL, level=st.sampled_from([0.8, 0.95, 0.99]))
def test_every_interval_holds_its_value_and_stays_within_the_bounds(tp, fp, fn, tn, level):
    if tp + fp + fn + tn == 0:
        return
    evaluation = assay.evaluate(counts={"tp": tp, "fp": fp, "fn": fn, "tn": tn}, level=level)
    for name, estimate in evaluation.items():
        lowest, highest = find(name).bounds
        assert lowest <= estimate.low <= estimate.high <= highest
        assert estimate.level == level
        if estimate.defined:
            assert estimate.low <= estimate.value <= estimate.high, name
        else:
            assert estimate.note


@given(table=st.lists(st.lists(st.integers(0, 40), min_size=4, max_size=4), min_size=4, max_size=4))
def test_several_classes_keep_the_same_promise(table):
    if not np.sum(table):
        return
    evaluation = assay.evaluate(counts=table, labels=list("abcd"), rows="truth")
    for own in (evaluation.estimates, *evaluation.per_class.values()):
        for name, estimate in own.items():
            lowest, highest = find(name).bounds
            assert lowest <= estimate.low <= estimate.high <= highest
            assert not estimate.defined or estimate.low <= estimate.value <= estimate.high, name


def test_a_perfect_model_does_not_get_an_interval_of_width_zero():
    evaluation = assay.evaluate([0, 1] * 10, [0, 1] * 10)
    for name in ("accuracy", "recall", "f1", "mcc", "balanced_accuracy"):
        assert evaluation[name].value == 1
        assert evaluation[name].low < 0.9
    several = assay.evaluate(list("abc") * 10, list("abc") * 10)
    for name in ("accuracy", "f1_macro", "mcc", "f1_micro"):
        assert several[name].value == 1
        assert several[name].low < 0.99


@pytest.mark.parametrize("method", METHODS)
def test_every_named_method_can_be_asked_for(method):
    counts = {"tp": 40, "fp": 8, "fn": 12, "tn": 90}
    evaluation = assay.evaluate(counts=counts, method=method)
    used = {name for name, estimate in evaluation.items() if estimate.method == method}
    expected = {"mover": {"balanced_accuracy", "informedness"}}.get(
        method, {"recall"} if method in SHARE_METHODS else {"f1", "mcc"}
    )
    assert expected <= used
    for name in used:
        assert evaluation[name].low <= evaluation[name].value <= evaluation[name].high
        assert evaluation[name].low < evaluation[name].high
    rest = set(evaluation) - used
    assert bool(rest) == any(note.code == "method-not-applied" for note in evaluation.notes)


@pytest.mark.parametrize("method", CELL_METHODS)
def test_methods_agree_where_there_are_very_many_cases(method):
    counts = {"tp": 40_000, "fp": 8_000, "fn": 12_000, "tn": 90_000}
    usual = assay.evaluate(counts=counts, metrics=["f1", "mcc"])
    asked = assay.evaluate(counts=counts, metrics=["f1", "mcc"], method=method)
    for name in ("f1", "mcc"):
        assert asked[name].method == method
        width = usual[name].high - usual[name].low
        assert asked[name].low == pytest.approx(usual[name].low, abs=width / 12)
        assert asked[name].high == pytest.approx(usual[name].high, abs=width / 12)


@pytest.mark.parametrize("method", CELL_METHODS)
def test_methods_agree_for_several_classes(method):
    table = np.array([[900, 60, 40], [50, 800, 70], [30, 90, 700]])
    usual = assay.evaluate(counts=table, labels=list("abc"), rows="truth", metrics=["f1_macro", "mcc", "f1_weighted"])
    asked = assay.evaluate(
        counts=table, labels=list("abc"), rows="truth", metrics=["f1_macro", "mcc", "f1_weighted"], method=method
    )
    for name, estimate in usual.items():
        width = estimate.high - estimate.low
        assert asked[name].method == method
        assert asked[name].low == pytest.approx(estimate.low, abs=width / 8)
        assert asked[name].high == pytest.approx(estimate.high, abs=width / 8)


@pytest.mark.parametrize("level", [0.8, 0.95])
def test_mover_is_newcombes_interval_of_the_difference_of_two_proportions(level):
    """Informedness is recall less the false positive rate; balanced accuracy is (informedness + 1) / 2."""
    counts = {"tp": 30, "fp": 8, "fn": 12, "tn": 90}
    expected = confint_proportions_2indep(30, 42, 8, 98, method="newcomb", compare="diff", alpha=1 - level)
    found = assay.evaluate(counts=counts, metrics=["informedness", "balanced_accuracy"], method="mover", level=level)
    informedness, accuracy = found["informedness"], found["balanced_accuracy"]
    assert (informedness.low, informedness.high) == pytest.approx(expected, abs=1e-9)
    assert (2 * accuracy.low - 1, 2 * accuracy.high - 1) == pytest.approx(expected, abs=1e-9)


def test_the_delta_variance_of_f1_equals_the_published_formula():
    """Takahashi et al. 2022: var(F1) = 4(1-F)... is the delta method; here checked against brute force."""
    cells = np.array([[850.0, 50.0], [6.0, 94.0]])
    sample = Sample(LabelCounts.of_counts((0, 1), cells, positive=1), 0)
    draws = np.random.default_rng(0).multinomial(1000, (cells / 1000).ravel(), 200_000).reshape(-1, 2, 2).astype(float)
    for name in (
        "f1",
        "mcc",
        "kappa",
        "balanced_accuracy",
        "informedness",
        "f1_macro",
        "f1_weighted",
        "precision_macro",
    ):
        card = find(name)
        simulated = np.asarray(card(sample.summary.view(draws))).std()
        assert float(standard_error(card, sample)) == pytest.approx(simulated, rel=0.02), name


@pytest.mark.parametrize(
    "card", [pytest.param(card, id=card.name) for card in cards() if card.reads.__name__ in ("Tables", "ClassCounts")]
)
def test_the_slopes_of_every_average_match_brute_force(card):
    if card.needs:
        card = card.with_parameters(card.name, {"beta": 3.0})
    cells = np.array([[90.0, 7.0, 3.0], [5.0, 60.0, 15.0], [2.0, 10.0, 30.0]])
    summary = LabelCounts.of_counts(tuple("abc"), cells)
    n = cells.sum()
    draws = np.random.default_rng(1).multinomial(int(n), (cells / n).ravel(), 40_000).reshape(-1, 3, 3).astype(float)
    if not card.can_read(summary.view()) or (card.averaged and card.averaged.needs):
        assert card.averaged is not None
        return
    simulated = np.asarray(card(summary.view(draws))).std()
    assert float(standard_error(card, Sample(summary, 0))) == pytest.approx(simulated, rel=0.04)


def test_square_metrics_have_their_own_slopes():
    table = np.array([[90, 7, 3], [5, 60, 15], [2, 10, 30]])
    evaluation = assay.evaluate(
        counts=table,
        labels=list("abc"),
        rows="truth",
        metrics=["kappa(weights=quadratic)", "expected_cost"],
        costs=1 - np.eye(3),
    )
    cost = evaluation["expected_cost"]
    assert cost.value == pytest.approx(
        assay.evaluate(counts=table, labels=list("abc"), rows="truth")["error_rate"].value
    )
    assert 0 < cost.low < cost.value < cost.high < 1
    kappa = evaluation["kappa(weights=quadratic)"]
    assert kappa.low < kappa.value < kappa.high


def test_wilson_on_jaccard_gives_wilson_on_f1():
    evaluation = assay.evaluate(counts={"tp": 40, "fp": 8, "fn": 12, "tn": 90}, method="wilson")
    low, high = assay.stats.wilson(40, 60)
    assert (evaluation["f1"].low, evaluation["f1"].high) == pytest.approx((2 * low / (1 + low), 2 * high / (1 + high)))
    assert (evaluation["jaccard"].low, evaluation["jaccard"].high) == pytest.approx((low, high))


def test_micro_averages_of_single_label_data_share_the_interval_of_accuracy(rng):
    truth, said = rng.integers(0, 4, 200), rng.integers(0, 4, 200)
    evaluation = assay.evaluate(truth, said)
    accuracy = evaluation["accuracy"]
    for name in ("precision_micro", "recall_micro", "f1_micro"):
        assert (evaluation[name].low, evaluation[name].high) == pytest.approx((accuracy.low, accuracy.high))
    errors = evaluation["false_negative_rate_micro"]
    assert (errors.low, errors.high) == pytest.approx((1 - accuracy.high, 1 - accuracy.low))


def test_the_guard_is_named_in_the_method():
    evaluation = assay.evaluate(counts={"tp": 97, "fp": 30, "fn": 3, "tn": 70})
    assert evaluation["recall"].method == "wilson+clopper-pearson"
    assert evaluation["specificity"].method == "wilson"
    exact = assay.stats.clopper_pearson(97, 100)
    assert evaluation["recall"].low == pytest.approx(min(exact.low, assay.stats.wilson(97, 100).low))


def test_no_estimate_depends_on_which_others_were_asked_for():
    counts = {"tp": 40, "fp": 8, "fn": 12, "tn": 90}
    everything = assay.evaluate(counts=counts)
    for name in ("f1", "mcc", "recall"):
        assert assay.evaluate(counts=counts, metrics=name)[name] == everything[name]


def test_the_positive_class_has_the_same_numbers_in_the_class_table():
    evaluation = assay.evaluate(counts=[[90, 8], [12, 40]], labels=["no", "yes"], rows="truth", positive="yes")
    for name, estimate in evaluation.per_class["yes"].items():
        assert estimate == evaluation[name], name
    assert evaluation.per_class["no"]["recall"].value == evaluation["specificity"].value


def test_the_seed_decides_the_draws_and_nothing_else():
    counts = {"tp": 40, "fp": 8, "fn": 12, "tn": 90}
    first, again, other = (assay.evaluate(counts=counts, seed=seed) for seed in (1, 1, 2))
    assert first["f1"] == again["f1"]
    assert first["f1"].low != other["f1"].low
    assert first["f1"].low == pytest.approx(other["f1"].low, abs=0.01)
    assert first["recall"] == other["recall"]


def test_quantiles_equal_numpy_s_and_leave_nan_out(rng):
    values = rng.random((500, 3))
    values[::7, 1] = np.nan
    ours = quantiles(values, np.array([0.025, 0.5, 0.975]))
    theirs = np.nanquantile(values, [0.025, 0.5, 0.975], axis=0)
    assert ours == pytest.approx(theirs, abs=1e-12)
    assert np.isnan(quantiles(np.full(4, np.nan), np.array([0.5]))).all()


def test_the_dirichlet_interval_of_a_single_share_is_jeffreys():
    """For one proportion the Dirichlet draws are Beta(x + 1/2, n - x + 1/2)."""
    evaluation = assay.evaluate(counts={"tp": 15, "fp": 3, "fn": 5, "tn": 77}, metrics="recall", method="dirichlet")
    low, high = scipy_stats.beta.ppf([0.025, 0.975], 15.5, 5.5)
    assert (evaluation["recall"].low, evaluation["recall"].high) == pytest.approx((low, high), abs=0.012)


def test_weights_that_are_all_equal_change_nothing_but_the_name(rng):
    truth, said = rng.integers(0, 2, 80), rng.integers(0, 2, 80)
    plain = assay.evaluate(truth, said)
    weighted = assay.evaluate(truth, said, weight=np.full(80, 7.0))
    for name in ("accuracy", "recall", "precision"):
        assert weighted[name].low == pytest.approx(plain[name].low, abs=1e-9)
        assert weighted[name].high == pytest.approx(plain[name].high, abs=1e-9)
    assert weighted["f1"].low == pytest.approx(plain["f1"].low, abs=0.01)
    assert weighted["f1"].method.endswith("effective n")


def test_unequal_weights_widen_the_interval(rng):
    truth, said = rng.integers(0, 2, 400), rng.integers(0, 2, 400)
    plain = assay.evaluate(truth, said)
    weighted = assay.evaluate(truth, said, weight=rng.lognormal(0, 1.5, 400))
    for name in ("accuracy", "f1", "mcc"):
        assert weighted[name].high - weighted[name].low > 1.2 * (plain[name].high - plain[name].low)


def test_a_method_that_does_not_exist_is_refused_with_the_nearest():
    with pytest.raises(AssayError, match="Did you mean 'wilson'"):
        assay.evaluate([1, 0], [1, 0], method="wilsn")


def test_a_method_that_fits_nothing_is_refused():
    with pytest.raises(AssayError, match="made for proportions"):
        assay.evaluate([1, 0], [1, 0], metrics=["mcc", "f2"], method="mid-p")
    with pytest.raises(AssayError, match="unweighted confusion table"):
        assay.evaluate([1, 0], [1, 0], weight=[1, 2], metrics="mcc", method="bootstrap-t")


def test_a_large_number_of_classes_works(rng):
    truth = rng.integers(0, 60, 4000)
    said = np.where(rng.random(4000) < 0.8, truth, rng.integers(0, 60, 4000))
    evaluation = assay.evaluate(truth, said, metrics=["f1_macro", "mcc", "kappa(weights=linear)"])
    for estimate in evaluation.values():
        assert estimate.low < estimate.value < estimate.high
        assert not math.isnan(estimate.low)
