"""Where cases may be gathered: everywhere that they fit, and nowhere that only summaries may leave."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from assay.engines.protocol import Reduced, Reducer
from assay.errors import columns as errors
from assay.inputs.blocks import Block


@dataclass(frozen=True)
class KeepCases:
    """Keeps the cases of every block, for what needs all of them."""

    def reduce(self, block: Block) -> Block:
        """Return the block as it is."""
        return block


@dataclass(frozen=True)
class CaseFree(Generic[Reduced]):
    """Reduces blocks to summaries that hold no case; where a task has none, the call is refused."""

    reducer: Reducer[Reduced]
    engine: str

    @property
    def counted(self) -> bool:
        """Whether rows that are alike may come counted."""
        return bool(getattr(self.reducer, "counted", False))

    def reduce(self, block: Block) -> Reduced:
        """Return the summary of a block."""
        summary = self.reducer.reduce(block)
        if holds_cases(summary):
            raise errors.rows_elsewhere(self.engine)
        return summary


def holds_cases(summary: object) -> bool:
    """Say whether a summary, or one of its parts, holds cases.

    >>> from assay.summaries.residuals import Residuals
    >>> holds_cases(Residuals.of([1.0], [2.0]))
    True
    """
    from assay.summaries.residuals import Residuals
    from assay.summaries.score_cases import ScoreCases

    cases = (Block, Residuals, ScoreCases)
    parts = getattr(summary, "__dict__", {}).values()
    return isinstance(summary, cases) or any(isinstance(part, cases) for part in parts)
