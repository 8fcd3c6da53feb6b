"""Numbers in sentences and tables: as many digits as the interval supports, and never a false 0."""

from __future__ import annotations

import numpy as np
import pytest

import assay
from assay.results import numbers


@pytest.mark.parametrize(
    ("number", "low", "high", "expected"),
    [
        (1234.5, 1200, 1300, "1,234"),
        (0.0123456, 0.0073, 0.0173, "0.0123"),
        (3.0, 2.5, 3.5, "3.00"),
        (-2.0, -3.0, -1.0, "-2.0"),
        (1e-9, -1.0, 1.0, "0.00"),
        (4.02, 0.2, 28_000.7, "4.0"),
        (0.25, 0.0, 82_000.0, "0.25"),
        (np.inf, 0.0, np.inf, "∞"),
        (-np.inf, -np.inf, 0.0, "-∞"),
        (0.0, 0.0, 0.0, "0"),
    ],
)
def test_numbers_in_a_unit_have_the_digits_that_their_interval_supports(number, low, high, expected):
    assert numbers.beside(1, number, low, high) == expected


@pytest.mark.parametrize(
    ("low", "high", "expected"), [(0.1, 0.2, "0.123"), (0.12, 0.13, "0.123"), (0.1234, 0.1244, "0.1235")]
)
def test_shares_have_three_decimals_or_as_many_as_a_narrow_interval_supports(low, high, expected):
    assert numbers.beside(0, 0.12346, low, high) == expected


def test_an_end_far_away_has_no_digits_that_say_nothing():
    assert numbers.limits(1, 4.02, 0.2, 28_000.7) == "[0.2, 28,000]"
    assert numbers.limits(1, 254_321.7, 251_000, 258_000) == "[251,000, 258,000]"


def test_a_small_number_alone_is_no_0():
    assert numbers.lone(0, 0.00031) == "0.00031"


def test_a_wide_interval_makes_no_value_0():
    """Two groups give R² an interval from -387,035 to 1: the model that explains 93% was said to explain nothing."""
    rng = np.random.default_rng(1)
    truth = rng.normal(100, 20, 30)
    result = assay.evaluate(truth, truth + rng.normal(0, 5, 30), group=np.repeat(["a", "b"], 15))
    for text in (str(result), result.to_prose(), result.to_latex("interval"), str(assay.gate(result, "r2 >= 0.5"))):
        assert "0.926" in text
        assert "1.000" in text


def test_numbers_near_the_largest_float_are_written():
    assert numbers.limits(1, 1e308, -1e308, 1e308) == "[-1.00e+308, 1.000e+308]"
    rng = np.random.default_rng(0)
    truth, given = (rng.uniform(-1, 1, 6) * 1.7e308 for _ in range(2))
    assert "Mean absolute error" in str(assay.evaluate(truth, given, task="regression"))


def test_an_estimate_is_a_number_where_one_is_wanted():
    made = assay.evaluate([1, 1, 0, 0], [1, 0, 0, 0])["recall"]
    assert (float(made), round(made, 1), f"{made:.2f}") == (0.5, 0.5, "0.50")


def test_every_null_of_an_estimate_has_a_reason():
    document = assay.evaluate([1.0, 2.5], [1.0, 2.0], task="regression").to_dict()
    for made in document["metrics"].values():
        assert made["note"] or all(np.isfinite(made[part]) for part in ("value", "low", "high"))
