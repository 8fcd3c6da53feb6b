"""Texts as users hold them: lists, files of lines, columns of tables; or spans, tags, embeddings in their place."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.checks.lists import listed
from assay.errors import columns as column_errors
from assay.errors import grouping as grouping_errors
from assay.errors import texts as errors
from assay.inputs.embeddings import Embedded, NamedVectors, is_embedded, named_vectors, read_embedded
from assay.inputs.files import is_path
from assay.inputs.indices import refuse_reordered
from assay.inputs.labels import is_missing
from assay.inputs.spans import Spans, are_tags, read_spans, read_tags
from assay.inputs.text_files import read_columns, read_lines

LONGEST_PATH = 1000
"""Longer texts are no paths: asking the system for one would fail (Linux allows 4,096 bytes, most others less)."""
SURROGATES = re.compile("[\ud800-\udfff]")
FIRST = 5
"""How many segments a message names."""


@dataclass(frozen=True, eq=False)
class Texts:
    """Candidates, and one or more references per segment; `dropped` had a gap, `places` number the others."""

    candidates: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]
    reason: str
    dropped: int = 0
    places: tuple[int, ...] = ()


Pairs = Texts | Spans | Embedded


def own_order(texts: Texts) -> NDArray[np.intp]:
    """Return the segments in an order that only the texts decide."""
    lines = list(zip(texts.references, texts.candidates, strict=True))
    return np.array(sorted(range(len(lines)), key=lines.__getitem__), dtype=np.intp)


def read_pairs(
    truth: object,
    predictions: Mapping[object, object],
    data: object,
    missing: str,
    beside: Mapping[str, Sequence[Any]] | None = None,
) -> dict[object, Pairs]:
    """Return references and every system's candidates on the same segments: texts, spans, or embeddings.

    `beside` holds columns (groups) of which every segment needs a value.
    """
    if truth is None or any(lines is None for lines in predictions.values()):
        raise column_errors.partner_missing(*(("prediction", "truth") if truth is None else ("truth", "prediction")))
    several = len(predictions) > 1
    written = {f"prediction[{model!r}]" if several else "prediction": lines for model, lines in predictions.items()}
    refuse_reordered({"truth": truth, **written})
    columns = {model: _listed(lines, "prediction", data) for model, lines in predictions.items()}
    name = str(truth) if isinstance(truth, str) else "truth"
    references = _references(truth, data)
    shown = {model: str(side) if is_path(side) else str(model) or "prediction" for model, side in predictions.items()}
    for model, lines in columns.items():
        if len(lines) != len(references) and all(
            isinstance(reference, list | tuple) and len(reference) == len(lines) for reference in references
        ):
            raise errors.references_by_stream(len(references), len(lines))
        if len(lines) != len(references):
            raise errors.segment_counts_differ(name, len(references), shown[model], len(lines))
    if not len(references):
        raise errors.no_segments(name)
    sides = [(name, references), *((shown[model], lines) for model, lines in columns.items())]
    kept = _kept([*sides, *_beside(beside or {}, len(references), missing)], missing)
    dropped = len(references) - len(kept)
    if dropped:
        references = _taken(references, kept)
        columns = {model: _taken(lines, kept) for model, lines in columns.items()}
    made: list[tuple[tuple[str, ...], ...]] = []
    paired = {model: _paired(references, lines, name, shown[model], made) for model, lines in columns.items()}
    for model, pairs in paired.items():
        if type(pairs) is not type(next(iter(paired.values()))):
            raise errors.spans_need_both(shown[model])
    places = tuple(place + 1 for place in kept)
    return {model: replace(pairs, dropped=dropped, places=places) for model, pairs in paired.items()}


def _paired(
    references: Sequence[Any], candidates: Sequence[Any], name: str, other: str, made: list[tuple[tuple[str, ...], ...]]
) -> Pairs:
    """Return pairs of the kind that the candidates are; references that were `made` for one system serve all."""
    if is_embedded(references) or is_embedded(candidates):
        return read_embedded(references, candidates)
    texts = [isinstance(item, str) for item in candidates]
    if any(texts) and not all(texts):
        place = texts.index(False)
        raise errors.not_text(other, place + 1, candidates[place])
    if all(texts):
        _check_unicode(candidates, other)
        if are_tags(candidates) and all(isinstance(item, str) for item in references) and are_tags(references):
            return read_tags([item.split() for item in references], [item.split() for item in candidates])
        if not made:
            made.append(_texts(references, name))
            _check_unicode([text for listed in made[0] for text in listed], name)
        return Texts(tuple(candidates), made[0], "task= says so")
    sides = (references, name), (candidates, other)
    for side, called in sides:
        _check_lists(side, called)
    if any(isinstance(piece, str) for side, _ in sides for item in side for piece in item):
        return read_tags([list(item) for item in references], [list(item) for item in candidates])
    return read_spans(references, candidates)


def as_texts(references: Sequence[Any], candidates: Sequence[Any], name: str, other: str) -> Texts:
    """Return texts with one reference or several, refusing what is no text."""
    for place, item in enumerate(candidates):
        if not isinstance(item, str):
            raise errors.not_text(other, place + 1, item)
    made = _texts(references, name)
    _check_unicode(candidates, other)
    _check_unicode([text for listed in made for text in listed], name)
    return Texts(tuple(candidates), made, "task= says so")


def _texts(given: Sequence[Any], name: str) -> tuple[tuple[str, ...], ...]:
    references = []
    for place, item in enumerate(given):
        listed = (item,) if isinstance(item, str) else tuple(_inner(item, name, place))
        wrong = [text for text in listed if not isinstance(text, str)]
        if wrong:
            raise errors.not_text(name, place + 1, wrong[0])
        references.append(listed)
    lacking = [place + 1 for place, listed in enumerate(references) if not listed]
    if lacking:
        raise errors.no_references(lacking[:FIRST], len(lacking))
    return tuple(references)


def _inner(item: Any, name: str, place: int) -> Sequence[Any]:
    if isinstance(item, np.ndarray):
        item = item.tolist()
    if not isinstance(item, list | tuple):
        raise errors.not_text(name, place + 1, item)
    return [text for text in item if not is_gap(text)]


def _check_lists(side: Sequence[Any], name: str) -> None:
    for place, item in enumerate(side):
        if isinstance(item, str):
            raise errors.spans_need_both(name)
        if not isinstance(item, list | tuple | np.ndarray):
            raise errors.not_text(name, place + 1, item)


def _references(truth: object, data: object) -> Sequence[Any]:
    """Return the references; several columns or several files are several references of each segment."""
    if data is not None and isinstance(truth, list | tuple) and len(truth) > 1:
        return list(map(list, zip(*(_listed(column, "truth", data) for column in truth), strict=True)))
    files = reference_files(truth) if data is None else []
    return several_files(files) if len(files) > 1 else _listed(truth, "truth", data)


def reference_files(truth: object) -> list[str | os.PathLike[str]]:
    """Return the files that hold the references, none where they are texts themselves.

    >>> reference_files("references.txt"), reference_files(["The cat sat.", "A dog."])
    (['references.txt'], [])
    """
    if isinstance(truth, str | os.PathLike):
        return [truth]
    if not isinstance(truth, list | tuple) or len(truth) < 2:
        return []
    return list(truth) if all(isinstance(path, os.PathLike) or _is_file(path) for path in truth) else []


def several_files(paths: Sequence[str | os.PathLike[str]]) -> list[list[str]]:
    """Return the lines of files of references, side by side."""
    files = [read_lines(path, str(path)) for path in paths]
    for path, lines in zip(paths, files, strict=True):
        if len(lines) != len(files[0]):
            raise errors.segment_counts_differ(str(paths[0]), len(files[0]), str(path), len(lines))
    return [list(segment) for segment in zip(*files, strict=True)]


def _listed(value: Any, name: str, data: object) -> Sequence[Any]:
    """Return one side as a list with one item per segment."""
    if data is not None:
        if not isinstance(value, str):
            raise column_errors.column_with_data(name, value)
        return _column(value, data)
    if is_path(value):
        if isinstance(value, str) and not os.path.exists(value) and _looks_like_text(value):
            raise errors.one_text(name, value)
        return read_lines(value, str(value))
    if isinstance(value, Mapping):
        return named_vectors(value)
    if hasattr(value, "to_list") or hasattr(value, "to_pylist"):
        return list(value.to_list() if hasattr(value, "to_list") else value.to_pylist())
    if isinstance(value, np.ndarray) and value.ndim == 1:
        return list(value.tolist())
    if hasattr(value, "detach"):
        value = value.detach().cpu().double().numpy()
    lines = None if isinstance(value, Set) else listed(value)
    if lines is None:
        raise errors.no_segments(name)
    return lines


def _looks_like_text(value: str) -> bool:
    return " " in value.strip() or "." not in value


def _column(name: str, data: Any) -> list[Any]:
    if is_path(data):
        return read_columns(data, [name])[name]
    import narwhals.stable.v2 as nw

    try:
        frame = nw.from_native(data)
    except TypeError as problem:
        raise column_errors.not_a_frame(data) from problem
    columns = frame.collect_schema().names()
    if name not in columns:
        raise column_errors.unknown_column(name, columns, "the data")
    chosen = frame.select(name)
    eager = chosen.collect() if hasattr(chosen, "collect") else chosen
    return list(eager[name].to_list())


def _beside(columns: Mapping[str, Sequence[Any]], segments: int, missing: str) -> list[tuple[str, Sequence[Any]]]:
    """Return the groups of segments, of which every segment needs one."""
    for name, values in columns.items():
        if len(values) != segments:
            raise grouping_errors.wrong_length("segment", len(values), segments)
        gaps = [place for place, value in enumerate(values, 1) if is_gap(value)]
        if gaps and missing == "error":
            raise grouping_errors.no_group(name, "segment", len(gaps), segments, gaps[0])
    return list(columns.items())


def _kept(columns: Sequence[tuple[str, Sequence[Any]]], missing: str) -> list[int]:
    """Return which segments have no gap; refuse gaps unless they may be dropped."""
    size = len(columns[0][1])
    gaps = np.zeros(size, dtype=bool)
    for name, items in columns:
        own = np.array([is_gap(item) for item in items], dtype=bool)
        if own.any() and missing == "error":
            raise errors.text_missing(name, int(own.sum()), [int(place) + 1 for place in np.flatnonzero(own)[:FIRST]])
        gaps |= own
    if gaps.all():
        raise column_errors.nothing_left(size)
    return [int(place) for place in np.flatnonzero(~gaps)]


def is_gap(item: Any) -> bool:
    """Say whether a segment has no text: an empty text is one."""
    return item is None or (not hasattr(item, "__len__") and is_missing(item))


def _is_file(path: Any) -> bool:
    return isinstance(path, str) and len(path) < LONGEST_PATH and os.path.isfile(path)


def _check_unicode(texts: Sequence[str], name: str) -> None:
    """Refuse halves of surrogate pairs, which no file and no model can hold."""
    for place, text in enumerate(texts):
        if not text.isascii() and SURROGATES.search(text):
            raise errors.not_unicode(name, place + 1)


def _taken(side: Sequence[Any], kept: Sequence[int]) -> Sequence[Any]:
    items = [side[place] for place in kept]
    return NamedVectors(items, side.model) if isinstance(side, NamedVectors) else items
