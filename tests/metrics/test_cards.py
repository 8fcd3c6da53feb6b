"""Contracts that every card keeps; a new metric is tested the moment it exists."""

from __future__ import annotations

import math
from dataclasses import MISSING, fields

import numpy as np
import pytest
from scipy import stats as scipy_stats

import assay
from assay.errors import AssayError
from assay.intervals.estimating import described
from assay.intervals.sample import Sample
from assay.metrics import BinaryCounts, Tables, by_name, cards, find, mad_scaled
from assay.metrics.cards import Card, register
from assay.metrics.declarations import Declaration
from assay.reports.prose import filled, plain_value
from assay.results.estimate import Estimate
from assay.summaries.label_counts import LabelCounts
from assay.summaries.one_vs_rest import OneVsRest
from assay.summaries.residuals import Residuals
from assay.summaries.score_table import ScoreTable

EVERY = [pytest.param(card, id=card.name) for card in cards()]
SQUARE = LabelCounts.of_counts((0, 1, 2), np.ones((3, 3)), positive=1).view()
PLAIN = [pytest.param(card, id=card.name) for card in cards() if not card.needs and card.can_read(SQUARE)]
OF_ONE_TABLE = [card for card in PLAIN if card.values[0].reads is BinaryCounts and not card.values[0].average]
OF_SCORES = [
    pytest.param(card, id=card.name)
    for card in cards()
    if card.reads is ScoreTable and card.name != "brier"  # 2 is its bound for several classes
]
NEEDED = {"max_fpr": 1.0, "k": 1, "coverage": 0.5, "specificity": 0.5, "threshold": 0.5}
NOTHING_POSITIVE = assay.evaluate(counts={"tp": 0, "fp": 0, "fn": 0, "tn": 5})
UNDEFINED = [name for name, estimate in NOTHING_POSITIVE.items() if not estimate.defined]


def test_what_a_metric_may_declare_are_the_fields_of_its_card():
    told_by_the_function = {"name", "function", "reads"}
    assert set(Declaration.__annotations__) == {own.name for own in fields(Card)} - told_by_the_function
    required = {own.name for own in fields(Card) if own.default is MISSING and own.default_factory is MISSING}
    assert Declaration.__required_keys__ == required - told_by_the_function


@pytest.mark.parametrize("card", EVERY)
def test_a_card_says_everything(card):
    assert card.description[0].isupper()
    assert card.formula
    assert card.better in ("higher", "lower", "neither")
    assert card.bounds[0] < card.bounds[1]
    text = filled(card.reading, described(card, Estimate(0.5, 0.4, 0.6, 0.95, "wilson", 10)), plain_value, "yes")
    assert "{" not in text
    assert "0.5" in text or "50" in text
    assert text.endswith(".")


@pytest.mark.parametrize("card", EVERY)
def test_a_card_is_found_by_its_name_and_every_alias(card):
    assert find(card.name) is card
    for alias in card.aliases:
        assert find(alias) is card
        assert find(alias.upper().replace("_", "-")) is card


def test_two_metrics_may_not_share_a_name():
    with pytest.raises(ValueError, match="two metrics"):
        register(by_name()["recall"])


@pytest.mark.parametrize("card", [param for param in PLAIN if param.values[0].reads is BinaryCounts])
def test_a_share_is_what_the_card_says_it_is_a_share_of(card):
    counts = BinaryCounts(tp=60, fp=23, fn=17, tn=100)
    value = card.function(counts)
    if card.share_of is not None:
        part = value * getattr(counts, card.share_of)
        assert part == pytest.approx(round(part), abs=1e-9)


@pytest.mark.parametrize("card", PLAIN)
def test_a_formula_broadcasts_over_replicates(card):
    rng = np.random.default_rng(3)
    cells = rng.integers(1, 50, (7, 3, 3)).astype(float)
    tables = [LabelCounts.of_counts((0, 1, 2), table, positive=1) for table in cells]
    view = tables[0].view(cells)
    together = np.asarray(card(view))
    one_by_one = [float(card(table.view())) for table in tables]
    assert together.shape == (7,)
    assert together == pytest.approx(one_by_one, abs=1e-12)


@pytest.mark.parametrize("card", PLAIN)
def test_a_value_lies_within_the_bounds_and_does_not_change_with_scale(card):
    rng = np.random.default_rng(4)
    cells = rng.integers(1, 50, (200, 3, 3)).astype(float)
    summary = LabelCounts.of_counts((0, 1, 2), cells[0], positive=0)
    values = np.asarray(card(summary.view(cells)))
    assert np.all(values >= card.bounds[0] - 1e-12)
    assert np.all(values <= card.bounds[1] + 1e-12)
    assert np.asarray(card(summary.view(cells * 1e7))) == pytest.approx(values, abs=1e-12)


@pytest.mark.parametrize("name", UNDEFINED)
def test_undefined_is_nan_with_a_reason_and_the_bounds_as_interval(name):
    estimate = NOTHING_POSITIVE[name]
    assert estimate.note
    assert (estimate.low, estimate.high) == find(name).bounds


