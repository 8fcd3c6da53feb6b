"""Ready tables: both orientations, frames, named counts, data sets, costs."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest

import assay

TABLE = np.array([[50, 3, 2], [4, 40, 1], [0, 5, 30]])
LABELS = ["a", "b", "c"]


def test_a_table_equals_the_rows_it_counts():
    truth = np.repeat(np.array(LABELS), TABLE.sum(axis=1))
    said = np.concatenate([np.repeat(np.array(LABELS), row) for row in TABLE])
    from_rows = assay.evaluate(truth, said)
    from_table = assay.evaluate(counts=TABLE, labels=LABELS, rows="truth")
    assert dict(from_rows) == dict(from_table)
    assert from_rows.per_class == from_table.per_class


def test_the_orientation_swaps_precision_and_recall():
    upright = assay.evaluate(counts=TABLE, labels=LABELS, rows="truth")
    transposed = assay.evaluate(counts=TABLE.T, labels=LABELS, rows="prediction")
    assert dict(upright) == dict(transposed)
    swapped = assay.evaluate(counts=TABLE, labels=LABELS, rows="prediction")
    assert swapped["precision_macro"].value == pytest.approx(upright["recall_macro"].value)


def test_frames_carry_their_labels():
    expected = dict(assay.evaluate(counts=TABLE, labels=LABELS, rows="truth"))
    for frame in (pd.DataFrame(TABLE, LABELS, LABELS), pl.DataFrame(TABLE, schema=LABELS)):
        assert dict(assay.evaluate(counts=frame, rows="truth")) == expected
    with pytest.raises(assay.AssayError, match="same classes in the same order"):
        assay.evaluate(counts=pd.DataFrame(TABLE, ["c", "b", "a"], LABELS), rows="truth")


def test_named_counts_may_lack_true_negatives():
    evaluation = assay.evaluate(counts={"TP": 12, "fp": 9, "fn": 3, "tn": None})
    assert evaluation["precision"].value == pytest.approx(12 / 21)
    assert evaluation["f1"].low < evaluation["f1"].value < evaluation["f1"].high
    for name in ("accuracy", "specificity", "mcc", "balanced_accuracy"):
        assert evaluation[name].note == "the number of true negatives is not known"
    assert evaluation.baseline is None
    assert "undefined" in str(evaluation)


def test_data_sets_may_come_as_a_list_or_as_square_tables():
    named = assay.evaluate(counts=[{"tp": 5, "fp": 1, "fn": 2, "tn": 8}, {"tp": 6, "fp": 0, "fn": 1, "tn": 9}])
    square = assay.evaluate(
        counts={"1": [[8, 1], [2, 5]], "2": [[9, 0], [1, 6]]}, rows="truth", labels=["no", "yes"], positive="yes"
    )
    stacked = assay.evaluate(counts=np.array([[[8, 1], [2, 5]], [[9, 0], [1, 6]]]), rows="truth", labels=[0, 1])
    assert dict(named) == dict(square) == dict(stacked)
    assert list(named.per_class) == ["1", "2"]


def test_micro_over_data_sets_is_the_pooled_table():
    sets = assay.evaluate(counts=[{"tp": 5, "fp": 1, "fn": 2, "tn": 8}, {"tp": 60, "fp": 10, "fn": 11, "tn": 90}])
    pooled = assay.evaluate(counts={"tp": 65, "fp": 11, "fn": 13, "tn": 98})
    for name in ("recall", "precision", "f1", "specificity"):
        assert sets[f"{name}_micro"] == pooled[name]


def test_costs_price_every_cell():
    counts = {"tp": 90, "fp": 5, "fn": 10, "tn": 95}
    evaluation = assay.evaluate(counts=counts, costs={"fp": 1, "fn": 20})
    cost = evaluation["expected_cost"]
    assert cost.value == pytest.approx((5 + 200) / 200)
    assert 0 < cost.low < cost.value < cost.high < 20
    matrix = assay.evaluate(counts=counts, costs=[[0, 1], [20, 0]])["expected_cost"]
    assert matrix == cost
    other = assay.evaluate([0, 1, 1], [1, 0, 1], costs=[[0, 1], [20, 0]], metrics="expected_cost")
    assert other["expected_cost"].value == pytest.approx(7)
