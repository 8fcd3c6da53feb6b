"""Metrics of scores with their intervals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from assay.curves.calibration import CalibrationBins, calibration_bins
from assay.intervals import auc, average_precision
from assay.intervals.calibration import CALIBRATIONS, NOT_DEBIASED, Calibration, judge_binned, judge_calibration
from assay.intervals.losses import mean_limits
from assay.intervals.score_resampling import LOSSES, RESAMPLED, resampled_limits
from assay.intervals.unvaried import room
from assay.metrics.cards import Card
from assay.metrics.scores.probabilities import brier_decomposition
from assay.results.estimate import Estimate
from assay.stats.arithmetic import Numbers
from assay.summaries.losses import log_losses
from assay.summaries.score_bounds import area_range, distance_range, precision_range
from assay.summaries.score_draws import few_atoms, resample
from assay.summaries.score_table import ScoreTable

AREA_METHODS = ("delong", "logit-delong", "hanley-mcneil", "newcombe")
SCORE_METHODS = (*AREA_METHODS, "conservative")
HEAVY = 0.2

Certified = dict[str, Callable[[ScoreTable], tuple[float, float]]]
CERTIFIED: Certified = {"auc": area_range, "average-precision": precision_range, "ks": distance_range}


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
        rng = np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(5,)))
        return resample(self.merged, rng)

    @cached_property
    def calibration(self) -> Calibration:
        """The calibration error, debiased, with its test."""
        return judge_calibration(self.table, self.level, self.seed, self.method == "conservative", self.bins)

    @cached_property
    def bins(self) -> CalibrationBins:
        """Neighbouring scores in bins of about equal weight."""
        return calibration_bins(self.table)

    def fits(self, card: Card) -> bool:
        """Say whether the method asked for can be used for a metric."""
        if self.method in AREA_METHODS:
            return card.interval in ("auc", "gini")
        if self.method == "conservative":
            return card.interval in CALIBRATIONS
        return self.method in RESAMPLED and card.interval in ("auc", "gini", "average-precision", "atoms", *LOSSES)


def estimate_score(card: Card, sample: ScoreSample) -> Estimate:
    """Return a metric of scores with its interval; undefined with the reason where it has no value."""
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


def score_value(card: Card, sample: ScoreSample) -> float:
    """Return the metric's value, from what the sample already holds where it does."""
    table = sample.table
    if card.interval == "calibration" and table.probabilities:
        return sample.calibration.value
    if card.interval in ("auc", "gini") and table.positive_total and table.negative_total:
        return sample.placements.area if card.interval == "auc" else 2 * sample.placements.area - 1
    return float(card.measure(table))


def certified_bound(card: Card, table: ScoreTable, value: float) -> float:
    """Return how far the value can be from that of the uncut scores; 0 where nothing was cut."""
    kind = "ks" if card.name == "ks" else {"gini": "auc"}.get(str(card.interval), str(card.interval))
    if table.exact or kind not in CERTIFIED:
        return 0.0
    least, most = CERTIFIED[kind](table)
    if card.interval == "gini":
        least, most = 2 * least - 1, 2 * most - 1
    return max(most - value, value - least, 0.0)


Found = tuple[float, float, str, float, str | None]


def _interval(card: Card, sample: ScoreSample, value: float) -> Found:
    if sample.method in RESAMPLED and sample.fits(card):
        return *_resampled(card, sample, value, str(sample.method)), value, None
    makers: dict[str, Callable[[Card, ScoreSample, float], Found]] = {
        "auc": _area,
        "gini": _gini,
        "average-precision": _average_precision,
        "log": _loss,
        "squared": _loss,
        "calibration": _calibration,
        "binned calibration": _binned,
        "atoms": lambda card, sample, value: (*_resampled(card, sample, value, "percentile"), value, None),
    }
    return makers[str(card.interval)](card, sample, value)


