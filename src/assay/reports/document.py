"""A result laid out once: sentences, tables and notes that every renderer shows in its own way."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Bar:
    """A small drawing of an interval inside the range of its metric."""

    low: float
    value: float
    high: float
    lowest: float
    highest: float


Cell = str | Bar


@dataclass(frozen=True)
class Column:
    """A column of a table: its heading and how it is set."""

    heading: str
    align: str = "left"
    wrap: bool = False


@dataclass(frozen=True)
class Table:
    """Rows of text cells under headings; `caption` stands above, `remark` below."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str | None = None
    remark: str | None = None


@dataclass(frozen=True)
class Document:
    """Everything a reader sees, in order; `drawing` is a picture in text.

    `closing` are paragraphs at the end, ready to be quoted; `prose` is one that only pages and Markdown show.
    The first `main` tables are the ones that matter most; `answers_first` says that the opening begins with the answer
    rather than with what was judged. `headline` is the first sentence of the answer, where it is known. `appendix`
    are tables too wide for a terminal, which pages and Markdown show. `latex` is what papers get instead of all tables.
    """

    title: str
    opening: tuple[str, ...]
    tables: tuple[Table, ...]
    notes: tuple[str, ...]
    hints: tuple[str, ...]
    signature: str
    drawing: str | None = None
    closing: tuple[str, ...] = ()
    prose: str | None = None
    main: int = 1
    answers_first: bool = False
    headline: str | None = None
    appendix: tuple[Table, ...] = ()
    latex: str | None = None
