"""What a file does not hold, and what it could still reveal: said in notes, so that nobody has to guess."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from assay.results.compared_slices import ComparedSlices
from assay.results.comparison import Comparison
from assay.results.evaluation import Evaluation
from assay.results.note import Note
from assay.results.slices import Slices
from assay.results.validation import Validation
from assay.saving.small_cells import Cell
from assay.saving.states import OF_CASES, SMALLEST
from assay.tasks.text.result import TextComparison, TextEvaluation

FEW = 5
"""Cells of fewer cases are commonly not published, as they may point at persons."""

TEXTS = "the texts and what each segment scores"


def numbers_note(result: object, reason: str | None) -> Iterator[Note]:
    """Say that a file holds numbers, not what they were made from, and which parts it left out."""
    lost = list(_lost(result))
    left = f" Left out: {', '.join(lost)}." if lost else ""
    if isinstance(result, Evaluation):
        why = reason or ("cases that belong together are not summed up" if result.grouping else "it holds no summary")
        message = f"The file holds the numbers of this result: it can be shown and reported, but not merged ({why})."
        yield Note("saved-numbers", message + left)
    elif lost:
        yield Note("saved-numbers", f"The file holds the numbers of this result.{left}")


def _lost(result: object) -> Iterator[str]:
    hidden = Slices if SMALLEST.get() == 1 else Slices | ComparedSlices
    if isinstance(result, Evaluation | Comparison) and isinstance(result.slices, hidden):
        yield "the slices"
    if isinstance(result, TextEvaluation | TextComparison):
        yield TEXTS
    if isinstance(result, Validation):
        yield "the test predictions"


def summary_note(result: object) -> Iterator[Note]:
    """Say which pictures of single cases, or that no texts, are in the file."""
    if isinstance(result, TextEvaluation):
        yield Note("saved-summary", f"The file holds sums over segments. Left out: {TEXTS}.")
        return
    pictures = getattr(result, "curves", {})
    lost = [name for name in OF_CASES if name in pictures]
    if lost:
        message = f"The file holds sums and quantiles, no cases: the pictures {' and '.join(lost)} were left out."
        yield Note("saved-summary", message)


def privacy_note(cell: Cell | None) -> dict[str, str]:
    """Say what a summary of few cases could still reveal; the cell is that with the fewest."""
    told = "The file holds counts and sums, no case as it was handed in."
    if cell is not None and cell[1] < FEW:
        cases = "1 case" if cell[1] == 1 else f"{cell[1]} cases"
        told += (
            f" Its smallest cell is about {cases} ({cell[0]}): whoever knows who was judged may learn something of "
            f"them. save(path, smallest={FEW}) refuses such files."
        )
    return {"code": "saved-summary", "message": told}


def without_cases(document: Any) -> Any:
    """Return a public document without the pictures that draw single cases, and without texts."""
    if isinstance(document, dict):
        return {name: without_cases(item) for name, item in document.items() if name not in (*OF_CASES, "segments")}
    return [without_cases(item) for item in document] if isinstance(document, list) else document