def test_without_positive_cases_most_metrics_are_undefined():
    assert {"recall", "precision", "f1", "mcc", "balanced_accuracy"} <= set(UNDEFINED)
    assert "accuracy" not in UNDEFINED


def test_metrics_are_plain_functions():
    counts = BinaryCounts(tp=6, fp=2, fn=2, tn=10)
    assert assay.metrics.recall(counts) == 0.75
    assert assay.metrics.accuracy(counts) == 0.8
    assert assay.metrics.mcc(counts) == pytest.approx(0.5833333333333)
    assert assay.metrics.f_beta(counts, beta=3) == pytest.approx(0.75)
    assert assay.metrics.f1_of_macro(Tables(tp=[12, 50], fp=[9, 23], fn=[3, 9])) == pytest.approx(0.712786, abs=1e-6)


def test_parameters_are_read_from_text_and_never_evaluated():
    assert find("f_beta(beta=3)").parameters == {"beta": 3}
    assert find("kappa(weights=quadratic)").parameters == {"weights": "quadratic"}
    assert find("kappa(weights='linear')").parameters == {"weights": "linear"}
    for wrong in ("f_beta(3)", "f_beta(gamma=3)", "f_beta(beta=", "recall(beta=1)", "f_beta(beta=__import__('os'))"):
        with pytest.raises(AssayError):
            find(wrong)
    with pytest.raises(AssayError, match="above 0"):
        assay.evaluate([1, 0], [1, 0], metrics="f_beta(beta=0)")
    with pytest.raises(AssayError, match="linear or quadratic"):
        assay.evaluate([1, 0], [1, 0], metrics="kappa(weights=cubic)")


def test_a_macro_average_names_the_class_that_has_no_cases():
    evaluation = assay.evaluate(["a", "b", "b", "a"], ["a", "b", "c", "a"])
    macro = evaluation["recall_macro"]
    assert math.isnan(macro.value)
    assert "'c'" in macro.note
    assert evaluation["f1_macro"].value == pytest.approx((1 + 2 / 3 + 0) / 3)
    assert evaluation["f1_micro"].value == 0.75
    assert evaluation["recall_weighted"].value == 0.75


def test_a_macro_average_names_the_class_that_was_never_answered():
    evaluation = assay.evaluate(["a", "b", "c", "a"], ["a", "b", "a", "a"])
    assert "'c'" in evaluation["precision_macro"].note
    assert "never answered" in evaluation["precision_macro"].note
    assert evaluation["recall_macro"].value == pytest.approx(2 / 3)


def test_one_versus_rest_shows_every_class_at_once():
    summary = LabelCounts.of_counts(("a", "b", "c"), [[5, 1, 0], [2, 7, 1], [0, 0, 4]])
    sample = Sample(OneVsRest(summary), 0)
    assert np.asarray(find("recall")(sample.view)) == pytest.approx([5 / 6, 0.7, 1.0])


@pytest.mark.parametrize("card", OF_ONE_TABLE)
def test_some_small_table_attains_each_end_of_the_range_of_a_card(card):
    """All tables with up to 4 cases in a cell: nothing lies outside the bounds, and finite bounds are reached."""
    with np.errstate(all="ignore"):
        values = np.asarray(card.function(BinaryCounts(*np.indices((5,) * 4, dtype=float).reshape(4, -1))), dtype=float)
    known = values[np.isfinite(values)]
    low, high = card.bounds
    assert known.min() == pytest.approx(low, abs=1e-12) if math.isfinite(low) else known.min() < 0
    assert known.max() == pytest.approx(high, abs=1e-12) if math.isfinite(high) else known.max() > 1


@pytest.mark.parametrize("card", OF_SCORES)
def test_perfect_useless_or_perfectly_wrong_scores_attain_each_end_of_the_range_of_a_card(card):
    """Average precision of one positive among a thousand cases is 0.001 at worst."""
    extremes = [
        ([1.0] * 3, [0.0] * 3),
        ([0.0] * 3, [1.0] * 3),
        ([0.5], [0.5]),
        ([0.0], [1.0] * 999),
        ([1.0], [1.0] * 999),
    ]
    tables = [ScoreTable.of_scores(np.array(one), np.array(two)) for one, two in extremes]
    values = [card.function(table, **{name: NEEDED[name] for name in card.needs}) for table in tables]
    known = [float(value) for value in values if math.isfinite(value)]
    low, high = card.bounds
    assert min(known) < 0 if math.isinf(low) else min(known) == pytest.approx(low, abs=0.0011)
    assert max(known) == pytest.approx(high if math.isfinite(high) else max(known), abs=1e-9)


def test_the_scaled_deviation_is_scipys():
    errors = [0.5, -2.0, 3.5, 4.0, -7.0]
    expected = scipy_stats.median_abs_deviation(errors, scale="normal")
    assert mad_scaled(Residuals.of(errors, [0.0] * 5)) == pytest.approx(expected, rel=1e-9)
    assert assay.evaluate([0.0] * 5, errors, task="regression")["mad_scaled"].value == pytest.approx(expected, rel=1e-9)
