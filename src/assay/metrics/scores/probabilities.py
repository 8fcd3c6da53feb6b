"""Scores read as probabilities: how good they are as promises."""

from __future__ import annotations

import math

import numpy as np

from assay.checks.numbers import integer
from assay.curves.calibration import BINS, CalibrationBins, calibration_bins, equal_width_bins
from assay.errors import metrics as errors
from assay.metrics.cards import metric
from assay.metrics.families import Calibration, Loss, MeanLoss, Need, PlainCalibration
from assay.stats.arithmetic import Number, ratio
from assay.stats.checks import check_share
from assay.stats.doors import checked
from assay.summaries.score_table import ScoreTable

MOST_BINS = 10_000
"""More bins of equal width than any sample could fill."""

NO_PROBABILITY = "the scores are no probabilities: some lie outside [0, 1], or do not add up to 1"


@metric(
    label="Log loss",
    aliases=("cross_entropy", "logistic_loss"),
    formula="-mean of log p given to what happened (natural log, p clipped at machine epsilon)",
    bounds=(0, math.inf),
    better="lower",
    undefined=NO_PROBABILITY,
    requires=(Need.PROBABILITIES,),
    family=MeanLoss(Loss.LOG),
    headline=True,
    reading="The log loss is {value}; 0 is certainty that was right.",
)
def log_loss(table: ScoreTable) -> float:
    """Mean surprise at what happened, given the probabilities; punishes confident mistakes hard.

    >>> round(log_loss(ScoreTable.of_scores(np.array([0.9, 0.6]), np.array([0.1, 0.4]))), 5)
    0.30809
    """
    return float("nan") if table.all_losses is None else table.all_losses.log.mean


@metric(
    label="Brier score",
    aliases=("brier_score",),
    formula="mean of (p - y)², summed over the classes where there are more than two",
    bounds=(0, 2),
    two_classes=(0, 1),
    better="lower",
    undefined=NO_PROBABILITY,
    requires=(Need.PROBABILITIES,),
    family=MeanLoss(Loss.SQUARED),
    headline=True,
    reading="The Brier score, the mean squared distance between probability and outcome, is {value}.",
    reference="Brier 1950",
)
def brier(table: ScoreTable) -> float:
    """Mean squared distance between the probability and what happened.

    >>> round(brier(ScoreTable.of_scores(np.array([0.9, 0.8]), np.array([0.1, 0.15]))), 6)
    0.020625
    """
    return float("nan") if table.all_losses is None else table.all_losses.squared.mean


@metric(
    label="Accuracy of the confident",
    formula="accuracy among the share of cases whose score is farthest from 1/2",
    bounds=(0, 1),
    better="higher",
    undefined=NO_PROBABILITY,
    requires=(Need.PROBABILITIES,),
    needs=("coverage",),
    reading="{label}: of 100 cases that the model is surest of, it gets {hundred} right.",
    reference="El-Yaniv & Wiener 2010",
)
def confident_accuracy(table: ScoreTable, coverage: float) -> Number:
    """Accuracy when the model answers only the cases it is surest of.

    >>> table = ScoreTable.of_scores(np.array([0.9, 0.4]), np.array([0.3, 0.1]))
    >>> confident_accuracy(table, coverage=0.5), confident_accuracy(table, coverage=1)
    (1.0, 0.75)
    """
    check_share("coverage", coverage)
    if not table.probabilities:
        return float("nan")
    order = np.argsort(-np.abs(table.score - 0.5), kind="stable")
    right = np.where(table.score >= 0.5, table.positives, table.negatives)[..., order]
    running = np.cumsum(table.weights[..., order], axis=-1)
    wanted = coverage * running[..., -1:]
    weight = np.diff(np.minimum(running, wanted), axis=-1, prepend=0.0)
    share = np.asarray(ratio(right, np.diff(running, axis=-1, prepend=0.0)))
    return ratio(np.sum(weight * np.nan_to_num(share), axis=-1), wanted[..., 0])


