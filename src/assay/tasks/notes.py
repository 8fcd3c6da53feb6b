"""What was noted of several models: what holds for all of them once, the rest by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from assay.comparisons.verdicts import one_line
from assay.results.evaluation import Evaluation
from assay.results.note import Note


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
