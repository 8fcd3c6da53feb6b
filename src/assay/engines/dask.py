"""The Dask engine: every partition is reduced by the worker that holds it, and summaries are merged there as a tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from assay.engines.protocol import Step, Summary
from assay.engines.shipping import joined, opened, reduced, ship
from assay.inputs.batches import ArrayColumn, Batch
from assay.inputs.frames import check_columns, package_of, take_columns

NAME = "on Dask"

TOGETHER = 8
"""So many summaries are merged by one task: wide enough for a flat tree, few enough for any worker's memory."""


@dataclass(frozen=True, eq=False)
class DaskTable:
    """Columns of a frame of Dask."""

    frame: Any
    engine: str = NAME
    where: str = "the data"
    gathers: bool = False

    def reduce(
        self, step: Step[Summary], columns: Sequence[str], enough: Callable[[Summary], bool] | None = None
    ) -> Summary | None:
        """Reduce the partitions where they are; what runs them, threads or a cluster, is for Dask to say."""
        from dask.delayed import delayed

        names, shipped = list(dict.fromkeys(columns)), ship(step, NAME)
        run, merge = delayed(_reduced, pure=False), delayed(joined, pure=False)
        parts = [run(partition, names, shipped) for partition in self.frame[names].to_delayed()]
        while len(parts) > 1:
            parts = [merge(parts[start : start + TOGETHER], NAME) for start in range(0, len(parts), TOGETHER)]
        return cast("Summary | None", opened(parts[0].compute()))

    def keeps(self, rows: int) -> bool:
        """Say that no rows are kept, however few."""
        return False


@dataclass(frozen=True)
class DaskEngine:
    """Opens frames of Dask."""

    def open(self, data: Any, columns: Sequence[str]) -> DaskTable | None:
        """Return the frame unread, None for anything else."""
        if package_of(data) not in ("dask", "dask_expr") or not hasattr(data, "to_delayed"):
            return None
        check_columns(columns, list(data.columns), "the data")
        return DaskTable(data)


def _reduced(partition: object, names: list[str], shipped: bytes) -> bytes:
    """Reduce one partition, a frame in memory there; an empty one adds nothing."""
    arrays = take_columns(partition, {name: name for name in names})
    rows = len(arrays[names[0]])
    columns = {name: ArrayColumn(array) for name, array in arrays.items()}
    return reduced(shipped, [Batch(columns, None)] if rows else [])
