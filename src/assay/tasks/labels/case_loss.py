"""Which labelled cases matter: those judged wrongly, some of every kind of mistake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.inputs.blocks import Block
from assay.stats.arithmetic import Numbers


@dataclass(frozen=True)
class WrongLabels:
    """A case whose label is wrong loses 1; every cell of the confusion table is a kind of its own."""

    labels: tuple[object, ...]

    def _codes(self, block: Block) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        truth, prediction = (block.labels(part).over(self.labels) for part in ("truth", "prediction"))
        return truth, prediction

    def losses(self, block: Block) -> Numbers:
        """Return 1 for every wrong case."""
        truth, prediction = self._codes(block)
        return np.asarray(truth != prediction, dtype=np.float64)

    def kinds(self, block: Block) -> NDArray[np.intp]:
        """Return the cell of the confusion table."""
        truth, prediction = self._codes(block)
        return truth * len(self.labels) + prediction

    def columns(self, block: Block) -> Mapping[str, Sequence[object]]:
        """Return truth and prediction."""
        truth, prediction = self._codes(block)
        return {
            "truth": [self.labels[code] for code in truth.tolist()],
            "prediction": [self.labels[code] for code in prediction.tolist()],
        }


@dataclass(frozen=True)
class WrongSets:
    """A case with several labels loses 1 for each label that is wrongly there or wrongly not there."""

    labels: tuple[object, ...]

    def _flags(self, block: Block) -> list[NDArray[np.bool_]]:
        return [np.asarray(block.numbers(part) == 1) for part in ("truth", "prediction")]

    def losses(self, block: Block) -> Numbers:
        """Return how many labels are wrong."""
        truth, prediction = self._flags(block)
        return np.asarray((truth != prediction).sum(axis=1), dtype=np.float64)

    def kinds(self, block: Block) -> None:
        """Say that the number of wrong labels decides."""

    def columns(self, block: Block) -> Mapping[str, Sequence[object]]:
        """Return the labels that are there, those that were predicted, and how many are wrong."""
        truth, prediction = self._flags(block)
        return {
            "truth": named_sets(self.labels, truth),
            "prediction": named_sets(self.labels, prediction),
            "wrong labels": self.losses(block).astype(int).tolist(),
        }


def named_sets(labels: Sequence[object], flags: NDArray[np.bool_]) -> list[str]:
    """Write the labels that each case has."""
    return [", ".join(str(label) for label, there in zip(labels, row, strict=True) if there) for row in flags]
