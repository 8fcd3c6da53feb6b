"""How was this computed? Formula, interval, why, and reference of every metric in a result."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

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
class Trail:
    """One decision: what was compared, which test judged it, why that one, and what it said."""

    what: str
    test: str
    reason: str
    verdict: str


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


def trail(result: object) -> list[Trail]:
    """Return the decisions of a comparison, a ranking or a validation."""
    if isinstance(result, Comparison):
        return [
            Trail(f"{pair.a} against {pair.b}, {metric.label}", pair.test, pair.reason, pair.verdict)
            for metric in result.values()
            for pair in metric.pairs
        ][:MOST]
    if isinstance(result, Validation):
        return [
            Trail(f"{pair.a} against {pair.b}, {card_of(pair.metric).label}", pair.test, pair.reason, pair.verdict)
            for pair in result.pairs
        ][:MOST]
    if isinstance(result, Ranking):
        return [Trail(f"{pair.a} against {pair.b}", pair.test, result.reason, pair.verdict) for pair in result.pairs][
            :MOST
        ]
    return []
