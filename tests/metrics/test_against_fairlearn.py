"""What fairness reports read equals fairlearn's: the metric itself, its difference and its ratio between slices."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import precision_score

import assay

fairlearn = pytest.importorskip("fairlearn.metrics")

RNG = np.random.default_rng(29)
PEOPLE = 900
GROUP = RNG.choice(["a", "b", "c"], PEOPLE, p=[0.5, 0.3, 0.2])
TRUTH = (RNG.random(PEOPLE) < np.where(GROUP == "a", 0.5, 0.3)).astype(int)
CALLED = (RNG.random(PEOPLE) < 0.15 + 0.6 * TRUTH + 0.1 * (GROUP == "b")).astype(int)


def test_the_predicted_positive_rate_is_the_selection_rate() -> None:
    found = assay.evaluate(TRUTH, CALLED)["predicted_positive_rate"]
    assert found.value == pytest.approx(fairlearn.selection_rate(TRUTH, CALLED))
    interval = assay.stats.wilson(int(CALLED.sum()), PEOPLE)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))


@pytest.mark.parametrize("alias", ["selection_rate", "flagged_rate", "alert_rate", "acceptance_rate"])
def test_the_predicted_positive_rate_is_found_by_the_names_that_fields_give_it(alias) -> None:
    assert assay.metrics.find(alias).name == "predicted_positive_rate"


@pytest.mark.parametrize(
    ("metric", "function"),
    [
        ("predicted_positive_rate", fairlearn.selection_rate),
        ("recall", fairlearn.true_positive_rate),
        ("false_positive_rate", fairlearn.false_positive_rate),
        ("false_negative_rate", fairlearn.false_negative_rate),
        ("specificity", fairlearn.true_negative_rate),
    ],
)
def test_gaps_and_ratios_of_slices_are_those_of_a_metric_frame(metric, function) -> None:
    frame = fairlearn.MetricFrame(metrics=function, y_true=TRUTH, y_pred=CALLED, sensitive_features=GROUP)
    slices = assay.evaluate(TRUTH, CALLED, by=GROUP).slices
    assert slices.gap(metric).value == pytest.approx(frame.difference())
    assert slices.ratio(metric).value == pytest.approx(frame.ratio())
    assert {key: made.value for key, made in slices.estimates(metric).items()} == pytest.approx(dict(frame.by_group))


def test_named_fairness_differences_are_gaps_of_one_or_two_metrics() -> None:
    slices = assay.evaluate(TRUTH, CALLED, by=GROUP).slices
    given = {"sensitive_features": GROUP}
    gap, ratio = slices.gap, slices.ratio
    parity = "predicted_positive_rate"
    assert gap(parity).value == pytest.approx(fairlearn.demographic_parity_difference(TRUTH, CALLED, **given))
    assert ratio(parity).value == pytest.approx(fairlearn.demographic_parity_ratio(TRUTH, CALLED, **given))
    both = ("recall", "false_positive_rate")
    odds = max(gap(name).value for name in both)
    assert odds == pytest.approx(fairlearn.equalized_odds_difference(TRUTH, CALLED, **given))
    odds = min(ratio(name).value for name in both)
    assert odds == pytest.approx(fairlearn.equalized_odds_ratio(TRUTH, CALLED, **given))
    opportunity = fairlearn.equal_opportunity_difference(TRUTH, CALLED, **given)
    assert gap("recall").value == pytest.approx(opportunity)


def test_two_models_predicted_positive_rates_differ_by_the_cases_that_only_one_calls() -> None:
    other = np.where(RNG.random(PEOPLE) < 0.2, 1 - CALLED, CALLED)
    found = assay.compare(TRUTH, prediction={"a": CALLED, "b": other}, metrics="selection_rate")
    pair = found["predicted_positive_rate"].pairs[0]
    only = int(np.sum((CALLED == 1) & (other == 0))), int(np.sum((CALLED == 0) & (other == 1)))
    assert pair.difference.value == pytest.approx(CALLED.mean() - other.mean())
    assert pair.p_value == pytest.approx(assay.stats.mcnemar([[0, only[0]], [only[1], 0]], method="mid-p").p_value)


def test_the_numbers_on_the_page_of_docs_are_true_and_fairlearns() -> None:
    page = Path(__file__).parents[2] / "docs" / "groups-and-slices.md"
    block = next(part for part in page.read_text(encoding="utf-8").split("```") if "offered = " in part)
    names: dict[str, Any] = {}
    told = {}
    for line in block.removeprefix("python\n").splitlines():
        code, _, comment = line.partition("  # ")
        if comment:
            made = eval(code, names)  # noqa: S307 - our own page
            assert repr(made) == comment.partition(": ")[2]
            told[code.partition(".")[2]] = made.value
        else:
            exec(code, names)  # noqa: S102 - our own page
    truth, called = names["repaid"], names["offered"]
    given = {"sensitive_features": names["region"]}
    parity = 'gap("predicted_positive_rate")', 'ratio("predicted_positive_rate")'
    assert told[parity[0]] == pytest.approx(fairlearn.demographic_parity_difference(truth, called, **given))
    assert told[parity[1]] == pytest.approx(fairlearn.demographic_parity_ratio(truth, called, **given))
    assert told['gap("recall")'] == pytest.approx(fairlearn.equal_opportunity_difference(truth, called, **given))
    odds = max(told['gap("recall")'], told['gap("false_positive_rate")'])
    assert odds == pytest.approx(fairlearn.equalized_odds_difference(truth, called, **given))
    precision = fairlearn.MetricFrame(metrics=precision_score, y_true=truth, y_pred=called, **given)
    assert told['gap("precision")'] == pytest.approx(precision.difference())
