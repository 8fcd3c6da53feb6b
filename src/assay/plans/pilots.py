"""What a pilot tells: the value to expect, how much cases spread, how often models disagree, how groups correlate."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from typing import ClassVar

import numpy as np
from scipy import special

from assay.errors import plans as errors
from assay.intervals.estimating import estimate_from
from assay.intervals.label_intervals import LabelSample
from assay.intervals.sample import Sample
from assay.intervals.score_intervals import ScoreSample
from assay.intervals.text_intervals import SegmentSample
from assay.metrics.cards import Card
from assay.plans.designs import Design, WidthGoal
from assay.plans.mean_designs import TIMES, MeanPairs, MeanWidth
from assay.results.comparison import Comparison, Pair
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation
from assay.results.metric_names import whole_name
from assay.results.validation import Validation
from assay.stats.arithmetic import Numbers
from assay.stats.streams import Stream
from assay.summaries.label_counts import LabelCounts
from assay.summaries.score_table import ScoreTable
from assay.tasks.labels.result import LabelEvaluation
from assay.tasks.scores.result import ScoreEvaluation
from assay.tasks.text.result import TextEvaluation

DRAWS, FEWEST_DRAWS = 60, 12
"""Simulated samples at most: the mean width then has an error of 1 to 2%; and at least, where widths hardly vary."""

CLOSE = 0.01
"""A simulated width this near to the one asked for is as near as the draws can tell."""

ROUNDS = 6
"""Each corrects by the square of the ratio that is left, so that few are needed."""


@dataclass(frozen=True)
class Pilot:
    """One metric of a pilot: its estimate, on how many cases, and the sample behind it where it can be redrawn."""

    estimate: Estimate
    n: int
    prevalence: float | None = None
    pair: Pair | None = None
    sample: object = None
    icc: float | None = None
    group_size: float | None = None

    @property
    def spread(self) -> float:
        """The standard deviation of what single cases contribute, read off the interval."""
        return spread_of(self.estimate, self.n)


def spread_of(estimate: Estimate, n: float) -> float:
    """Return the standard deviation of a case that an interval of n cases speaks of."""
    z = float(special.ndtri((1 + estimate.level) / 2))
    return (estimate.high - estimate.low) / 2 / z * math.sqrt(n)


def read_pilot(like: object, card: Card) -> Pilot:
    """Return what a result tells of a metric."""
    if isinstance(like, Evaluation):
        return _of_evaluation(like, card)
    if isinstance(like, Comparison):
        estimate = like.metrics.get(whole_name(card.name, like.metrics, like.aliases))
        if estimate is None or not estimate.pairs or not _usable(estimate.pairs[0].difference):
            raise errors.pilot_without(card.name, list(like.metrics))
        pair = estimate.pairs[0]
        first = estimate.models[pair.a]
        prevalence = _prevalence(next(iter(like.evaluations.values()), None))
        return Pilot(first, like.n, prevalence, pair)
    if isinstance(like, Validation):
        own = like.only.metrics.get(whole_name(card.name, like.only.metrics, like.only.aliases))
        if own is None or not _usable(own.pooled):
            raise errors.pilot_without(card.name, list(like.only.metrics))
        return Pilot(own.pooled, like.n)
    raise errors.bad_pilot(type(like).__name__, "an evaluation, a comparison or a validation")


def _of_evaluation(like: Evaluation, card: Card) -> Pilot:
    name = whole_name(card.name, like.estimates, like.aliases)
    made = like.estimates.get(name)
    if made is None or not _usable(made):
        raise errors.pilot_without(card.name, list(like.estimates))
    grouping = like.grouping
    size = like.n / grouping.groups if grouping else None
    icc = None
    if grouping and size and size > 1 and grouping.design_effect is not None:
        icc = min(max((grouping.design_effect - 1) / (size - 1), 0.0), 1.0)
    sample = None if grouping else _sample_of(like, card)
    return Pilot(made, like.n, _prevalence(like), None, sample, icc, size)


def _usable(made: Estimate) -> bool:
    return made.defined and math.isfinite(made.high - made.low) and made.high > made.low


def _prevalence(like: Evaluation | None) -> float | None:
    """Return the share of positive cases, where the pilot has two classes."""
    if like is None or like.confusion is None or like.positive is None:
        return None
    labels = list(like.confusion.labels)
    if len(labels) != 2 or like.positive not in labels:
        return None
    rows = np.asarray(like.confusion.counts, dtype=float).sum(axis=1)
    return float(rows[labels.index(like.positive)] / rows.sum()) if rows.sum() else None


def _sample_of(like: Evaluation, card: Card) -> object:
    """Return what can be redrawn: cells of a table, scores, or what was counted in every segment."""
    if isinstance(like, ScoreEvaluation) and card.reads is ScoreTable and not like.choices.weighted:
        return ScoreSample(like.thresholds.table, like.level, like.choices.seed)
    if isinstance(like, LabelEvaluation) and like.sample is not None and not like.choices.weighted:
        return like.sample if isinstance(like.sample.draws.summary, LabelCounts) else None
    if isinstance(like, TextEvaluation) and like.parts is not None and card.name in like.parts.sample.counts:
        return replace(like.parts.sample, counts={card.name: like.parts.sample.counts[card.name]})
    return None


@singledispatch
def redrawn(sample: object, n: int, rng: np.random.Generator) -> object:
    """Return the sample that n other cases might have given."""
    raise LookupError(f"nothing says how a {type(sample).__name__} is redrawn")


@redrawn.register
def _(sample: LabelSample, n: int, rng: np.random.Generator) -> object:
    summary = sample.draws.summary
    if not isinstance(summary, LabelCounts):
        raise LookupError("only one table of labels is redrawn")
    drawn = _drawn(summary.weights, n, rng)
    return replace(sample, draws=Sample(LabelCounts.of_counts(summary.labels, drawn, summary.positive), 0))


@redrawn.register
def _(sample: ScoreSample, n: int, rng: np.random.Generator) -> object:
    table = sample.table
    drawn = _drawn(np.stack([table.positives, table.negatives]), n, rng)
    kept = drawn.sum(axis=0) > 0
    score, (positives, negatives) = table.score[kept], drawn[:, kept]
    made = replace(
        table, score=score, low=score, high=score, positives=positives, negatives=negatives,
        positive_squares=positives, negative_squares=negatives, rows=n, losses=None, fourth=0.0,
    )  # fmt: skip
    return ScoreSample(made, sample.level, 0, sample.method)


@redrawn.register
def _(sample: SegmentSample, n: int, rng: np.random.Generator) -> object:
    rows = rng.integers(0, sample.segments, n)
    counts = {name: replace(own, rows=own.rows[rows], drawn=None) for name, own in sample.counts.items()}
    return replace(sample, counts=counts, segments=n, seed=0, order=None)


def _drawn(weights: Numbers, n: int, rng: np.random.Generator) -> Numbers:
    flat = weights.ravel() / weights.sum()
    return rng.multinomial(n, flat).reshape(weights.shape).astype(float)


@dataclass(frozen=True)
class SimulatedWidth(WidthGoal):
    """The interval of any metric, by drawing samples of that size from the pilot and making its real interval."""

    pilot: Pilot
    card: Card
    width: float
    level: float
    seed: int = 0
    unknown: ClassVar[str] = "standard deviation"
    method: ClassVar[str] = "simulation from the pilot"
    reason: ClassVar[str] = "its interval has no formula, so that samples of that size are drawn and judged"

    @property
    def at(self) -> float:
        """The spread of the cases that the pilot's interval speaks of."""
        return self.pilot.spread

    def size(self) -> int:
        """Start from the root of the cases, and correct by what is simulated."""
        pilot = self.pilot.estimate
        n = max(math.ceil(self.pilot.n * ((pilot.high - pilot.low) / self.width) ** 2), 2)
        for _ in range(ROUNDS):
            ratio = self.achieved(n) / self.width
            if 1 - CLOSE <= ratio <= 1:
                break
            n = max(math.ceil(n * (ratio * (1 + CLOSE / 4)) ** 2), 2)
        return n

    def achieved(self, n: int) -> float:
        """Return the mean width of simulated intervals."""
        rng = Stream.of_plans(self.seed)
        widths: list[float] = []
        while len(widths) < FEWEST_DRAWS or (len(widths) < DRAWS and _still_rough(widths)):
            made = estimate_from(redrawn(self.pilot.sample, n, rng), self.card)
            widths.append(made.high - made.low)
        return float(np.mean(widths))

    def variants(self) -> Sequence[tuple[float, Design]]:
        """Return other spreads, by the root of the cases."""
        own = self.pilot.spread
        return [(own * times, PilotWidth(own * times, self.width, self.level)) for times in TIMES]


def _still_rough(widths: list[float]) -> bool:
    """Say whether the error of a mean width is more than what counts as close."""
    return bool(np.std(widths, ddof=1) > CLOSE * np.mean(widths) * math.sqrt(len(widths)))


@dataclass(frozen=True)
class PilotWidth(MeanWidth):
    """The interval of a metric whose pilot is known by its interval alone."""

    method: ClassVar[str] = "the pilot's interval, shrunk"
    reason: ClassVar[str] = "intervals shrink with the root of the cases"


@dataclass(frozen=True)
class PilotPairs(MeanPairs):
    """Two models, by the interval of their difference in a pilot."""

    unknown: ClassVar[str] = "standard deviation"
    method: ClassVar[str] = "the pilot's interval of the difference, shrunk"
    reason: ClassVar[str] = "intervals shrink with the root of the cases"

    @property
    def at(self) -> float:
        """The spread of what a case adds to the difference."""
        return self.sd

    @property
    def effect(self) -> float:
        """The difference (and the margin) over its spread."""
        return (self.difference + self.margin) / self.sd

    def variants(self) -> Sequence[tuple[float, Design]]:
        """Return other spreads."""
        return [(self.sd * times, replace(self, sd=self.sd * times)) for times in TIMES]
