"""Slices of the cases: how columns are bound, cut into parts, and rows sorted by the part they belong to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from numbers import Real

import numpy as np
from numpy.typing import NDArray

from assay.engines.binding import Given
from assay.engines.sources import Source
from assay.errors import slicing as errors
from assay.inputs.batches import Part
from assay.inputs.blocks import Block
from assay.inputs.labels import LabelColumn
from assay.inputs.roles import Kind
from assay.tasks.requests import Request

MOST_SLICES = 10_000
MOST_VALUES = 20
"""Amounts with more distinct values than this are cut at their quartiles."""

QUARTERS = (0.25, 0.5, 0.75)


@dataclass(frozen=True, eq=False)
class Cut:
    """A column to slice by: its name, its values or name in the data, and the edges given, if any."""

    name: str
    value: object
    edges: tuple[float, ...] | None = None


def cuts_of(by: object) -> list[Cut]:
    """Return the columns to slice by: one, several, or columns with the edges to cut them at."""
    if by is None:
        return []
    if isinstance(by, Mapping):
        return [_cut(str(name), value) for name, value in by.items()]
    if (
        isinstance(by, list | tuple)
        and by
        and all(not isinstance(part, str) and hasattr(part, "__len__") for part in by)
    ):
        return [Cut(f"slice {place}", part) for place, part in enumerate(by, 1)]
    return [Cut(by if isinstance(by, str) else str(getattr(by, "name", None) or "slice"), by)]


def _cut(name: str, value: object) -> Cut:
    if isinstance(value, str):
        return Cut(name, value)
    listed = isinstance(value, list | tuple) and len(value) < 200 and all(_is_number(edge) for edge in value)
    if not listed or not isinstance(value, list | tuple):
        return Cut(name, value)
    edges = tuple(float(str(edge)) for edge in value)
    if not edges or any(b <= a for a, b in pairwise(edges)):
        raise errors.bad_edges(name, value)
    return Cut(name, name, edges)


def _is_number(edge: object) -> bool:
    return isinstance(edge, Real) and not isinstance(edge, bool)


def slice_parts(request: Request) -> list[Given]:
    """Return the columns to slice by as parts of the cases."""
    return [Given(f"by {place}", cut.value, Kind.LABEL) for place, cut in enumerate(cuts_of(request.by), 1)]


@dataclass(frozen=True, eq=False)
class Sliced:
    """Cases sorted by slice: every slice is a run of rows of one of the orders."""

    names: tuple[str, ...]
    runs: Mapping[object, NDArray[np.intp]]
    crossed: Mapping[object, NDArray[np.intp]]

    @classmethod
    def of(cls, block: Block, request: Request) -> Sliced:
        """Cut the cases by every column, and by every pair of columns."""
        cuts = cuts_of(request.by)
        columns = [_keys(block.parts[f"by {place}", None], cut) for place, cut in enumerate(cuts, 1)]
        several = len(cuts) > 1
        runs: dict[object, NDArray[np.intp]] = {}
        for cut, (keys, codes) in zip(cuts, columns, strict=True):
            runs |= {(cut.name, key) if several else key: rows for key, rows in _runs(keys, codes)}
        crossed: dict[object, NDArray[np.intp]] = {}
        for (one, (keys, codes)), (two, (others, second)) in combinations(zip(cuts, columns, strict=True), 2):
            if len(keys) * len(others) > MOST_SLICES:
                continue
            pairs = [((one.name, key), (two.name, other)) for key in keys for other in others]
            crossed |= dict(_runs(pairs, codes * len(others) + second))
        return cls(tuple(cut.name for cut in cuts), runs, crossed)

    def rows(self, key: object) -> NDArray[np.intp]:
        """Return the rows of a slice."""
        return self.runs[key] if key in self.runs else self.crossed[key]


def _runs(keys: Sequence[object], codes: NDArray[np.intp]) -> list[tuple[object, NDArray[np.intp]]]:
    """Return the rows of every key that occurs."""
    small = codes.astype(np.uint16) if len(keys) < 1 << 16 else codes
    order = np.argsort(small, kind="stable")
    ends = np.cumsum(np.bincount(codes, minlength=len(keys)))
    starts = np.concatenate([[0], ends[:-1]])
    return [(key, order[a:b]) for key, a, b in zip(keys, starts, ends, strict=True) if b > a]


def as_numbers(source: Source, request: Request) -> Source:
    """Return the source with those columns read as numbers that are cut at edges, or hold fractions."""
    parts = {f"by {place}": cut for place, cut in enumerate(cuts_of(request.by), 1)}
    kinds = {
        part: Kind.NUMBER
        for part, cut in parts.items()
        if cut.edges is not None or source.kind(part).example is not None
    }
    return source.bound(kinds) if kinds else source


def _keys(column: Part, cut: Cut) -> tuple[list[object], NDArray[np.intp]]:
    """Return the keys of a column's slices in order, and the key of each row."""
    if not isinstance(column, LabelColumn):
        return _binned(np.ravel(column).astype(float), cut.edges)
    labels = list(column.labels)
    present = np.flatnonzero(np.bincount(column.codes, minlength=len(labels)))
    if len(present) > MOST_VALUES and _measured([labels[place] for place in present]):
        values = np.array([float(str(label)) for label in labels])
        return _binned(values[column.codes], None)
    if len(present) > MOST_SLICES:
        raise errors.too_many_slices(cut.name, len(present), MOST_SLICES)
    if len(present) < 2:
        raise errors.one_slice(cut.name, labels[present[0]])
    return labels, column.codes


def _measured(shown: list[object]) -> bool:
    """Say whether these are amounts, such as ages; numbers that count from 0 or 1 without a hole are names."""
    if not all(_is_number(label) for label in shown):
        return False
    numbers = np.sort([float(str(label)) for label in shown])
    return not (numbers[0] in (0.0, 1.0) and numbers[-1] - numbers[0] == len(numbers) - 1)


def _binned(values: NDArray[np.float64], edges: tuple[float, ...] | None) -> tuple[list[object], NDArray[np.intp]]:
    """Return bins [a, b) as keys, at the edges given or at the quartiles; values beyond the ends have their own."""
    cuts = np.unique(np.quantile(values, QUARTERS)) if edges is None else np.array(edges)
    texts = [f"{cut:.4g}" for cut in cuts.tolist()]
    names = [f"below {texts[0]}", *(f"{a} to {b}" for a, b in pairwise(texts)), f"{texts[-1]} and above"]
    return list(names), np.searchsorted(cuts, values, side="right")
