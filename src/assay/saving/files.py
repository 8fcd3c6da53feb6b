"""Results to files and back."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from assay._version import __version__
from assay.checks.numbers import integer
from assay.checks.paths import path_of
from assay.errors import AssayError
from assay.errors import saving as errors
from assay.inputs.paths import check_file
from assay.pipelines.keeping import Kept
from assay.pipelines.keyed_cases import keyed_cases
from assay.results.cases import KeyedCases
from assay.results.evaluation import Evaluation
from assay.results.note import Note
from assay.results.rendered import Rendered
from assay.results.rendering import render
from assay.results.written_files import check_folder, write_whole
from assay.saving.decoding import UnsoundError, decode
from assay.saving.documents import read_document, write_document
from assay.saving.encoding import Json, UnstorableError, encode
from assay.saving.left_out import numbers_note, privacy_note, summary_note, without_cases
from assay.saving.small_cells import coarse_kept, smallest_cell, smallest_kept
from assay.saving.states import SMALLEST
from assay.summaries.image_tables import ImageTables
from assay.summaries.regression import RegressionSummary
from assay.summaries.residual_means import COLUMNS

LARGEST = 2**28
"""Bytes (256 MB); the largest table of scores takes 12 MB, a hundred models compared a few hundred."""


def save(result: object, path: str | os.PathLike[str], smallest: int = 1, key: object = None) -> Path:
    """Write a result to a file that loads again; the file appears whole or not at all."""
    least = integer(smallest)
    if least is None or least < 1:
        raise errors.bad_smallest(smallest)
    place = check_folder(path)
    cases = {} if key is None else {"cases": encode(keyed_cases(result, key, least))}
    with _at_least(least):
        try:
            content = {**_content(result, least), **cases}
        except UnstorableError as problem:
            raise errors.cannot_save(f"{type(result).__name__} with a {problem}") from None
    return write_whole(place, write_document(content))


def load(path: str | os.PathLike[str]) -> Rendered:
    """Return the result that a file holds."""
    place = path_of(path)
    check_file(place)
    document = read_document(str(place), _bytes_of(place))
    try:
        return _made(document)
    except AssayError as problem:
        raise errors.not_saved_here(str(place), f"it holds what no result has ({problem})"[:300]) from problem
    except UnsoundError as problem:
        raise errors.not_saved_here(str(place), str(problem)) from None
    except (ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, StopIteration, TypeError,
            ValueError) as problem:  # fmt: skip
        raise errors.not_saved_here(str(place), f"it holds what no result has ({type(problem).__name__})") from problem


@contextmanager
def _at_least(smallest: int) -> Iterator[None]:
    token = SMALLEST.set(smallest)
    try:
        yield
    finally:
        SMALLEST.reset(token)


def _content(result: object, smallest: int) -> dict[str, Any]:
    """Return everything that the file says, but its schema and digest."""
    if not isinstance(result, Rendered):
        raise errors.cannot_save(type(result).__name__)
    kept, reason = _kept(result)
    single = None if kept is None or smallest == 1 else _single(kept)
    if single is not None:
        kept, reason = None, f"{single} are left out, as smallest={smallest} asks"
    head = {"assay": __version__, "kind": type(result).__name__}
    if kept is None:
        shown = _noted(result, numbers_note(result, reason))
        return {**head, "document": _document(shown), "result": _checked(shown, smallest), "kept": None}
    bounded = coarse_kept(kept.bounded(), smallest)
    _refuse_small(smallest_kept(bounded), smallest)
    note = privacy_note(smallest_kept(bounded))
    if bounded.summary is kept.summary and kept.groups is None and not kept.with_numbers:
        return {**head, "note": note, "document": _document(result), "result": None, "kept": encode(bounded)}
    shown = _noted(result, summary_note(result))
    if bounded.sliced is not None:
        bounded = replace(bounded, slices=bounded.sliced.telling(shown))
    return {**head, "note": note, "document": _document(shown), "result": encode(shown), "kept": encode(bounded)}


def _single(kept: Kept) -> str | None:
    """Say what a summary holds of single groups or images, None where it holds nothing of the kind."""
    if isinstance(kept.summary, ImageTables):
        return "tables of single images"
    return None if kept.groups is None else "sums of single groups"


def _noted(result: Any, notes: Iterable[Note]) -> Any:
    """Return a result of any kind with more notes."""
    more = tuple(notes)
    return replace(result, notes=(*result.notes, *more)) if more else result


def _kept(result: object) -> tuple[Kept | None, str | None]:
    """Return what a result was made from, or why nobody may have it."""
    if not isinstance(result, Evaluation) or not isinstance(result.origin, Kept):
        return None, None
    reason = result.origin.why_not
    return (None, reason) if reason else (result.origin, None)


def _checked(result: Any, smallest: int) -> Json:
    """Encode a result of numbers, unless its confusion table says too much of too few."""
    for evaluation in (result, *getattr(result, "evaluations", {}).values()):
        _refuse_small(smallest_cell(getattr(evaluation, "confusion", None)), smallest)
    return encode(result)


def _refuse_small(cell: tuple[str, int] | None, smallest: int) -> None:
    if cell is not None and cell[1] < smallest:
        raise errors.small_cell(*cell, smallest)


def _document(result: object) -> Any:
    """Return the public document of a result, as strict JSON has it, without pictures of single cases."""
    return without_cases(json.loads(str(render(result, "json"))))


def _bytes_of(place: Path) -> bytes:
    size = place.stat().st_size
    if size > LARGEST:
        raise errors.too_large(str(place), size, LARGEST)
    return place.read_bytes()


def _made(document: dict[str, Json]) -> Rendered:
    """Make the result that a document describes."""
    kept = decode(document.get("kept"))
    if kept is not None and not isinstance(kept, Kept):
        raise UnsoundError("what it was made from is something else")
    if kept is not None:
        _refuse_unsound(kept)
    if document.get("result") is None:
        if kept is None:
            raise UnsoundError("it holds no result")
        return _with_cases(_as_saved(kept.result(), document), document)
    result: object = decode(document["result"])
    if not isinstance(result, Rendered):
        raise UnsoundError(f"it holds a {type(result).__name__}, which is no result")
    if kept is not None:
        if not isinstance(result, Evaluation):
            raise UnsoundError("only evaluations are made from something")
        if kept.groups is not None:
            # Sums that nobody has looked at yet: what cannot be judged is refused here, not when it is merged.
            kept.result()
        result = replace(kept, with_numbers=True).beside(result)
    return _with_cases(result, document)


def _with_cases(result: Rendered, document: dict[str, Json]) -> Rendered:
    """Return a result with the cases that its file was to hold."""
    cases = decode(document.get("cases"))
    if cases is None:
        return result
    if not isinstance(cases, KeyedCases) or not isinstance(result, Evaluation):
        raise UnsoundError("its cases do not go with it")
    # Not by replace, which would lose the views that came with the result.
    object.__setattr__(result, "keyed", cases)
    return result


def _refuse_unsound(kept: Kept) -> None:
    """Refuse a summary that does not go with the request and the profile beside it."""
    if kept.judge.why_not_kept(kept.plan, kept.summary) is not None:
        raise UnsoundError("its summary holds single cases")
    names = getattr(kept.summary, "losses", None)
    if isinstance(kept.summary, RegressionSummary):
        columns = (0 if kept.summary.centre is None else len(COLUMNS)) + len(kept.summary.losses)
        if list(names or ()) != list(kept.plan.losses) or kept.summary.moments.mean.size != columns:
            raise UnsoundError("its sums are of other metrics")


def _as_saved(result: Evaluation, document: dict[str, Json]) -> Evaluation:
    """Say so where another version made the numbers that people saw."""
    if document.get("assay") == __version__:
        return result
    message = (
        f"This was saved by version {str(document.get('assay'))[:20]} of assay and made again by {__version__}; the "
        "document in the file holds the numbers as they were."
    )
    return replace(result, notes=(*result.notes, Note("other-version", message)))
