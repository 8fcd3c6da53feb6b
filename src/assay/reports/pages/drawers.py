"""How was this computed? Formula, interval, why, and reference of every metric in a result."""

from __future__ import annotations

from dataclasses import dataclass

from assay.comparisons.names_of_tests import test_name
from assay.reports.kinds import decisions_of, explained_metrics
from assay.reports.words import METHOD_NAMES, card_of, sentence
from assay.results.estimate import Estimate

MOST, MOST_STEPS = 60, 200
"""What a page keeps open, and what it holds at all."""


@dataclass(frozen=True)
class Explained:
    """One metric: what it is, how its interval was made, and where to read about it."""

    label: str
    name: str
    formula: str
    description: str
    method: str
    reason: str
    reference: str


@dataclass(frozen=True)
class Step:
    """One kind of decision: which test, why that one, and what it said of every pair."""

    test: str
    reason: str
    verdicts: list[str]


def explained(result: object) -> list[Explained]:
    """Explain every metric of a result, from its card."""
    return [_one(name, estimate, reason) for name, estimate, reason in list(explained_metrics(result))[:MOST]]


def _one(name: str, estimate: Estimate, reason: str) -> Explained:
    card = card_of(name)
    description = card.description.split("\n\n")[0].replace("\n", " ") if card.formula else ""
    return Explained(
        label=card.label,
        name=name,
        formula=card.formula,
        description=description,
        method=METHOD_NAMES.get(estimate.method, estimate.method),
        reason=reason,
        reference=card.reference or "",
    )


def trail(result: object) -> list[Step]:
    """Return the decisions of a comparison, a ranking or a validation, those of one test together."""
    steps: dict[tuple[str, str], list[str]] = {}
    decisions = sorted(decisions_of(result), key=lambda decision: not decision[3])
    for test, reason, verdict, _ in decisions[:MOST_STEPS]:
        steps.setdefault((test_name(test), reason), []).append(sentence(verdict))
    taken = [Step(test, reason, verdicts) for (test, reason), verdicts in steps.items()]
    if len(decisions) > MOST_STEPS:
        taken.append(Step(f"{len(decisions) - MOST_STEPS:,} more", "they are in the data", []))
    return taken
