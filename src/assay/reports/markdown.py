"""A Document as Markdown, with everything that came from the data escaped."""

from __future__ import annotations

import re

from assay.reports.document import Bar, Document, Table

SPECIAL = re.compile(r"([\\`*_<>|~&$]|(?<=\])\()")
OPENING = re.compile(r"^(\d{0,9})([#+=.)-](?=[#\s]|$)|\[(?=.*\]:))")
"""What at the beginning of a line makes a heading, a list or a link's address of it."""


def to_markdown(document: Document) -> str:
    """Render a document as Markdown tables; drawn bars are left out."""
    parts = [f"# {document.title}", " ".join(escape(sentence) for sentence in document.opening)]
    if document.drawing:
        parts.append("\n".join(f"    {line}" for line in document.drawing.splitlines()))
    parts += [_table(table) for table in document.unfolded]
    if document.notes:
        parts.append("\n".join(f"- {escape(note)}" for note in document.notes))
    parts += [_table(table) for table in (*document.folded, *document.listed, *document.appendix)]
    parts += [escape(paragraph) for paragraph in document.closing]
    if document.prose:
        parts.append(f"For the paper: {escape(document.prose)}")
    parts.append(f"*{escape(document.signature)}*")
    return "\n\n".join(parts) + "\n"


def escape(text: str) -> str:
    r"""Show text as it is: no character of it is read as Markdown or HTML, and it stays on one line.

    >>> escape("a|b<script>")
    'a\\|b\\<script\\>'
    """
    return OPENING.sub(r"\1\\\2", SPECIAL.sub(r"\\\1", " ".join(text.split())))


def _table(table: Table) -> str:
    kept = [index for index in range(len(table.columns)) if not any(isinstance(row[index], Bar) for row in table.rows)]
    headings = [escape(table.columns[index].heading) for index in kept]
    rules = ["---:" if table.columns[index].align == "right" else "---" for index in kept]
    rows = [[escape(str(row[index])) for index in kept] for row in table.rows]
    lines = [_line(headings), _line(rules), *(_line(row) for row in rows)]
    above = table.caption or table.folded
    caption = [escape(above), ""] if above else []
    remark = ["", escape(table.remark)] if table.remark else []
    return "\n".join([*caption, *lines, *remark])


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
