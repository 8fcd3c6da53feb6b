"""Requirements held against a result: met, broken, or unclear, and how many cases would settle it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assay.results.estimate import Estimate
from assay.results.evaluation import Choices
from assay.results.rendered import Rendered

MET, BROKEN, UNCLEAR = "met", "broken", "unclear"
"""The states of a requirement."""


@dataclass(frozen=True)
class Requirement:
    """One requirement and what became of it.

    `state` is "met" where the whole interval keeps it, "broken" where none of it does, "unclear" between. `needed` is
    how many cases (or groups, `unit` says which) would settle it in 8 samples of 10 if the value stays what it is;
    None where it is settled, or where no number of cases would do. `side` is where the number must lie, seen from
    `bound`: ">=", ">", "<=", "<", or "within" for a difference that must lie between both signs of it. Of a requirement
    in every slice, `parts` are those of the slices, and the estimate is that of the slice that decides.

    >>> made = Estimate(0.9, 0.85, 0.94, 0.95, "wilson", 200)
    >>> Requirement("recall >= 0.8", "recall", "met", made, 0.8, ">=", "recall is 0.900").met
    True
    """

    text: str
    metric: str
    state: str
    estimate: Estimate
    bound: float
    side: str
    sentence: str
    needed: int | None = None
    unit: str = "case"
    part: str | None = None
    parts: tuple[Requirement, ...] = ()
    alone: bool = False

    @property
    def met(self) -> bool:
        """Whether the requirement is met beyond chance."""
        return self.state == MET

    @property
    def intervals(self) -> int:
        """How many intervals decided it: each is a chance of a false alarm."""
        return sum(part.intervals for part in self.parts) if self.parts else 0 if self.alone else 1

    def to_dict(self) -> dict[str, object]:
        """Return the fields that JSON documents carry."""
        own: dict[str, object] = {
            "requirement": self.text,
            "state": self.state,
            "metric": self.metric,
            **self.estimate.to_dict(),
            "side": self.side,
            "bound": self.bound,
            "needed": self.needed,
            "unit": self.unit,
            "sentence": self.sentence,
        }
        if self.part is not None:
            own["slice"] = self.part
        return {**own, "slices": [part.to_dict() for part in self.parts]} if self.parts else own


@dataclass(frozen=True, eq=False, repr=False)
class Gate(Rendered):
    """A result held against requirements: `gate.passed`, and `gate.requirements[0].state`.

    `unclear` says what unclear requirements do ("fail" or "pass"); `result` is what was judged, `changes` how far its
    metrics moved since a baseline, where there is one, and `beside` how the two were compared. A gate is true where it
    passed: `assert assay.gate(...)`.
    """

    requirements: tuple[Requirement, ...]
    unclear: str
    n: int
    unit: str
    choices: Choices
    result: Rendered | None = None
    source: str | None = None
    changes: Mapping[str, Estimate] = field(default_factory=dict)
    beside: str | None = None

    def __bool__(self) -> bool:
        return self.passed

    def __getstate__(self) -> dict[str, object]:
        """Store what became of the requirements; the result itself is stored by its own save."""
        return {**self.__dict__, "result": None}

    @property
    def passed(self) -> bool:
        """Whether every requirement is met, or unclear where unclear passes."""
        return not self.failed

    @property
    def failed(self) -> tuple[Requirement, ...]:
        """The requirements that let the gate fail."""
        fine = (MET, UNCLEAR) if self.unclear == "pass" else (MET,)
        return tuple(requirement for requirement in self.requirements if requirement.state not in fine)

    @property
    def level(self) -> float:
        """The confidence level of every interval here."""
        return self.choices.level

    @property
    def intervals(self) -> int:
        """How many intervals decided: each slice is one, a value alone is none."""
        return sum(requirement.intervals for requirement in self.requirements)

    @property
    def false_alarm(self) -> float:
        """At most how often a model that keeps every requirement has one called broken by chance.

        Half of what the level leaves out lies on either side of an interval, and Bonferroni's bound adds it up.
        """
        return min(1.0, self.intervals * (1 - self.level) / 2)

    @property
    def false_pass(self) -> float:
        """At most how often a model that breaks a requirement passes by chance: all must be met, so one is enough.

        Reference: Berger 1982 (intersection-union tests need no adjustment).
        """
        if self.unclear == "pass" or not self.intervals:
            return 1.0
        return (1 - self.level) / 2

    def __repr__(self) -> str:
        word = "passed" if self.passed else "not passed"
        return f"<Gate: {word}, {len(self.requirements)} requirements>"
