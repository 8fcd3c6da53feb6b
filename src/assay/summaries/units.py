"""Units: cases that were drawn together, each unit known by its name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from assay.results.stored import StoredByFields
from assay.stats.arithmetic import Numbers

MOST = 65_536
"""More units than this are spread over buckets, so that what is kept of them stays bounded."""

BUCKETS = 4_096
"""So many buckets leave the t quantile and the error of a standard error (1%) as they were."""


@dataclass(frozen=True, eq=False)
class Units(StoredByFields):
    """Which unit each row belongs to, how much each unit weighs, and how many were drawn before they were spread.

    >>> units = Units.of(["a", "b"], np.array([0, 0, 1]))
    >>> units.count, units.sizes.tolist(), units.effective
    (2, [2.0, 1.0], 1.8)
    """

    names: tuple[object, ...]
    codes: NDArray[np.intp]
    sizes: Numbers
    drawn: int = 0

    @classmethod
    def of(cls, names: Sequence[object], codes: NDArray[np.intp], weight: Numbers | None = None) -> Units:
        """Return the units that weigh something; to which of them rows without weight are counted does not matter."""
        present = np.bincount(codes, weight, len(names)) > 0
        place = np.maximum(np.cumsum(present) - 1, 0)
        kept = tuple(name for name, seen in zip(names, present, strict=True) if seen)
        units = place[codes]
        return cls(kept, units, np.bincount(units, weight, len(kept)).astype(float), len(kept))

    @property
    def count(self) -> int:
        """How many units there are."""
        return len(self.names)

    @cached_property
    def effective(self) -> float:
        """How many units of equal size would be worth as much (Kish)."""
        return float(self.sizes.sum() ** 2 / np.sum(self.sizes**2))

    @property
    def typical(self) -> float:
        """The size of the unit that a typical case belongs to."""
        return float(np.sum(self.sizes**2) / self.sizes.sum())

    def heaviest(self) -> tuple[object, float]:
        """Return the largest unit and its share of the whole."""
        place = int(self.sizes.argmax())
        return self.names[place], float(self.sizes[place] / self.sizes.sum())

    def sums(self, values: Numbers | None = None) -> Numbers:
        """Return the sum of a value over the rows of each unit."""
        return np.bincount(self.codes, values, self.count).astype(float)

    def kept(self, rows: NDArray[np.bool_]) -> Units:
        """Return the same units over some of the rows, those that weigh something."""
        return Units(self.names, self.codes[rows], self.sizes, self.drawn)

    def moves_of_mean(self, values: Numbers, weight: Numbers | None = None) -> Numbers:
        """Return how far the mean of a value, or of several on a leading axis, moves when one unit is left out."""
        rows = np.atleast_2d(values if weight is None else values * weight)
        sums = np.stack([self.sums(row) for row in rows])
        total = self.sizes.sum()
        whole = sums.sum(axis=1, keepdims=True)
        with np.errstate(invalid="ignore"):
            moved = (whole - sums) / (total - self.sizes) - whole / total
        return np.asarray(moved[0] if np.ndim(values) == 1 else moved)

    def moves_of_pulls(self, pulls: Numbers) -> Numbers:
        """Turn what cases contribute to a metric (0 in all) into how far it moves when one unit is left out."""
        total = self.sizes.sum()
        return np.asarray(-self.sums(pulls) * total / (total - self.sizes))

    def spread(self, most: int) -> Units:
        """Return at most so many buckets of units; a unit's bucket depends on its own name alone."""
        if self.count <= most:
            return self
        bucket = np.array([bucket_of(name, most) for name in self.names], dtype=np.intp)
        codes = bucket[self.codes]
        sizes = np.bincount(bucket, self.sizes, most).astype(float)
        kept = np.flatnonzero(sizes)
        place = np.zeros(most, dtype=np.intp)
        place[kept] = np.arange(len(kept))
        return Units(tuple(kept.tolist()), place[codes], sizes[kept], self.drawn)

    def crossed(self, other: Units, weight: Numbers | None = None) -> Units:
        """Return the cells of two groupings: the rows that share a unit of both."""
        cells, codes = np.unique(self.codes * other.count + other.codes, return_inverse=True)
        names = tuple((self.names[cell // other.count], other.names[cell % other.count]) for cell in cells.tolist())
        return Units(names, codes, np.bincount(codes, weight, len(names)).astype(float), len(names))

    def within(self, other: Units) -> bool:
        """Say whether each of these units lies in one unit of the other grouping; False where the rows are not here."""
        if not len(self.codes) or self.count <= other.count:
            return False
        return len(np.unique(self.codes * other.count + other.codes)) == self.count


def bucket_of(name: object, buckets: int) -> int:
    """Return the bucket of a unit: a hash of its name that is the same on every machine."""
    return hash_of(name) % buckets


def hash_of(name: object) -> int:
    """Return 64 bits that stand for a name, the same on every machine."""
    return int.from_bytes(blake2b(str(name).encode(), digest_size=8).digest(), "big")
