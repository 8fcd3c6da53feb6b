"""Vectors that a user hands in: every number stays within its bounds, whatever the vectors are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import assay
from assay.metrics import find

NAMES = ("bert_precision", "bert_recall", "bert_f1")
SIZES = st.tuples(st.integers(1, 4), st.just(2))
PARTS = st.sampled_from([0.0, 1.0, -1.0, 0.3, -0.7, 5.0, 1e-300, -1e-300, 1e300, -1e300, 5e-324])
TABLES = SIZES.flatmap(lambda size: arrays.arrays(float, size, elements=PARTS))


@given(st.lists(st.tuples(TABLES, TABLES), min_size=1, max_size=3))
def test_scores_of_any_vectors_stay_within_the_bounds_of_the_card(rows: list[tuple[np.ndarray, np.ndarray]]) -> None:
    found = assay.evaluate([so for so, _ in rows], [said for _, said in rows], task="text")
    table = found.segments.to_frame()
    for name in NAMES:
        low, high = find(name).bounds
        assert low <= found[name].low <= found[name].value <= found[name].high <= high
        assert all(low <= score <= high for score in table[name].to_list())


@given(TABLES, st.floats(1e-3, 1e3))
def test_the_same_directions_score_1_however_long_the_vectors_are(table: np.ndarray, times: float) -> None:
    own = table[table.any(axis=1)]
    if not len(own) or not np.isfinite(own * times).all() or not (own * times).any(axis=1).all():
        return
    normal = own[np.abs(own).max(axis=1) > 1e-290]
    if len(normal):
        found = assay.evaluate([normal], [normal * times], task="text")
        assert [found[name].value for name in NAMES] == pytest.approx([1, 1, 1])


def test_the_f1_of_a_positive_and_a_negative_number_is_0() -> None:
    so = np.array([[1.0, 0.0]])
    said = np.array([[0.2, 1.0], [-1.0, 0.05], [-1.0, 0.1]])
    found = assay.evaluate([so], [said], task="text")
    assert found["bert_precision"].value < 0 < found["bert_recall"].value
    assert found["bert_f1"].value == 0


def test_the_f1_of_two_negative_numbers_is_their_harmonic_mean() -> None:
    found = assay.evaluate([np.array([[1.0, 0.0]])], [np.array([[-1.0, 0.0]])], task="text")
    assert [found[name].value for name in NAMES] == pytest.approx([-1, -1, -1])


def test_vectors_of_zeros_are_left_out_and_told() -> None:
    so, padded = np.eye(3)[:2], np.vstack([np.eye(3)[:2], np.zeros((4, 3))])
    found = assay.evaluate([so], [padded], task="text")
    assert [found[name].value for name in NAMES] == [1, 1, 1]
    told = [note.message for note in found.notes if note.code == "zero-vectors"]
    assert told == ["4 vectors hold nothing but zeros (padding?); they have no direction and were left out."]
    nothing = assay.evaluate([so, so], [np.zeros((2, 3)), so], task="text")
    assert nothing.segments.to_frame()["bert_f1"].to_list() == [0, 1]
    assert "1 segment had a text without any vector; it scores 0." in [note.message for note in nothing.notes]
