"""A result laid out once: sentences, tables and notes that every renderer shows in its own way."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from assay.errors.visible import visible


@dataclass(frozen=True)
class Shown:
    """Words that people read: whatever came from data stands in them with every control character written out.

    This is the one place where text of others becomes text of a report; each renderer escapes its own markup.
    """

    def __post_init__(self) -> None:
        for field in fields(self):
            shown = _shown(getattr(self, field.name), field.name in SEVERAL_LINES)
            object.__setattr__(self, field.name, shown)


SEVERAL_LINES = ("drawing", "latex")
"""Parts that assay lays out in lines itself; their labels were made visible before."""


def _shown(value: Any, several_lines: bool) -> Any:
    if isinstance(value, str):
        return "\n".join(map(visible, value.split("\n"))) if several_lines else visible(value)
    if type(value) is tuple:
        return tuple(_shown(part, several_lines) for part in value)
    return value


@dataclass(frozen=True)
class Bar:
    """A small drawing of an interval inside the range of its metric."""

    low: float
    value: float
    high: float
    lowest: float
    highest: float


@dataclass(frozen=True)
class Mark(Shown):
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
class Column(Shown):
    """A column of a table: its heading and how it is set; terminals write the `short` heading where there is one."""

    heading: str
    align: str = "left"
    wrap: bool = False
    short: str | None = None


@dataclass(frozen=True)
class Table(Shown):
    """Rows of text cells under headings; `caption` stands above, `remark` below, `about` is the caption of papers.

    Where there is no scrolling (terminals, LaTeX) only the first `most` rows stand; `what` says what a row is. A
    table that is `folded` is for whoever asks: pages show these words and unfold it, Markdown has it at the end,
    terminals leave it out.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str | None = None
    remark: str | None = None
    most: int | None = None
    what: str = "rows"
    folded: str | None = None
    about: str | None = None

    @property
    def first(self) -> tuple[tuple[Cell, ...], ...]:
        """The rows that stand where there is no scrolling."""
        return self.rows if self.most is None else self.rows[: self.most]

    @property
    def left_out(self) -> int:
        """How many rows stand only where there is scrolling."""
        return len(self.rows) - len(self.first)

    @property
    def short_remark(self) -> str | None:
        """The remark where there is no scrolling: it says how many rows are left out, and where they are."""
        more = f"and {self.left_out:,} more {self.what}: --report page.html shows all" if self.left_out else None
        return "; ".join(part for part in (more, self.remark) if part) or None


@dataclass(frozen=True)
class Document(Shown):
    """Everything a reader sees, in order; `drawing` is a picture in text.

    `closing` are paragraphs at the end, ready to be quoted; `prose` is one that only pages and Markdown show. The
    first `main` tables are the ones that matter most; `answers_first` says that the opening begins with the answer
    rather than with what was judged. `headline` is the first sentence of the answer, where it is known. `appendix`
    are tables too wide for a terminal, which pages and Markdown show under `appendix_title`. `latex` is what papers
    get instead of all tables. The last `sliced` tables are about slices, which have a section of their own on
    pages. `listed` are the cases that were asked for: terminals show as many columns as fit.
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
    listed: tuple[Table, ...] = ()
    latex: str | None = None
    sliced: int = 0

    @property
    def unfolded(self) -> tuple[Table, ...]:
        """The tables that stand wherever the document is shown."""
        return tuple(table for table in self.tables if table.folded is None)

    @property
    def folded(self) -> tuple[Table, ...]:
        """The tables that stand only where there is room for them."""
        return tuple(table for table in self.tables if table.folded is not None)

    @property
    def folded_hints(self) -> tuple[str, ...]:
        """What to do to see the tables that are folded away."""
        return (
            ("every pair with its interval and test: --report page.html, or result.to_frame()",) if self.folded else ()
        )
