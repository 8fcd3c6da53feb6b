"""Which cases of a regression matter: those that carry the squared error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from assay.inputs.blocks import Block
from assay.stats.arithmetic import Numbers


@dataclass(frozen=True)
class SquaredErrors:
    """The squared error of a case, over all its outputs; an error is truth less prediction, as residuals are."""

    outputs: tuple[object, ...]

    def _errors(self, block: Block) -> Numbers:
        prediction, truth = (np.asarray(block.numbers(part), dtype=np.float64) for part in ("prediction", "truth"))
        return truth - prediction

    def losses(self, block: Block) -> Numbers:
        """Return the squared errors."""
        return np.asarray((self._errors(block) ** 2).sum(axis=1))

    def kinds(self, block: Block) -> None:
        """Say that the error decides."""

    def columns(self, block: Block) -> Mapping[str, Sequence[object]]:
        """Return truth, prediction and error, output by output."""
        parts = {
            "truth": block.numbers("truth"),
            "prediction": block.numbers("prediction"),
            "error": self._errors(block),
        }
        return named_outputs(parts, self.outputs)


@dataclass(frozen=True)
class OutsideRanges:
    """How far the truth lies outside of the range that was predicted."""

    outputs: tuple[object, ...]

    def _distance(self, block: Block) -> Numbers:
        truth, low, high = (np.asarray(block.numbers(part), dtype=np.float64) for part in ("truth", "lower", "upper"))
        return np.maximum(np.maximum(low - truth, truth - high), 0.0)

    def losses(self, block: Block) -> Numbers:
        """Return the distances from the ranges."""
        return np.asarray(self._distance(block).sum(axis=1))

    def kinds(self, block: Block) -> None:
        """Say that the distance decides."""

    def columns(self, block: Block) -> Mapping[str, Sequence[object]]:
        """Return the truth, both ends of the range, and how far outside the truth lies."""
        parts = {part: block.numbers(part) for part in ("truth", "lower", "upper")}
        return named_outputs({**parts, "outside by": self._distance(block)}, self.outputs)


def named_outputs(parts: Mapping[str, object], outputs: Sequence[object]) -> dict[str, Sequence[object]]:
    """Return a column for every part, or for every part of every output."""
    named: dict[str, Sequence[object]] = {}
    for name, values in parts.items():
        table = np.asarray(values, dtype=np.float64).reshape(-1, len(outputs))
        for place in range(table.shape[1]):
            label = name if table.shape[1] == 1 else f"{name} of {outputs[place] if place < len(outputs) else place}"
            named[label] = table[:, place].tolist()
    return named
