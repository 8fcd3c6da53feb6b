"""Notes that several tasks make: of metrics that a method does not fit, and of several models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from assay.comparisons.verdicts import one_line, plain_metric
from assay.results.evaluation import Evaluation
from assay.results.note import Note


def method_not_applied(method: str, labels: Sequence[str], default: str = "interval") -> Note:
    """Name the metrics for which the method asked for was not used."""
    whose = listed([plain_metric(label) for label in labels])
    return Note("method-not-applied", f"{method} does not fit {whose}; there the default {default} was used.")


def listed(labels: Sequence[str], most: int = 5) -> str:
    """Name metrics at the beginning of a sentence, and count those beyond the first few."""
    shown = [label if place == 0 else plain_metric(label) for place, label in enumerate(labels[:most])]
    return ", ".join(shown) if len(labels) <= most else f"{', '.join(shown)} and {len(labels) - most} more"


def notes_of_models(evaluations: Mapping[object, Evaluation]) -> tuple[Note, ...]:
    """Collect what was noted of every model: what holds for all of them once, the rest by name."""
    about: dict[str, list[object]] = {}
    first: dict[str, Note] = {}
    for model, evaluation in evaluations.items():
        for note in evaluation.notes:
            about.setdefault(note.message, []).append(model)
            first[note.message] = note
    notes = [
        replace(first[told], message=told if len(models) == len(evaluations) else f"{_names(models)}: {told}")
        for told, models in about.items()
    ]
    return tuple(sorted(notes, key=lambda note: not note.leading))


def _names(models: Sequence[object]) -> str:
    return ", ".join(map(one_line, models))
