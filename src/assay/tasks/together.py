"""Several models reduced in one pass: each model's own summary, and the one that they share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from assay.inputs.blocks import Block


@dataclass(frozen=True, eq=False)
class Together:
    """The summary of every model, and the joint one that paired comparisons read."""

    own: Mapping[object, Any]
    joint: Any

    def merge(self, other: Together) -> Together:
        """Return the summaries of both sets of cases."""
        own = {model: summary.merge(other.own[model]) for model, summary in self.own.items()}
        return Together(own, None if self.joint is None else self.joint.merge(other.joint))


@dataclass(frozen=True, eq=False)
class ReduceTogether:
    """Reduces the parts of every model by its own reducer, and the parts of all of them by a joint one."""

    own: Mapping[object, Any]
    joint: Any = None

    @property
    def counted(self) -> bool:
        """Whether rows that are alike may come counted."""
        each = [*self.own.values(), *([] if self.joint is None else [self.joint])]
        return all(getattr(reducer, "counted", False) for reducer in each)

    def reduce(self, block: Block) -> Together:
        """Return the summaries of a block."""
        own = {model: reducer.reduce(block.of(model)) for model, reducer in self.own.items()}
        return Together(own, None if self.joint is None else self.joint.reduce(block))
