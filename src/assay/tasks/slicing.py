"""Slices of the cases: how columns are cut into parts, decided once from the profile, wherever the rows are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from numbers import Real

import numpy as np
from numpy.typing import NDArray

from assay.engines.binding import Given
from assay.engines.sources import Source
from assay.errors import columns as column_errors
from assay.errors import slicing as errors
from assay.inputs.batches import Part
from assay.inputs.blocks import Block, Rows, count_of
from assay.inputs.labels import LabelColumn
from assay.inputs.profiles import ColumnProfile
from assay.inputs.roles import Kind
from assay.stats.arithmetic import Numbers
from assay.summaries.sketch import Sketch
from assay.tasks.requests import Request

MOST_SLICES = 10_000
"""A column of more values names the cases; it does not sort them."""
MOST_VALUES = 20
"""Amounts with more distinct values than this are cut at their quartiles."""

QUARTERS = (0.25, 0.5, 0.75)
"""Numbers are cut into four slices of equal size."""

FEWEST_DIGITS, MOST_DIGITS = 4, 18
"""Digits that edges are written with: as many as people read at a glance, and as many as tell any two floats apart."""


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
        if not by:
            raise errors.nothing_to_cut()
        return [_cut(str(name), value) for name, value in by.items()]
    if (
        isinstance(by, list | tuple)
        and by
        and all(not isinstance(part, str) and hasattr(part, "__len__") for part in by)
    ):
        return [Cut(f"slice {place}", part) for place, part in enumerate(by, 1)]
    return [Cut(by if isinstance(by, str) else str(getattr(by, "name", None) or "slice"), by)]


def _cut(name: str, value: object) -> Cut:
    if isinstance(value, Cut):
        return value
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


def as_numbers(source: Source, request: Request) -> Source:
    """Return the source with those columns read as numbers that are cut at edges, or hold fractions."""
    parts = {f"by {place}": cut for place, cut in enumerate(cuts_of(request.by), 1)}
    kinds = {
        part: Kind.NUMBER
        for part, cut in parts.items()
        if cut.edges is not None or source.kind(part).example is not None
    }
    return source.bound(kinds) if kinds else source


@dataclass(frozen=True, eq=False)
class Cutting:
    """How one column makes slices: a slice for each of its labels, or for each range between edges."""

    name: str
    part: str
    keys: tuple[object, ...]
    edges: Numbers | None = None

    def codes(self, block: Block) -> NDArray[np.intp]:
        """Return the place of every case's slice among the keys."""
        column = block.parts[self.part, None]
        if self.edges is not None:
            return np.asarray(np.searchsorted(self.edges, amounts_of(column), side="right"))
        return block.labels(self.part).over(self.keys)


def cuttings_of(source: Source, request: Request, block: Block | None = None) -> tuple[Cutting, ...]:
    """Decide from the profile how every column is cut; `block` holds the cases where they are held."""
    cuts = enumerate(cuts_of(request.by), 1)
    return tuple(_cutting(source, cut, f"by {place}", block) for place, cut in cuts)


def _cutting(source: Source, cut: Cut, part: str, block: Block | None) -> Cutting:
    if cut.edges is not None:
        return _between(cut.name, part, np.array(cut.edges))
    column = source.profile.columns[part, None]
    if column.width > 1:
        raise column_errors.wrong_dimensions(cut.name, (source.profile.rows, column.width))
    if not isinstance(column, ColumnProfile):
        return _between(cut.name, part, _quartiles(source, part, block))
    if column.distinct > MOST_VALUES and _measured(column.labels):
        return _between(cut.name, part, _quartiles(source, part, block))
    if column.distinct > MOST_SLICES:
        raise errors.too_many_slices(cut.name, column.distinct, MOST_SLICES)
    if column.distinct < 2:
        raise errors.one_slice(cut.name, column.labels[0])
    return Cutting(cut.name, part, tuple(column.labels))


def _measured(shown: Sequence[object]) -> bool:
    """Say whether these are amounts, such as ages; numbers that count from 0 or 1 without a hole are names."""
    if not all(_is_number(label) for label in shown):
        return False
    numbers = np.sort([float(str(label)) for label in shown])
    return not (numbers[0] in (0.0, 1.0) and numbers[-1] - numbers[0] == len(numbers) - 1)


def _quartiles(source: Source, part: str, block: Block | None) -> Numbers:
    """Return the quartiles of a column; of more cases than are held, to 1/65,536 of them."""
    if block is not None:
        return np.unique(np.quantile(amounts_of(block.parts[part, None]), QUARTERS))
    sketch = source.reduce(SketchAmounts(part))
    return np.unique([sum(sketch.quantile(share)) / 2 for share in QUARTERS])


def _between(name: str, part: str, edges: Numbers) -> Cutting:
    """Return ranges [a, b) as keys; values beyond the ends have their own."""
    texts = edge_texts(edges)
    names = (f"below {texts[0]}", *(f"{a} to {b}" for a, b in pairwise(texts)), f"{texts[-1]} and above")
    return Cutting(name, part, names, edges)


