"""The table of the cases that a report was asked to list."""

from __future__ import annotations

from assay.reports.document import Column, Table
from assay.reports.words import plain_label
from assay.results import numbers
from assay.results.cases import CaseTable
from assay.results.significant import significant

FIRST = "to look at first"
"""Why cases of one model are listed."""
LONGEST = 200
"""Characters of a cell; a text of more is cut in a report, and whole in `result.cases(n)`."""
SHARES = ("share of error", "right pixels")
"""Columns of shares, which are read in percent."""
LEAST_SHARE, LEAST_TOLD = 0.001, 0.00001
"""Below the one, one decimal of a percentage would be 0; below the other a share is next to nothing."""
DIGITS = 6
"""Significant digits of a number in a cell."""


def case_table(listed: CaseTable | None, unit: str, matter: str = FIRST) -> list[Table]:
    """Return the cases that were asked for as a table; `matter` says why these."""
    if listed is None:
        return []
    number = [all(isinstance(row[place], int | float) for row in listed.rows) for place in range(len(listed.columns))]
    columns = tuple(
        Column(plain_label(name), "right" if numeric else "left", wrap=not numeric)
        for name, numeric in zip(listed.columns, number, strict=True)
    )
    shares = [name in SHARES for name in listed.columns]
    rows = tuple(
        tuple(_share(value) if share else _cell(value) for value, share in zip(row, shares, strict=True))
        for row in listed.rows
    )
    caption = f"The {numbers.cases(len(rows), unit)} {matter}" if rows else f"No {unit} is wrong"
    return [Table(columns, rows, caption=caption)]


def _share(value: object) -> str:
    """Write a share in percent, small ones with the digits that tell them apart."""
    if not isinstance(value, float):
        return _cell(value)
    if 0 < value < LEAST_TOLD:
        return f"<{significant(100 * LEAST_TOLD, 1)}%"
    return numbers.percent(value) if value >= LEAST_SHARE or value == 0 else f"{significant(100 * value, 2)}%"


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return significant(value, DIGITS)
    text = " ".join("".join(letter if letter.isprintable() else " " for letter in str(value)).split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
