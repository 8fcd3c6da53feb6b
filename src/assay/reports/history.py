"""A History laid out as a Document, as plain data and as a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.comparisons.verdicts import one_line, p_text, plain_metric
from assay.reports.document import Cell, Column, Document, Mark, Table
from assay.reports.kinds import data_of, frame_of, lay_out
from assay.results import numbers
from assay.results.frames import frame_of_rows
from assay.results.history import History, Run

if TYPE_CHECKING:
    import polars as pl

SCHEMA = "assay.history/1"


@lay_out.register
def _(history: History) -> Document:
    return Document(
        title="History",
        opening=(_headline(history), *(_change(history, run) for run in history.changes)),
        tables=(_table(history),),
        notes=tuple(note.message for note in history.notes),
        hints=(),
        signature=f"assay {history.choices.version} · level {history.level:g} · Holm over {len(history) - 1} looks",
        headline=_headline(history),
        answers_first=True,
    )


def _headline(history: History) -> str:
    metric = plain_metric(history.label)
    if not history.changes:
        return f"Over {len(history)} runs {metric} did not change beyond noise."
    count = len(history.changes)
    often = "once" if count == 1 else f"{count} times"
    return f"Over {len(history)} runs {metric} changed {often} beyond noise."


def _change(history: History, run: Run) -> str:
    """Say which way a run went, and whether that is better."""
    if run.difference is None:
        return ""
    up = run.difference.value > 0
    better = {"higher": up, "lower": not up}.get(history.better)
    word = "" if better is None else ", for the better" if better else ", for the worse"
    size = numbers.number(abs(run.difference.value))
    verb = "rose" if up else "fell"
    return f"At {one_line(run.name)} it {verb} by {size}{word} ({p_text(run.p_adjusted)} adjusted)."


def _table(history: History) -> Table:
    columns = (
        Column("run", wrap=True),
        Column(history.label, align="right"),
        Column(f"{numbers.percent(history.level)} interval"),
        Column("change", align="right"),
        Column("adjusted p", align="right"),
        Column("state"),
    )
    return Table(columns, tuple(_row(history, run) for run in history.runs))


def _row(history: History, run: Run) -> tuple[Cell, ...]:
    estimate = run.estimate
    change = "" if run.difference is None else f"{run.difference.value:+.3f}"
    p = "" if run.p_adjusted != run.p_adjusted else "<0.001" if run.p_adjusted < 0.001 else f"{run.p_adjusted:.3f}"
    mark: Cell = ""
    if run.changed and run.difference is not None:
        good = (run.difference.value > 0) == (history.better == "higher")
        tone = "open" if history.better == "neither" else "good" if good else "bad"
        mark = Mark("changed", tone)
    value, limits = numbers.metric_number(estimate.unit, estimate), numbers.metric_interval(estimate.unit, estimate)
    return (one_line(run.name), value, limits, change, p, mark)


@data_of.register
def _(history: History) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "assay": history.choices.version,
        "metric": history.metric,
        "level": history.level,
        "runs": [
            {"name": run.name, **run.estimate.to_dict(),
             "difference": None if run.difference is None else run.difference.to_dict(), "p_value": run.p_value,
             "p_adjusted": run.p_adjusted, "changed": run.changed}
            for run in history.runs
        ],
        "notes": [note.to_dict() for note in history.notes],
    }  # fmt: skip


@frame_of.register(History)
def _(history: History) -> pl.DataFrame:
    rows = [
        {"run": run.name, "value": run.estimate.value, "low": run.estimate.low, "high": run.estimate.high,
         "p_adjusted": run.p_adjusted, "changed": run.changed}
        for run in history.runs
    ]  # fmt: skip
    return frame_of_rows(rows)
