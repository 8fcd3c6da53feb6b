"""A requirement is met where the whole interval keeps it, broken where none of it does, unclear between."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from sklearn.tree import DecisionTreeClassifier

import assay
from assay.errors import InputError, MetricError
from assay.gates.settling import times_as_many
from assay.results.estimate import Estimate

RNG = np.random.default_rng(22)
TRUTH = (RNG.random(600) < 0.4).astype(int)


def answers(right: float):
    return np.where(RNG.random(600) < right, TRUTH, 1 - TRUTH)


NEW, OLD = answers(0.85), answers(0.84)
REGION = np.array(["north", "south", "west"])[RNG.integers(0, 3, 600)]
ONE = assay.evaluate(TRUTH, NEW, by={"region": REGION})
TWO = assay.compare(TRUTH, prediction={"new": NEW, "old": OLD}, by={"region": REGION},
                    metrics=["recall", "error_rate", "accuracy", "predicted_positive_rate"])  # fmt: skip


def state(result, text, **options):
    return assay.gate(result, text, **options).requirements[0].state


@pytest.mark.parametrize("metric", ["recall", "f1", "mcc", "accuracy", "error_rate"])
def test_the_ends_of_the_interval_decide(metric):
    found, step = ONE[metric], 1e-6
    assert state(ONE, f"{metric} >= {found.low - step}") == "met"
    assert state(ONE, f"{metric} >= {found.low + step}") == "unclear"
    assert state(ONE, f"{metric} > {found.high - step}") == "unclear"
    assert state(ONE, f"{metric} >= {found.high + step}") == "broken"
    assert state(ONE, f"{metric} <= {found.high + step}") == "met"
    assert state(ONE, f"{metric} < {found.low + step}") == "unclear"
    assert state(ONE, f"{metric} <= {found.low - step}") == "broken"


def test_the_value_alone_is_met_or_broken():
    value = ONE["recall"].value
    assert state(ONE, f"recall.value >= {value - 1e-6}") == "met"
    assert state(ONE, f"recall.value >= {value + 1e-6}") == "broken"
    assert assay.gate(ONE, "recall.value >= 0.5").intervals == 0


def test_at_the_bound_itself_the_sign_decides():
    perfect = assay.evaluate([0, 1] * 50, [0, 1] * 50)
    assert state(perfect, "accuracy.value >= 1") == "met"
    assert state(perfect, "accuracy.value > 0.999999") == "met"
    high = perfect["accuracy"].low
    assert state(perfect, f"accuracy >= {high!r}") == "met"
    assert state(perfect, f"accuracy > {high!r}") == "unclear"


def test_every_slice_counts_and_the_worst_decides():
    found = assay.gate(ONE, "accuracy >= 0.5 in every region").requirements[0]
    assert [part.part for part in found.parts] == ["north", "south", "west"]
    assert {part.estimate.value for part in found.parts} == {ONE.slices[key]["accuracy"].value for key in ONE.slices}
    lows = {key: ONE.slices[key]["accuracy"].low for key in ONE.slices}
    worst = min(lows.values())
    assert state(ONE, f"accuracy >= {worst - 1e-6} in every region") == "met"
    assert state(ONE, f"accuracy >= {worst + 1e-6} in every region") == "unclear"
    made = assay.gate(ONE, f"accuracy >= {worst + 1e-6} in every slice").requirements[0]
    assert [part.state for part in made.parts].count("unclear") == 1
    assert made.sentence.startswith("unclear in 1 (")


def test_classes_are_slices_too():
    found = assay.gate(ONE, "recall >= 0.5 in every class").requirements[0]
    assert [part.estimate.value for part in found.parts] == [ONE.per_class[0]["recall"].value, ONE["recall"].value]
    assert assay.gate(ONE, "recall of 0 >= 0.5").requirements[0].estimate == ONE.per_class[0]["recall"]


def test_two_columns_of_slices_are_told_apart():
    made = assay.evaluate(TRUTH, NEW, by={"region": REGION, "half": np.arange(600) % 2})
    found = assay.gate(made, "accuracy >= 0.5 in every half").requirements[0]
    assert [part.part for part in found.parts] == ["half = 0", "half = 1"]
    assert len(assay.gate(made, "accuracy >= 0.5 in every slice").requirements[0].parts) == 5


@pytest.mark.parametrize("metric", ["recall", "error_rate"])
def test_no_worse_is_read_off_the_interval_of_the_difference(metric):
    found = TWO[metric].pair("new", "old").difference
    sign = -1 if metric == "error_rate" else 1
    low = min(sign * found.low, sign * found.high)
    assert low < 0
    assert state(TWO, f"new no worse than old by {-low + 1e-6} in {metric}") == "met"
    assert state(TWO, f"new no worse than old by {-low - 1e-6} in {metric}") == "unclear"
    shown = assay.gate(TWO, f"new no worse than old by 0.3 in {metric}").requirements[0].estimate
    assert shown.value == sign * found.value
    assert shown.low == low


def test_a_model_that_is_proven_worse_breaks_its_requirement():
    worse = assay.compare(TRUTH, prediction={"new": answers(0.6), "old": NEW}, metrics="accuracy")
    assert state(worse, "new no worse than old by 0.01 in accuracy") == "broken"
    assert state(worse, "new better than old in accuracy") == "broken"
    assert state(worse, "old better than new in accuracy") == "met"
    assert state(worse, "new within 0.01 of old in accuracy") == "broken"
    assert state(worse, "new within 0.5 of old in accuracy") == "met"


def test_a_model_is_not_better_than_itself():
    same = assay.compare(TRUTH, prediction={"new": NEW, "old": NEW}, metrics="accuracy")
    assert state(same, "new better than old in accuracy") != "met"
    assert state(same, "new no worse than old by 0.1 in accuracy") == "met"


def test_differences_are_asked_in_every_slice():
    found = assay.gate(TWO, "new no worse than old by 0.5 in recall in every region").requirements[0]
    assert [part.state for part in found.parts] == ["met"] * 3


def test_a_validation_is_judged_by_its_mean_over_folds():
    x = np.column_stack([TRUTH + RNG.normal(size=600), RNG.normal(size=600)])
    made = assay.validate({"tree": DecisionTreeClassifier(max_depth=2, random_state=0),
                           "deep": DecisionTreeClassifier(max_depth=9, random_state=0)}, x, TRUTH, scheme="10-fold",
                          metrics="accuracy")  # fmt: skip
    found = assay.gate(made, ["accuracy of tree >= 0.1", "tree within 0.5 of deep in accuracy"])
    assert found.passed
    assert found.requirements[0].estimate == made.models["tree"]["accuracy"].mean
    assert assay.gate(made.__class__(**{**vars(made), "models": {"tree": made.models["tree"]}, "pairs": ()}),
                      "accuracy >= 0.2").passed  # fmt: skip


def test_what_is_undefined_is_unclear():
    nothing = assay.evaluate([0, 0, 0, 0], [0, 0, 0, 1])
    found = assay.gate(nothing, "recall >= 0.5").requirements[0]
    assert found.state == "unclear"
    assert "undefined" in found.sentence
    assert found.needed is None


def test_unclear_counts_as_not_met_unless_it_may_pass():
    bound = ONE["recall"].value
    assert not assay.gate(ONE, f"recall >= {bound}").passed
    assert assay.gate(ONE, f"recall >= {bound}", unclear="pass").passed
    assert not assay.gate(ONE, "recall >= 0.99", unclear="pass").passed


def test_chances_of_several_requirements():
    made = assay.gate(ONE, ["recall >= 0.5", "f1.value >= 0.5", "accuracy >= 0.5 in every region"])
    assert made.intervals == 4
    assert made.false_alarm == pytest.approx(0.1)
    assert made.false_pass == pytest.approx(0.025)
    assert "up to 10% of samples (4 times 2.5%)" in str(made)


def test_false_alarms_stay_below_what_is_said():
    """A model at every bound at once is called broken no more often than announced."""
    rng, alarms = np.random.default_rng(3), 0
    for _ in range(400):
        truth = np.repeat([0, 1], 150)
        right = rng.random(300) < 0.8
        made = assay.evaluate(truth, np.where(right, truth, 1 - truth), metrics=["recall", "specificity"])
        found = assay.gate(made, ["recall >= 0.8", "specificity >= 0.8"])
        alarms += any(one.state == "broken" for one in found.requirements)
    assert alarms / 400 <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 400)
    assert alarms > 0


@pytest.mark.parametrize(("value", "bound", "n"), [(0.85, 0.8, 200), (0.7, 0.75, 100), (0.96, 0.9, 50)])
def test_the_cases_needed_settle_a_proportion_in_eight_samples_of_ten(value, bound, n):
    made = Estimate(value, 0, 1, 0.95, "wilson", n, independent=True)
    cases = math.ceil(times_as_many(made, bound) * n)
    x = np.arange(cases + 1)
    score = (x / cases - bound) / math.sqrt(bound * (1 - bound) / cases)
    settled = (
        stats.binom.pmf(x, cases, value)[score >= 1.96].sum()
        if value > bound
        else (stats.binom.pmf(x, cases, value)[score <= -1.96].sum())
    )
    assert settled == pytest.approx(0.8, abs=0.04)


def test_the_cases_needed_settle_any_metric_in_eight_samples_of_ten():
    made = Estimate(0.6, 0.5, 0.7, 0.95, "log-t", 100)
    error = 0.1 / stats.norm.ppf(0.975) / math.sqrt(times_as_many(made, 0.55))
    assert stats.norm.sf(stats.norm.ppf(0.975) - 0.05 / error) == pytest.approx(0.8, abs=0.001)


def test_nothing_settles_a_value_that_stands_at_its_bound():
    assert times_as_many(Estimate(0.8, 0.7, 0.9, 0.95, "wilson", 60, independent=True), 0.8) is None


@pytest.mark.parametrize(
    ("result", "text", "error", "words"),
    [
        (ONE, "roc_auc >= 0.8", MetricError, "is not in this result"),
        (ONE, "recall >= 80", InputError, "as 80%"),
        (ONE, "recall >= 0", InputError, "whatever the value is"),
        (ONE, "recall >= 0.5 in every regoin", InputError, "Did you mean 'region'"),
        (ONE, "recall of cat >= 0.5", InputError, "There is '0', '1'"),
        (ONE, "new better than old in recall", InputError, "only one was judged"),
        (TWO, "recall >= 0.8", InputError, "recall of new >= 0.8"),
        (TWO, "nwe better than old in recall", InputError, "Did you mean 'new'"),
        (TWO, "new better than old in predicted_positive_rate", InputError, "neither end"),
        (TWO, "new better than old in mcc", MetricError, "is not in this result"),
        (3, "recall >= 0.8", InputError, "A int has no metrics"),
    ],
)
def test_what_does_not_fit_the_result_is_refused(result, text, error, words):
    with pytest.raises(error, match=words):
        assay.gate(result, text)


def test_groups_are_the_units_that_are_needed():
    made = assay.evaluate(TRUTH, NEW, group=np.arange(600) // 6)
    found = assay.gate(made, f"accuracy >= {made['accuracy'].value - 0.005}").requirements[0]
    assert (found.state, found.unit) == ("unclear", "group")
    assert "groups would settle it" in found.sentence
    assert "here are 100" in found.sentence


def test_a_gate_is_saved_shown_and_read_as_a_frame(tmp_path):
    made = assay.gate(ONE, ["recall >= 0.5", "accuracy >= 0.5 in every region"])
    again = assay.load(made.save(tmp_path / "gate.json"))
    assert str(again) == str(made)
    assert again.to_dict() == made.to_dict()
    assert made.to_frame().height == 5
    assert bool(again) is made.passed
