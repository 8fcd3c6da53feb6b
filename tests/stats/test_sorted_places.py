"""Places in a sorted list are those that a search finds, however the values lie."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from assay.stats.sorted_places import SortedPlaces

NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
FEW = st.sampled_from([0.0, 1.0, 0.5, 1e-300, 5e-324, 1e308, -1e308, np.nextafter(1.0, 2.0), 2 / 3])


@given(
    arrays.arrays(float, st.integers(1, 60), elements=st.one_of(FEW, NUMBERS)),
    arrays.arrays(float, st.integers(0, 60), elements=st.one_of(FEW, NUMBERS)),
)
def test_places_are_those_of_a_search(values, numbers):
    values = np.sort(values)
    with np.errstate(over="ignore"):
        asked = np.concatenate([numbers, values, np.nextafter(values, np.inf), np.nextafter(values, -np.inf)])
    expected = np.searchsorted(values, asked, side="right") - 1
    np.testing.assert_array_equal(SortedPlaces.of(values).last_at_most(asked), expected)


@pytest.mark.parametrize("shape", ["even", "clustered", "ties", "one"])
def test_places_of_many_numbers_are_those_of_a_search(shape):
    rng = np.random.default_rng(1)
    values = {
        "even": rng.random(5000),
        "clustered": np.concatenate([rng.random(2000) * 1e-12, [1.0], 5 + rng.random(3000)]),
        "ties": rng.integers(0, 7, 5000) / 7,
        "one": np.full(100, 0.3),
    }[shape]
    values = np.sort(values)
    asked = np.concatenate([rng.random(20_000) * 6 - 0.1, values, [-np.inf, np.inf]])
    expected = np.searchsorted(values, asked, side="right") - 1
    np.testing.assert_array_equal(SortedPlaces.of(values).last_at_most(asked), expected)
