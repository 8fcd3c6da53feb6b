"""`.null` says which hypothesis was tested: its value and its side, for every test that takes one."""

from __future__ import annotations

import inspect
import re

import pytest

from assay import stats

X, Y = [3.0, 1.0, 4.0, 1.5, 5.0, 9.0], [2.0, 7.0, 1.0, 8.0, 2.5, 8.5]

VARIANTS = {
    "t_test": [([X], {}), ([X, Y], {}), ([X, Y], {"equal_variance": True}), ([X, Y], {"paired": True})],
    "binomial_test": [([7, 20], {})],
    "variance_test": [([X, 4.0], {}), ([X, 4.0], {"mean": 3.0})],
    "wilcoxon": [([X, Y], {})],
    "sign_test": [([X, Y], {})],
    "fisher_exact": [([[[8, 2], [1, 5]]], {})],
    "correlation_test": [([X, Y], {}), ([X, Y], {"method": "spearman"}), ([X, Y], {"method": "kendall"})],
    "mann_whitney": [([X, Y], {})],
    "permutation_test": [([X, Y], {}), ([X, Y], {"paired": False, "permutations": 99}), ([X], {})],
}
CALLS = [(name, *call) for name, calls in VARIANTS.items() for call in calls]
VALUES = {"t_test": "mean", "binomial_test": "p", "variance_test": "variance"}


def parameter(name, wanted):
    found = inspect.signature(getattr(stats, name)).parameters.get(wanted)
    return found is not None and found.annotation == "str"


def test_every_function_with_a_choice_of_sides_is_walked():
    assert {name for name in stats.__all__ if parameter(name, "alternative")} == set(VARIANTS)


@pytest.mark.parametrize(("name", "args", "options"), CALLS)
def test_the_null_hypothesis_turns_with_the_alternative(name, args, options):
    function = getattr(stats, name)
    nulls = {side: function(*args, alternative=side, **options).null for side in ("two-sided", "greater", "less")}
    assert len(set(nulls.values())) == 3, nulls
    assert function(*args, **options).null == nulls["two-sided"]


@pytest.mark.parametrize(("name", "args", "options"), [call for call in CALLS if call[0] in VALUES])
@pytest.mark.parametrize("value", [0.125, 0.7])
@pytest.mark.parametrize(
    ("side", "words"), [("two-sided", "is "), ("greater", "is at most "), ("less", "is at least ")]
)
def test_the_null_hypothesis_names_the_value_that_was_tested(name, args, options, value, side, words):
    given = {VALUES[name]: value}
    args = args[:1] if name == "variance_test" else args
    test = getattr(stats, name)(*args, **{**options, **given}, alternative=side)
    assert test.null.endswith(f"{words}{value}")


@pytest.mark.parametrize("options", [{}, {"equal_variance": True}, {"paired": True}])
@pytest.mark.parametrize("mean", [1, -2.5, 0])
def test_where_the_null_hypothesis_holds_in_the_samples_p_is_1(options, mean):
    """The number in the words is the effect at which nothing speaks against the hypothesis."""
    words = stats.t_test(X, Y, mean=mean, **options).null
    stated = 0.0 if words == "both means are equal" else float(re.findall(r"-?[\d.]+$", words)[0])
    effect = stats.t_test(X, Y, **options).effect
    moved = [value - effect + stated for value in X]
    assert stats.t_test(moved, Y, mean=mean, **options).p_value == pytest.approx(1)


def test_the_issue_s_example_says_what_was_tested():
    assert stats.t_test(X, Y, mean=1).null == "the first mean less the second is 1"
    assert stats.t_test(X, Y, mean=1, paired=True).null == "the mean difference is 1"
