"""Metrics of scores with their intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, singledispatch
from typing import Any

import numpy as np

from assay.curves.calibration import CalibrationBins, calibration_bins
from assay.intervals import auc, average_precision
from assay.intervals.calibration import NOT_DEBIASED, JudgedCalibration, judge_binned, judge_calibration
from assay.intervals.estimating import estimate_from, value_alone
from assay.intervals.losses import mean_limits
from assay.intervals.method_names import AREA_METHODS, VALUES_ALONE
from assay.intervals.rate_bands import METHOD as HEIGHT_METHOD
from assay.intervals.rate_bands import roc_limits
from assay.intervals.score_resampling import REDRAWN, jackknife_limits, resampled_limits
from assay.intervals.shaped_scores import METHOD, bias_note, shift_of, shifted_limits
from assay.intervals.unvaried import NO_WEIGHT, NOTHING, room
from assay.metrics.cards import Card
from assay.metrics.families import (
    Area,
    AveragePrecision,
    Calibration,
    CurveHeight,
    Distance,
    Family,
    Loss,
    MeanLoss,
    PlainCalibration,
    ResampledScores,
    ShapedScores,
)
from assay.metrics.scores.probabilities import brier_decomposition, debiased_error
from assay.results.estimate import Estimate
from assay.stats.arithmetic import Numbers
from assay.stats.streams import Stream
from assay.summaries.losses import log_losses
from assay.summaries.score_bounds import area_range, distance_range, precision_range
from assay.summaries.score_draws import few_atoms, resample
from assay.summaries.score_smoothing import smoothed
from assay.summaries.score_table import ScoreTable

HEAVY = 0.2
"""A taste: beyond a fifth, one case decides what the mean says."""

CERTIFIED: Mapping[type[Family], Callable[[ScoreTable], tuple[float, float]]] = {
    Area: area_range,
    AveragePrecision: precision_range,
    Distance: distance_range,
}
"""How far a value can be off where scores were cut into bins, for the families for which that can be certified."""


@dataclass(frozen=True)
class ScoreSample:
    """A score table with what its metrics share: placements, calibration, resampled weights."""

    table: ScoreTable
    level: float
    seed: int
    method: str | None = None

    @cached_property
    def placements(self) -> auc.Placements:
        """How each class is placed among the other."""
        return auc.placements(self.table)

    @cached_property
    def merged(self) -> ScoreTable:
        """The table with few enough atoms to be resampled."""
        return few_atoms(self.table)

    @cached_property
    def resampled(self) -> ScoreTable:
        """Weights as resampling the rows would give them."""
        rng = Stream.RESAMPLED_SCORES.of(self.seed)
        return resample(self.merged, rng)

    @cached_property
    def smoothed(self) -> tuple[ScoreTable, ScoreTable]:
        """Smoothed scores and draws from them; where scores come in few levels, the scores as they are."""
        base = smoothed(self.table)
        if base is None:
            return self.merged, self.resampled
        return base, resample(base, Stream.SMOOTHED_SCORES.of(self.seed))

    @cached_property
    def calibration(self) -> JudgedCalibration:
        """The calibration error, debiased, with its test."""
        return judge_calibration(self.table, self.level, self.seed, self.method == "conservative", self.bins)

    @cached_property
    def bins(self) -> CalibrationBins:
        """Neighbouring scores in bins of about equal weight."""
        return calibration_bins(self.table)

    def fits(self, card: Card) -> bool:
        """Say whether the method asked for can be used for a metric."""
        if self.method in AREA_METHODS:
            return isinstance(card.family, Area)
        if self.method == "conservative":
            return isinstance(card.family, Calibration)
        return self.method in REDRAWN and isinstance(card.family, Area | AveragePrecision | ResampledScores | MeanLoss)


@estimate_from.register
def _(sample: ScoreSample, card: Card) -> Estimate:
    if not sample.table.total:
        return Estimate(np.nan, *card.bounds, sample.level, "none", sample.table.rows, NO_WEIGHT)
    if sample.method == VALUES_ALONE:
        return value_alone(_plain_value(card, sample), card, sample.level, sample.table.rows)
    value = score_value(card, sample)
    if np.isnan(value):
        return Estimate(value, *card.bounds, sample.level, "none", sample.table.rows, card.undefined)
    low, high, method, value, note = _interval(card, sample, value)
    bound = certified_bound(card, sample.table, value)
    if bound:
        note = f"exact to ± {bound:.1g}, as very many scores were cut into bins"
        low, high = low - bound, high + bound
    low, high = np.clip([min(low, value), max(high, value)], *card.bounds)
    return Estimate(value, float(low), float(high), sample.level, method, sample.table.rows, note)


def _plain_value(card: Card, sample: ScoreSample) -> float:
    """Return the metric's value without the draws that its interval needs."""
    if type(card.family) is Calibration and sample.table.probabilities:
        return float(debiased_error(sample.table, sample.bins))
    return score_value(card, sample)


def score_value(card: Card, sample: ScoreSample) -> float:
    """Return the metric's value, from what the sample already holds where it does."""
    table = sample.table
    if type(card.family) is Calibration and table.probabilities:
        return sample.calibration.value
    if isinstance(card.family, Area) and table.positive_total and table.negative_total:
        return card.family.of(sample.placements.area)
    return float(card.measure(table))


def certified_bound(card: Card, table: ScoreTable, value: float) -> float:
    """Return how far the value can be from that of the uncut scores; 0 where nothing was cut."""
    family = card.family
    certify = next((own for kind, own in CERTIFIED.items() if isinstance(family, kind)), None)
    if table.exact or certify is None:
        return 0.0
    least, most = certify(table)
    if isinstance(family, Area):
        least, most = family.of(least), family.of(most)
    return max(most - value, value - least, 0.0)


