"""Texts that stay where they are, in a database or on a cluster: counted there segment by segment, and only summed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assay.engines.catalogue import open_table
from assay.engines.protocol import Table
from assay.errors import columns as column_errors
from assay.errors import texts as errors
from assay.inputs.batches import Batch
from assay.inputs.files import is_path
from assay.inputs.texts import as_texts, is_gap
from assay.summaries.text_sums import TextSums, TextTally
from assay.tasks.requests import Request
from assay.tasks.text.judging import count_text
from assay.tasks.text.shared import Shared
from assay.tasks.text.summed import sums_of


@dataclass(frozen=True, eq=False)
class TextsElsewhere:
    """Columns of texts of a table whose rows are not gathered; several columns of truth are several references."""

    table: Table
    truth: tuple[str, ...]
    prediction: str
    missing: str

    @classmethod
    def of(cls, request: Request) -> TextsElsewhere | None:
        """Return the texts of data that stay where they are, None where texts can be read as they are."""
        if request.data is None or is_path(request.data):
            return None
        truth = request.truth if isinstance(request.truth, list | tuple) else [request.truth]
        answers = request.prediction.values() if isinstance(request.prediction, Mapping) else [request.prediction]
        names = [*truth, *answers]
        if not all(isinstance(name, str) for name in names):
            return None
        columns = tuple(str(name) for name in names)
        table = open_table(request.data, columns)
        if table.gathers:
            return None
        if request.group is not None or request.by is not None or request.several:
            raise column_errors.rows_elsewhere(table.engine)
        return cls(table, columns[:-1], columns[-1], request.missing)

    @property
    def engine(self) -> str:
        """What signatures call the engine."""
        return self.table.engine

    def reduce(self, plan: Any) -> TextSums:
        """Count every segment where it is, and bring the sums."""
        bare = replace(plan.request, truth=None, prediction=None, data=None)
        step = CountTexts(bare, self.truth, self.prediction)
        sums = self.table.reduce(step, [*self.truth, self.prediction])
        if sums is None:
            raise column_errors.empty(self.truth[0])
        for name, count in sums.gaps.items():
            if count and self.missing == "error":
                raise errors.text_missing(name, count, [])
        if not sums.tally.segments:
            raise column_errors.nothing_left(sums.dropped)
        if not sums.totals:
            raise column_errors.rows_elsewhere(self.engine)
        return sums


@dataclass(frozen=True, eq=False)
class CountTexts:
    """Counts what the metrics need in the texts of a batch."""

    request: Request
    truth: tuple[str, ...]
    prediction: str

    def __call__(self, batch: Batch) -> TextSums:
        """Return the sums of a batch."""
        names = (*self.truth, self.prediction)
        columns = {name: batch.columns[name].array.tolist() for name in names}
        gaps = {name: [is_gap(item) for item in items] for name, items in columns.items()}
        kept = [place for place, own in enumerate(zip(*gaps.values(), strict=True)) if not any(own)]
        counts = {name: sum(own) for name, own in gaps.items()}
        dropped = len(columns[self.prediction]) - len(kept)
        if not kept:
            return TextSums({}, TextTally(), counts, dropped, (), ())
        pairs = as_texts(self._references(columns, kept), [columns[self.prediction][place] for place in kept],
                         self.truth[0], self.prediction)  # fmt: skip
        return replace(sums_of(count_text(pairs, self.request, Shared()), pairs), gaps=counts, dropped=dropped)

    def _references(self, columns: dict[str, list[Any]], kept: Sequence[int]) -> list[Any]:
        """Return one reference of each segment, or one of every column."""
        if len(self.truth) == 1:
            return [columns[self.truth[0]][place] for place in kept]
        return [[columns[name][place] for name in self.truth] for place in kept]
