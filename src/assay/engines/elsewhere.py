"""Engines of other packages, loaded when data of such a package are handed over."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from assay.engines.protocol import ColumnTable, Table
from assay.inputs.frames import package_of


@dataclass(frozen=True)
class Elsewhere:
    """An engine by the packages of its data, the module that defines it, and its name there."""

    packages: tuple[str, ...]
    home: str
    kind: str

    def open(self, data: object, columns: Sequence[str]) -> Table | None:
        """Return the data as a table, None where they are not of these packages."""
        table: Table | None = self._load().open(data, columns) if package_of(data) in self.packages else None
        return table

    def open_columns(self, values: Mapping[str, object]) -> ColumnTable | None:
        """Return a table of columns that lie elsewhere than in arrays; None where no such package is loaded."""
        if not any(package in sys.modules for package in self.packages):
            return None
        opens = getattr(self._load(), "open_columns", None)
        table: ColumnTable | None = None if opens is None else opens(values)
        return table

    def _load(self) -> Any:
        return getattr(import_module(self.home), self.kind)()
