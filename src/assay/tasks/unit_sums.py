"""Units where the cases stay: how every row's unit is known from the profile, and reducers that sum by unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from assay.engines.sources import Source
from assay.errors import grouping as errors
from assay.inputs.blocks import Block
from assay.stats.arithmetic import Numbers
from assay.summaries.unit_sums import Naming, UnitSums
from assay.summaries.units import BUCKETS, MOST
from assay.tasks.grouping import PARTS, groupings_of
from assay.tasks.requests import Request

MULTIPLIER, SHIFT = np.uint64(0xBF58476D1CE4E5B9), np.uint64(31)
"""A step of splitmix64 (Steele, Lea & Flood 2014), which scatters neighbouring numbers."""


@dataclass(frozen=True, eq=False)
class Drawn:
    """How rows belong to units: by one grouping, or by the cells of two that cross; cells carry the sign -1."""

    namings: tuple[Naming, ...]
    parts: tuple[str, ...]
    most: int
    sign: int = 1

    @property
    def naming(self) -> Naming:
        """The units, or the buckets that they are spread over."""
        return self.namings[0] if len(self.namings) == 1 else Naming(self.most)

    def spread(self, most: int) -> Drawn:
        """Return the same units over at most so many buckets."""
        if len(self.namings) > 1:
            return Drawn(self.namings, self.parts, min(self.most, most), self.sign)
        return Drawn((self.namings[0].spread(most),), self.parts, min(self.most, most), self.sign)

    def places(self, block: Block) -> NDArray[np.intp]:
        """Return the place of every row's unit."""
        columns = [block.labels(part) for part in self.parts]
        own = [naming.places(column.labels, column.codes) for naming, column in zip(self.namings, columns, strict=True)]
        if len(own) == 1:
            return own[0]
        cell = (own[0] * self.namings[1].count + own[1]).astype(np.uint64)
        with np.errstate(over="ignore"):
            scattered = (cell ^ (cell >> SHIFT)) * MULTIPLIER
        return ((scattered ^ (scattered >> SHIFT)) % np.uint64(self.most)).astype(np.intp)

    def summed(self, places: NDArray[np.intp], values: Numbers | None) -> Numbers:
        """Return the sum of a value over the rows of each unit."""
        return np.bincount(places, values, self.naming.count).astype(float)


def units_drawn(source: Source, request: Request) -> list[Drawn]:
    """Return the units of each grouping, known from the profile; crossed groupings bring their cells."""
    names = [name for name, _ in groupings_of(request.group)]
    namings = tuple(_naming(source, part, name) for part, name in zip(PARTS, names, strict=False))
    drawn = [Drawn((naming,), (part,), BUCKETS) for naming, part in zip(namings, PARTS, strict=False)]
    return drawn if len(drawn) == 1 else [*drawn, Drawn(namings, PARTS, BUCKETS, -1)]


def _naming(source: Source, part: str, name: str) -> Naming:
    column = source.profile.labels(part)
    if column.example is not None:
        raise errors.no_identity(column.name, column.example)
    if column.distinct < 2:
        raise errors.one_group(column.name if column.name not in PARTS else name, column.labels[0])
    if column.distinct > MOST:
        return Naming(BUCKETS)
    return Naming(column.distinct, tuple(column.labels), column.distinct)


class UnitReducer(Protocol):
    """What a block adds to the sums of every unit."""

    def reduce(self, block: Block) -> UnitSums:
        """Return the sums of a block."""


@dataclass(frozen=True, eq=False)
class Groupings:
    """The sums of every grouping."""

    each: tuple[UnitSums, ...]

    def merge(self, other: Groupings) -> Groupings:
        """Return the sums over both sets of cases."""
        return Groupings(tuple(own.merge(theirs) for own, theirs in zip(self.each, other.each, strict=True)))


@dataclass(frozen=True, eq=False)
class SumGroupings:
    """Sums by the units of every grouping in one pass."""

    each: tuple[UnitReducer, ...]

    def reduce(self, block: Block) -> Groupings:
        """Return the sums of a block."""
        return Groupings(tuple(reducer.reduce(block) for reducer in self.each))


def unit_sums(drawn: Drawn, places: NDArray[np.intp], weight: Numbers | None, sums: Mapping[str, Numbers]) -> UnitSums:
    """Return sums by unit together with what every unit weighs."""
    return UnitSums(drawn.naming, drawn.summed(places, weight), sums)
