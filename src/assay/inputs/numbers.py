"""Columns of numbers are read by one rule, scores and weights among them; what is no number is named with its row."""

from __future__ import annotations

import math
from functools import singledispatch
from typing import cast

import numpy as np
from numpy.typing import NDArray

from assay.errors import numbers as errors
from assay.errors import values as value_errors
from assay.inputs.columns import Array
from assay.inputs.labels import is_missing

A_SCORE = "A score says how strongly a model calls a case positive; labels that it answered belong in prediction=."
A_NUMBER = "A regression compares numbers; if these are labels, truth and predictions must both be labels."
TO_BE_CUT = "Edges cut numbers; without them, each value of a column of names makes a slice: by='column'."
A_RANKED_SCORE = "Models are ranked by numbers, one for each data set."
A_WEIGHT = "A weight says how much a case counts."

FLOATS = (2, 4, 8)
"""Sizes in bytes of the float types that are kept as they are."""


@singledispatch
def read_numbers(array: Array, name: str, wanted: str, first: int | None = 0) -> NDArray[np.floating]:
    """Return the values as floats of the same shape, gaps as nan; `wanted` says what a number is for here.

    Float types of half, single and double precision stay what they are, so that their own precision can decide where
    a log loss is clipped. Text is refused even where it reads as a number; `first` is the number of the first row, None
    where rows have no order.
    """
    if array.dtype.kind == "f" and array.dtype.itemsize in FLOATS:
        return array  # type: ignore[return-value]
    if array.dtype.kind in "fiub":
        return array.astype(float)
    values = array.ravel().tolist()
    strange = first_strange(values)
    if strange is not None:
        row, value = strange
        place = None if first is None else first + row // max(1, array.size // len(array))
        raise errors.not_a_number(name, value, place, wanted)
    try:
        numbers = np.array([np.nan if is_missing(value) else value for value in values], dtype=float)
    except OverflowError as problem:
        raise value_errors.too_large(name) from problem
    return numbers.reshape(array.shape)


@singledispatch
def total(numbers: NDArray[np.floating]) -> float:
    """Return the sum of numbers, added up in double precision."""
    with np.errstate(over="ignore", invalid="ignore"):
        return float(np.sum(numbers, dtype=float))


@singledispatch
def all_finite(numbers: NDArray[np.floating]) -> bool:
    """Say whether no number is missing or infinite, as far as their sum tells."""
    return math.isfinite(total(numbers))


def in_any_column(flags: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which rows are flagged in some column."""
    return cast("NDArray[np.bool_]", flags.any(axis=1))


@singledispatch
def in_double(numbers: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return numbers in double precision; other kinds of columns register their own way."""
    return numbers.astype(float, copy=False)


def first_strange(values: list[object]) -> tuple[int, object] | None:
    """Return place and value of the first entry that is no number; text that reads as a number only if all text does.

    Blanks around a number make text of a whole column, so that such an entry is named before its plain neighbours.

    >>> first_strange([0.5, "0.7", "n/a"]), first_strange(["0.5", "0.7 "]), first_strange([1, None])
    ((2, 'n/a'), (1, '0.7 '), None)
    """
    readable: tuple[int, object] | None = None
    with_blanks: tuple[int, object] | None = None
    for place, value in enumerate(values):
        if is_missing(value):
            continue
        try:
            float(value)  # type: ignore[arg-type]
        except OverflowError:
            continue
        except Exception:  # whatever somebody's own conversion does
            return place, value
        if readable is None and isinstance(value, str | bytes):
            readable = place, value
        if with_blanks is None and isinstance(value, str | bytes) and value != value.strip():
            with_blanks = place, value
    return with_blanks or readable