@metric(
    label="Calibration error",
    formula="sum over 15 equal-mass bins of |positives - promised| / n, less its bias",
    bounds=(0, 1),
    better="lower",
    undefined=NO_PROBABILITY,
    requires=(Need.PROBABILITIES,),
    family=Calibration(),
    reading="Promise and outcome are {value} apart on average.",
    beware="The plain binned value is biased upwards even for a perfectly calibrated model; this one is debiased. What "
    "others call ECE is the metric ece.",
    reference="Kumar, Liang & Ma 2019",
)
def calibration_error(table: ScoreTable) -> float:
    """Mean distance between promised and observed share of positive cases over bins of equal mass, less its bias.

    The bias is how much larger the mean is, on average, where the cases are drawn again; it is worked out, not drawn.

    >>> table = ScoreTable.of_scores(np.array([0.6, 0.6, 0.3]), np.array([0.6, 0.3, 0.3]))
    >>> round(calibration_error(table), 3), round(calibration_bins(table).error, 3)
    (0.0, 0.05)
    """
    return debiased_error(table, calibration_bins(table)) if table.probabilities else float("nan")


def debiased_error(table: ScoreTable, cut: CalibrationBins) -> float:
    """Return the error over some bins less its bias."""
    from assay.curves.calibration_bias import mean_resampled_error  # loads the Fourier transform

    return min(max(0.0, 2 * cut.error - mean_resampled_error(table, cut)), 1.0)


@metric(
    label="ECE",
    aliases=("expected_calibration_error",),
    formula="sum over 15 bins of equal width of |positives - promised| / n",
    bounds=(0, 1),
    better="lower",
    undefined=NO_PROBABILITY,
    requires=(Need.PROBABILITIES,),
    family=PlainCalibration(),
    reading="Promise and outcome are {value} apart on average over bins of equal width, chance included.",
    beware="It is biased upwards: even a perfectly calibrated model scores above 0, the more so the fewer the cases. "
    "calibration_error is debiased.",
    reference="Naeini, Cooper & Hauskrecht 2015; Guo et al. 2017, eq. 3",
)
def ece(table: ScoreTable, bins: int = BINS) -> float:
    """Expected calibration error as the field reports it: plain, over bins of equal width (lower end excluded).

    Two classes are judged by the score of the positive one, several classes by the highest score of each case.

    >>> round(ece(ScoreTable.of_scores(np.array([0.9, 0.8]), np.array([0.1, 0.2])), bins=2), 6)
    0.15
    """
    check_bins(bins)
    return equal_width_bins(table, bins).error if table.probabilities else float("nan")


def check_bins(bins: object) -> int:
    """Return a number of bins, or refuse what is none."""
    number = integer(bins)
    if number is None or not 1 <= number <= MOST_BINS:
        raise errors.parameter_range("ece", "bins", bins, f"A whole number from 1 to {MOST_BINS:,}")
    return number


@checked()
def brier_decomposition(table: ScoreTable, cut: CalibrationBins | None = None) -> dict[str, float]:
    """Split the Brier score into reliability - resolution + uncertainty, and what happens within bins.

    Parameters
    ----------
    table : ScoreTable
        The distinct scores, with the positive and negative cases at each.
    cut : CalibrationBins, optional
        The bins; bins of about equal weight if left out.

    Returns
    -------
    dict of str to float
        `reliability`, `resolution`, `uncertainty`, `within`: the score is the first, less the second, and the others.

    Raises
    ------
    InputError
        If `table` is no ScoreTable.

    See Also
    --------
    brier, calibration_error

    Notes
    -----
    Murphy (1973); the within-bin terms of Stephenson et al. (2008) make the sum exact.

    Examples
    --------
    >>> table = ScoreTable.of_scores(np.array([0.9, 0.6]), np.array([0.1, 0.4]))
    >>> parts = brier_decomposition(table)
    >>> round(parts["reliability"] - parts["resolution"] + parts["uncertainty"] + parts["within"], 12)
    0.085
    """
    whole = float(table.total)
    if not whole:
        return dict.fromkeys(("reliability", "resolution", "uncertainty", "within"), math.nan)
    cut = calibration_bins(table, BINS) if cut is None else cut
    share = float(table.positive_total) / whole
    reliability = float(np.sum(cut.weight * (cut.mean_score - cut.share) ** 2) / whole)
    resolution = float(np.sum(cut.weight * (cut.share - share) ** 2) / whole)
    uncertainty = share * (1 - share)
    within = brier(table) - (reliability - resolution + uncertainty)
    return {"reliability": reliability, "resolution": resolution, "uncertainty": uncertainty, "within": within}
