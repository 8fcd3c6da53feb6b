"""A lazy frame of polars batch by batch, in order; whatever fails while it is read is raised."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

PAUSE = 0.01
"""Seconds to wait for the reader when it is told to stop."""


def frame_batches(frame: pl.LazyFrame, rows: int) -> Iterator[pl.DataFrame]:
    """Return the frame in batches of so many rows, never more than three of them held.

    `LazyFrame.collect_batches` ends without a word where polars panics over a damaged file (seen with polars 2.1), and
    the rows so far would pass as the whole.
    """
    waiting: queue.Queue[pl.DataFrame | None] = queue.Queue(maxsize=1)
    stop = threading.Event()
    problems: list[BaseException] = []

    def give(batch: pl.DataFrame) -> bool:
        waiting.put(batch)
        return stop.is_set()

    def read() -> None:
        try:
            frame.sink_batches(give, chunk_size=rows, maintain_order=True)
        except BaseException as problem:
            problems.append(problem)
        waiting.put(None)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    try:
        while (batch := waiting.get()) is not None:
            yield batch
        if problems:
            raise problems[0]
    finally:
        stop.set()
        while reader.is_alive():
            _throw_away(waiting)


def _throw_away(waiting: queue.Queue[pl.DataFrame | None]) -> None:
    """Make room for the batch that the reader may be holding."""
    try:
        waiting.get(timeout=PAUSE)
    except queue.Empty:
        return
