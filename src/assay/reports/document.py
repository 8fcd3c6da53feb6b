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


@dataclass(frozen=True)
class Mark:
    """A word with a colour and a sign that say how things are: "good", "bad" or "open"."""

    text: str
    tone: str

    def __str__(self) -> str:
        return self.text

    @property
    def sign(self) -> str:
        """The sign that says the same as the colour, for who does not see it."""
        return {"good": "✓", "bad": "✗"}.get(self.tone, "?")


Cell = str | Bar | Mark


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
    are tables too wide for a terminal, which pages and Markdown show under `appendix_title`. `latex` is what papers
    get instead of all tables.
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
    appendix_title: str = "Segments"
    latex: str | None = None
