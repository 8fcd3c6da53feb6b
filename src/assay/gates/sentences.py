"""What became of a requirement, in a sentence with its numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence

from assay.comparisons.verdicts import one_line, plain_metric
from assay.gates.requests import DifferenceRequest, LevelRequest, Relation, Side
from assay.metrics.cards import Card
from assay.results import numbers
from assay.results.estimate import Estimate
from assay.results.gate import BROKEN, MET, UNCLEAR, Requirement

MOST_NAMED = 3
"""Slices that a sentence names; a table has all of them."""

WORDS = {Side.AT_LEAST: "at least", Side.ABOVE: "above", Side.AT_MOST: "at most", Side.BELOW: "below"}


def level_sentence(
    request: LevelRequest, card: Card, estimate: Estimate, state: str, needed: str, part: str | None = None
) -> str:
    """Say where a metric lies, seen from its bound."""
    of = f" of {one_line(request.of)}" if request.of is not None else ""
    where = f" in {one_line(part)}" if part is not None else ""
    subject = f"{plain_metric(card.label)}{of}{where}"
    goal = f"{WORDS[request.side]} {request.bound:g}"
    if not estimate.defined:
        return f"{subject} is undefined: {estimate.note}"
    if request.alone:
        verb = "is" if state == MET else "is not"
        return f"{subject} is {numbers.metric_number(card.unit, estimate)}, which {verb} {goal} (the value alone)"
    written = numbers.with_limits(card.unit, estimate.value, estimate.low, estimate.high)
    if state == MET:
        return f"{subject} is {written}: the whole interval is {goal}"
    if state == BROKEN:
        return f"{subject} is {written}: no part of the interval is {goal}"
    if not _bounded(estimate):
        return (
            f"{subject} is {numbers.metric_number(card.unit, estimate)} without an interval, so that nothing is settled"
        )
    return f"{subject} is {written}: only a part of the interval is {goal}{needed}"


def difference_sentence(
    request: DifferenceRequest, card: Card, ahead: Estimate, state: str, needed: str, part: str | None = None
) -> str:
    """Say how far the first model is ahead of the second; `ahead` counts what is better as more."""
    where = f" in {one_line(part)}" if part is not None else ""
    first, second = one_line(request.first), one_line(request.second)
    metric = f"{plain_metric(card.label)}{where}"
    if not ahead.defined:
        return f"{first} and {second} cannot be compared in {metric}: {ahead.note}"
    word = ("above", "below") if request.relation is Relation.WITHIN else ("better than", "worse than")
    forwards = ahead.value >= 0
    value, low, high = (ahead.value, ahead.low, ahead.high) if forwards else (-ahead.value, -ahead.high, -ahead.low)
    bare = request.alone or not _bounded(ahead)
    written = numbers.lone(card.unit, value) if bare else numbers.with_limits(card.unit, value, low, high)
    told = f"{first} is {word[not forwards]} {second} by {written} in {metric}"
    if request.alone:
        return f"{told}, which {'is' if state == MET else 'is not'} {_goal(request)} (the value alone)"
    if state == MET:
        return f"{told}: the whole interval is {_goal(request)}"
    if state == BROKEN:
        return f"{told}: no part of the interval is {_goal(request)}"
    if not _bounded(ahead):
        return f"{told} without an interval, so that nothing is settled"
    return f"{told}: only a part of the interval is {_goal(request)}{needed}"


def _goal(request: DifferenceRequest) -> str:
    if request.relation is Relation.WITHIN:
        return f"within {request.margin:g}"
    if request.relation is Relation.NOT_WORSE:
        return f"no worse than by {request.margin:g}"
    return f"better by more than {request.margin:g}" if request.margin else "better"


def needed_words(needed: int | None, n: int, unit: str) -> str:
    """Say how many cases would settle it."""
    if needed is None:
        return "; no number of cases would settle it while the value stays there"
    return f"; about {needed:,} {unit}s would settle it if the value stays there (here are {n:,})"


def summary_sentence(parts: Sequence[Requirement], every: str) -> str:
    """Say what became of a requirement in every slice."""
    counts = {state: [part for part in parts if part.state == state] for state in (BROKEN, UNCLEAR, MET)}
    if len(counts[MET]) == len(parts):
        return f"met in all {len(parts)} slices by {one_line(every)}"
    named = [
        f"{state} in {len(count)} ({', '.join(one_line(part.part) for part in count[:MOST_NAMED])}"
        f"{f' and {len(count) - MOST_NAMED} more' if len(count) > MOST_NAMED else ''})"
        for state, count in counts.items()
        if count and state != MET
    ]
    return f"{' and '.join(named)} of {len(parts)} slices by {one_line(every)}"


def _bounded(estimate: Estimate) -> bool:
    """Say whether an estimate has an interval with at least one end."""
    return math.isfinite(estimate.low) or math.isfinite(estimate.high)
