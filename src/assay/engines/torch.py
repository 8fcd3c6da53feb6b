"""The torch engine: columns that are tensors on a GPU are reduced there, and only the summary travels."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, cast

from assay.engines.memory import MemoryTable
from assay.engines.protocol import Step, Summary
from assay.errors import columns as errors
from assay.inputs.batches import ArrayColumn, Batch
from assay.inputs.columns import Array, tensor_to_array
from assay.inputs.tensors import column_on
from assay.summaries.sketch import MOST_BINS

if TYPE_CHECKING:
    import torch

WITHOUT_DOUBLE = ("cpu", "mps", "meta")
"""Rows on the processor are numpy's; Apple's chips have no double precision, and meta tensors no values."""


@dataclass(frozen=True, eq=False)
class TorchTable:
    """Columns that are tensors on one device."""

    columns: Mapping[str, torch.Tensor]
    engine: str
    where: str = "the data"
    gathers: bool = True

    def reduce(
        self, step: Step[Summary], columns: Sequence[str], enough: Callable[[Summary], bool] | None = None
    ) -> Summary | None:
        """Apply a step to the one batch that there is; on the device, if it says that it runs anywhere."""
        if getattr(step, "anywhere", False):
            return step(self.batch)
        return self.copied.reduce(step, columns, enough)

    @property
    def lengths(self) -> Mapping[str, int]:
        """How many rows each column has."""
        return {name: len(column) for name, column in self.columns.items()}

    @cached_property
    def batch(self) -> Batch:
        """The columns where they are."""
        return Batch({name: ArrayColumn(cast("Array", column)) for name, column in self.columns.items()})

    @cached_property
    def copied(self) -> MemoryTable:
        """The columns copied to the processor's memory, for steps that know nothing but arrays: the only such place."""
        return MemoryTable.of({name: tensor_to_array(column) for name, column in self.columns.items()})

    def keeps(self, rows: int) -> bool:
        """Say whether cases are kept one by one: as long as a sketch of them would be no smaller."""
        return rows <= MOST_BINS


@dataclass(frozen=True)
class TorchEngine:
    """Opens columns that are tensors on these kinds of devices; by default on all that have double precision."""

    devices: Collection[str] | None = None

    def open(self, data: object, columns: Sequence[str]) -> TorchTable | None:
        """Return None: tensors come as columns, not as a frame."""
        return None

    def open_columns(self, values: Mapping[str, object]) -> TorchTable | None:
        """Return a table of these columns, None where none is a tensor on such a device, or torch cannot hold one."""
        torch = sys.modules.get("torch")
        if torch is None:
            return None
        devices = {name: value.device for name, value in values.items() if isinstance(value, torch.Tensor)}
        device = _the_one(devices)
        if device is None or not self._reduces(device.type):
            return None
        columns = {name: column_on(device, value, name) for name, value in values.items()}
        tensors = {name: column for name, column in columns.items() if column is not None}
        if len(tensors) < len(columns):
            return None
        _register()
        return TorchTable(tensors, f"torch on {device.type}")

    def _reduces(self, kind: str) -> bool:
        return kind not in WITHOUT_DOUBLE if self.devices is None else kind in self.devices


def _the_one(devices: Mapping[str, torch.device]) -> torch.device | None:
    """Return the device of all tensors, None where there is no tensor, or refuse two devices."""
    names = sorted(devices, key=lambda name: devices[name].type == "cpu")
    for name in names:
        if devices[name] != devices[names[0]]:
            raise errors.on_two_devices(names[0], str(devices[names[0]]), name, str(devices[name]))
    return devices[names[0]] if names else None


def _register() -> None:
    """Let readers and reducers work on tensors as they do on arrays."""
    from assay.inputs import tensors as of_inputs
    from assay.summaries import tensors as of_summaries

    of_inputs.register()
    of_summaries.register()
