"""How was this computed? Formula, interval, why, and reference of every metric in a result."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assay.reports.comparisons import sentence
from assay.reports.words import METHOD_NAMES, card_of
from assay.results.comparison import Comparison
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation
from assay.results.learning import ModelCurve
from assay.results.ranking import Ranking
from assay.results.validation import Validation

MOST = 60


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
    return [_one(name, estimate, reason) for name, estimate, reason in list(_metrics(result))[:MOST]]


def _metrics(result: object) -> Iterable[tuple[str, Estimate, str]]:
    if isinstance(result, Evaluation):
        for name, estimate in result.estimates.items():
            yield name, estimate, result.methods.get(estimate.method, "")
    elif isinstance(result, Comparison):
        for name, metric in result.items():
            yield name, next(iter(metric.models.values())), ""
    elif isinstance(result, Validation):
        for name, scores in result.only.items():
            yield name, scores.mean, scores.mean.note or ""
    elif isinstance(result, ModelCurve):
        yield result.metric, result.points[-1].test, result.points[-1].test.note or ""


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
    decisions = sorted(_decisions(result), key=lambda one: not one[3])
    for test, reason, verdict, _ in decisions[:MOST]:
        steps.setdefault((test, reason), []).append(sentence(verdict))
    found = [Step(test, reason, verdicts) for (test, reason), verdicts in steps.items()]
    if len(decisions) > MOST:
        found.append(Step(f"{len(decisions) - MOST:,} more", "they are in the data", []))
    return found


def _decisions(result: object) -> Iterable[tuple[str, str, str, bool]]:
    if isinstance(result, Comparison):
        for metric in result.values():
            for pair in metric.pairs:
                yield pair.test, pair.reason, pair.verdict, pair.significant
    elif isinstance(result, Validation):
        for one in result.pairs:
            yield one.test, one.reason, one.verdict, one.significant
    elif isinstance(result, Ranking):
        for ranked in result.pairs:
            yield ranked.test, result.reason, ranked.verdict, ranked.separated
