"""A Gate laid out as a Document, as plain data and as a frame."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from assay.comparisons.verdicts import one_line
from assay.metrics.find import find
from assay.reports.document import Column, Document, Mark, Table
from assay.reports.kinds import (
    Decision,
    Explained,
    data_of,
    decisions_of,
    explained_metrics,
    frame_of,
    lay_out,
    load_kind,
)
from assay.results import numbers
from assay.results.frames import frame_of_rows
from assay.results.gate import BROKEN, MET, UNCLEAR, Gate, Requirement

if TYPE_CHECKING:
    import polars as pl

SCHEMA = "assay.gate/1"
TONES = {MET: "good", BROKEN: "bad", UNCLEAR: "open"}
MOST_PARTS = 20
"""Slices of a requirement that a table lists, the worst first."""


@lay_out.register
def _(gate: Gate) -> Document:
    return Document(
        title="Gate",
        opening=(headline(gate), *(f"{sentence(requirement)}." for requirement in gate.failed), *_chances(gate)),
        tables=(requirement_table(gate), *_slice_tables(gate), *_change_tables(gate)),
        notes=_notes(gate),
        hints=(),
        signature=signature(gate),
        headline=headline(gate),
        answers_first=True,
        appendix=_behind(gate),
        appendix_title="What was judged",
    )


def headline(gate: Gate) -> str:
    """Say whether the gate passed, and count the states."""
    where = f"{gate.source}: " if gate.source else ""
    counts = [
        (state, sum(requirement.state == state for requirement in gate.requirements))
        for state in (MET, BROKEN, UNCLEAR)
    ]
    told = ", ".join(f"{count} {state}" for state, count in counts if count)
    verdict = "the gate passed" if gate.passed else "the gate is not passed"
    whole = f"{where}{verdict}: {told} of {_count(len(gate.requirements), 'requirement')}."
    return whole[0].upper() + whole[1:] if not where else whole


def sentence(requirement: Requirement) -> str:
    """Write a requirement with what became of it."""
    told = (
        requirement.sentence
        if requirement.state == MET or requirement.parts
        else f"{requirement.state}, {requirement.sentence}"
    )
    return f"{one_line(requirement.text)}: {told}"


def _count(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def _chances(gate: Gate) -> tuple[str, ...]:
    """Say what chance does to a gate of several intervals."""
    if gate.intervals < 2:
        return ()
    each = numbers.percent((1 - gate.level) / 2)
    alarm = (
        f"{_count(gate.intervals, 'interval')} decide here: a model that keeps every requirement would have one called "
        f"broken by chance in up to {numbers.percent(gate.false_alarm)} of samples ({gate.intervals:,} times {each})"
    )
    if gate.unclear == "pass":
        return (f"{alarm}.",)
    return (f"{alarm}; a model that breaks any of them passes in at most {each}, as all must be met.",)


def _notes(gate: Gate) -> tuple[str, ...]:
    notes = [] if gate.beside is None else [gate.beside]
    unclear = [requirement for requirement in gate.requirements if requirement.state == UNCLEAR]
    if unclear and gate.unclear == "pass":
        notes.append("Unclear requirements pass here: the gate stops only what is proven to break one.")
    if any(requirement.needed is not None for requirement in unclear):
        notes.append(
            "So many cases would settle a requirement in 8 samples of 10 if its value stays what it is; the value is "
            "itself uncertain, so take the number as a size, not as a promise."
        )
    if any(requirement.alone for requirement in gate.requirements):
        notes.append("A requirement on the value alone is met or broken by luck where the value is near its bound.")
    return tuple(notes)


def requirement_table(gate: Gate) -> Table:
    """Show every requirement with its state, its numbers and the cases that would settle it."""
    columns = (
        Column("state"),
        Column("requirement", wrap=True),
        Column("value", align="right"),
        Column(f"{numbers.percent(gate.level)} interval"),
        Column(f"{gate.unit}s needed", align="right"),
    )
    return Table(columns, tuple(_row(requirement, one_line(requirement.text)) for requirement in gate.requirements))


def _row(requirement: Requirement, name: str) -> tuple[str | Mark, ...]:
    estimate = requirement.estimate
    unit = estimate.unit
    shown = "" if requirement.alone else numbers.metric_interval(unit, estimate)
    needed = "" if requirement.needed is None else f"{requirement.needed:,}"
    return (
        Mark(requirement.state, TONES[requirement.state]),
        name,
        numbers.metric_number(unit, estimate),
        shown,
        needed,
    )


def _slice_tables(gate: Gate) -> list[Table]:
    """Show the slices of every requirement that has some, the worst first."""
    tables = []
    order = (BROKEN, UNCLEAR, MET)
    for requirement in gate.requirements:
        if requirement.parts:
            parts = sorted(requirement.parts, key=lambda part: order.index(part.state))
            rows = tuple(_row(part, one_line(part.part)) for part in parts[:MOST_PARTS])
            columns = (requirement_table(gate).columns[0], Column("slice", wrap=True),
                       *requirement_table(gate).columns[2:])  # fmt: skip
            more = len(parts) - MOST_PARTS
            remark = f"and {_count(more, 'more slice')}" if more > 0 else None
            tables.append(Table(columns, rows, caption=one_line(requirement.text), remark=remark))
    return tables


def change_rows(gate: Gate) -> list[tuple[str, str, str, str]]:
    """Return every metric with its change since the baseline, the interval, and a word where that is beyond noise."""
    rows = []
    for name, change in gate.changes.items():
        card = find(name)
        sign = "+" if change.value > 0 else ""
        told = "" if not change.low > 0 and not change.high < 0 else "changed"
        if told and card.better != "neither":
            told = "better" if (change.value > 0) == (card.better == "higher") else "worse"
        moved = f"{sign}{numbers.metric_number(card.unit, change)}"
        rows.append((name, moved, numbers.metric_interval(card.unit, change), told))
    return rows


def _change_tables(gate: Gate) -> tuple[Table, ...]:
    """Show how far every metric moved since the baseline."""
    if not gate.changes:
        return ()
    columns = (Column("metric"), Column("change", align="right"), Column(f"{numbers.percent(gate.level)} interval"),
               Column("beyond noise"))  # fmt: skip
    return (Table(columns, tuple(change_rows(gate)), caption="Since the baseline"),)


def _behind(gate: Gate) -> tuple[Table, ...]:
    """Return the tables of what was judged, for whoever reads a whole page."""
    if gate.result is None:
        return ()
    load_kind(gate.result)
    return lay_out(gate.result).tables


def signature(gate: Gate) -> str:
    """Return the choices that made the gate, on one line."""
    choices = gate.choices
    parts = [f"assay {choices.version}", f"level {choices.level:g}", f"seed {choices.seed}"]
    return " · ".join([*parts, f"unclear {gate.unclear}s", numbers.cases(gate.n, gate.unit)])


@data_of.register
def _(gate: Gate) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "assay": gate.choices.version,
        "source": gate.source,
        "passed": gate.passed,
        "unclear": gate.unclear,
        "level": gate.level,
        "seed": gate.choices.seed,
        "n": gate.n,
        "unit": gate.unit,
        "requirements": [requirement.to_dict() for requirement in gate.requirements],
        "intervals": gate.intervals,
        "false_alarm": gate.false_alarm,
        "false_pass": gate.false_pass,
        "changes": {name: change.to_dict() for name, change in gate.changes.items()},
        "beside": gate.beside,
    }


@frame_of.register(Gate)
def _(gate: Gate) -> pl.DataFrame:
    every = [part for requirement in gate.requirements for part in (requirement, *requirement.parts)]
    rows = [
        {
            "requirement": requirement.text,
            "slice": requirement.part,
            "state": requirement.state,
            "metric": requirement.metric,
            "value": requirement.estimate.value,
            "low": requirement.estimate.low,
            "high": requirement.estimate.high,
            "bound": requirement.bound,
            "needed": requirement.needed,
        }
        for requirement in every
    ]
    return frame_of_rows(rows, infer_schema_length=None)


@explained_metrics.register
def _(gate: Gate) -> Iterable[Explained]:
    if gate.result is not None:
        load_kind(gate.result)
        yield from explained_metrics(gate.result)


@decisions_of.register
def _(gate: Gate) -> Iterable[Decision]:
    if gate.result is not None:
        load_kind(gate.result)
        yield from decisions_of(gate.result)
