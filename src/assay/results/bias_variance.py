"""An error taken apart: what stays whatever the training set, what changes with it, and what no model can help."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

import numpy as np
from numpy.typing import NDArray

from assay.results.note import Note
from assay.results.rendered import Rendered

if TYPE_CHECKING:
    pass


Number = float | NDArray[np.float64]
"""One number, or one per value of the setting."""


@dataclass(frozen=True, eq=False)
class BiasVariance:
    """total = bias + variance + noise, each in the unit of the loss (for squared loss `bias` is the squared bias).

    Where noise cannot be told from bias it is nan, `noise_note` says why, and `bias` contains it. `main` is the
    prediction of all fits together at every point: their mean, or their commonest answer. `disagreement` is how often a
    fit differs from it (0-1 loss), or the variance itself. `error` is the Monte-Carlo error of the total.
    """

    loss: str
    bias: float
    variance: float
    noise: float
    total: float
    disagreement: float
    error: float
    rounds: int
    points: int
    main: np.ndarray
    noise_note: str | None = None
    at: object = None

    def to_dict(self) -> dict[str, object]:
        """Return the parts as plain values."""
        return {
            "at": self.at,
            "loss": self.loss,
            "bias": self.bias,
            "variance": self.variance,
            "noise": self.noise,
            "total": self.total,
            "disagreement": self.disagreement,
            "error": self.error,
            "rounds": self.rounds,
            "points": self.points,
            "noise_note": self.noise_note,
        }


@dataclass(frozen=True, eq=False, repr=False)
class Decomposition(Rendered, Sequence[BiasVariance]):
    """The parts of a model's error, once or against a setting: `.bias`, `.variance`, `.noise`, `.total`.

    Against a setting each of these is an array, one entry a value, and `best` is the value with the least total.
    """

    model: str
    parts: tuple[BiasVariance, ...]
    rounds: int
    fits: int
    seed: int
    version: str
    parameter: str | None = None
    source: str = ""
    notes: tuple[Note, ...] = ()

    def _field(self, name: str) -> Number:
        values = [float(getattr(part, name)) for part in self.parts]
        return values[0] if self.parameter is None else np.array(values)

    @property
    def bias(self) -> Number:
        """What stays whatever the training set (squared bias for squared loss)."""
        return self._field("bias")

    @property
    def variance(self) -> Number:
        """What changes with the training set."""
        return self._field("variance")

    @property
    def noise(self) -> Number:
        """What no model can help; nan where it cannot be told from bias."""
        return self._field("noise")

    @property
    def total(self) -> Number:
        """The expected loss."""
        return self._field("total")

    @property
    def loss(self) -> str:
        """Which loss was taken apart."""
        return self.parts[0].loss

    @property
    def values(self) -> tuple[object, ...]:
        """The values of the setting that were tried."""
        return tuple(part.at for part in self.parts)

    @property
    def best(self) -> object:
        """The value of the setting with the least total."""
        return min(self.parts, key=lambda part: part.total).at

    @overload
    def __getitem__(self, place: int) -> BiasVariance: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[BiasVariance, ...]: ...

    def __getitem__(self, place: int | slice) -> BiasVariance | tuple[BiasVariance, ...]:
        return self.parts[place]

    def __len__(self) -> int:
        return len(self.parts)

    def __iter__(self) -> Iterator[BiasVariance]:
        return iter(self.parts)

    def __repr__(self) -> str:
        if self.parameter is not None:
            return f"<Decomposition: {self.model}, {self.parameter}, {len(self)} values>"
        part = self.parts[0]
        return f"<Decomposition: bias {part.bias:.4g}, variance {part.variance:.4g}, noise {part.noise:.4g}>"