def _area(card: Card, sample: ScoreSample, value: float) -> Found:
    if sample.method in AREA_METHODS:
        low, high = auc.named_limits(sample.placements, str(sample.method), sample.level)
        return low, high, str(sample.method), value, None
    low, high, method = auc.default_limits(sample.placements, sample.level)
    note = "partly model-based (Newcombe), as few pairs are misordered" if "newcombe" in method else None
    return low, high, method, value, note


def _gini(card: Card, sample: ScoreSample, value: float) -> Found:
    low, high, method, _, note = _area(card, sample, (value + 1) / 2)
    return 2 * low - 1, 2 * high - 1, method, value, note


def _average_precision(card: Card, sample: ScoreSample, value: float) -> Found:
    table = sample.table
    note = f"at a prevalence of {float(table.positive_total) / float(table.total):.3g}, on which it depends"
    return *average_precision.limits(table, value, sample.level), value, note


def _loss(card: Card, sample: ScoreSample, value: float) -> Found:
    losses = sample.table.all_losses
    if losses is None:
        return *card.bounds, "none", value, None
    spread = losses.log if card.interval == "log" else losses.squared
    worst = -float(np.log(sample.table.epsilon)) if card.interval == "log" else card.bounds[1]
    each = _per_case(card, sample.table)
    low, high, method, note = mean_limits(
        spread, each, sample.table.rows, card.bounds, worst, sample.level, sample.seed
    )
    return low, high, method, value, note or _parts(card, sample) or _heaviest(each)


def _heaviest(each: Numbers | None) -> str | None:
    """Say when one case carries more than a fifth of a mean."""
    if each is None or len(each) < 2 or not np.max(each) > HEAVY * each.sum():
        return None
    return f"one case carries {np.max(each) / each.sum():.0%} of it"


def _parts(card: Card, sample: ScoreSample) -> str | None:
    """Write Murphy's parts of a Brier score."""
    if card.interval != "squared":
        return None
    parts = brier_decomposition(sample.table, sample.bins)
    return (
        f"reliability {parts['reliability']:.4f} - resolution {parts['resolution']:.4f} "
        f"+ uncertainty {parts['uncertainty']:.4f}"
    )


def _per_case(card: Card, table: ScoreTable) -> Numbers | None:
    """Return the loss of every case where there are few and they are unweighted."""
    if table.weighted or table.rows >= 1000 or not table.exact:
        return None
    given = np.concatenate(
        [np.repeat(table.score, table.positives.astype(int)), np.repeat(1 - table.score, table.negatives.astype(int))]
    )
    return log_losses(given, table.epsilon) if card.interval == "log" else (1 - given) ** 2


def _calibration(card: Card, sample: ScoreSample, value: float) -> Found:
    found = sample.calibration
    return found.low, found.high, found.method, found.value, found.verdict


def _binned(card: Card, sample: ScoreSample, value: float) -> Found:
    found = judge_binned(card, sample.table, sample.level, sample.seed, sample.method)
    return found.low, found.high, found.method, value, f"{NOT_DEBIASED}; {found.verdict}"


def _resampled(card: Card, sample: ScoreSample, value: float, method: str) -> tuple[float, float, str]:
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


REASONS = {
    "auc": "an area under the ROC curve: logit DeLong with t covers where plain DeLong fell to 27%",
    "gini": "a rescaled area under the ROC curve",
    "average-precision": "average precision: what each case contributes, on the logit scale",
    "log": "a mean of losses: bootstrap-t below 1,000 cases, t above",
    "squared": "a mean of losses: bootstrap-t below 1,000 cases, t above",
    "calibration": "a calibration error: debiased, with the hybrid interval and a null test",
    "binned calibration": "a plain calibration error: the limits are those of the debiased one over the same bins",
    "atoms": "resampled weights at the sorted scores",
    "share": "a proportion of the cases",
}
OF_SEVERAL = "an average over classes: what each case contributes to all of them, on the logit scale"


def reason_for(card: Card) -> str:
    """Say why a metric of scores gets the interval it gets."""
    return REASONS.get(str(card.interval), OF_SEVERAL)
