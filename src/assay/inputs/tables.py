"""Ready-made confusion tables: square ones, named counts, frames, and one table per data set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.checks.arrays import floats
from assay.errors import AssayError, InputError
from assay.errors import labels as label_errors
from assay.errors import tables as errors
from assay.inputs.columns import unmasked, untensored
from assay.results.confusion import CELLS

Square = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class NamedTable:
    """A square table, rows truth, with its labels; `named` if it came as tp, fp, fn, tn."""

    labels: tuple[object, ...]
    cells: Square
    named: bool = False

    @property
    def is_shares(self) -> bool:
        """Fractional cells say nothing of how many cases there are."""
        cells = self.cells[~np.isnan(self.cells)]
        return bool((cells != np.rint(cells)).any())

    @property
    def looks_like_percent(self) -> bool:
        """Whether every row adds up to 100."""
        return not self.named and bool(np.all(np.isclose(self.cells.sum(axis=1), 100)))


def read_counts(counts: object, labels: Sequence[object] | None, rows: object) -> NamedTable | dict[object, NamedTable]:
    """Return one table, or one a data set."""
    if rows not in (None, "truth", "prediction"):
        raise errors.orientation_unknown(rows)
    if isinstance(counts, Mapping):
        if not counts:
            raise errors.empty_table()
        if _is_named(counts):
            return _named_counts(counts)
        return {name: _one_table(table, labels, rows, name) for name, table in counts.items()}
    if isinstance(counts, list | tuple) and counts and all(isinstance(table, Mapping) for table in counts):
        return {str(number): _one_table(table, labels, rows, number) for number, table in enumerate(counts, 1)}
    cells = _as_numbers(counts)
    if cells is not None and cells.ndim == 3:
        return {str(number): _one_table(table, labels, rows, number) for number, table in enumerate(cells, 1)}
    return _square(counts, labels, rows)


def _is_named(counts: Mapping[object, object]) -> bool:
    return bool(counts) and all(value is None or isinstance(value, Real | str) for value in counts.values())


def _named_counts(counts: Mapping[object, object]) -> NamedTable:
    given = {str(name).casefold(): value for name, value in counts.items()}
    if set(given) - set(CELLS):
        raise errors.unknown_cells([str(name) for name in counts])
    lacking = [name for name in CELLS[:3] if given.get(name) is None]
    if lacking:
        raise errors.missing_cells(lacking)
    tp, fp, fn, tn = (np.nan if given.get(name) is None else _cell(given[name]) for name in CELLS)
    cells = np.array([[tn, fp], [fn, tp]])
    if not np.nansum(cells) > 0:
        raise errors.empty_table()
    return NamedTable((False, True), cells, named=True)


def as_float(value: Any) -> float:
    """Return a number, or fail as float() does."""
    return float(value)


def _cell(value: object) -> float:
    try:
        number = as_float(value)
    except (TypeError, ValueError, OverflowError) as problem:
        raise errors.bad_cells(value) from problem
    if not number >= 0 or np.isinf(number):
        raise errors.bad_cells(value)
    return number


def _one_table(table: object, labels: Sequence[object] | None, rows: object, name: object) -> NamedTable:
    """Read a data set's table; averages over data sets need two classes in each."""
    try:
        square = _named_counts(table) if isinstance(table, Mapping) else _square(table, labels, rows)
    except InputError as problem:
        raise errors.in_data_set(name, problem) from problem
    if square.cells.shape[0] != 2:
        raise errors.large_data_set_table(name, square.cells.shape[0])
    return square


def _square(counts: object, labels: Sequence[object] | None, rows: object) -> NamedTable:
    names = _frame_names(counts)
    cells = _as_numbers(counts)
    if cells is None:
        raise errors.not_a_table(counts)
    if cells.ndim != 2 or cells.shape[0] != cells.shape[1] or not cells.size:
        raise errors.not_square(cells.shape)
    if rows is None:
        raise errors.orientation_missing()
    chosen = tuple(labels) if labels is not None else names
    if labels is not None and names is not None and set(labels) == set(names) and tuple(labels) != names:
        raise errors.labels_reordered(list(labels), list(names))
    if chosen is None:
        raise errors.labels_missing(len(cells))
    if len(chosen) != len(cells):
        raise label_errors.label_count(len(chosen), len(cells))
    if len(set(chosen)) != len(chosen):
        raise label_errors.repeated_labels(chosen)
    if not (np.isfinite(cells) & (cells >= 0)).all():
        raise errors.bad_cells(float(cells[~(np.isfinite(cells) & (cells >= 0))][0]))
    if not cells.sum() > 0:
        raise errors.empty_table()
    return NamedTable(chosen, cells.T.copy() if rows == "prediction" else cells)


def _frame_names(counts: object) -> tuple[object, ...] | None:
    """Return the class names a frame carries in its columns (and, with pandas, must repeat in its index)."""
    columns = getattr(counts, "columns", None)
    if columns is None:
        return None
    names = [_plain(name) for name in columns]
    index = getattr(counts, "index", None)
    if index is not None:
        row_names = [_plain(name) for name in index]
        nameless = type(index).__name__ == "RangeIndex" and set(row_names) != set(names)
        if row_names != names and not nameless:
            raise errors.names_differ(row_names, names)
    return tuple(names)


def _plain(name: object) -> object:
    return name.item() if isinstance(name, np.generic) else name


def _as_numbers(counts: object) -> Square | None:
    try:
        source = counts.to_numpy() if hasattr(counts, "to_numpy") else counts
        return floats(unmasked(source) if isinstance(source, np.ndarray) else untensored(source))
    except (AssayError, MemoryError):
        raise
    except Exception:  # whatever a foreign object does when it is read
        return None


def read_costs(costs: object, size: int, positive: int | None) -> Square:
    """Return the cost matrix, rows truth, in the order of the labels."""
    if isinstance(costs, Mapping):
        if size != 2 or positive is None:
            raise errors.costs_without_positive(size)
        costs = _by_cell(costs)
        other = 1 - positive
        matrix = np.zeros((2, 2))
        places = {"tp": (positive, positive), "fp": (other, positive), "fn": (positive, other), "tn": (other, other)}
        for name, value in costs.items():
            matrix[places[name]] = _cost(value)
        return matrix
    numbers = _as_numbers(costs)
    if numbers is None:
        raise errors.costs_not_numbers(costs)
    if numbers.shape != (size, size):
        raise errors.costs_shape(numbers.shape, size)
    if not np.isfinite(numbers).all():
        raise errors.costs_not_numbers(float(numbers[~np.isfinite(numbers)][0]))
    return numbers


def _by_cell(costs: Mapping[object, object]) -> dict[str, object]:
    """Return the costs by the names of the cells, which may be written in capitals."""
    named = {name: str(name).casefold() for name in costs}
    unknown = [str(name) for name, cell in named.items() if cell not in CELLS]
    if unknown:
        raise errors.costs_unknown_cells(unknown)
    cells = list(named.values())
    twice = next((cell for cell in cells if cells.count(cell) > 1), None)
    if twice is not None:
        raise errors.cost_twice(twice)
    return {named[name]: cost for name, cost in costs.items()}


def _cost(value: object) -> float:
    try:
        number = as_float(value)
    except (TypeError, ValueError, OverflowError) as problem:
        raise errors.costs_not_numbers(value) from problem
    if not np.isfinite(number):
        raise errors.costs_not_numbers(value)
    return number
