"""Cases in reports: only where they are asked for, as reports are shared."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch

from assay.errors import cases as errors
from assay.reports import numbers
from assay.reports.document import Column, Table
from assay.reports.words import plain_label
from assay.results.cases import CaseTable
from assay.results.comparison import Comparison
from assay.results.evaluation import Evaluation
from assay.results.gate import Gate
from assay.results.rendered import Rendered

LONGEST = 200
"""Characters of a cell; a text of more is cut in a report, and whole in `result.cases(n)`."""
DIGITS = 6
"""Significant digits of a number in a cell."""


@singledispatch
def with_cases(result: object, most: int) -> object:
    """Return a result whose reports list the cases that matter most."""
    raise errors.not_case_by_case(type(result).__name__)


@with_cases.register
def _(evaluation: Evaluation, most: int) -> Evaluation:
    return replace(evaluation, listed=CaseTable.of(evaluation.cases(most)))


@with_cases.register
def _(comparison: Comparison, most: int) -> Comparison:
    return replace(comparison, listed=CaseTable.of(comparison.cases(most)))


@with_cases.register
def _(gate: Gate, most: int) -> Gate:
    judged = with_cases(gate.result, most)
    return replace(gate, result=judged if isinstance(judged, Rendered) else None)


def case_table(result: Evaluation | Comparison) -> list[Table]:
    """Return the cases that were asked for as a table."""
    listed = result.listed
    if listed is None:
        return []
    number = [all(isinstance(row[place], int | float) for row in listed.rows) for place in range(len(listed.columns))]
    columns = tuple(
        Column(plain_label(name), "right" if numeric else "left", wrap=not numeric)
        for name, numeric in zip(listed.columns, number, strict=True)
    )
    rows = tuple(tuple(_cell(value) for value in row) for row in listed.rows)
    return [Table(columns, rows, caption=_caption(result, len(rows)))]


def _caption(result: Evaluation | Comparison, count: int) -> str:
    """Say which cases are listed, and in which order."""
    shown = numbers.cases(count, result.unit)
    if isinstance(result, Comparison):
        return f"The {shown} on which the models differ most" if count else "The models do equally well on every case"
    return f"The {shown} that matter most" if count else "No case is wrong"


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.{DIGITS}g}"
    text = " ".join("".join(letter if letter.isprintable() else " " for letter in str(value)).split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
