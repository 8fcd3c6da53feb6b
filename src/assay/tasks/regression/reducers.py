"""What a block of predicted numbers adds: the cases themselves while they are few, else sums around a centre."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from assay.inputs.blocks import Block
from assay.inputs.numbers import in_double
from assay.summaries.regression import Loss, RegressionSummary
from assay.summaries.residual_means import Centre
from assay.summaries.residuals import Residuals

PARTS = ("prediction", "lower", "upper")


@dataclass(frozen=True)
class KeepResiduals:
    """Keeps truth and predictions of all cases that weigh something."""

    outputs: tuple[object, ...]
    scale: float = 1.0

    def reduce(self, block: Block) -> Residuals:
        """Return the cases of a block, in a unit in which powers neither overflow nor vanish."""
        weighing = None if block.weight is None else block.weight > 0
        # A slice that weighs nothing keeps its cases, so that its metrics can say so.
        kept = block if weighing is None or not weighing.any() else block.take(weighing)
        numbers = {part: in_double(kept.numbers(part)) for part in PARTS if kept.has(part)}
        truth = in_double(kept.numbers("truth"))
        cases = Residuals(truth, numbers.get("prediction"), kept.weight, numbers.get("lower"), numbers.get("upper"),
                          self.outputs)  # fmt: skip
        return cases if self.scale == 1.0 else cases.in_unit(self.scale)


@dataclass(frozen=True)
class SumResiduals:
    """Sums what every case contributes around a centre; quantiles come from sketches."""

    cases: KeepResiduals
    centre: Centre | None
    losses: Mapping[str, Loss] = field(default_factory=dict)
    anywhere: ClassVar[bool] = True

    def reduce(self, block: Block) -> RegressionSummary:
        """Return the sums of a block."""
        return RegressionSummary.of(self.cases.reduce(block), self.losses, self.centre).sketched()


def centre_at(truth: float, prediction: float, scale: float) -> Centre:
    """Return a centre for one output; where it lies matters for rounding alone."""
    return Centre(*(np.array([middle / scale]) for middle in (truth, prediction, truth - prediction)))
