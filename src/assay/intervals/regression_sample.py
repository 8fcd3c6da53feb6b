"""An error summary with what its intervals share: replicates of the means, sorted errors, ranks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations_with_replacement

import numpy as np

from assay.intervals.medians import Spectrum, deviation_limits
from assay.intervals.moment_draws import Replicates, resample, weighted_means
from assay.metrics.cards import Card
from assay.metrics.regression.order import median
from assay.results.stored import StoredByFields
from assay.stats.arithmetic import Number, Numbers
from assay.stats.ranks import Places, Ranked, rank
from assay.stats.skew import alarming_skew, rests_on_few
from assay.summaries.made_values import MadeValues
from assay.summaries.regression import RegressionSummary, columns_of
from assay.summaries.residual_means import COLUMNS
from assay.summaries.residuals import BLOCK, Residuals
from assay.summaries.sketch import folded

ASIDE = 0.1
"""Standard errors to step aside: near enough to look alike, and a slope that is 0 by chance is not 0 there as well."""

STEP = 1e-30
"""The step into the complex plane as a share of each mean."""

NEAR_ZERO = 0.01
"""What a ratio divides by is near zero below this share of its usual size: the slope changes hundredfold within the
cases."""

Formula = Callable[[Sequence[Number] | Numbers], Number]


@dataclass(frozen=True)
class RegressionSample(StoredByFields):
    """A summary of errors, the level asked for, and everything that several metrics need but is computed once."""

    summary: RegressionSummary
    level: float
    seed: int
    method: str | None = None
    asked: bool = True
    """Whether metrics were asked for by name, so that they are worth what they cost."""
    cards: tuple[Card, ...] = field(default=(), compare=False)
    """Metrics of means that share the replicates, where it is known which will be asked for."""

    @property
    def cases(self) -> Residuals:
        """The cases themselves, for the metrics that need them."""
        if self.summary.cases is None:
            raise LookupError("the cases were not kept")
        return self.summary.cases

    @cached_property
    def columns(self) -> Numbers:
        """What every case contributes to each mean."""
        return columns_of(self.cases, self.summary.centre, self.summary.losses)

    def place(self, card: Card) -> int:
        """Return which column the metric is the mean of."""
        return self.summary.loss_place(card.name) if card.mean_of is None else COLUMNS.index(card.mean_of)

    def skew(self, card: Card) -> float | None:
        """Return the skew of what the cases add to a mean that few of them carry, None where t can be trusted.

        No skew is larger than the distance of the farthest value in standard deviations: where that is small enough,
        nothing else is looked at.
        """
        place, moments, rows = self.place(card), self.summary.moments, self.summary.rows
        if not self.summary.weighted:
            mean, (lowest, highest) = moments.mean[place], self.summary.ends
            reach = max(highest[place] - mean, mean - lowest[place])
            if not reach > alarming_skew(rows) * np.sqrt(moments.around[place, place] / rows):
                return None
        return rests_on_few(self.contributions(card))

    def contributions(self, card: Card) -> Numbers:
        """Return what each case contributes to a metric that is a mean."""
        place, centre = self.place(card), self.summary.centre
        shift = float(np.mean(centre.error)) if card.mean_of == COLUMNS[0] and centre is not None else 0.0
        if self.summary.rows <= BLOCK:
            return np.asarray(self.columns[place] + shift)
        parts = self.cases.blocks()
        return np.concatenate([columns_of(part, centre, self.summary.losses)[place] + shift for part in parts])

    @cached_property
    def replicates(self) -> Replicates:
        """The means and their spread as resampling the cases would give them, in whatever order they came."""
        if not self.cards:
            return self._every_pair
        read = {pair for card in self.cards for pair in pairs_of(self.places(card))}
        return self._resampled(sorted(read))

    def replicates_of(self, places: Places) -> Replicates:
        """Return the replicates with the products of these columns, even where nobody foresaw them."""
        foreseen = all(pair in self.replicates.squares for pair in pairs_of(places))
        return self.replicates if foreseen else self._every_pair

    @cached_property
    def _every_pair(self) -> Replicates:
        return self._resampled(list(pairs_of(np.arange(len(self.columns)))))

    def _resampled(self, pairs: Sequence[tuple[int, int]]) -> Replicates:
        return resample(self.columns[:, self.cases.order], pairs, self.seed)

    def slope(self, card: Card) -> Numbers:
        """Return how fast a metric changes with each mean."""
        return self._slopes(card)[:, 0]

    def places(self, card: Card) -> Places:
        """Return which means a metric depends on at all."""
        return np.flatnonzero(self._slopes(card)[:, 1])

    def _slopes(self, card: Card) -> Numbers:
        if card.name not in self._known_slopes:
            self._known_slopes[card.name] = slopes(self.formula(card), self._points)
        return self._known_slopes[card.name]

    @cached_property
    def _known_slopes(self) -> dict[str, Numbers]:
        return {}

    @cached_property
    def _points(self) -> Numbers:
        """The means, and a point a little aside, where no slope along a mean that is read is 0 by chance."""
        moments = self.summary.moments
        mean, variance = (np.nan_to_num(part, posinf=0.0) for part in (moments.mean, np.diag(moments.around)))
        squares = moments.worth.squares or 1.0  # weights that vanish beside others have squares of 0
        apart = ASIDE * np.sqrt(np.maximum(variance, 0.0) / squares) / np.sqrt(np.arange(len(mean)) + 2)
        return np.column_stack([moments.mean, mean + apart])

    @cached_property
    def drawn_means(self) -> Numbers:
        """The means alone as resampling the cases would give them, each case with its weight: columns x replicates."""
        if self.cases.weight is None:
            return self.replicates.means
        order = self.cases.order
        return weighted_means(self.columns[:, order], self.cases.weight[order], self.seed)

    @cached_property
    def absolute(self) -> Spectrum:
        """The sizes of the errors, asked for their quantiles."""
        return Spectrum(self.cases.errors(np.abs), self.cases.weight)

    @cached_property
    def signed(self) -> Spectrum:
        """The errors, asked for their quantiles."""
        return Spectrum(self.cases.errors(), self.cases.weight)

    @cached_property
    def deviation(self) -> tuple[float, float, float]:
        """The median absolute deviation of the errors with its limits."""
        return deviation_limits(self.cases.errors(), self.cases.weight, self.summary.worth.mean_degrees, self.level)

    @cached_property
    def truth(self) -> Spectrum:
        """The truth, asked for its quantiles."""
        return Spectrum(MadeValues((self.cases.truth,)), self.cases.weight)

    @cached_property
    def near_zero(self) -> bool:
        """Whether a truth is smaller than 1% of its output's typical (median) one, so that shares of it mean little."""
        sketches = self.summary.sketches
        if sketches is not None:
            size = folded(sketches.truth, 0.0)
            return bool(np.min(size.low) < NEAR_ZERO * np.mean(size.median()))
        return any(_near_zero(column, self.cases.weight) for column in self.cases.truth.T)

    @cached_property
    def outputs(self) -> tuple[RegressionSample, ...]:
        """Each output judged alone."""
        parts = [self.cases.output(place) for place in range(self.cases.width)]
        return tuple(replace(self, summary=RegressionSummary.of(part, self.summary.losses)) for part in parts)

    def output(self, place: int) -> RegressionSample:
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
        return lambda means: card.measure(self.summary.named(means))


