"""The four cells that two classes make, for one table or for many at once."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np

from assay.checks.arrays import NotNumbersError, floats
from assay.errors import samples as errors
from assay.results.confusion import CELLS
from assay.results.stored import StoredByFields
from assay.stats.arithmetic import Number, over_classes, plain


@dataclass(frozen=True, eq=False)
class BinaryCounts(StoredByFields):
    """True and false positives and negatives; each a number, or an array over tables and replicates.

    `tn` may be unknown (nan): whatever needs it is then undefined. Sums are kept once made, as every metric needs them.

    >>> counts = BinaryCounts(tp=6, fp=2, fn=2, tn=10)
    >>> counts.positives, counts.called, counts.total
    (8, 8, 20)
    """

    tp: Number
    fp: Number
    fn: Number
    tn: Number = np.nan

    def __post_init__(self) -> None:
        for name in CELLS:
            value = getattr(self, name)
            if not isinstance(value, float | int | np.ndarray | np.number) or isinstance(value, bool):
                object.__setattr__(self, name, _cells(name, value))

    @cached_property
    def positives(self) -> Number:
        """Cases that are positive."""
        return self.tp + self.fn

    @cached_property
    def negatives(self) -> Number:
        """Cases that are negative."""
        return self.fp + self.tn

    @cached_property
    def called(self) -> Number:
        """Cases that the model called positive."""
        return self.tp + self.fp

    @cached_property
    def passed(self) -> Number:
        """Cases that the model called negative."""
        return self.fn + self.tn

    @cached_property
    def union(self) -> Number:
        """Cases that are positive, or were called so."""
        return self.tp + self.fp + self.fn

    @cached_property
    def total(self) -> Number:
        """All cases."""
        return self.union + self.tn

    def swapped(self) -> BinaryCounts:
        """Return the same cases with the other class as the positive one."""
        return BinaryCounts(tp=self.tn, fp=self.fn, fn=self.fp, tn=self.tp)

    def both_classes(self) -> ClassCounts:
        """Return each of the two classes against the other."""
        pairs = zip(self.stack(), self.swapped().stack(), strict=True)
        return ClassCounts(*(np.stack(np.broadcast_arrays(*pair), axis=-1) for pair in pairs))

    def stack(self) -> tuple[Number, Number, Number, Number]:
        """Return the cells in the order tp, fp, fn, tn."""
        return self.tp, self.fp, self.fn, self.tn

    def __repr__(self) -> str:
        cells = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self))
        return f"{type(self).__name__}({cells})"


def _cells(name: str, value: object) -> Number:
    """Return cells that were handed over in another form than as numbers or arrays, or refuse what are none."""
    try:
        return plain(floats(value))
    except NotNumbersError as problem:
        raise errors.not_a_sample(name, "does not hold numbers") from problem


class Tables(BinaryCounts):
    """Several tables side by side on the last axis: one a class, a label or a data set."""

    def pooled(self) -> BinaryCounts:
        """Return the sum of all tables."""
        return BinaryCounts(*(plain(np.sum(cell, axis=-1)) for cell in self.stack()))

    def table(self, index: int) -> BinaryCounts:
        """Return one of the tables."""
        return BinaryCounts(*(plain(np.asarray(cell)[..., index]) for cell in self.stack()))

    @property
    def size(self) -> int:
        """How many tables there are."""
        return int(np.shape(self.tp)[-1])


class LabelTables(Tables):
    """The tables of labels of which a case may carry several at once."""


class ClassCounts(Tables):
    """The tables of every class against the rest, where each case has exactly one class."""

    @property
    def correct(self) -> Number:
        """Cases whose class the model got right."""
        return plain(over_classes(np.asarray(self.tp)))

    @property
    def cases(self) -> Number:
        """All cases: every class's table adds up to them."""
        return plain(np.asarray(self.total)[..., 0])


class PooledClasses(ClassCounts):
    """The tables of every class that any of several models knows; one without cases and answers is another model's."""

    def pooled(self) -> BinaryCounts:
        """Return the sum of this model's own tables: in that of another's class every case is a true negative."""
        own = np.asarray(self.union) > 0
        return BinaryCounts(*(plain(np.sum(np.where(own, cell, 0.0), axis=-1)) for cell in self.stack()))


def every_class(counts: BinaryCounts) -> ClassCounts:
    """Read one table as the two classes it holds; what already is one table per class stays as it is."""
    return counts if isinstance(counts, ClassCounts) else counts.both_classes()
