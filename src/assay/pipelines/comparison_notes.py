"""What was noted of the models of a comparison, and by its tests, each thing once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from assay.comparisons.difference import Difference
from assay.comparisons.one_answer import ONE_ANSWER, OnlyAnswer, only_answer
from assay.comparisons.verdicts import one_line, plain_metric
from assay.errors.tree import quote
from assay.metrics.cards import Card
from assay.results.comparison import MetricComparison, Pair
from assay.results.evaluation import Evaluation
from assay.results.note import Note
from assay.tasks.notes import method_not_applied

MOST_NOTES = 6
"""A taste: more notes are not read."""
MOST_PAIRS = 3
"""A taste: more pairs of which the same is said are counted."""
ABOUT_SCORES = ("not-probabilities", "no-threshold", "few-cases")
"""Notes of single models that say what a comparison of them leaves out, or how far it can be trusted."""

ALARMS = ("tail-alarm", "tails-unseen", "small-class", "few-for-auc", "few-for-ap")
"""Notes of single models that say that their intervals may not hold: then those of their differences may not either."""


def not_applied(
    differences: Mapping[str, Sequence[Difference]], cards: Iterable[Card], method: str | None
) -> tuple[Note, ...]:
    """Name the metrics for which the test asked for was not used."""
    if method is None:
        return ()
    tested = [(card, differences[card.name]) for card in cards]
    others = [card.label for card, pairs in tested if pairs and method not in pairs[0].names]
    return (method_not_applied(method, others, "test"),) if others else ()


def test_notes(comparisons: Mapping[str, MetricComparison]) -> tuple[Note, ...]:
    """Collect what the tests noted, each thing once: of whom unless of all, and of which metrics unless of all."""
    about: dict[str, list[tuple[str, Pair]]] = {}
    for name, metric in comparisons.items():
        for pair in metric.pairs:
            for note in pair.notes:
                about.setdefault(note, []).append((name, pair))
    pairs = sum(len(metric.pairs) for metric in comparisons.values())
    notes = []
    for note, named in list(about.items())[:MOST_NOTES]:
        who = list(dict.fromkeys(f"{one_line(pair.a)} and {one_line(pair.b)}" for _, pair in named))
        more = f"; and {len(who) - MOST_PAIRS} more pairs" if len(who) > MOST_PAIRS else ""
        of_all = len(named) == pairs > 1
        text = f"{note[0].upper()}{note[1:]}" if of_all else f"{'; '.join(who[:MOST_PAIRS])}{more}: {note}"
        metrics = dict.fromkeys(plain_metric(comparisons[name].label) for name, _ in named)
        where = "" if len(metrics) == len(comparisons) else f" ({', '.join(metrics)})"
        notes.append(Note("pair", f"{text}{where}."))
    return tuple(notes)


def notes_of_scores(evaluations: Mapping[object, Evaluation]) -> tuple[Note, ...]:
    """Say once what scores that are no probabilities, or have no threshold, leave out for the models that have them."""
    told: dict[str, Note] = {}
    for judged in evaluations.values():
        told |= {note.code: note for note in judged.notes if note.code in ABOUT_SCORES}
    return tuple(told.values())


def alarms(evaluations: Mapping[object, Evaluation]) -> tuple[Note, ...]:
    """Return the alarms of all models, each once, with the models that it is about unless it is about all."""
    about: dict[Note, list[object]] = {}
    for model, judged in evaluations.items():
        for note in judged.notes:
            if note.code in ALARMS:
                about.setdefault(note, []).append(model)
    return tuple(
        note if len(models) == len(evaluations) else replace(note, message=f"{_listed(models)}: {note.message}")
        for note, models in about.items()
    )


def _listed(models: Sequence[object]) -> str:
    return ", ".join(one_line(model) for model in models)


def with_only_answers(
    comparisons: Mapping[str, MetricComparison], cards: Iterable[Card], evaluations: Mapping[object, Evaluation]
) -> tuple[dict[str, MetricComparison], tuple[Note, ...]]:
    """Say of models that give one answer only that they do, also where one of them comes out as the better one."""
    of_answers = {card.name for card in cards if card.of_labels}
    only = {model: answer for model, judged in evaluations.items() if (answer := only_answer(judged)) is not None}
    told = {
        name: replace(
            comparison,
            pairs=tuple(_told(pair, comparison, only if name in of_answers else {}) for pair in comparison.pairs),
        )
        for name, comparison in comparisons.items()
    }
    notes = tuple(
        Note(ONE_ANSWER, f"{one_line(model)} answers {quote(answer.label)} in every case.")
        for model, answer in only.items()
    )
    return told, notes


def _told(pair: Pair, metric: MetricComparison, only: Mapping[object, OnlyAnswer]) -> Pair:
    """Add to a verdict that the better model gives one answer only."""
    ahead = pair.a if (pair.difference.value > 0) == (metric.better == "higher") else pair.b
    if not pair.significant or metric.better == "neither" or ahead not in only:
        return pair
    aside = f"; but {one_line(ahead)} answers {quote(only[ahead].label)} in every case"
    return replace(pair, verdict=f"{pair.verdict}{aside}")