def edge_texts(edges: Numbers) -> list[str]:
    """Write edges with as few digits as tell them apart, and at least four.

    >>> edge_texts(np.array([100001.0, 100002.0])), edge_texts(np.array([0.25, 1234.567]))
    (['100001', '100002'], ['0.25', '1235'])
    """
    for digits in range(FEWEST_DIGITS, MOST_DIGITS):
        texts = [np.format_float_positional(edge, digits, fractional=False, trim="-") for edge in edges.tolist()]
        if len(set(texts)) == len(texts):
            break
    return texts


@dataclass(frozen=True)
class SketchAmounts:
    """Sketches the numbers of a column, for its quartiles."""

    part: str

    def reduce(self, block: Block) -> Sketch:
        """Return the sketch of a block."""
        return Sketch.of(amounts_of(block.parts[self.part, None]))


def amounts_of(column: Part) -> Numbers:
    """Return a column as numbers, whether it was read as labels or as numbers."""
    if not isinstance(column, LabelColumn):
        return np.ravel(column).astype(float)
    values = np.array([float(str(label)) for label in column.labels])
    return np.asarray(values[column.codes])


def runs_of(cuttings: Sequence[Cutting], block: Block) -> Iterator[tuple[bool, object, NDArray[np.intp]]]:
    """Yield every slice that occurs with its rows, those that two columns make together last (and marked)."""
    for crossed, keys, codes in layers_of(cuttings, block):
        for key, rows in _runs(keys, codes):
            yield crossed, key, rows


def layers_of(cuttings: Sequence[Cutting], block: Block) -> Iterator[tuple[bool, Sequence[object], NDArray[np.intp]]]:
    """Yield the keys of every column's slices with the place of each case's slice, then those of pairs of columns."""
    codes = [cutting.codes(block) for cutting in cuttings]
    for cutting, own in zip(cuttings, codes, strict=True):
        yield False, [(cutting.name, key) for key in cutting.keys] if len(cuttings) > 1 else cutting.keys, own
    for (left, first), (right, second) in combinations(zip(cuttings, codes, strict=True), 2):
        if len(left.keys) * len(right.keys) <= MOST_SLICES:
            pairs = [((left.name, key), (right.name, other)) for key in left.keys for other in right.keys]
            yield True, pairs, first * len(right.keys) + second


def _runs(keys: Sequence[object], codes: NDArray[np.intp]) -> list[tuple[object, NDArray[np.intp]]]:
    """Return the rows of every key that occurs."""
    known, order, ends = _order(keys, codes)
    return [(key, order[a:b]) for key, (a, b) in zip(known, pairwise(ends), strict=True) if b > a]


def _order(keys: Sequence[object], codes: NDArray[np.intp]) -> tuple[Sequence[object], NDArray[np.intp], list[int]]:
    """Return the keys, the rows in the order of their keys, and where the rows of each key begin and end."""
    small = codes.astype(np.uint16) if len(keys) < 1 << 16 else codes
    order = np.argsort(small, kind="stable")
    return keys, order, [0, *np.cumsum(np.bincount(codes, minlength=len(keys))).tolist()]


@dataclass(frozen=True, eq=False)
class Sliced:
    """Cases with the rows of every slice; cut by one column they are put in order, so that each slice is a run."""

    block: Block
    cuttings: tuple[Cutting, ...]
    runs: Mapping[object, Rows]
    crossed: Mapping[object, Rows]

    @classmethod
    def of(cls, block: Block, source: Source, request: Request) -> Sliced:
        """Cut the cases by every column, and by every pair of columns."""
        cuttings = cuttings_of(source, request, block)
        if len(cuttings) > 1:
            slices = list(runs_of(cuttings, block))
            runs, crossed = ({key: rows for both, key, rows in slices if both is wanted} for wanted in (False, True))
            return cls(block, cuttings, runs, crossed)
        keys, order, ends = _order(cuttings[0].keys, cuttings[0].codes(block))
        kept = {key: part for key, part in block.parts.items() if key[0] != cuttings[0].part}
        apart = {key: slice(a, b) for key, (a, b) in zip(keys, pairwise(ends), strict=True) if b > a}
        return cls(replace(block, parts=kept).take(order), cuttings, apart, {})

    @property
    def names(self) -> tuple[str, ...]:
        """The columns that were cut."""
        return tuple(cutting.name for cutting in self.cuttings)

    def part(self, key: object) -> Block:
        """Return the cases of a slice."""
        return self.block.take(self.rows(key))

    def rows(self, key: object) -> Rows:
        """Return the rows of a slice."""
        return self.runs[key] if key in self.runs else self.crossed[key]

    @property
    def sizes(self) -> Mapping[object, int]:
        """How many cases each slice holds."""
        return {key: count_of(rows) for key, rows in self.runs.items()}


@dataclass(frozen=True, eq=False)
class SliceRows:
    """Says which rows of a block belong to one slice."""

    cuttings: tuple[Cutting, ...]
    key: object

    def __call__(self, block: Block) -> NDArray[np.intp]:
        """Return the places of those rows."""
        for _, key, rows in runs_of(self.cuttings, block):
            if key == self.key:
                return rows
        return np.empty(0, dtype=np.intp)
