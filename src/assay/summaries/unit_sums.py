"""What every unit adds up to, of any number of cases: units by name while they are few, else buckets of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.stats.arithmetic import Numbers
from assay.summaries.units import Units, bucket_of

Codes = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Naming:
    """How units are told apart: each by its place among `names`, or (without names) by the bucket of its name.

    >>> Naming(2, ("a", "b")).places(("b", "a"), np.array([0, 0, 1])).tolist()
    [1, 1, 0]
    """

    count: int
    names: tuple[object, ...] | None = None
    drawn: int = 0

    def places(self, labels: tuple[object, ...], codes: Codes) -> Codes:
        """Return the place of every row's unit, given its label."""
        if self.names is None:
            own = np.array([bucket_of(label, self.count) for label in labels], dtype=np.intp)
        else:
            known = {name: place for place, name in enumerate(self.names)}
            own = np.array([known[label] for label in labels], dtype=np.intp)
        return np.asarray(own[codes])

    def spread(self, most: int) -> Naming:
        """Return at most so many buckets."""
        return self if self.count <= most else Naming(most, drawn=self.drawn)


@dataclass(frozen=True, eq=False)
class UnitSums:
    """The weight of every unit, and sums over its cases: each with one entry (or array of them) per unit.

    `drawn` says how many units there were before they were spread, where neither names nor buckets do.
    """

    naming: Naming
    sizes: Numbers
    sums: Mapping[str, Numbers]
    drawn: int | None = None

    def merge(self, other: UnitSums) -> UnitSums:
        """Return the sums over both sets of cases."""
        sums = {name: own + other.sums[name] for name, own in self.sums.items()}
        return UnitSums(self.naming, self.sizes + other.sizes, sums)

    @property
    def present(self) -> NDArray[np.bool_]:
        """Which units have cases."""
        return np.asarray(self.sizes > 0)

    @property
    def units(self) -> Units:
        """The units that occur, without the rows."""
        places = np.flatnonzero(self.present)
        names = self.naming.names
        known = tuple(places.tolist()) if names is None else tuple(names[place] for place in places)
        drawn = self.drawn if self.drawn is not None else len(places) if names is not None else self.naming.drawn
        return Units(known, np.empty(0, dtype=np.intp), self.sizes[places], drawn)

    def of(self, name: str) -> Numbers:
        """Return a sum of every unit that occurs."""
        return np.asarray(self.sums[name][self.present])
