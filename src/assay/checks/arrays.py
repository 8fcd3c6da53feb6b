"""Whatever somebody hands over as an array of numbers, read as one, or said to be none: never another exception."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class NotNumbersError(ValueError):
    """What was handed over does not hold numbers, or not in rows of equal length."""


def floats(values: object) -> NDArray[np.float64]:
    """Return an array of floats, nan where a masked array is masked: a masked number is a missing one.

    >>> floats(np.ma.array([1, 2], mask=[False, True])).tolist()
    [1.0, nan]
    """
    try:
        with np.errstate(all="ignore"):
            return _floats(with_masks(values))
    except (MemoryError, NotNumbersError):
        raise
    except Exception as problem:  # whatever a foreign object does when it is read
        raise NotNumbersError(str(problem)) from problem


def finite_count(values: object) -> int | None:
    """Return how many finite numbers there are, None where there are no numbers at all.

    >>> finite_count([0.5, float("nan")]), finite_count("ab")
    (1, None)
    """
    try:
        return int(np.count_nonzero(np.isfinite(floats(values))))
    except NotNumbersError:
        return None


def _floats(array: Any) -> NDArray[np.float64]:
    if np.asarray(array).dtype.kind in "cmM":
        raise NotNumbersError("complex numbers and times have no order among numbers")
    if isinstance(array, np.ma.MaskedArray):
        return np.where(np.ma.getmaskarray(array), np.nan, np.asarray(array.data, dtype=float))
    return np.asarray(array, dtype=float).view(np.ndarray)


def with_masks(values: object) -> Any:
    """Return a list of masked arrays as one of them; numpy alone would forget what is masked."""
    if isinstance(values, list | tuple) and any(isinstance(part, np.ma.MaskedArray) for part in values):
        hidden = [part is np.ma.masked for part in values]
        if any(hidden):  # single masked values, which numpy would turn into nan with a warning
            return np.ma.array([0 if away else part for part, away in zip(values, hidden, strict=True)], mask=hidden)
        return np.ma.array([np.ma.asarray(part) for part in values])
    return values
