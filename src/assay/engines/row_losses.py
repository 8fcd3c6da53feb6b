"""What every row loses, and what some rows look like: to set several models beside one another case by case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.engines.worst_rows import CaseLoss, Numbers, complete_cases, weighted_losses
from assay.inputs.batches import Batch
from assay.inputs.roles import Role


@dataclass(frozen=True, eq=False)
class RowLosses:
    """The numbers of complete rows with their losses; a row on the right side of things loses nothing."""

    rows: NDArray[np.int64]
    losses: Numbers

    def merge(self, other: RowLosses) -> RowLosses:
        """Return the rows of both."""
        return RowLosses(np.concatenate([self.rows, other.rows]), np.concatenate([self.losses, other.losses]))


@dataclass(frozen=True)
class FindLosses:
    """Looks up what every row of a batch loses; None where rows have no order."""

    roles: tuple[Role, ...]
    loss: CaseLoss

    def __call__(self, batch: Batch) -> RowLosses | None:
        """Return the losses of a batch."""
        if batch.first is None:
            return None
        block, places = complete_cases(self.roles, batch)
        losses = np.maximum(weighted_losses(self.loss, block), 0.0)
        return RowLosses(batch.first + places.astype(np.int64), losses)


@dataclass(frozen=True, eq=False)
class ShownRows:
    """What is shown of some rows."""

    rows: NDArray[np.int64]
    columns: Mapping[str, Sequence[object]]

    def merge(self, other: ShownRows) -> ShownRows:
        """Return the rows of both."""
        columns = {name: [*values, *other.columns[name]] for name, values in self.columns.items()}
        return ShownRows(np.concatenate([self.rows, other.rows]), columns)

    def in_order(self, rows: Sequence[int]) -> dict[str, list[object]]:
        """Return the columns with the rows in the order asked for."""
        place = {row: at for at, row in enumerate(self.rows.tolist())}
        return {name: [values[place[row]] for row in rows] for name, values in self.columns.items()}


@dataclass(frozen=True)
class ShowRows:
    """Shows those rows of a batch that are among the ones wanted."""

    roles: tuple[Role, ...]
    loss: CaseLoss
    wanted: tuple[int, ...]

    def __call__(self, batch: Batch) -> ShownRows:
        """Return what is shown of a batch."""
        block, places = complete_cases(self.roles, batch)
        rows = (batch.first or 0) + places.astype(np.int64)
        kept = np.flatnonzero(np.isin(rows, np.array(self.wanted, dtype=np.int64)))
        shown = self.loss.columns(block.take(kept))
        return ShownRows(rows[kept], {name: list(values) for name, values in shown.items()})
