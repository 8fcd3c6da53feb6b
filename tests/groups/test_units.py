"""Units: cases that were drawn together."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from assay.summaries.units import Units, bucket_of

BUCKET_OF_PATIENT, BUCKET_OF_SEVEN = 2435, 3970
"""The same on every machine and in every run: summaries made apart are merged by them."""


def units(codes: list[int]) -> Units:
    return Units.of(list(range(max(codes) + 1)), np.array(codes))


def test_units_that_do_not_occur_are_left_out() -> None:
    found = Units.of(["a", "b", "c"], np.array([2, 0, 2]))
    assert found.names == ("a", "c")
    assert found.sizes.tolist() == [1.0, 2.0]


def test_weights_make_the_size() -> None:
    found = Units.of(["a", "b"], np.array([0, 0, 1]), np.array([1.0, 2.0, 5.0]))
    assert found.sizes.tolist() == [3.0, 5.0]
    assert found.heaviest() == ("b", 5 / 8)


@given(st.lists(st.integers(0, 6), min_size=2, max_size=40).filter(lambda codes: len(set(codes)) > 1), st.randoms())
def test_a_mean_without_a_unit_is_the_mean_of_the_others(codes: list[int], chance) -> None:
    values = np.array([chance.uniform(-5, 5) for _ in codes])
    weight = np.array([chance.uniform(0.1, 3) for _ in codes])
    found = Units.of(list(range(7)), np.array(codes), weight)
    moves = found.moves_of_mean(values, weight)
    whole = np.average(values, weights=weight)
    for place in range(found.count):
        rest = found.codes != place
        assert np.isclose(whole + moves[place], np.average(values[rest], weights=weight[rest]))


def test_a_bucket_depends_on_the_name_alone() -> None:
    assert [bucket_of(name, 4096) for name in ("patient 7", 7)] == [BUCKET_OF_PATIENT, BUCKET_OF_SEVEN]
    whole = Units.of([f"p{i}" for i in range(1000)], np.arange(1000)).spread(16)
    part = Units.of([f"p{i}" for i in range(0, 1000, 2)], np.arange(500)).spread(16)
    known = {row: whole.names[whole.codes[row]] for row in range(0, 1000, 2)}
    assert all(part.names[part.codes[row // 2]] == bucket for row, bucket in known.items())
    assert whole.sizes.sum() == 1000


def test_few_units_are_not_spread() -> None:
    own = units([0, 1, 1, 2])
    assert own.spread(3) is own


def test_cells_of_two_groupings_are_the_rows_that_share_both() -> None:
    cells = units([0, 0, 1, 1]).crossed(units([0, 1, 0, 0]))
    assert cells.names == ((0, 0), (0, 1), (1, 0))
    assert cells.codes.tolist() == [0, 1, 2, 2]


def test_a_grouping_lies_within_a_coarser_one_or_crosses_it() -> None:
    patient = np.repeat(np.arange(6), 2)
    fine, coarse, across = (Units.of(range(6), codes) for codes in (patient, patient // 3, np.arange(12) % 2))
    assert fine.within(coarse)
    assert not coarse.within(fine)
    assert not fine.within(across)
