"""Which metrics of scores are measured: those asked for, or every one that these scores can answer."""

from __future__ import annotations

from assay.errors import metrics as errors
from assay.metrics.cards import Card, by_name, cards
from assay.metrics.families import Calibration, MeanLoss, PairAreas
from assay.summaries.class_scores import ClassScores
from assay.summaries.score_table import ScoreTable
from assay.tasks.argument_checks import check_parameters


def score_cards(asked: tuple[Card, ...] | None, scores: ScoreTable | ClassScores) -> tuple[Card, ...]:
    """Return the cards of scores to measure: those asked for, or every one that needs no parameter."""
    wanted = cards() if asked is None else asked
    chosen = []
    for card in wanted:
        if card.of_labels or card.own_loss or (asked is None and (card.needs or not card.of_scores)):
            continue
        check_parameters(card)
        if not _can_score(card, scores):
            if asked is not None:
                others = [
                    other.name for other in cards() if not other.of_labels and other.name.startswith(f"{card.name}_")
                ]
                fitting = [name for name in others if _can_score(by_name()[name], scores)]
                raise errors.wrong_task(card.name, "these scores", fitting)
            continue
        chosen.append(card)
    return tuple(chosen)


def _can_score(card: Card, scores: ScoreTable | ClassScores) -> bool:
    """A table answers what reads a table; cases answer what reads cases, and means of losses over them."""
    if isinstance(scores, ScoreTable):
        return card.reads is ScoreTable
    if isinstance(card.family, PairAreas) and not scores.exclusive:
        return False
    return card.reads is ClassScores or isinstance(card.family, MeanLoss | Calibration)
