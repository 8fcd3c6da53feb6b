"""Residuals of a regression, reduced: moments of what each case contributes, quantiles, and the cases if they fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, singledispatch

import numpy as np

from assay.results.stored import StoredByFields
from assay.stats.arithmetic import Number, Numbers
from assay.summaries.moments import Moments, Worth
from assay.summaries.residual_means import COLUMNS, Centre, ResidualMeans, case_columns, shifted
from assay.summaries.residuals import BLOCK, Residuals
from assay.summaries.sketch import Sketch, sketched

OFF_CENTRE = ("truth", "prediction", "error")
"""What a centre holds, in order, as the columns are named."""

AT_ITS_MEAN = 1e-9
"""A centre so close to the mean, in standard deviations, is the mean but for rounding."""

Loss = Callable[[Residuals], Numbers]
"""What every case and output loses, in the user's own unit."""


@dataclass(frozen=True, eq=False)
class Sketches:
    """Quantiles of the errors, their sizes and the truth, for more cases than are kept."""

    error: Sketch
    absolute: Sketch
    truth: Sketch

    @classmethod
    def of(cls, cases: Residuals, most: int | None = None) -> Sketches:
        """Sketch some cases, all of their outputs together."""
        weight = cases.weight if cases.weight is None or cases.width == 1 else np.repeat(cases.weight, cases.width)
        parts = (cases.error, cases.absolute_error, cases.truth)
        return cls(*(sketched(part.ravel(), weight, most) for part in parts))

    def compressed(self, most: int) -> Sketches:
        """Return the same with at most so many bins each."""
        return Sketches(*(sketch.compressed(most) for sketch in (self.error, self.absolute, self.truth)))

    def merge(self, *others: Sketches) -> Sketches:
        """Return the sketches of several sets of cases together."""
        names = ("error", "absolute", "truth")
        return Sketches(
            *(getattr(self, name).merge(*(getattr(sketches, name) for sketches in others)) for name in names)
        )


