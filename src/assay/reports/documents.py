"""Every kind of result as a Document."""

from __future__ import annotations

from dataclasses import replace

from assay.errors import metrics as errors
from assay.reports.comparisons import lay_out_comparison
from assay.reports.document import Document
from assay.reports.evaluations import lay_out
from assay.reports.latex import to_latex
from assay.reports.learning import lay_out_curve, lay_out_decomposition
from assay.reports.paper_tables import paper_table
from assay.reports.paragraphs import comparison_paragraph
from assay.reports.rankings import lay_out_ranking, ranking_latex
from assay.reports.validations import lay_out_validation
from assay.results.bias_variance import Decomposition
from assay.results.comparison import Comparison
from assay.results.evaluation import Evaluation
from assay.results.learning import ModelCurve
from assay.results.note import Note
from assay.results.ranking import Ranking
from assay.results.validation import Validation

Result = Evaluation | Ranking | Comparison | Validation | ModelCurve | Decomposition


def document_of(result: Result) -> Document:
    """Lay a result out."""
    if isinstance(result, Ranking):
        return lay_out_ranking(result)
    if isinstance(result, Comparison):
        return _led_by(result.notes, replace(lay_out_comparison(result), prose=comparison_paragraph(result)))
    if isinstance(result, Validation):
        return lay_out_validation(result)
    if isinstance(result, ModelCurve):
        return lay_out_curve(result)
    if isinstance(result, Decomposition):
        return lay_out_decomposition(result)
    if not isinstance(result, Evaluation):
        raise errors.not_a_result(type(result).__name__)
    return _led_by(result.notes, lay_out(result))


def _led_by(notes: tuple[Note, ...], document: Document) -> Document:
    """Put what must be said first before everything else."""
    leading = tuple(note.message for note in notes if note.leading)
    if not leading:
        return document
    others = tuple(message for message in document.notes if message not in leading)
    return replace(
        document, opening=(*leading, *document.opening), notes=others, headline=leading[0], answers_first=True
    )


def latex_of(result: Result) -> str:
    """Return the LaTeX of a result; a ranking has a table of its own for papers."""
    return ranking_latex(result) if isinstance(result, Ranking) else to_latex(document_of(result))


def paragraphs(document: Document) -> list[str]:
    """Return the paragraphs that are ready to be quoted."""
    closing = [paragraph.removeprefix("For the paper: ") for paragraph in document.closing]
    return [*closing, document.prose] if document.prose else closing


def prose_of(result: Result) -> str:
    """Return the paragraph for a paper; where there is none of its own, the words that a result opens with."""
    document = document_of(result)
    return " ".join(paragraphs(document) or document.opening)


def styled_latex(result: Result, style: str | None) -> str:
    """Return LaTeX: every table, or one for a paper in the style asked for."""
    return latex_of(result) if style is None else paper_table(result, style)
