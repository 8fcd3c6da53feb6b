"""Which metrics were asked for, and which of them the data can answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from assay.errors import labels as label_errors
from assay.errors import metrics as errors
from assay.frontdoors.losses import USER, loss_card
from assay.intervals.calibration import CALIBRATIONS
from assay.intervals.sample import Sample
from assay.metrics.cards import Card, by_name, cards
from assay.metrics.find import find
from assay.summaries.binary_counts import BinaryCounts, Tables
from assay.summaries.score_cases import ScoreCases
from assay.summaries.score_table import ScoreTable
from assay.summaries.table_set import TableSet

EVERYTHING = "all"


@dataclass(frozen=True)
class Wanted:
    """The caller's wishes, checked before any work is done."""

    task: str | None
    labels: list[object] | None
    costs: object
    metrics: tuple[Card, ...] | None
    asked: bool
    missing: str
    method: str | None
    level: float
    seed: int
    source: str | None
    coverage: float | None = None


Metric = str | Callable[..., object]
"""A metric's name, or the user's own loss L(truth, prediction)."""


def parse_metrics(metrics: Metric | Sequence[Metric] | None) -> tuple[Card, ...] | None:
    """Return the cards asked for, None for every one that fits; a wrong name fails before any work."""
    if metrics is None or metrics == EVERYTHING:
        return None
    if not isinstance(metrics, str | Iterable) and not callable(metrics):
        raise label_errors.not_a_list("metrics", metrics)
    names = [metrics] if isinstance(metrics, str) or callable(metrics) else list(metrics)
    if not names:
        raise errors.none_asked()
    if EVERYTHING in names:
        return None
    found: dict[str, Card] = {}
    for name in names:
        card = loss_card(name) if callable(name) else find(name)
        while callable(name) and card.name in found:
            card = replace(card, name=f"{card.name}_too")
        found[card.name] = card
    return tuple(found.values())


def check_parameters(card: Card) -> None:
    """Refuse a metric that needs a parameter and was not given one."""
    unset = [name for name in card.needs if name != "costs"]
    if unset:
        raise errors.bad_parameters(card.name, f"{card.name}({', '.join(f'{name}=...' for name in unset)})")


def choose_cards(asked: tuple[Card, ...] | None, sample: Sample, task: str) -> tuple[Card, ...]:
    """Return the cards to measure: those asked for, or every one of the task that needs no parameter."""
    if asked is None:
        return tuple(
            card for card in cards() if not card.needs and card.can_read(sample.view) and _belongs(card, sample)
        )
    for card in asked:
        check_parameters(card)
        if not card.can_read(sample.view):
            what = "several data sets" if isinstance(sample.summary, TableSet) else f"a {task} task"
            raise errors.wrong_task(card.name, what, _instead(card, sample))
    return asked


def score_cards(asked: tuple[Card, ...] | None, scores: ScoreTable | ScoreCases) -> tuple[Card, ...]:
    """Return the cards of scores to measure: those asked for, or every one that needs no parameter."""
    wanted = cards() if asked is None else asked
    chosen = []
    for card in wanted:
        if card.interval in (None, USER) or (asked is None and (card.needs or card.of_amounts)):
            continue
        check_parameters(card)
        if not _can_score(card, scores):
            if asked is not None:
                others = [one.name for one in cards() if one.interval and one.name.startswith(f"{card.name}_")]
                fitting = [name for name in others if _can_score(by_name()[name], scores)]
                raise errors.wrong_task(card.name, "these scores", fitting)
            continue
        chosen.append(card)
    return tuple(chosen)


def _can_score(card: Card, scores: ScoreTable | ScoreCases) -> bool:
    """A table answers what reads a table; cases answer what reads cases, and means of losses over them."""
    if isinstance(scores, ScoreTable):
        return card.reads is ScoreTable
    if card.interval == "pairs" and not scores.exclusive:
        return False
    return card.reads is ScoreCases or card.interval in ("log", "squared", *CALIBRATIONS)


def _belongs(card: Card, sample: Sample) -> bool:
    """With a positive class everything is read from its side; averages over both are given when asked for."""
    return card.reads is not (BinaryCounts if sample.view.optional_table is None else Tables)


def _instead(card: Card, sample: Sample) -> list[str]:
    return [other.name for other in cards() if other.averaged is card and other.can_read(sample.view)]
