"""What is to be validated: models, cases, scheme and task; how many fits that takes, and which parts they use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.errors import schemes as errors
from assay.inputs.columns import Array
from assay.inputs.features import Features
from assay.inputs.tasks import Classes
from assay.pipelines.validation_slices import Slicing
from assay.results.note import Note
from assay.schemes.leaving import LeavePairOut
from assay.schemes.nested import Nested
from assay.schemes.parts import Resubstitution
from assay.schemes.scheme import Scheme, Split

MOST_FITS = 100_000
"""More fits than this take hours even with models that fit in a tenth of a second, so that somebody must want them."""


@dataclass(frozen=True, eq=False)
class Problem:
    """Models and cases, with the scheme that splits them and the task they are judged by.

    `rows` are the numbers that the cases had when they were handed over, before those with gaps were dropped; `notes`
    say what was dropped.
    """

    models: Mapping[str, Any]
    features: Features
    target: Array
    strata: np.ndarray | None
    group: np.ndarray | None
    weight: NDArray[np.floating] | None
    rows: NDArray[np.intp]
    scheme: Scheme
    task: Classes
    seed: int
    notes: tuple[Note, ...] = ()
    group_name: str = "group"
    slicing: Slicing | None = None

    @property
    def n(self) -> int:
        """How many cases there are."""
        return self.features.rows

    @property
    def class_sizes(self) -> tuple[int, ...]:
        """How many cases each class (or stratum) has."""
        return () if self._kept is None else tuple(np.unique(self._kept, return_counts=True)[1].tolist())

    @property
    def group_count(self) -> int:
        """How many groups there are."""
        return 0 if self.group is None else len(np.unique(self.group))

    def weights(self, rows: np.ndarray) -> NDArray[np.floating] | None:
        """Return how much some of the cases count, None where all count the same."""
        return None if self.weight is None else self.weight[rows]

    def fits(self, candidates: int = 1) -> int:
        """Return how many fits one model costs."""
        return self.scheme.fits(self.n, candidates=candidates, classes=self.class_sizes, groups=self.group_count)

    def splits(self) -> list[Split]:
        """Return the (outer) parts; groups that would be torn apart are refused."""
        splits = list(self.scheme.split(self.n, strata=self._kept, group=self.group, seed=self.seed))
        if self.group is not None and not isinstance(self.scheme, Resubstitution):
            refuse_crossing(str(self.scheme), splits, self.group)
        return splits

    @property
    def _kept(self) -> np.ndarray | None:
        """What the scheme sees of the cases: their strata, but the classes themselves where it pairs them."""
        return as_strata(self.target) if isinstance(self.scheme, LeavePairOut) else self.strata

    def inner_splits(self, scheme: Nested, outer: Split, seed: int) -> list[Split]:
        """Return the inner parts of an outer training part, as places in the whole data."""
        train = outer.train
        strata = None if self.strata is None else self.strata[train]
        group = None if self.group is None else self.group[train]
        inner = list(scheme.inner.split(len(train), strata=strata, group=group, seed=seed))
        if group is not None:
            refuse_crossing(str(scheme.inner), inner, group)
        return [replace(part, train=train[part.train], test=train[part.test]) for part in inner]

    def inner_fits(self, scheme: Nested, splits: list[Split]) -> int:
        """Return how many inner parts there are in all outer parts together."""
        total = 0
        for outer in splits:
            strata = None if self.strata is None else self.strata[outer.train]
            group = None if self.group is None else self.group[outer.train]
            sizes = () if strata is None else tuple(np.unique(strata, return_counts=True)[1].tolist())
            count = 0 if group is None else len(np.unique(group))
            total += scheme.inner.fits(len(outer.train), classes=sizes, groups=count)
        return total


def as_strata(column: Array) -> np.ndarray:
    """Return labels as the splitters take them: fractions and mixed kinds as text."""
    if column.dtype == object or (column.dtype.kind == "f" and (column % 1 != 0).any()):
        return np.asarray([str(value) for value in column])
    return np.asarray(column)


def refuse_crossing(scheme: str, splits: list[Split], group: np.ndarray) -> None:
    """Refuse parts that hold cases of one group on both sides."""
    for split in splits:
        crossed = np.intersect1d(group[split.train], group[split.test])
        if len(crossed):
            raise errors.groups_crossed(scheme, len(crossed), len(np.unique(group)), crossed[0].item())
