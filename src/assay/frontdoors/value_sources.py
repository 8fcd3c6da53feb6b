"""From amounts to a summary of errors: the first half of every evaluation of a regression."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assay.engines import memory, stream, value_memory, value_stream
from assay.frontdoors.label_sources import dropped_notes
from assay.inputs.profiles import regression_reason
from assay.inputs.sources import LabelStream, NotLabels, Source, read_source
from assay.inputs.values import HandedValues, ValueStream, read_values
from assay.results.note import Note
from assay.summaries.errors import ErrorSummary, Loss


@dataclass(frozen=True)
class ReducedErrors:
    """Errors, reduced, with what was found out on the way."""

    summary: ErrorSummary
    reason: str
    engine: str
    outputs: tuple[object, ...]
    notes: tuple[Note, ...]


def labels_or_reason(values: HandedValues) -> Source | str:
    """Return the labels as they were read, or why the truth holds amounts."""
    task = values.handed.task
    ranges = [name for name, value in (("lower", values.lower), ("upper", values.upper)) if value is not None]
    if task == "regression":
        return "task= says so"
    if ranges:
        return "ranges were predicted"
    source = read_source(values.handed)
    if isinstance(source, NotLabels):
        return source.reason
    if isinstance(source, LabelStream) and task is None and values.handed.labels is None:
        return regression_reason(stream.profile_truth(source)) or source
    return source


def reduce_values(values: HandedValues, losses: Mapping[str, Loss], reason: str) -> ReducedErrors:
    """Reduce amounts, from memory or from a stream."""
    source = read_values(values)
    if isinstance(source, ValueStream):
        summary, dropped = value_stream.summarise(source, losses)
        return ReducedErrors(summary, reason, stream.NAME, (source.names["truth"],), dropped_notes(dropped))
    summary = value_memory.summarise(source, losses)
    notes = (*dropped_notes(source.dropped), *_weightless_notes(source.weightless))
    return ReducedErrors(summary, reason, memory.NAME, source.outputs, notes)


def _weightless_notes(count: int) -> tuple[Note, ...]:
    if not count:
        return ()
    what = "1 case has weight 0 and counts" if count == 1 else f"{count:,} cases have weight 0 and count"
    return (Note("weightless", f"{what} for nothing."),)
