"""Requirements held against a result: each is met, broken or unclear."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from assay.comparisons.margins import is_vacuous
from assay.errors import gates as errors
from assay.gates.finding import Found, Judged, differences, levels, size_of, turned
from assay.gates.reading import read_requirement
from assay.gates.requests import DifferenceRequest, GateRequest, LevelRequest, Relation
from assay.gates.sentences import difference_sentence, level_sentence, needed_words, summary_sentence
from assay.gates.settling import rounded_up, times_as_many
from assay.metrics.cards import Card
from assay.metrics.find import find
from assay.results.comparison import Comparison
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation
from assay.results.gate import BROKEN, MET, UNCLEAR, Gate, Requirement
from assay.results.validation import Validation

ORDER = (BROKEN, UNCLEAR, MET)
"""The worst first: it decides a requirement in every slice."""


def judge_gate(result: object, require: object, unclear: object, beside: Comparison | None = None) -> Gate:
    """Hold requirements against a result; differences against the comparison with its baseline, if there is one."""
    if not isinstance(unclear, str) or unclear not in ("fail", "pass"):
        raise errors.bad_unclear(unclear)
    if not isinstance(result, Evaluation | Comparison | Validation):
        raise errors.not_gated(type(result).__name__)
    requests = [read_requirement(text) for text in _listed(require)]
    if not requests:
        raise errors.no_requirements()
    n, unit = size_of(result)
    return Gate(
        requirements=tuple(judged(_judge_of(request, result, beside), request) for request in requests),
        unclear=unclear, n=n, unit=unit,
        choices=result.choices, result=result, source=result.source,
    )  # fmt: skip


def _judge_of(request: GateRequest, result: Judged, beside: Comparison | None) -> Judged:
    return beside if beside is not None and isinstance(request, DifferenceRequest) else result


def _listed(require: object) -> Sequence[object]:
    if isinstance(require, str):
        return [require]
    return list(require) if isinstance(require, Sequence) else [require]


def judged(result: Judged, request: GateRequest) -> Requirement:
    """Hold one requirement against a result."""
    card = find(request.metric)
    n, unit = size_of(result)
    if isinstance(request, LevelRequest):
        check_reach(request, card)
        parts = [_level(request, card, level, n, unit) for level in levels(result, request)]
    else:
        if card.better == "neither" and request.relation is not Relation.WITHIN:
            raise errors.no_direction(request.text, card.name)
        if is_vacuous(request.margin, card.bounds):
            raise errors.margin_out_of_reach(request.text, card.name, *card.bounds)
        parts = [_difference(request, card, pair, n, unit) for pair in differences(result, request)]
    return parts[0] if request.every is None else _together(request, request.every, parts)


def check_reach(request: LevelRequest, card: Card) -> None:
    """Refuse a bound that every value lies on one side of."""
    low, high = card.bounds
    ends = [request.side.holds(end, request.bound) for end in (low, high)]
    if ends[0] == ends[1] and math.isfinite(low) and math.isfinite(high):
        raise errors.out_of_reach(request.text, card.name, low, high)
    if math.isfinite(low) and request.bound < low:
        raise errors.out_of_reach(request.text, card.name, low, high)


def _level(request: LevelRequest, card: Card, answer: Found, n: int, unit: str) -> Requirement:
    estimate, bound = answer.estimate, request.bound
    n, unit = (n, unit) if answer.n is None else (answer.n, answer.unit)
    state = _state(estimate, lambda number: request.side.holds(number, bound), request.alone)
    needed = _needed(estimate, bound, n) if state == UNCLEAR and not request.alone else None
    words = needed_words(needed, n, unit)
    sentence = level_sentence(request, card, estimate, state, words, answer.part)
    return Requirement(request.text, card.name, state, estimate, bound, request.side.value, sentence, needed, unit,
                       answer.part, alone=request.alone)  # fmt: skip


def _difference(request: DifferenceRequest, card: Card, answer: Found, n: int, unit: str) -> Requirement:
    """Judge how far the first model is ahead, counting what is better as more."""
    lower = card.better == "lower" and request.relation is not Relation.WITHIN
    ahead = turned(answer.estimate) if lower else answer.estimate
    margin = request.margin
    n, unit = (n, unit) if answer.n is None else (answer.n, answer.unit)
    if request.relation is Relation.WITHIN:
        state, side = _within(ahead, margin, request.alone), "within"
        bound = margin if ahead.value >= 0 else -margin
    else:
        bound = -margin if request.relation is Relation.NOT_WORSE else margin
        side = ">=" if request.relation is Relation.NOT_WORSE else ">"
        state = _state(ahead, _reaches(request.relation, bound), request.alone)
    needed = _needed(ahead, bound, n) if state == UNCLEAR and not request.alone else None
    sentence = difference_sentence(request, card, ahead, state, needed_words(needed, n, unit), answer.part)
    return Requirement(request.text, card.name, state, ahead, bound, side, sentence, needed, unit, answer.part,
                       alone=request.alone)  # fmt: skip


def _reaches(relation: Relation, bound: float) -> Callable[[float], bool]:
    return (lambda number: number >= bound) if relation is Relation.NOT_WORSE else (lambda number: number > bound)


def _state(estimate: Estimate, holds: Callable[[float], bool], alone: bool) -> str:
    """Say whether a whole interval, or its value alone, lies where it should."""
    if not estimate.defined or (not alone and (math.isnan(estimate.low) or math.isnan(estimate.high))):
        return UNCLEAR
    ends = {holds(end) for end in ((estimate.value,) if alone else (estimate.low, estimate.high))}
    return UNCLEAR if len(ends) > 1 else MET if ends == {True} else BROKEN


def _within(difference: Estimate, margin: float, alone: bool) -> str:
    """Say whether a whole interval lies between both signs of a margin."""
    low, high = (difference.value, difference.value) if alone else (difference.low, difference.high)
    if math.isnan(low) or math.isnan(high) or not difference.defined:
        return UNCLEAR
    if -margin < low and high < margin:
        return MET
    return BROKEN if low >= margin or high <= -margin else UNCLEAR


def _needed(estimate: Estimate, bound: float, n: int) -> int | None:
    """Return how many units in all would settle it, at least one more than there are."""
    if not estimate.defined:
        return None
    times = times_as_many(estimate, bound)
    return None if times is None else max(rounded_up(times * n), n + 1)


def _together(request: GateRequest, every: str, parts: list[Requirement]) -> Requirement:
    """Return the requirement in every slice: as bad as the worst of them, which gives its numbers."""
    worst = min(parts, key=lambda part: (ORDER.index(part.state), _room(part)))
    return Requirement(
        request.text, worst.metric, worst.state, worst.estimate, worst.bound, worst.side,
        summary_sentence(parts, every), worst.needed, worst.unit, None, tuple(parts), worst.alone,
    )  # fmt: skip


def _room(part: Requirement) -> float:
    """Return how far the value lies on the good side of its bound."""
    distance = part.estimate.value - part.bound
    room = -distance if part.side in ("<=", "<") else -abs(distance) if part.side == "within" else distance
    return math.inf if math.isnan(room) else room
