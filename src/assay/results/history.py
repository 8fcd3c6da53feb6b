"""A metric over time: every run with its interval, and where it changed beyond noise."""

from __future__ import annotations

from dataclasses import dataclass

from assay.results.estimate import Estimate
from assay.results.evaluation import Choices
from assay.results.note import Note
from assay.results.rendered import Rendered


@dataclass(frozen=True)
class Run:
    """One run: its estimate, and the difference to the stretch of runs before it.

    `p_adjusted` is adjusted by Holm over all runs that were looked at; `changed` says that the run left the level of
    the runs since the last change. The first run has nothing before it.
    """

    name: str
    estimate: Estimate
    difference: Estimate | None = None
    p_value: float = float("nan")
    p_adjusted: float = float("nan")
    changed: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class History(Rendered):
    """Runs in their order, in one metric: `history.changes` are those that left the level before them."""

    metric: str
    label: str
    better: str
    runs: tuple[Run, ...]
    choices: Choices
    notes: tuple[Note, ...] = ()

    @property
    def level(self) -> float:
        """The confidence level of every interval here."""
        return self.choices.level

    @property
    def changes(self) -> tuple[Run, ...]:
        """The runs that changed beyond noise."""
        return tuple(run for run in self.runs if run.changed)

    def __len__(self) -> int:
        return len(self.runs)

    def __repr__(self) -> str:
        return f"<History: {self.metric}, {len(self)} runs, {len(self.changes)} changes>"
