"""An engine of its own in one file: a ledger whose pages are lists of rows, reduced page by page."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from assay.engines.protocol import Step, Summary, merged
from assay.errors import columns as errors
from assay.inputs.batches import ArrayColumn, Batch


@dataclass(frozen=True)
class Ledger:
    """Rows on pages, as some store might hold them; `read` counts the pages that were turned."""

    pages: tuple[tuple[dict[str, object], ...], ...]
    read: list[int]


def written(path: str) -> Ledger:
    """A ledger from a file with one page per line."""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return Ledger(tuple(tuple(json.loads(line)) for line in lines), [])


@dataclass(frozen=True)
class LedgerTable:
    ledger: Ledger
    engine: str = "ledger"
    where: str = "the ledger"
    gathers: bool = True

    def reduce(
        self, step: Step[Summary], columns: Sequence[str], enough: Callable[[Summary], bool] | None = None
    ) -> Summary | None:
        return merged(self._summaries(step, columns))

    def _summaries(self, step, columns):
        first = 0
        for number, page in enumerate(self.ledger.pages):
            self.ledger.read.append(number)
            yield step(Batch({name: ArrayColumn(np.array([row[name] for row in page])) for name in columns}, first))
            first += len(page)

    def keeps(self, rows: int) -> bool:
        return rows <= 10_000


@dataclass(frozen=True)
class LedgerEngine:
    def open(self, data: object, columns: Sequence[str]) -> LedgerTable | None:
        if isinstance(data, str) and data.endswith(".ledger"):
            data = written(data)
        if not isinstance(data, Ledger):
            return None
        known = list(data.pages[0][0])
        for name in columns:
            if name not in known:
                raise errors.unknown_column(name, known, "the ledger")
        return LedgerTable(data)
