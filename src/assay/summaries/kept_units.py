"""What every group adds up to, kept without its name, so that parts which were judged apart can be put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assay.results.stored import StoredByFields
from assay.stats.arithmetic import Numbers
from assay.summaries.residual_means import Centre
from assay.summaries.score_table import ScoreTable
from assay.summaries.unit_sums import Naming, UnitSums
from assay.summaries.units import BUCKETS, MOST, hash_of

Hashes = NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class KeptUnits(StoredByFields):
    """Sums over the cases of every group of one grouping, each group known by a hash of its name.

    `hashes` are those of all groups, none where they are more than 65,536. Sums belong to `places`: to those hashes,
    or to `buckets` that groups were spread over by them. Sums of scores stand at the atoms of `table`; those of
    numbers are measured from `centre`, and the last of them count errors below `marks`.
    """

    grouping: str
    hashes: Hashes
    buckets: int
    places: Hashes
    sizes: Numbers
    sums: Mapping[str, Numbers]
    table: ScoreTable | None = None
    centre: Centre | None = None
    marks: tuple[float, ...] = ()

    @classmethod
    def of(cls, grouping: str, names: Sequence[object] | None, sums: UnitSums) -> KeptUnits:
        """Return the sums of every group; `names` are those of the groups before they were spread."""
        kept = sums.present
        hashes = np.array([hash_of(name) for name in names or ()], dtype=np.uint64)
        own = sums.naming.names
        spread = own is None
        known = range(sums.naming.count) if own is None else [hash_of(name) for name in own]
        places = np.array(known, dtype=np.uint64)[kept]
        each = {name: sums.of(name) for name in sums.sums}
        return cls(grouping, hashes, sums.naming.count if spread else 0, places, sums.sizes[kept], each)

    def summed(self) -> UnitSums:
        """Return the sums as those of units, each with a short name made of its hash."""
        names = tuple(f"#{place:06x}" for place in self.places.tolist())
        return UnitSums(Naming(len(names), names), self.sizes, self.sums, len(self.hashes))

    def scaled(self, factor: float) -> KeptUnits:
        """Return the same sums in another unit of weight."""
        if factor == 1.0:
            return self
        return replace(self, sizes=self.sizes * factor, sums={name: own * factor for name, own in self.sums.items()})

    def spread(self, buckets: int) -> KeptUnits:
        """Return the sums of so many buckets of groups; a power of two divides every other."""
        places = self.places % np.uint64(buckets) if buckets else self.places
        own, code = np.unique(places, return_inverse=True)
        if len(own) == len(places) and (self.buckets or buckets) == buckets:
            return replace(self, buckets=buckets, places=places)
        return replace(self, buckets=buckets)._added(own, code, self.sizes, self.sums)

    def _added(self, places: Hashes, code: NDArray[np.intp], sizes: Numbers, sums: Mapping[str, Numbers]) -> KeptUnits:
        """Return the sums of these places, to which the rows of one code are added up."""
        added = {}
        for name, own in (("sizes", sizes), *sums.items()):
            added[name] = np.zeros((len(places), *own.shape[1:]))
            np.add.at(added[name], code, own)
        return replace(self, places=places, sizes=added.pop("sizes"), sums=added)


def joined_units(each: Sequence[KeptUnits]) -> KeptUnits:
    """Return the sums over the cases of all parts; a group with cases in several of them is one group."""
    known = [own.hashes for own in each]
    hashes = np.unique(np.concatenate(known)) if all(map(len, known)) else np.empty(0, dtype=np.uint64)
    buckets = [own.buckets for own in each if own.buckets]
    if len(hashes) > MOST or not len(hashes):
        hashes, buckets = np.empty(0, dtype=np.uint64), [*buckets, BUCKETS]
    parts = [own.spread(min(buckets, default=0)) for own in each]
    places, code = np.unique(np.concatenate([own.places for own in parts]), return_inverse=True)
    stacked = {name: np.concatenate([own.sums[name] for own in parts]) for name in parts[0].sums}
    sizes = np.concatenate([own.sizes for own in parts])
    return replace(parts[0], hashes=hashes)._added(places, code, sizes, stacked)
