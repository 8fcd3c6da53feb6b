"""The calibration error without its bias, with an interval and with a test of perfect calibration.

The binned error is biased upwards by about as much again in every resample, so percentiles of a bootstrap cover 0% for
a calibrated model at any n. Tests of every possible error are inverted instead, and the low end is 0 while the test of
perfect calibration does not reject.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from assay.curves.calibration import BINS, CalibrationBins, calibration_bins, equal_width_bins
from assay.curves.calibration_bias import residual_squares, residual_variance
from assay.intervals.calibration_inversion import inverted_limits
from assay.intervals.unvaried import ALIKE, FEWEST, is_empty, room, too_few
from assay.metrics.cards import Card
from assay.metrics.scores.probabilities import check_bins, debiased_error
from assay.stats.arithmetic import Numbers, kish
from assay.stats.streams import Stream
from assay.summaries.score_table import ScoreTable

NOT_DEBIASED = "biased upwards, calibration_error is not"
REPLICATES = 1000
"""A p-value of 0.05 is off by 0.007."""
FROM_NORMAL = 10_000
"""From so many cases on, sums within bins are close to normal, and drawing every case is slow."""
SIGNIFICANT = 0.05
"""The level of the test that decides between the two intervals: it is no user's level."""

METHOD = "inverted-test"
Draw = Callable[[ScoreTable, CalibrationBins, np.random.Generator], Numbers]


@dataclass(frozen=True)
class JudgedCalibration:
    """The debiased error, its interval, and the p-value of the hypothesis that every promise is kept on average."""

    value: float
    low: float
    high: float
    p_value: float
    method: str
    remark: str | None = None

    @property
    def verdict(self) -> str:
        """Say what the test found."""
        calm = self.p_value > SIGNIFICANT
        words = "not distinguishable from perfect calibration" if calm else "not calibrated"
        return f"{words} (null test p = {self.p_value:.2g})" + (f"; {self.remark}" if self.remark else "")


def judge_calibration(
    table: ScoreTable, level: float, seed: int, conservative: bool = False, bins: CalibrationBins | None = None
) -> JudgedCalibration:
    """Debias the binned error and give it limits of inverted tests (or the ellipsoid bound, which always covers)."""
    draw = _normal_draws if table.rows >= FROM_NORMAL or table.weighted else _case_draws
    cut = bins or calibration_bins(table)
    return _judge(table, cut, debiased_error(table, cut), level, seed, conservative, draw)


def _judge(
    table: ScoreTable, cut: CalibrationBins, value: float, level: float, seed: int, conservative: bool, draw: Draw
) -> JudgedCalibration:
    """Give a value of the binned error, debiased or plain, the limits of the error without its bias."""
    raw = cut.error
    null = draw(table, cut, Stream.CALIBRATION.of(seed))
    p_value = (1 + np.count_nonzero(null >= raw)) / (len(null) + 1)
    total = float(table.total)
    errors = np.sqrt(np.maximum(residual_variance(table, cut), 0.0)) / total
    low, high = inverted_limits(cut.residual / total, errors, level, Stream.SCALED_RESIDUALS.of(seed))
    low, high, method = 0.0 if p_value > (1 - level) / 2 else low, min(high, 1.0), METHOD
    if conservative:
        low, high, method = *_ellipsoid(table, cut, level), "conservative"
    judged = JudgedCalibration(value, min(low, value), max(high, value), float(p_value), method)
    return _with_room(judged, table, level)


def judge_binned(card: Card, table: ScoreTable, level: float, seed: int, method: str | None) -> JudgedCalibration:
    """Judge the plain error over bins of equal width: the limits are those of the debiased error over these bins.

    Residuals are drawn from the normal law at any number of cases: it costs next to nothing beside the other error.
    """
    cut = equal_width_bins(table, check_bins(card.parameters.get("bins", BINS)))
    return _judge(table, cut, cut.error, level, seed, method == "conservative", _normal_draws)


def _with_room(judged: JudgedCalibration, table: ScoreTable, level: float) -> JudgedCalibration:
    """Return the limits that so few cases, or cases so alike, still leave open."""
    n = float(kish(float(table.total), float(table.positive_squares.sum() + table.negative_squares.sum())))
    if n < FEWEST:
        return replace(judged, low=0.0, high=1.0, method="none", remark=too_few(table.rows))
    if not is_empty(judged.low, judged.high):
        return judged
    low, high = room(judged.value, 0.0, 1.0, n, level)
    return replace(judged, low=low, high=high, method="clopper-pearson", remark=ALIKE)


def _case_draws(table: ScoreTable, cut: CalibrationBins, rng: np.random.Generator) -> Numbers:
    """Draw the outcomes of the cases anew from their own probabilities, and return the errors."""
    score = np.concatenate([np.repeat(table.score, c.astype(int)) for c in (table.positives, table.negatives)])
    place = np.searchsorted(cut.low, score, side="right") - 1
    n, bins = len(score), len(cut.low)
    offset = bins * np.arange(REPLICATES)[:, None]
    drawn = (rng.random((REPLICATES, n)) < score) - score
    sums = np.bincount((np.broadcast_to(place, drawn.shape) + offset).ravel(), drawn.ravel(), bins * REPLICATES)
    return np.asarray(np.abs(sums.reshape(REPLICATES, bins)).sum(axis=1) / n)


def _normal_draws(table: ScoreTable, cut: CalibrationBins, rng: np.random.Generator) -> Numbers:
    """Draw the residual of each bin from the normal law that many cases approach, and return the errors."""
    promised = np.add.reduceat(table.promised_squares, cut.starts)
    noise = rng.standard_normal((REPLICATES, len(cut.low)))
    return np.asarray(np.abs(noise * np.sqrt(np.maximum(promised, 0))).sum(axis=1) / float(table.total))


def _ellipsoid(table: ScoreTable, cut: CalibrationBins, level: float) -> tuple[float, float]:
    """Return raw error ± sqrt(chi² quantile x summed variance): covers always, about 2.5 times as wide."""
    from scipy.special import chdtri

    spread = float(residual_squares(table, cut).sum()) / float(table.total) ** 2
    half = float(np.sqrt(chdtri(len(cut.low), 1 - level) * spread))
    return max(cut.error - half, 0.0), min(cut.error + half, 1.0)
