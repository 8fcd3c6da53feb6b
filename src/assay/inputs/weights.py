"""Case weights: how much each case counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from assay.errors import columns as errors
from assay.inputs.columns import Array
from assay.inputs.numbers import A_WEIGHT, read_numbers

FIRST_ROWS = 5


def read_weights(array: Array, name: str) -> NDArray[np.float64]:
    """Return weights as floats; a gap stays nan for the missing-value policy to judge."""
    weights = read_numbers(array, name, A_WEIGHT).astype(float, copy=False)
    if weights.ndim != 1:
        raise errors.wrong_dimensions(name, weights.shape)
    with np.errstate(invalid="ignore"):
        _refuse(weights < 0, name, errors.negative_weights)
    _refuse(np.isinf(weights), name, errors.infinite_weights)
    return weights / largest if (largest := extreme(float(np.nanmax(weights, initial=0.0)))) else weights


def extreme(largest: float) -> float | None:
    """Return the largest weight if its fourth power could overflow or vanish; only the ratio of weights matters."""
    return largest if largest > 1e50 or 0 < largest < 1e-50 else None


def check_total(weights: NDArray[np.float64] | None, name: str) -> NDArray[np.float64] | None:
    """Return the weights; refuse those that add up to nothing. Where every case weighs 1 there are none."""
    if weights is not None and not weights.sum() > 0:
        raise errors.zero_weights(name)
    return without_ones(weights)


def without_ones(weights: NDArray[np.float64] | None) -> NDArray[np.float64] | None:
    """Return None for weights that say nothing, so that no number can depend on whether they were given."""
    return None if weights is None or bool((weights == 1).all()) else weights


def _refuse(bad: NDArray[np.bool_], name: str, message: Callable[[str, int, Sequence[int]], Exception]) -> None:
    if bad.any():
        raise message(name, int(bad.sum()), first_rows(bad))


def first_rows(flags: NDArray[np.bool_]) -> list[int]:
    """Return the numbers of the first few flagged rows."""
    return [int(row) for row in np.flatnonzero(flags)[:FIRST_ROWS]]
