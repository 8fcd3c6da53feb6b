"""What grouping did to an evaluation: how many independent units there are, and what the cases are worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assay.results.estimate import Estimate


@dataclass(frozen=True)
class Grouping:
    """Groups of cases that were judged as one unit each.

    `sizes` counts the groups of each grouping, `effective_groups` those of equal size that would be worth as much.
    `design_effect` is by how much grouping multiplies the variance of `metric`, `effective_cases` how many independent
    cases would be worth as much, and `between` the share of the variance that more cases per group would not remove.
    Where groups are blocks of consecutive cases, `block_length` says how many make one. `alone` holds the estimates
    with the intervals that they would have if all cases were independent.
    """

    names: tuple[str, ...]
    sizes: tuple[int, ...]
    effective_groups: float
    metric: str | None = None
    design_effect: float | None = None
    effective_cases: float | None = None
    between: float | None = None
    at_least: bool = False
    block_length: int | None = None
    alone: Mapping[str, Estimate] = field(default_factory=dict)

    @property
    def groups(self) -> int:
        """How many groups there are; of two crossed groupings, the fewer."""
        return min(self.sizes)

    @property
    def told(self) -> str:
        """The groups in a few words: 220 groups (patient), or 150 by 8 groups (question and judge)."""
        if self.block_length is not None:
            return f"{self.groups:,} {self.names[0]}"
        start = "at least " if self.at_least else ""
        return f"{start}{' by '.join(f'{size:,}' for size in self.sizes)} groups ({' and '.join(self.names)})"

    def to_dict(self) -> dict[str, object]:
        """Return the grouping as plain values."""
        return {
            "names": list(self.names),
            "groups": list(self.sizes),
            "effective_groups": self.effective_groups,
            "metric": self.metric,
            "design_effect": self.design_effect,
            "effective_cases": self.effective_cases,
            "between": self.between,
            "at_least": self.at_least,
            "block_length": self.block_length,
        }