@dataclass(frozen=True, eq=False)
class RegressionSummary(StoredByFields):
    """What metrics of a regression are computed from.

    `moments` covers the columns of ResidualMeans (unless only ranges were predicted) and then one column per loss.
    `cases` are the cases themselves; where there were too many to keep, `sketches` stand in for them and the moments
    were `summed` on the way.
    """

    centre: Centre | None
    losses: Mapping[str, Loss]
    rows: int
    zeros: int
    largest: float
    scale: float
    weighted: bool
    cases: Residuals | None
    sketches: Sketches | None = None
    summed: Moments | None = None

    @classmethod
    def of(
        cls, cases: Residuals, losses: Mapping[str, Loss] | None = None, centre: Centre | None = None
    ) -> RegressionSummary:
        """Reduce cases in memory; parts that are to be merged must share a centre."""
        losses = losses or {}
        if cases.prediction is not None and centre is None:
            centre = Centre.of(cases)
        return cls(
            centre=centre,
            losses=losses,
            rows=cases.rows,
            zeros=sum(_zeros(part.truth) for part in cases.blocks()),
            largest=_largest(cases) if cases.prediction is not None else float("nan"),
            scale=cases.scale,
            weighted=cases.weighted,
            cases=cases,
        )

    def sketched(self, most: int | None = None) -> RegressionSummary:
        """Return the same summary with sketches of at most so many bins in place of the cases."""
        if self.cases is None:
            return self
        sketches = None if self.centre is None else Sketches.of(self.cases, most)
        return replace(self, cases=None, sketches=sketches, summed=self.moments)

    def merge(self, other: RegressionSummary) -> RegressionSummary:
        """Return the summary of both sets of cases; sketched if either is."""
        if (self.cases is None) != (other.cases is None):
            return self.sketched().merge(other.sketched())
        if self.scale != other.scale:
            raise ValueError("parts held in different units cannot be merged")
        if self.centre is not None and (other.centre is None or not self.centre.same(other.centre)):
            raise ValueError("parts measured from different centres cannot be merged")
        kept = self.cases.merge(other.cases) if self.cases is not None and other.cases is not None else None
        sketches = None if self.sketches is None or other.sketches is None else self.sketches.merge(other.sketches)
        return replace(
            self,
            summed=self.moments.merge(other.moments),
            rows=self.rows + other.rows,
            zeros=self.zeros + other.zeros,
            largest=max(self.largest, other.largest),
            cases=kept,
            sketches=sketches,
        )

    def bounded(self, most: int) -> RegressionSummary:
        """Return the same summary with sketches of at most so many bins in all."""
        if self.sketches is None:
            return self
        return replace(self, sketches=self.sketches.compressed(most // 3))

    def recentred(self, centre: Centre) -> RegressionSummary:
        """Return the same sums measured from another centre, as parts must be before they are merged.

        Sums of products follow from those that are there. The mean distance of the truth from its centre comes from
        the sketch of the truth, exact while that holds single values; how this distance varies is taken as it was.
        """
        if self.centre is None or self.summed is None or self.sketches is None or self.centre.same(centre):
            return self
        truth = self.sketches.truth
        weight = truth.weight if truth.weight.any() else None
        size = float(np.average(truth.away_from(float(centre.truth[0])), weights=weight))
        return replace(self, centre=centre, summed=shifted(self.summed, self.centre, centre, size))

    def centred(self) -> RegressionSummary:
        """Return the sums of a part of the cases measured from that part's own means."""
        if self.centre is None or self.summed is None or self.sketches is None:
            return self
        by_name = dict(zip(COLUMNS, self.summed.mean.tolist(), strict=False))
        off = [by_name[f"{part}_off"] for part in OFF_CENTRE]
        spread = [
            max(by_name[f"{part}_off_squared"] - own**2, 0.0) ** 0.5 for part, own in zip(OFF_CENTRE, off, strict=True)
        ]
        if all(abs(own) <= AT_ITS_MEAN * wide for own, wide in zip(off, spread, strict=True)):
            return self
        return self.recentred(Centre(*(part + own for part, own in zip(self.centre.each(), off, strict=True))))

    @cached_property
    def moments(self) -> Moments:
        """Means and cross-products of every column, summed when they are first asked for."""
        if self.summed is not None:
            return self.summed
        if self.cases is None:
            raise LookupError("neither cases nor sums are there")
        held = isinstance(self.cases.truth, np.ndarray)
        return self._sums[0] if held else moments_of(self.cases.truth, self.cases, self.centre, self.losses)

    @property
    def ends(self) -> tuple[Numbers, Numbers]:
        """The lowest and the highest of every column, where the cases are here."""
        return self._sums[1:]

    @cached_property
    def _sums(self) -> tuple[Moments, Numbers, Numbers]:
        if self.cases is None:
            raise LookupError("the cases were not kept")
        return sums_of(self.cases, self.centre, self.losses)

    @cached_property
    def worth(self) -> Worth:
        """How much the cases weigh, and how many equal ones they are worth."""
        if self.cases is None or self.summed is not None:
            return self.moments.worth
        return Worth.of(self.cases.weight, self.rows)

    @cached_property
    def means(self) -> ResidualMeans:
        """The means by name."""
        return self.named(self.moments.mean)

    def named(self, means: Sequence[Number] | Numbers) -> ResidualMeans:
        """Name a vector of means, or replicates of it."""
        if self.centre is None:
            raise LookupError("only ranges were predicted")
        return ResidualMeans.from_vector(means, self.centre, self.worth)

    def loss_place(self, name: str) -> int:
        """Return which column of the moments a loss is."""
        return (0 if self.centre is None else len(COLUMNS)) + list(self.losses).index(name)

    @property
    def several(self) -> bool:
        """Whether each case has more than one output."""
        return self.cases is not None and self.cases.width > 1


def columns_of(
    cases: Residuals, centre: Centre | None, losses: Mapping[str, Loss], out: Numbers | None = None
) -> Numbers:
    """Return every per-case column: those of ResidualMeans, then the losses (of several outputs, the mean)."""
    first = 0 if centre is None else len(COLUMNS)
    room = np.empty((first + len(losses), cases.rows)) if out is None else out
    if centre is not None:
        case_columns(cases, centre, room[:first])
    for place, loss in enumerate(losses.values(), first):
        each = loss(cases)
        room[place] = each[:, 0] if each.shape[1] == 1 else each.mean(axis=1)
    return room


def _zeros(truth: Numbers) -> int:
    """Count the cases with a truth of 0 in any output."""
    hit = truth[:, 0] == 0 if truth.shape[1] == 1 else (truth == 0).any(axis=1)
    return int(hit.sum())


def _largest(cases: Residuals) -> float:
    return max(float(part.absolute_error.max()) for part in cases.blocks())


@singledispatch
def moments_of(truth: Numbers, cases: Residuals, centre: Centre | None, losses: Mapping[str, Loss]) -> Moments:
    """Sum the moments; what the truth is held in decides who does: other kinds of arrays register their own way."""
    return sums_of(cases, centre, losses)[0]


def sums_of(cases: Residuals, centre: Centre | None, losses: Mapping[str, Loss]) -> tuple[Moments, Numbers, Numbers]:
    """Return the moments of every column with its lowest and its highest value, in one look a block at a time.

    A share of a truth next to 0 may overflow, in its own column alone.
    """
    columns = (0 if centre is None else len(COLUMNS)) + len(losses)
    room = np.empty((columns, min(cases.rows, BLOCK)))
    total, lowest, highest = None, np.full(columns, np.inf), np.full(columns, -np.inf)
    for block in cases.blocks():
        out = room if block.rows == room.shape[1] else None
        with np.errstate(over="ignore", invalid="ignore"):
            made = columns_of(block, centre, losses, out)
            lowest, highest = np.minimum(lowest, made.min(axis=1)), np.maximum(highest, made.max(axis=1))
            part = Moments.of(made, block.weight, in_place=True)
            total = part if total is None else total.merge(part)
    if total is None:
        raise ValueError("there are no cases")
    return total, lowest, highest
