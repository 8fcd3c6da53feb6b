"""The cases on which compared models differ most, found again in what the caller handed over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from assay.engines.sources import Source
from assay.engines.worst_rows import CaseLoss
from assay.errors import cases as errors
from assay.inputs.blocks import Block
from assay.pipelines.case_lists import loss_of, with_their_rows, worst_cases
from assay.results.cases import BehindSeveral, check_count
from assay.results.evaluation import Evaluation
from assay.stats.arithmetic import Numbers
from assay.tasks.catalogue import Chosen, choose
from assay.tasks.requests import Request

if TYPE_CHECKING:
    import polars as pl

SHARED = "truth"
"""What is shown once, as it is the same for all models."""


@dataclass(frozen=True)
class LossesApart:
    """How far the losses of the models lie apart on a case; a right answer loses nothing."""

    losses_of: Mapping[object, CaseLoss]

    def losses(self, block: Block) -> Numbers:
        """Return the largest loss of any model less the smallest."""
        each = self._each(block)
        return np.asarray(each.max(axis=0) - each.min(axis=0))

    def kinds(self, block: Block) -> NDArray[np.intp] | None:
        """Return which models are right, where a case is either right or wrong."""
        if any(loss.kinds(block.of(model)) is None for model, loss in self.losses_of.items()):
            return None
        _, patterns = np.unique(self._each(block) > 0, axis=1, return_inverse=True)
        return np.asarray(patterns, dtype=np.intp).ravel()

    def columns(self, block: Block) -> Mapping[str, Sequence[object]]:
        """Return the truth, and what every model answered."""
        shown: dict[str, Sequence[object]] = {}
        for model, loss in self.losses_of.items():
            for name, values in loss.columns(block.of(model)).items():
                shown[name if name.startswith(SHARED) else f"{name} of {model}"] = values
        return shown

    def _each(self, block: Block) -> Numbers:
        return np.maximum([loss.losses(block.of(model)) for model, loss in self.losses_of.items()], 0.0)


@dataclass(frozen=True, eq=False)
class CasesApart(BehindSeveral):
    """A comparison's request, whose cases are read again when they are asked for."""

    request: Request
    evaluations: Mapping[object, Evaluation]

    def worst(self, most: int) -> pl.DataFrame:
        """Return the cases on which the models differ most."""
        check_count(most)
        chosen = choose(self.request)
        if not isinstance(chosen.source, Source):
            return self._items(chosen, most)
        losses = {
            model: loss_of(self.request.of_model(model), evaluation)[1]
            for model, evaluation in self.evaluations.items()
        }
        return worst_cases(self.request, chosen, LossesApart(losses), most)

    def _items(self, chosen: Chosen, most: int) -> pl.DataFrame:
        apart = chosen.task.items_apart(chosen.source, self.evaluations, most)
        if apart is None:
            raise errors.cases_not_listed(chosen.task.name)
        return with_their_rows(self.request, *apart)
