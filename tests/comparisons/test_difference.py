"""What is said of a difference before it is put into words."""

from __future__ import annotations

import pytest

from assay.comparisons.difference import DISAGREE, Difference, permuted


@pytest.mark.parametrize(("p_value", "noted"), [(0.24, False), (0.25, False), (0.26, True)])
def test_a_p_value_of_just_1_less_the_level_finds_what_an_interval_beside_0_finds(p_value, noted):
    apart = Difference(0.2, 0.1, 0.3, "t", "permutation", "why", 0.0, 1.0)
    assert (DISAGREE in permuted(0.2, apart, p_value, 0.75).notes) == noted


@pytest.mark.parametrize(("p_value", "noted"), [(0.24, True), (0.25, True), (0.26, False)])
def test_a_p_value_of_just_1_less_the_level_finds_what_an_interval_around_0_does_not(p_value, noted):
    around = Difference(0.2, -0.1, 0.5, "t", "permutation", "why", 0.0, 1.0)
    assert (DISAGREE in permuted(0.2, around, p_value, 0.75).notes) == noted
