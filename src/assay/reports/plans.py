"""A Plan laid out as a Document, as plain data and as a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.reports.document import Column, Document, Table
from assay.reports.kinds import data_of, frame_of, lay_out
from assay.results.plan import Plan

if TYPE_CHECKING:
    import polars as pl

SCHEMA = "assay.plan/1"
GOALS = {"power": "power", "width": "width", "assurance": "chance"}


@lay_out.register
def _(plan: Plan) -> Document:
    told = f"{plan.sentence[0].upper()}{plan.sentence[1:]}."
    return Document(
        title="Plan",
        opening=(told, f"By {plan.method}: {plan.reason}."),
        tables=tuple(table for table in (_unknown_table(plan), _group_table(plan)) if table.rows),
        notes=tuple(note.message for note in plan.notes),
        hints=("result.plot() draws it",),
        signature=f"assay {plan.version} · level {plan.level:g} · {plan.metric} · {plan.question}",
        headline=told,
        answers_first=True,
    )


def _unknown_table(plan: Plan) -> Table:
    """Show the answer for other values of what is not known."""
    columns = (
        Column(plan.unknown, align="right"),
        Column("cases", align="right"),
        Column(GOALS[plan.goal], align="right"),
        Column(""),
    )
    rows = tuple(
        (f"{row.value:.3g}", f"{row.n:,}", f"{row.achieved:.3f}", "planned" if abs(row.value - plan.at) < 1e-6 else "")
        for row in plan.table
    )
    return Table(columns, rows)


def _group_table(plan: Plan) -> Table:
    """Show groups and cases for other sizes of the groups."""
    columns = (
        Column("cases per group", align="right"),
        Column("groups", align="right"),
        Column("cases", align="right"),
    )
    rows = tuple((f"{size:,}", f"{groups:,}", f"{cases:,}") for size, groups, cases in plan.group_sizes)
    return Table(columns, rows, caption="More groups, or more cases of each?")


@data_of.register
def _(plan: Plan) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "assay": plan.version,
        "metric": plan.metric,
        "question": plan.question,
        "n": plan.n,
        "goal": plan.goal,
        "wanted": plan.wanted,
        "achieved": plan.achieved,
        "unknown": plan.unknown,
        "at": plan.at,
        "parts": dict(plan.parts),
        "groups": plan.groups,
        "group_sizes": [list(row) for row in plan.group_sizes],
        "table": [{"value": row.value, "n": row.n, "achieved": row.achieved} for row in plan.table],
        "curve": [list(point) for point in plan.curve],
        "shows": dict(plan.shows),
        "sentence": plan.sentence,
        "method": plan.method,
        "reason": plan.reason,
        "level": plan.level,
        "notes": [note.to_dict() for note in plan.notes],
    }


@frame_of.register(Plan)
def _(plan: Plan) -> pl.DataFrame:
    import polars as pl

    schema = {plan.unknown: pl.Float64, "n": pl.Int64, "achieved": pl.Float64}
    return pl.DataFrame([(row.value, row.n, row.achieved) for row in plan.table], schema=schema, orient="row")
