"""Results as words and as LaTeX, whatever their kind."""

from __future__ import annotations

from dataclasses import replace

from assay.reports.document import Document
from assay.reports.kinds import lay_out
from assay.results.note import Note


def led_by(notes: tuple[Note, ...], document: Document) -> Document:
    """Put what must be said first before everything else."""
    leading = tuple(note.message for note in notes if note.leading)
    if not leading:
        return document
    others = tuple(message for message in document.notes if message not in leading)
    return replace(
        document, opening=(*leading, *document.opening), notes=others, headline=leading[0], answers_first=True
    )


def latex_of(result: object) -> str:
    """Return the LaTeX of a result; some have a table of their own for papers."""
    from assay.reports.latex import to_latex

    document = lay_out(result)
    return document.latex if document.latex is not None else to_latex(document)


def paragraphs(document: Document) -> list[str]:
    """Return the paragraphs that are ready to be quoted."""
    closing = [paragraph.removeprefix("For the paper: ") for paragraph in document.closing]
    return [*closing, document.prose] if document.prose else closing


def prose_of(result: object) -> str:
    """Return the paragraph for a paper; where there is none of its own, the words that a result opens with."""
    document = lay_out(result)
    return " ".join(paragraphs(document) or document.opening)


def styled_latex(result: object, style: str | None) -> str:
    """Return LaTeX: every table, or one for a paper in the style asked for."""
    if style is None:
        return latex_of(result)
    from assay.reports.paper_tables import paper_table

    return paper_table(result, style)
