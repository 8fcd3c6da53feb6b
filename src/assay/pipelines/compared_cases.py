"""The cases on which several models differ most, found again in what the caller handed over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING

import numpy as np

from assay.engines.row_losses import FindLosses, RowLosses, ShowRows
from assay.engines.sources import Source
from assay.engines.worst_rows import CaseLoss
from assay.errors import cases as errors
from assay.errors import columns as column_errors
from assay.inputs.roles import Role
from assay.inputs.user_rows import user_rows
from assay.pipelines.case_lists import PARTS, CasesBehind, series_of
from assay.results.cases import ComparedBehind, check_count
from assay.results.comparison import Comparison
from assay.tasks.catalogue import choose
from assay.tasks.requests import Request

if TYPE_CHECKING:
    import polars as pl

OF_ALL = "truth"
"""What is the same for all models, and shown once."""
APART = "apart"
"""How far the models lie apart on a case."""


@dataclass(frozen=True, eq=False)
class ModelCases:
    """One model's cases: where they are, and what each loses."""

    source: Source
    roles: tuple[Role, ...]
    loss: CaseLoss

    @property
    def columns(self) -> list[str]:
        """The columns that are read."""
        return [name for role in self.roles for name in role.columns]

    def losses(self) -> RowLosses:
        """Return what every case loses."""
        losses = self.source.table.reduce(FindLosses(self.roles, self.loss), self.columns)
        if losses is None:
            raise errors.no_cases()
        return losses

    def shown(self, rows: list[int]) -> dict[str, list[object]]:
        """Return what is shown of some cases, in their order."""
        shown = self.source.table.reduce(ShowRows(self.roles, self.loss, tuple(rows)), self.columns)
        if shown is None:
            raise errors.no_cases()
        return shown.in_order(rows)


@dataclass(frozen=True, eq=False)
class ComparedCases(ComparedBehind):
    """A request over several models, whose cases are read again when they are asked for."""

    request: Request

    def apart(self, comparison: Comparison, most: int) -> pl.DataFrame:
        """Return the cases on which the models differ most, the largest difference first."""
        check_count(most)
        if not comparison.paired:
            raise errors.no_cases()
        cases = {model: self._of(model, comparison) for model in comparison.models}
        rows, apart = _farthest({model: own.losses() for model, own in cases.items()}, most)
        return self._frame(cases, rows, apart)

    def _of(self, model: object, comparison: Comparison) -> ModelCases:
        request = self.request.of_model(model)
        chosen = choose(request)
        if not isinstance(chosen.source, Source):
            raise errors.cases_not_compared(comparison.task)
        if not chosen.source.table.gathers:
            raise column_errors.rows_elsewhere(chosen.source.engine)
        plan = chosen.task.plan(request, chosen.source, chosen.reason)
        loss = chosen.task.case_loss(plan, comparison.evaluations[model])
        if loss is None:
            raise errors.cases_not_compared(comparison.task)
        return ModelCases(chosen.source, tuple(role for role in chosen.source.roles if role.part in PARTS), loss)

    def _frame(self, cases: Mapping[object, ModelCases], rows: list[int], apart: list[float]) -> pl.DataFrame:
        """Put row numbers, the truth, every model's answer and the caller's own columns side by side."""
        import polars as pl

        columns: dict[str, object] = {"case": pl.Series("case", rows, dtype=pl.Int64)}
        for model, own in cases.items():
            for name, values in own.shown(rows).items():
                key = name if name == OF_ALL else str(model) if name == "prediction" else f"{name} {model}"
                columns.setdefault(key, series_of(key, values))
        frame = pl.DataFrame({**columns, APART: pl.Series(APART, apart, dtype=pl.Float64)})
        beside = user_rows(self.request.data, rows)
        if beside is None:
            return frame
        known = {*frame.columns, *self.request.columns}
        return frame.hstack(beside.select([name for name in beside.columns if name not in known]))


def with_cases_behind(comparison: Comparison, request: Request) -> Comparison:
    """Return a comparison that finds its cases again, and so do its models."""
    evaluations = {
        model: replace(own, behind=own.behind or CasesBehind(request.of_model(model)))
        for model, own in comparison.evaluations.items()
    }
    return replace(comparison, behind=ComparedCases(request), evaluations=evaluations)


def _farthest(losses: Mapping[object, RowLosses], most: int) -> tuple[list[int], list[float]]:
    """Return the rows on which the largest and the smallest loss lie farthest apart, and how far."""
    common = reduce(np.intersect1d, [own.rows for own in losses.values()])
    each = []
    for own in losses.values():
        order = np.argsort(own.rows, kind="stable")
        each.append(own.losses[order][np.searchsorted(own.rows[order], common)])
    spread = np.max(each, axis=0) - np.min(each, axis=0)
    order = np.argsort(-spread, kind="stable")[:most]
    kept = order[spread[order] > 0]
    return common[kept].tolist(), spread[kept].tolist()
