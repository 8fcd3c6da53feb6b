"""Arrow batches become batches of any size, and their values what they are everywhere."""

from __future__ import annotations

import datetime
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest

from assay.errors import AssayError
from assay.inputs import arrow
from assay.inputs.arrow import arrow_batches


def only(**columns):
    [batch] = arrow_batches([pa.RecordBatch.from_pydict(columns)])
    return batch.columns


def test_small_parts_are_gathered_and_empty_ones_are_passed_over(monkeypatch):
    monkeypatch.setattr(arrow, "GATHERED", 100)
    parts = [pa.RecordBatch.from_pydict({"x": np.arange(size)}) for size in (30, 0, 60, 40, 5, 0)]
    batches = list(arrow_batches(parts))
    assert [len(batch.columns["x"].array) for batch in batches] == [130, 5]
    assert all(batch.first is None for batch in batches)
    assert list(arrow_batches([parts[1]])) == []


def test_decimals_are_read_as_floats():
    array = only(x=pa.array([Decimal("1.25"), None], pa.decimal128(10, 2)))["x"].array
    assert array.dtype == float
    assert array[0] == 1.25
    assert np.isnan(array[1])


def test_null_and_nan_are_both_gaps():
    columns = only(x=pa.array([0.5, None, float("nan")]), k=pa.array([1, None, 2]), s=pa.array(["a", None, "b"]))
    assert np.isnan(columns["x"].array).tolist() == [False, True, True]
    assert columns["k"].labels("k").missing.tolist() == [False, True, False]
    assert columns["s"].labels("s").missing.tolist() == [False, True, False]


def test_dictionaries_are_read_as_what_they_stand_for():
    column = only(s=pa.array(["b", None, "a", "b"]).dictionary_encode())["s"].labels("s")
    assert column.labels == ("a", "b")
    assert column.codes.tolist() == [1, -1, 0, 1]


def test_the_two_zeros_are_one_label():
    column = only(x=pa.array([0.0, -0.0, 1.0]))["x"].labels("x")
    assert column.labels == (0, 1)


def test_single_precision_stays_what_it_is_and_numbers_are_not_copied():
    table = pa.RecordBatch.from_pydict({"x": pa.array(np.arange(8, dtype=np.float32))})
    [batch] = arrow_batches([table])
    assert batch.columns["x"].array.dtype == np.float32
    assert np.shares_memory(batch.columns["x"].array, table.column("x").to_numpy())


def test_dates_are_refused_as_labels_by_name():
    columns = only(day=pa.array([datetime.date(2026, 1, 18)]))
    with pytest.raises(AssayError, match=r"`day` holds datetime.date\(2026, 1, 18\), a date"):
        columns["day"].labels("day")
