"""An error summary with what its intervals share: replicates of the means, sorted errors, ranks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from assay.intervals.medians import Spectrum
from assay.intervals.moment_draws import Replicates, resample
from assay.metrics.cards import Card
from assay.stats.arithmetic import Number, Numbers
from assay.stats.ranks import Places, Ranked, rank
from assay.summaries.errors import ErrorSummary, Loss, columns_of
from assay.summaries.residuals import Residuals

STEP = 1e-30

Formula = Callable[[Numbers], Number]


@dataclass(frozen=True)
class ErrorSample:
    """A summary of errors, the level asked for, and everything that several metrics need but is computed once."""

    summary: ErrorSummary
    losses: dict[str, Loss]
    level: float
    seed: int
    method: str | None = None

    @property
    def cases(self) -> Residuals:
        """The cases themselves, for the metrics that need them."""
        if self.summary.cases is None:
            raise LookupError("the cases were not kept")
        return self.summary.cases

    @cached_property
    def columns(self) -> Numbers:
        """What every case contributes to each mean."""
        return columns_of(self.cases, self.summary.centre, self.losses)

    @cached_property
    def replicates(self) -> Replicates:
        """The means and their spread as resampling the cases would give them."""
        rng = np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(7,)))
        return resample(self.columns, rng)

    @cached_property
    def absolute(self) -> Spectrum:
        """The sizes of the errors, asked for their quantiles."""
        return Spectrum(self.cases.absolute_error, self.cases.weight, self.level)

    @cached_property
    def signed(self) -> Spectrum:
        """The errors, asked for their quantiles."""
        return Spectrum(self.cases.error, self.cases.weight, self.level)

    @cached_property
    def truth(self) -> Spectrum:
        """The truth, asked for its quantiles."""
        return Spectrum(self.cases.truth, self.cases.weight, self.level)

    @cached_property
    def typical_size(self) -> float:
        """The median size of the truth."""
        if float(np.min(self.cases.truth)) >= 0:
            return self.truth.median()
        return Spectrum(np.abs(self.cases.truth), self.cases.weight, self.level).median()

    @cached_property
    def outputs(self) -> tuple[ErrorSample, ...]:
        """Each output judged alone."""
        parts = [self.cases.output(place) for place in range(self.cases.width)]
        return tuple(replace(self, summary=ErrorSummary.of(part, self.losses)) for part in parts)

    def output(self, place: int) -> ErrorSample:
        """Return the sample of one output."""
        return self.outputs[place]

    @cached_property
    def truth_ranks(self) -> tuple[Ranked, ...]:
        """The truth in order, an output each."""
        return tuple(rank(column) for column in self.cases.truth.T)

    @cached_property
    def prediction_ranks(self) -> tuple[Ranked, ...]:
        """The predictions in order, an output each."""
        return tuple(rank(column) for column in self.cases.answers.T)

    def formula(self, card: Card) -> Formula:
        """Return a metric as a function of the vector of means."""
        if card.loss is not None:
            place = self.summary.loss_place(card.name)
            return lambda means: means[place]
        return lambda means: card.function(self.summary.named(means), **card.parameters)


def slopes(formula: Formula, means: Numbers, places: Places | None = None) -> Numbers:
    """Return how fast a formula changes with each mean, exactly: by a step into the complex plane.

    Reference: Squire & Trapp 1998. Replicates of the means may stand on further axes; `places` are the means to move.
    """
    moved = np.arange(len(means)) if places is None else places
    steps = np.zeros((len(means), len(moved), *[1] * (means.ndim - 1)), dtype=complex)
    steps[moved, np.arange(len(moved))] = 1j * STEP
    with np.errstate(invalid="ignore", divide="ignore"):
        found = np.imag(np.asarray(formula(means[:, None] + steps))) / STEP
    return np.asarray(np.broadcast_to(found, (len(moved), *means.shape[1:])))


def places_read(formula: Formula, means: Numbers) -> Places:
    """Return which means a formula depends on at all, found at a place where no slope is 0 by chance."""
    elsewhere = means + 1 + np.sqrt(np.arange(len(means)) + 2) * (1 + np.abs(means))
    return np.flatnonzero(slopes(formula, elsewhere) != 0)
