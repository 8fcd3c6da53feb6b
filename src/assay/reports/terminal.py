"""A Document for the terminal: plain text that reads well 80 columns wide, in colour where there is colour."""

from __future__ import annotations

import io
import math
import shutil
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from assay.errors.visible import inert
from assay.reports.document import Bar, Cell, Column, Document, Mark, Table
from assay.results.spoken import SPOKEN

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table as Grid

BAR_WIDTH = 13
"""Columns left for an interval beside name, value and limits in 80."""
NARROWEST, WIDEST = 60, 100
"""Columns: below, tables break; above, lines are too long to read."""
MANY_COLUMNS = 6
"""With more columns the air between them is halved."""
LEAST_COLUMNS = 2
TONES = {"good": "green", "bad": "bold red", "open": "yellow"}


def to_terminal(document: Document) -> str:
    """Render a document as text."""
    from rich.console import Console

    out = io.StringIO()
    console = Console(
        file=out,
        width=_width(),
        force_terminal=_colourful(),
        legacy_windows=False,
        highlight=False,
        markup=False,
        emoji=False,
    )
    _print(console, document)
    return inert("\n".join(line.rstrip() for line in out.getvalue().splitlines()).strip("\n"))


def _print(console: Console, document: Document) -> None:
    from rich.text import Text

    for sentence in document.opening:
        console.print(Text(sentence))
    if document.drawing:
        console.print()
        console.print(Text(document.drawing), no_wrap=True, overflow="crop")
    _print_tables(console, document)
    hints = (*document.hints, *document.folded_hints)
    if document.notes or hints:
        console.print()
    spoken = SPOKEN.get()
    for note in document.notes:
        first, rest = Text("! ", style="yellow"), Text(spoken(note))
        console.print(_hanging(first, rest))
    for hint in hints:
        console.print(Text(f"  {spoken(hint)}", style="dim"))
    for paragraph in document.closing:
        console.print()
        console.print(Text(_broken_at_bars(paragraph, console.width)))
    console.print()
    console.print(Text(document.signature, style="dim"))


def _broken_at_bars(text: str, width: int) -> str:
    r"""Break the line of a signature, which has no blanks, between its parts instead of within them.

    >>> _broken_at_bars("BLEU|nrefs:1|case:mixed", 14)
    'BLEU|nrefs:1|\ncase:mixed'
    """
    head, *rest = text.split("|")
    lines = [head]
    for part in rest:
        lines[-1] += "|"
        if len(lines[-1]) + len(part.split(" ")[0]) + 1 > width:
            lines.append(part)
        else:
            lines[-1] += part
    return "\n".join(lines)


def _hanging(mark: RenderableType, text: RenderableType) -> RenderableType:
    """Set a note beside its mark, later lines indented under the first."""
    from rich.table import Table as Grid

    grid = Grid.grid(padding=0)
    grid.add_column(width=2)
    grid.add_column()
    grid.add_row(mark, text)
    return grid


def _table(table: Table) -> RenderableType:
    from rich.table import Table as Grid

    gap = 2 if len(table.columns) <= MANY_COLUMNS else 1
    headed = any(column.heading for column in table.columns)
    grid = Grid(
        box=None, pad_edge=False, padding=(0, gap, 0, 0), header_style="bold", show_edge=False, show_header=headed
    )
    for column in table.columns:
        _add_column(grid, column)
    for row in table.first:
        grid.add_row(*(_cell(cell) for cell in row))
    return grid


def _print_tables(console: Console, document: Document) -> None:
    from rich.text import Text

    for table in document.unfolded:
        console.print()
        if table.caption:
            console.print(Text(table.caption))
        console.print(_table(table))
        if table.short_remark:
            console.print(Text(table.short_remark, style="dim"))
    for table in document.listed:
        _print_cropped(console, table)


def _print_cropped(console: Console, table: Table) -> None:
    from rich.text import Text

    shown = cropped(table, console.width)
    left = len(table.columns) - len(shown.columns)
    console.print()
    console.print(Text(table.caption or ""))
    console.print(_table(shown))
    if left:
        console.print(Text(f"{left} more columns: --report page.html, or --json", style="dim"))


def cropped(table: Table, width: int) -> Table:
    """Return the first columns of a table that fit into a line, each at most a third of it; always at least two.

    >>> wide = Table(tuple(map(Column, "abcd")), (("1", "2" * 20, "3" * 70, "4" * 70),))
    >>> cropped(wide, 60).columns[-1].heading
    'c'
    """
    most, used, kept = width // 3, 0, 0
    for place, column in enumerate(table.columns):
        used += 2 + min(max(len(column.heading), *(len(str(row[place])) for row in table.rows), 1), most)
        if used > width and kept >= LEAST_COLUMNS:
            break
        kept += 1
    columns = tuple(replace(column, wrap=True) for column in table.columns[:kept])
    return replace(table, columns=columns, rows=tuple(row[:kept] for row in table.rows))


def _add_column(grid: Grid, column: Column) -> None:
    from rich.text import Text

    justify: Literal["left", "right"] = "right" if column.align == "right" else "left"
    grid.add_column(Text(column.short or column.heading), justify=justify, no_wrap=not column.wrap, overflow="fold")


def _cell(cell: Cell) -> RenderableType:
    from rich.text import Text

    if isinstance(cell, Mark):
        return Text(f"{cell.sign} {cell.text}", style=TONES[cell.tone])
    return Text(draw(cell) if isinstance(cell, Bar) else cell)


def draw(bar: Bar, width: int = BAR_WIDTH) -> str:
    """Draw an interval on a line: dots for what the metric could be, a rule for the interval, a disc for the value.

    >>> draw(Bar(0.4, 0.5, 0.6, 0, 1), width=11)
    '····╾●╼····'
    """
    if not (math.isfinite(bar.lowest) and math.isfinite(bar.highest)) or math.isnan(bar.value):
        return ""
    line = ["·"] * width
    if bar.lowest < 0 < bar.highest:
        line[_place(bar, 0.0, width)] = "┊"
    if not math.isnan(bar.low):
        low, high = (_place(bar, end, width) for end in (bar.low, bar.high))
        line[low : high + 1] = ["─"] * (high - low + 1)
        line[low], line[high] = "╾", "╼"
    line[_place(bar, bar.value, width)] = "●"
    return "".join(line)


def _place(bar: Bar, number: float, width: int) -> int:
    span = bar.highest - bar.lowest
    share = (number - bar.lowest) / span if span else 0.0
    return min(max(round(share * (width - 1)), 0), width - 1)


def _width() -> int:
    return min(max(shutil.get_terminal_size((80, 24)).columns, NARROWEST), WIDEST)


def _colourful() -> bool:
    import os

    return sys.stdout.isatty() and "NO_COLOR" not in os.environ
