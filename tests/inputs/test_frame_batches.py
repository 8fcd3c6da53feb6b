"""A lazy frame in batches: in order, whole, and whatever fails is raised."""

from __future__ import annotations

import threading

import polars as pl
import pytest

from assay.inputs.frame_batches import frame_batches

FRAME = pl.LazyFrame({"x": range(10_000)})


def fail(frame: pl.DataFrame) -> pl.DataFrame:
    raise ValueError(f"no row of {frame.height}")


def test_batches_come_in_order_and_make_the_whole() -> None:
    batches = list(frame_batches(FRAME, 3000))
    assert pl.concat(batches)["x"].to_list() == list(range(10_000))
    assert max(batch.height for batch in batches) <= 3000


def test_a_failure_is_raised_and_does_not_pass_for_the_end() -> None:
    with pytest.raises(ValueError, match="no row of"):
        list(frame_batches(FRAME.map_batches(fail), 3000))


def test_stopping_early_ends_the_reader() -> None:
    before = threading.active_count()
    batches = frame_batches(FRAME, 100)
    assert next(batches).height == 100
    batches.close()
    assert threading.active_count() == before