Found = tuple[float, float, str, float, str | None]


def _interval(card: Card, sample: ScoreSample, value: float) -> Found:
    if sample.method in REDRAWN and sample.fits(card):
        return *_resampled(card, sample, value, str(sample.method)), value, None
    return score_interval(card.family, card, sample, value)


@singledispatch
def score_interval(family: Family, card: Card, sample: ScoreSample, value: float) -> Found:
    """Return the interval of a metric of scores, by its family."""
    raise LookupError(f"{card.name} is no metric of scores of two classes")


@score_interval.register
def _(family: ResampledScores, card: Card, sample: ScoreSample, value: float) -> Found:
    return *_resampled(card, sample, value, "percentile"), value, None


@score_interval.register
def _(family: ShapedScores, card: Card, sample: ScoreSample, value: float) -> Found:
    spread = shift_of(card, sample.merged, sample.resampled)
    if spread is None:
        return *card.bounds, "none", value, None
    if not spread.error > NOTHING:
        return *_hardly_varying(card, sample, value), "clopper-pearson", value, None
    shift = shift_of(card, *sample.smoothed) or spread
    return *shifted_limits(card, sample.table, value, shift, sample.level), METHOD, value, bias_note(shift)


@score_interval.register
def _(family: CurveHeight, card: Card, sample: ScoreSample, value: float) -> Found:
    parameters: dict[str, Any] = dict(card.parameters)
    place = np.array([1 - float(parameters["specificity"])])
    low, high = (float(end[0]) for end in roc_limits(sample.table, place, np.array([value]), sample.level))
    return low, high, HEIGHT_METHOD, value, None


@score_interval.register
def _(family: Area, card: Card, sample: ScoreSample, value: float) -> Found:
    if sample.method in AREA_METHODS:
        low, high = auc.named_limits(sample.placements, str(sample.method), sample.level)
        return family.of(low), family.of(high), str(sample.method), value, None
    low, high, method = auc.default_limits(sample.placements, sample.level)
    note = "partly model-based (Newcombe), as few pairs are misordered" if method in auc.MODEL_BASED else None
    return family.of(low), family.of(high), method, value, note


@score_interval.register
def _(family: AveragePrecision, card: Card, sample: ScoreSample, value: float) -> Found:
    table = sample.table
    note = f"at a prevalence of {float(table.positive_total) / float(table.total):.3g}, on which it depends"
    return *average_precision.limits(table, value, sample.level), value, note


@score_interval.register
def _(family: MeanLoss, card: Card, sample: ScoreSample, value: float) -> Found:
    losses = sample.table.all_losses
    if losses is None:
        return *card.bounds, "none", value, None
    log = family.loss is Loss.LOG
    worst = -float(np.log(sample.table.epsilon)) if log else card.bounds[1]
    each = _per_case(family.loss, sample.table)
    table = sample.table
    low, high, method, note = mean_limits(
        losses.log if log else losses.squared, each, table.rows, card.bounds, worst, sample.level, sample.seed,
        table.fourth if table.weighted else None,
    )  # fmt: skip
    parts = None if log else _murphy_parts(sample)
    return low, high, method, value, note or parts or _heaviest(each)


@score_interval.register
def _(family: Calibration, card: Card, sample: ScoreSample, value: float) -> Found:
    judged = sample.calibration
    return judged.low, judged.high, judged.method, judged.value, judged.verdict


@score_interval.register
def _(family: PlainCalibration, card: Card, sample: ScoreSample, value: float) -> Found:
    judged = judge_binned(card, sample.table, sample.level, sample.seed, sample.method)
    return judged.low, judged.high, judged.method, value, f"{NOT_DEBIASED}; {judged.verdict}"


def _heaviest(each: Numbers | None) -> str | None:
    """Say when one case carries more than a fifth of a mean."""
    if each is None or len(each) < 2 or not np.max(each) > HEAVY * each.sum():
        return None
    return f"one case carries {np.max(each) / each.sum():.0%} of it"


def _murphy_parts(sample: ScoreSample) -> str:
    """Write Murphy's parts of a Brier score."""
    parts = brier_decomposition(sample.table, sample.bins)
    return (
        f"reliability {parts['reliability']:.4f} - resolution {parts['resolution']:.4f} "
        f"+ uncertainty {parts['uncertainty']:.4f}"
    )


def _per_case(loss: Loss, table: ScoreTable) -> Numbers | None:
    """Return the loss of every case where there are few and they are unweighted."""
    if table.weighted or table.rows >= 1000 or not table.exact:
        return None
    given = np.concatenate(
        [np.repeat(table.score, table.positives.astype(int)), np.repeat(1 - table.score, table.negatives.astype(int))]
    )
    return log_losses(given, table.epsilon) if loss is Loss.LOG else (1 - given) ** 2


def _resampled(card: Card, sample: ScoreSample, value: float, method: str) -> tuple[float, float, str]:
    if method == "jackknife":
        low, high = jackknife_limits(card, sample.table, value, sample.level)
    else:
        low, high = resampled_limits(card, sample.merged, sample.resampled, value, sample.level, method)
    if np.isnan(low):
        return *card.bounds, method
    if low == high:
        return *_hardly_varying(card, sample, value), "clopper-pearson"
    return low, high, method


def _hardly_varying(card: Card, sample: ScoreSample, value: float) -> tuple[float, float]:
    """Leave room where every replicate is the same: what 0 exceptions among the smaller class still allow."""
    n = min(sample.table.effective_positives, sample.table.effective_negatives)
    return room(value, *card.bounds, n, sample.level)
