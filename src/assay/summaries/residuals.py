"""Cases of a regression: truth, prediction and weight of every case, kept for what needs them all."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.results.stored import StoredByFields
from assay.stats.arithmetic import Numbers
from assay.summaries.made_values import MadeValues

SAFE = 1e70
"""Beyond this (or below its inverse) fourth powers would overflow or vanish, so another unit is used inside."""


BLOCK = 16_384
"""All columns that are made of so many cases stay in the processor's cache."""

SMALLEST = -1000
"""The power of two below which the unit's own inverse would overflow."""


@dataclass(frozen=True, eq=False)
class Residuals(StoredByFields):
    """Truth and prediction, one row per case, one column per output; `lower` and `upper` where ranges were predicted.

    All numbers are held in a unit of `scale` (a power of two, 1 unless they are huge or tiny).

    >>> Residuals.of([3, -0.5, 2, 7], [2.5, 0.0, 2, 8]).error.ravel().tolist()
    [0.5, -0.5, 0.0, -1.0]
    """

    truth: Numbers
    prediction: Numbers | None
    weight: Numbers | None = None
    lower: Numbers | None = None
    upper: Numbers | None = None
    outputs: tuple[object, ...] = (0,)
    scale: float = 1.0

    @classmethod
    def of(cls, truth: object, prediction: object, weight: object = None) -> Residuals:
        """Return the residuals of plain lists or arrays."""
        values = [np.asarray(part, dtype=float) for part in (truth, prediction)]
        columns = [part[:, None] if part.ndim == 1 else part for part in values]
        weights = None if weight is None else np.asarray(weight, dtype=float)
        return cls(columns[0], columns[1], weights, outputs=tuple(range(columns[0].shape[1]))).in_safe_unit()

    @property
    def rows(self) -> int:
        """How many cases there are."""
        return len(self.truth)

    @property
    def width(self) -> int:
        """How many outputs each case has."""
        return int(self.truth.shape[1])

    @property
    def answers(self) -> Numbers:
        """The predictions; an evaluation of ranges alone has none."""
        if self.prediction is None:
            raise LookupError("only ranges were predicted")
        return self.prediction

    @cached_property
    def error(self) -> Numbers:
        """Truth less prediction."""
        return self.truth - self.answers

    @cached_property
    def absolute_error(self) -> Numbers:
        """The size of every error."""
        return abs(self.error)

    def errors(self, change: Callable[[Numbers], Numbers] | None = None) -> MadeValues:
        """Return the errors, or what is made of them, without holding them."""
        if change is None:
            return MadeValues((self.truth, self.answers), np.subtract)
        return MadeValues((self.truth, self.answers), lambda truth, answers: change(truth - answers))

    def blocks(self) -> Iterator[Residuals]:
        """Yield the cases a block at a time; on a GPU all of them together."""
        if self.rows <= BLOCK or not isinstance(self.truth, np.ndarray):
            yield self
            return
        for start in range(0, self.rows, BLOCK):
            yield self.take(slice(start, start + BLOCK))

    @property
    def weighted(self) -> bool:
        """Whether cases carry weights."""
        return self.weight is not None

    @cached_property
    def order(self) -> NDArray[np.intp]:
        """The places of the cases in an order that only their values decide: the same cases, the same draws."""
        parts = (self.truth, self.prediction, self.lower, self.upper)
        return np.lexsort([column for part in parts if part is not None for column in part.T])

    def output(self, place: int) -> Residuals:
        """Return the cases with one output alone."""
        return self._each(lambda part: part[:, place : place + 1], outputs=(self.outputs[place],))

    def take(self, rows: NDArray[np.intp] | slice) -> Residuals:
        """Return some of the cases."""
        return self._each(lambda part: part[rows], weight=None if self.weight is None else self.weight[rows])

    def _each(self, change: Callable[[Numbers], Numbers], **more: Any) -> Residuals:
        """Return the same cases with every column of numbers changed."""
        columns = (None if part is None else change(part) for part in (self.prediction, self.lower, self.upper))
        prediction, lower, upper = columns
        return replace(self, truth=change(self.truth), prediction=prediction, lower=lower, upper=upper, **more)

    def merge(self, other: Residuals) -> Residuals:
        """Return both sets of cases together."""
        if self.scale != other.scale:
            return self.in_unit(1.0).merge(other.in_unit(1.0)).in_safe_unit()
        weight = None
        if self.weight is not None or other.weight is not None:
            weight = np.concatenate([np.ones(own.rows) if own.weight is None else own.weight for own in (self, other)])
        return replace(
            self,
            truth=np.concatenate([self.truth, other.truth]),
            prediction=_joined(self.prediction, other.prediction),
            weight=weight,
            lower=_joined(self.lower, other.lower),
            upper=_joined(self.upper, other.upper),
        )

    def in_unit(self, scale: float) -> Residuals:
        """Return the same cases, held in another unit."""
        factor = self.scale / scale
        return self._each(lambda part: part * factor, scale=scale)

    def in_safe_unit(self) -> Residuals:
        """Return the same cases in a unit in which powers neither overflow nor vanish."""
        largest = max(
            max(float(np.max(part)), -float(np.min(part)))
            for part in (self.truth, self.prediction, self.lower, self.upper)
            if part is not None
        )
        unit = safe_unit(largest)
        return self if unit == 1.0 else self.in_unit(self.scale * unit)


def safe_unit(largest: float) -> float:
    """Return a power of two in which powers of numbers up to this size neither overflow nor vanish."""
    if largest == 0 or 1 / SAFE < largest < SAFE:
        return 1.0
    return 2.0 ** max(math.floor(math.log2(largest)), SMALLEST)


def _joined(first: Numbers | None, second: Numbers | None) -> Numbers | None:
    if (first is None) != (second is None):
        raise ValueError("cases with predictions or ranges and cases without cannot be merged")
    return None if first is None or second is None else np.concatenate([first, second])
