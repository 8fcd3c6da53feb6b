"""What one look at the columns tells, wherever their rows are: kinds, labels, gaps, ranges; and what cannot be used.

Profiles of parts merge to the profile of the whole, so that every engine gives the same answer.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import singledispatch

import numpy as np
from numpy.typing import NDArray

from assay.errors import columns as errors
from assay.errors import scores as score_errors
from assay.errors import values as value_errors
from assay.inputs.conversions import one_conversion
from assay.inputs.labels import LARGEST_LABEL, Label, LabelColumn
from assay.inputs.numbers import in_any_column, total
from assay.inputs.roles import Key, Kind
from assay.inputs.weights import FIRST_ROWS

__all__ = ["LARGEST_LABEL", "MOST_INTEGER_CLASSES", "ColumnProfile", "Flagged", "NumberProfile", "Profile"]

MOST_INTEGER_CLASSES = 100
"""More distinct whole numbers than this are a regression, whether they are stored as integers or as floats."""

MOST_DISTINCT = 65_536
"""More different values than this are not counted one by one, so that a profile stays small."""

HEADROOM = 2.0**-40
"""Weights are added up in this unit, so that a million million of the largest floats have a finite sum."""

Message = Callable[[str, int, Sequence[int]], Exception]

Times = NDArray[np.int64]
"""How often each row occurs, where rows that are alike were counted."""


@dataclass(frozen=True)
class Flagged:
    """How many rows were flagged, and the numbers of the first few."""

    count: int = 0
    rows: tuple[int, ...] = ()

    @classmethod
    def of(cls, flags: NDArray[np.bool_], first: int | None = 0, times: Times | None = None) -> Flagged:
        """Return the flagged rows; `first` is the number of the first row in the table, None without an order."""
        if not flags.any():
            return cls()
        if first is None:
            return cls(int(flags.sum() if times is None else times[flags].sum()))
        return cls(int(flags.sum()), tuple(first + place for place in first_places(flags, FIRST_ROWS)))

    def merge(self, other: Flagged) -> Flagged:
        """Return the flagged rows of both parts, those of this one first."""
        return Flagged(self.count + other.count, (*self.rows, *other.rows)[:FIRST_ROWS])


@singledispatch
def first_places(flags: NDArray[np.bool_], most: int) -> list[int]:
    """Return the places of the first few flags that are set."""
    places: list[int] = np.flatnonzero(flags)[:most].tolist()
    return places


@dataclass(frozen=True)
class ColumnProfile:
    """The kind of a column of labels ("string", "boolean", "integer" or "number"), and the values that it holds.

    Whole floats are of kind "integer". `example` is a number that cannot be a label: a fraction, an infinity, or one
    too large to be told from its neighbours. Of very many different values only some are listed in `labels`.
    """

    name: str
    kind: str
    distinct: int
    example: float | None = None
    labels: tuple[Label, ...] = ()
    from_floats: bool = False
    width: int = 1
    gaps: Flagged = field(default_factory=Flagged)

    @classmethod
    def of(cls, column: LabelColumn, first: int | None = 0, times: Times | None = None) -> ColumnProfile:
        """Return the profile of some rows of a column, each of which may stand for several."""
        labels = column.labels[: MOST_DISTINCT + 1]
        gaps = Flagged.of(column.missing, first, times)
        return cls(column.name, column.kind, len(labels), column.example, labels, column.from_floats, gaps=gaps)

    def merge(self, other: ColumnProfile) -> ColumnProfile:
        """Return the profile of both parts of the column."""
        labels = tuple(sorted({*self.labels, *other.labels}))[: MOST_DISTINCT + 1] if self._like(other) else ()
        example = self.example if self.example is not None else other.example
        return replace(
            self if self.labels or not other.labels else other,
            name=self.name,
            distinct=len(labels),
            example=example,
            labels=() if example is not None else labels,
            kind="number" if example is not None else (self if self.labels else other).kind,
            from_floats=self.from_floats or other.from_floats,
            gaps=self.gaps.merge(other.gaps),
        )

    def _like(self, other: ColumnProfile) -> bool:
        """Refuse labels of different kinds in one column; say whether there are labels to put together."""
        kinds = [profile for profile in (self, other) if profile.labels]
        if len({profile.kind for profile in kinds}) > 1:
            examples = [(profile.kind, profile.labels[0]) for profile in kinds]
            how = one_conversion([label for _, label in examples])
            raise errors.mixed_kinds(f"`{self.name}` mixes", examples, f"Convert every label with {how} first.")
        return bool(kinds)


@dataclass(frozen=True)
class NumberProfile:
    """The range and the mean of a column of numbers, and the rows that cannot be used; `mass` is what they weigh."""

    name: str
    kind: Kind
    low: float
    high: float
    mean: float
    mass: float
    width: int = 1
    several: bool = False
    zeros: int = 0
    gaps: Flagged = field(default_factory=Flagged)
    infinite: Flagged = field(default_factory=Flagged)
    negative: Flagged = field(default_factory=Flagged)

    def merge(self, other: NumberProfile) -> NumberProfile:
        """Return the profile of both parts of the column."""
        mass = self.mass + other.mass
        mean = self.mean + (other.mean - self.mean) * (other.mass / mass) if mass else 0.0
        return replace(
            self,
            low=min(self.low, other.low),
            high=max(self.high, other.high),
            mean=mean,
            mass=mass,
            zeros=self.zeros + other.zeros,
            gaps=self.gaps.merge(other.gaps),
            infinite=self.infinite.merge(other.infinite),
            negative=self.negative.merge(other.negative),
        )

    @property
    def size(self) -> float:
        """The largest size of a number."""
        return max(abs(self.low), abs(self.high)) if self.low <= self.high else 0.0

    def refuse(self) -> None:
        """Refuse infinite numbers, and negative weights."""
        checks: dict[Kind, list[tuple[Flagged, Message]]] = {
            Kind.WEIGHT: [(self.negative, errors.negative_weights), (self.infinite, errors.infinite_weights)],
            Kind.SCORE: [(self.infinite, score_errors.infinite)],
            Kind.NUMBER: [(self.infinite, value_errors.infinite)],
        }
        for flagged, message in checks[self.kind]:
            if flagged.count:
                raise message(self.name, flagged.count, flagged.rows)


AnyProfile = ColumnProfile | NumberProfile


@dataclass(frozen=True)
class Crossed:
    """Rows in which a predicted range runs backwards, and the columns that hold its ends."""

    lower: str
    upper: str
    flagged: Flagged

    def merge(self, other: Crossed) -> Crossed:
        """Return the rows of both parts."""
        return replace(self, flagged=self.flagged.merge(other.flagged))


@dataclass(frozen=True)
class Profile:
    """The profiles of all columns in use, how many rows there are, and how many of them are complete."""

    columns: Mapping[Key, AnyProfile]
    rows: int
    complete: int
    crossed: Crossed | None = None

    def merge(self, other: Profile) -> Profile:
        """Return the profile of both parts of the table."""
        columns = {key: _merged(profile, other.columns[key]) for key, profile in self.columns.items()}
        crossed = self.crossed.merge(other.crossed) if self.crossed and other.crossed else None
        return Profile(columns, self.rows + other.rows, self.complete + other.complete, crossed)

    @property
    def dropped(self) -> int:
        """How many rows have a gap."""
        return self.rows - self.complete

    def labels(self, part: str, model: object = None) -> ColumnProfile:
        """Return the profile of a column of labels."""
        profile = self.columns[part, model]
        if not isinstance(profile, ColumnProfile):
            raise LookupError(f"{part} holds numbers")
        return profile

    def numbers(self, part: str, model: object = None) -> NumberProfile:
        """Return the profile of a column of numbers."""
        profile = self.columns[part, model]
        if not isinstance(profile, NumberProfile):
            raise LookupError(f"{part} holds labels")
        return profile

    @property
    def weighted(self) -> bool:
        """Whether there are weights that say something: not all of them are 1."""
        if ("weight", None) not in self.columns:
            return False
        weight = self.numbers("weight")
        return not weight.low == weight.high == 1.0

    def refuse(self, missing: str) -> None:
        """Refuse what cannot be used, gaps too unless they may be dropped."""
        weight = self.columns.get(("weight", None))
        if isinstance(weight, NumberProfile):
            weight.refuse()
        for profile in self.columns.values():
            if profile.gaps.count and missing == "error":
                raise errors.missing_values(profile.name, profile.gaps.count, profile.gaps.rows)
        if not self.complete:
            raise errors.nothing_left(self.rows)
        for profile in self.columns.values():
            if isinstance(profile, NumberProfile):
                profile.refuse()
        if self.crossed is not None and self.crossed.flagged.count:
            flagged = self.crossed.flagged
            raise value_errors.crossed(self.crossed.lower, self.crossed.upper, flagged.count, flagged.rows)
        if isinstance(weight, NumberProfile) and not weight.high > 0:
            raise errors.zero_weights(weight.name)


def _merged(first: AnyProfile, second: AnyProfile) -> AnyProfile:
    if isinstance(first, ColumnProfile) and isinstance(second, ColumnProfile):
        return first.merge(second)
    if isinstance(first, NumberProfile) and isinstance(second, NumberProfile):
        return first.merge(second)
    raise TypeError("profiles of different kinds cannot be merged")


def number_profile(
    numbers: NDArray[np.floating], name: str, kind: Kind, complete: NDArray[np.bool_] | None, first: int | None,
    weight: NDArray[np.floating] | None = None,
) -> NumberProfile:  # fmt: skip
    """Return the profile of numbers; their range, their mean and what cannot be used come from the complete rows."""
    flat = numbers.reshape(len(numbers), -1)
    gaps = infinite = Flagged()
    kept = slice(None) if complete is None else complete
    whole = total(flat)
    if not math.isfinite(whole):
        missing, endless = (in_any_column(strange) for strange in (flat != flat, abs(flat) == math.inf))
        endless &= True if complete is None else complete
        gaps, infinite = Flagged.of(missing, first), Flagged.of(endless, first)
        kept = ~(missing | endless) & (True if complete is None else complete)
    used = flat[kept]
    whole = whole if isinstance(kept, slice) else total(used)
    low, high = (float(used.min()), float(used.max())) if len(used) else (math.inf, -math.inf)
    mean, mass = _centre(used, whole, None if weight is None else weight[kept])
    negative = Flagged()
    if kind is Kind.WEIGHT and low < 0:
        with np.errstate(invalid="ignore"):
            negative = Flagged.of(in_any_column(flat < 0), first)
    zeros = int((used == 0).sum()) if kind is Kind.WEIGHT else 0
    width, several = int(flat.shape[1]), numbers.ndim == 2
    return NumberProfile(name, kind, low, high, mean, mass, width, several, zeros, gaps, infinite, negative)


def _centre(numbers: NDArray[np.floating], whole: float, weight: NDArray[np.floating] | None) -> tuple[float, float]:
    """Return the mean of all entries, whose sum is given, and what they weigh; bad weights are refused elsewhere."""
    if weight is not None:
        scaled = weight * HEADROOM
        mass = total(scaled)
        if math.isfinite(mass) and mass > 0:
            return total(numbers.mean(axis=1) * scaled) / mass, mass
    entries = len(numbers) * numbers.shape[1]
    return (whole / entries if entries else 0.0), float(len(numbers)) * HEADROOM
