"""The cases that matter most, found again in what the caller handed over, with the columns that they have there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.engines.sources import Source
from assay.engines.worst_rows import CaseLoss, FindWorstRows, WorstRows
from assay.errors import cases as errors
from assay.errors import columns as column_errors
from assay.results.cases import Behind, KeyedCases, check_count
from assay.results.evaluation import Evaluation
from assay.tasks.catalogue import Chosen, choose
from assay.tasks.requests import Request

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class CasesBehind(Behind):
    """A request, whose cases are read again when they are asked for: nothing is kept of them until then."""

    request: Request

    def worst(self, evaluation: Evaluation, most: int) -> pl.DataFrame:
        """Return the cases that matter most, the worst first."""
        check_count(most)
        chosen = choose(self.request)
        if not isinstance(chosen.source, Source) and self.request.counts is None:
            return worst_items(self.request, chosen, evaluation, most)
        chosen, loss = loss_of(self.request, evaluation)
        return worst_cases(self.request, chosen, loss, most, chosen.task.share_of_loss)

    def keyed(self, key: Sequence[str]) -> KeyedCases:
        """Return truth and answers of every case by the columns that name it."""
        from assay.pipelines.keyed_cases import read_keyed

        return read_keyed(self.request, key)


def worst_items(request: Request, chosen: Chosen, evaluation: Evaluation, most: int) -> pl.DataFrame:
    """Return the images or segments that matter most, with their columns in a table that has a row for each."""
    worst = chosen.task.worst_items(chosen.source, evaluation, most)
    if worst is None:
        raise errors.cases_not_listed(evaluation.task)
    return with_their_rows(request, *worst)


def with_their_rows(request: Request, frame: pl.DataFrame, places: NDArray[np.intp]) -> pl.DataFrame:
    """Add to a list of images or segments the columns of a table that has a row for each of them."""
    from assay.inputs.user_rows import user_rows

    beside = user_rows(request.data, places.tolist())
    return frame if beside is None else beside_user_columns(frame, beside, request.columns)


def loss_of(request: Request, evaluation: Evaluation) -> tuple[Chosen, CaseLoss]:
    """Return the task of one model with its source, and what says how much each case matters."""
    chosen = choose(request)
    if request.counts is not None:
        raise errors.no_cases()
    if not isinstance(chosen.source, Source):
        raise errors.cases_not_listed(evaluation.task)
    if not chosen.source.table.gathers:
        raise column_errors.rows_elsewhere(chosen.source.engine)
    loss = chosen.task.case_loss(chosen.task.plan(request, chosen.source, chosen.reason), evaluation)
    if loss is None:
        raise errors.cases_not_listed(evaluation.task)
    return chosen, loss


def worst_cases(request: Request, chosen: Chosen, loss: CaseLoss, most: int, share: str | None = None) -> pl.DataFrame:
    """Look for the cases that a loss calls worst, and show them with the caller's own columns."""
    roles = tuple(role for role in chosen.source.roles if role.part in PARTS)
    columns = [name for role in roles for name in role.columns]
    worst = chosen.source.table.reduce(FindWorstRows(roles, loss, most), columns)
    if worst is None:
        raise errors.no_cases()
    return _frame(request.data, worst.ordered(), set(columns), share)


def _frame(data: object, worst: WorstRows, used: set[str], share: str | None) -> pl.DataFrame:
    """Put row numbers, what was judged and the caller's own columns side by side."""
    import polars as pl

    from assay.inputs.user_rows import user_rows

    rows = None if worst.rows is None else worst.rows.tolist()
    own = {} if rows is None else {"case": pl.Series("case", rows, dtype=pl.Int64)}
    shown = {name: _series(name, values) for name, values in worst.columns.items()}
    shares = {} if share is None else {share: pl.Series(share, worst.losses / (worst.total or 1.0))}
    frame = pl.DataFrame({**own, **shown, **shares})
    beside = None if rows is None else user_rows(data, rows)
    return frame if beside is None else beside_user_columns(frame, beside, used)


def beside_user_columns(frame: pl.DataFrame, beside: pl.DataFrame, used: set[str]) -> pl.DataFrame:
    """Add the caller's own columns but those used; a name that is taken is marked."""
    named = {name: f"{name} (data)" for name in beside.columns if name in frame.columns}
    kept = [name for name in beside.columns if name not in used]
    return frame.hstack(beside.select(kept).rename({old: new for old, new in named.items() if old in kept}))


PARTS = ("truth", "prediction", "score", "weight", "lower", "upper")
"""What the loss of a case may be read from."""


def _series(name: str, values: Sequence[object]) -> pl.Series:
    """Return a column of values that may be of several kinds."""
    import polars as pl

    try:
        return pl.Series(name, list(values))
    except (TypeError, pl.exceptions.PolarsError):
        return pl.Series(name, [str(value) for value in values])
