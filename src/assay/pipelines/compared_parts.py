"""The cases of every slice, for models that are compared on them: held, or left where they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from assay.engines.sources import Part, Source, Within
from assay.errors import slicing as errors
from assay.results.comparison import Comparison
from assay.stats.multiplicity import adjust
from assay.tasks.requests import Request
from assay.tasks.slice_sizes import CountSlices
from assay.tasks.slicing import Cutting, Sliced, SliceRows, cuttings_of


class Parts(Protocol):
    """Slices of the cases of a comparison, each a source of its own."""

    @property
    def names(self) -> tuple[str, ...]:
        """The columns that were cut."""

    @property
    def sizes(self) -> Mapping[object, int]:
        """How many cases every slice holds."""

    @property
    def whole(self) -> Source:
        """All cases."""

    def part(self, key: object) -> Source:
        """Return the cases of one slice."""


@dataclass(frozen=True, eq=False)
class HeldParts:
    """Slices of cases that are held."""

    source: Source
    sliced: Sliced

    @classmethod
    def of(cls, request: Request, source: Source) -> HeldParts:
        """Cut the cases."""
        return cls(source, Sliced.of(source.cases(), source, request))

    @property
    def names(self) -> tuple[str, ...]:
        """The columns that were cut."""
        return self.sliced.names

    @property
    def sizes(self) -> Mapping[object, int]:
        """How many cases every slice holds."""
        return self.sliced.sizes

    @property
    def whole(self) -> Source:
        """All cases."""
        return Part.of(self.source, self.sliced.block)

    def part(self, key: object) -> Source:
        """Return the cases of one slice."""
        return Part.of(self.source, self.sliced.part(key))


@dataclass(frozen=True, eq=False)
class StreamedParts:
    """Slices of cases that stay where they are: each is found by passes of its own."""

    whole: Source
    cuttings: tuple[Cutting, ...]
    sizes: Mapping[object, int]

    @classmethod
    def of(cls, request: Request, source: Source) -> StreamedParts:
        """Decide how the cases are cut, and count them."""
        cuttings = cuttings_of(source, request)
        counted = source.reduce(CountSlices(cuttings)).sizes
        return cls(source, cuttings, {key: size for key, size in counted.items() if size})

    @property
    def names(self) -> tuple[str, ...]:
        """The columns that were cut."""
        return tuple(cutting.name for cutting in self.cuttings)

    def part(self, key: object) -> Source:
        """Return the cases of one slice."""
        return Within.of(self.whole, SliceRows(self.cuttings, key))


@dataclass(frozen=True)
class StoredComparer:
    """What is left of the comparer of a stored result: no cases."""

    def compare(self, key: object) -> Comparison:
        """Refuse a slice that was not compared before the result was stored."""
        raise errors.not_stored(f"comparison on slice {key!r}")

    def adjusted(self, p_values: Sequence[float], method: str) -> Sequence[float]:
        """Return p-values adjusted for being several."""
        return adjusted(p_values, method)

    def stored(self) -> StoredComparer:
        """Return the same, which is stored already."""
        return self


def adjusted(p_values: Sequence[float], method: str) -> Sequence[float]:
    """Return p-values adjusted for being several."""
    every: list[float] = adjust(p_values, method).tolist()
    return every
