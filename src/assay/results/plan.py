"""How many cases a question needs, checked by the power or the width that so many really give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assay.results.note import Note
from assay.results.rendered import Rendered


@dataclass(frozen=True)
class PlanRow:
    """What the answer would be at another value of what is not known."""

    value: float
    n: int
    achieved: float


@dataclass(frozen=True, eq=False, repr=False)
class Plan(Rendered):
    """How many cases in all (`n`), and what so many give: the power, or the width of the interval (`achieved`).

    `goal` is "power", "width" or "assurance" (how often the interval is no wider), `wanted` what was asked of it.
    `table` holds the answer for other values of `unknown`, `curve` what other numbers of cases give. `parts` counts the
    cases by kind (positives and negatives, or each model's own), `groups` the groups where cases belong together.
    Where `n` was given, `shows` says what so many cases can show instead.
    """

    metric: str
    label: str
    question: str
    n: int
    goal: str
    wanted: float
    achieved: float
    unknown: str
    at: float
    table: tuple[PlanRow, ...]
    curve: tuple[tuple[int, float], ...]
    sentence: str
    method: str
    reason: str
    level: float
    version: str
    parts: Mapping[str, int] = field(default_factory=dict)
    groups: int | None = None
    group_sizes: tuple[tuple[int, int, int], ...] = ()
    shows: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()

    def __repr__(self) -> str:
        return f"<Plan: {self.n:,} cases for {self.metric}, {self.goal} {self.achieved:.3g}>"
