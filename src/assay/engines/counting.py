"""Tables whose engine can count rows that are alike: steps that need nothing else read the few that differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

import numpy as np

from assay.engines.protocol import Step, Summary, Table
from assay.inputs.arrow import frame_batch
from assay.inputs.batches import Batch

if TYPE_CHECKING:
    import polars as pl

PROBED, FEW = 20_000, 2_000
"""Of so many rows looked at first at most so many may differ, or else counting them would cost more than it saves."""

MOST_COUNTED = 65_536
"""Rows that differ are read as one batch, so there may not be more."""


class Count(Protocol):
    """Counts the rows of some columns that are alike, where the rows are."""

    def __call__(self, columns: Sequence[str]) -> Batch | None:
        """Return the rows that differ with how often each occurs; None where they are not few, or cannot be told."""


def counted_batch(frame: pl.DataFrame, times: str) -> Batch | None:
    """Return rows that differ as a batch; the column `times` says how often each occurs.

    None where they are many, or hold what is no label: messages name the first such value, and groups have no order.
    """
    if not 0 < frame.height <= MOST_COUNTED or any(_fractional(frame[name]) for name in frame.columns):
        return None
    often = frame[times].to_numpy().astype(np.int64)
    return replace(frame_batch(frame.drop(times)), times=often)


def _fractional(column: pl.Series) -> bool:
    """Say whether a column holds a fraction, or an infinity."""
    known = column.drop_nulls().drop_nans() if column.dtype.is_float() else column[:0]
    return bool(((known != known.floor()) | known.is_infinite()).any()) if len(known) else False


def other_name(columns: Sequence[str]) -> str:
    """Return a name that none of these columns has, in whatever case.

    >>> other_name(["truth", "Times"])
    'times_'
    """
    name, taken = "times", {column.casefold() for column in columns}
    while name in taken:
        name += "_"
    return name


@dataclass(frozen=True, eq=False)
class CountingTable:
    """A table that hands counted rows over to steps that say they read them, and is otherwise the table inside.

    `columns` are all that are in use: where even they make few rows, they are counted once for all passes.
    """

    table: Table
    count: Count
    columns: tuple[str, ...]
    known: dict[tuple[str, ...], Batch | None] = field(default_factory=dict)

    @property
    def engine(self) -> str:
        """What signatures call the engine."""
        return self.table.engine

    @property
    def where(self) -> str:
        """What messages call the data."""
        return self.table.where

    @property
    def gathers(self) -> bool:
        """Whether the cases themselves may be gathered here."""
        return self.table.gathers

    def keeps(self, rows: int) -> bool:
        """Say whether so many rows may be kept."""
        return self.table.keeps(rows)

    def reduce(
        self, step: Step[Summary], columns: Sequence[str], enough: Callable[[Summary], bool] | None = None
    ) -> Summary | None:
        """Apply a step to counted rows where it reads such and they are few, else to every row."""
        batch = self._counted(columns) if getattr(step, "counted", False) else None
        return self.table.reduce(step, columns, enough) if batch is None else step(batch)

    def _counted(self, columns: Sequence[str]) -> Batch | None:
        """Return the counted rows of all columns, or of these alone; each set of columns is counted once."""
        for asked in (self.columns, columns):
            names = tuple(dict.fromkeys(asked))
            if names not in self.known:
                self.known[names] = self.count(names)
            batch = self.known[names]
            if batch is not None:
                return batch
        return None
