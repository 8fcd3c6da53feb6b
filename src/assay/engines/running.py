"""The running engine: cases that came batch by batch, held one by one while they are few."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from assay.engines.protocol import Step, Summary, merged
from assay.inputs.batches import Batch

NAME = "as it came"


@dataclass(frozen=True, eq=False)
class RunningTable:
    """Batches in the order in which they came; `sizes` are their rows."""

    batches: tuple[Batch, ...]
    sizes: tuple[int, ...]
    engine: str = NAME
    where: str = "the cases added"
    gathers: bool = True

    def reduce(
        self, step: Step[Summary], columns: Sequence[str], enough: Callable[[Summary], bool] | None = None
    ) -> Summary | None:
        """Apply a step to every batch, and merge the results as a tree."""
        starts = accumulate(self.sizes, initial=0)
        return merged(step(replace(batch, first=first)) for batch, first in zip(self.batches, starts, strict=False))

    def keeps(self, rows: int) -> bool:
        """Say that cases are held; whoever adds them sums them up when they are many."""
        return True