def _near_zero(truth: Numbers, weight: Numbers | None) -> bool:
    low, high = float(np.min(truth)), float(np.max(truth))
    if low * high > 0 and min(abs(low), abs(high)) >= NEAR_ZERO * max(abs(low), abs(high)):
        return False
    size = np.abs(truth)
    return bool(np.min(size) < NEAR_ZERO * median(size[:, None], weight))


def slopes(formula: Formula, means: Numbers, places: Places | None = None) -> Numbers:
    """Return how fast a formula changes with each mean, exactly: by a step into the complex plane.

    Reference: Squire & Trapp 1998. Replicates of the means may stand on further axes; `places` are the means to move.
    """
    moved = np.arange(len(means)) if places is None else places
    size = np.abs(means).reshape(len(means), -1).max(axis=1)
    step = STEP * np.where(np.isfinite(size) & (size > 0), size, 1.0)[moved]
    further = [1] * (means.ndim - 1)
    stepped = list(means[:, None])
    for place, direction in zip(moved.tolist(), np.diag(1j * step), strict=True):
        stepped[place] = stepped[place] + direction.reshape(-1, *further)
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        rises = np.imag(np.asarray(formula(stepped)))
        slope = np.broadcast_to(rises, (len(moved), *means.shape[1:]))
        return np.asarray(slope / step.reshape(-1, *further))


def pairs_of(places: Places) -> Iterator[tuple[int, int]]:
    """Yield every pair of some places, each with itself too, the lower first."""
    return combinations_with_replacement(places.tolist(), 2)
