"""Which metrics of labels are measured: those asked for, or every one that the summary can answer."""

from __future__ import annotations

from assay.errors import metrics as errors
from assay.intervals.sample import Sample
from assay.metrics.cards import Card, cards
from assay.summaries.binary_counts import BinaryCounts, Tables
from assay.summaries.table_set import TableSet
from assay.tasks.argument_checks import check_parameters


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


def _belongs(card: Card, sample: Sample) -> bool:
    """With a positive class everything is read from its side; averages over both are given when asked for."""
    return card.reads is not (BinaryCounts if sample.view.optional_table is None else Tables)


def _instead(card: Card, sample: Sample) -> list[str]:
    return [other.name for other in cards() if other.averaged is card and other.can_read(sample.view)]
