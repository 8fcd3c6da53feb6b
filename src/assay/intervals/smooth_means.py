"""Intervals for metrics that are smooth functions of means: bootstrap-t for few cases, a closed form for many."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import special

from assay.intervals.jackknife import jackknife_ends
from assay.intervals.quantiles import acceleration, bias_corrected, equal_tails
from assay.intervals.regression_sample import Formula, RegressionSample, slopes
from assay.intervals.scales import OpenScale
from assay.intervals.unvaried import FEWEST
from assay.metrics.cards import Card
from assay.metrics.families import Correlation
from assay.stats.arithmetic import Numbers
from assay.summaries.moments import Worth

MANY = 5000
"""From here on the closed form is as good as resampling, and costs nothing."""

CANCELLED, NOTHING = 1e-6, 1e-13
"""Below the first share of what adds up, cross-products are too coarse; below the second there is only rounding."""

STILL = 1e-6
"""A replicate of two cases has no error of a ratio: rounding leaves the root of 1e-16 of what cancels, 2e-8 at most."""

ENDS = 1e-9
"""Nearer to an end of its range, as a share of it, a correlation is 1 but for rounding."""

MOST_STUCK = 0.01
"""The share of redrawn samples without spread up to which the others' quantiles still stand for all."""
MOST_RESAMPLED = 100_000
"""Beyond so many cases a mean is normal on the logarithm, and resampling them is slow."""

DECIDING = 0.95
"""The usual level: its limits decide which scale is used at all levels up to it."""

MEANS_OF_ERRORS = ("absolute", "error_off")
"""Weighted means of squares need fewer degrees of freedom: with more RMSE and R2 held 88 to 93% (0022)."""

SMOOTH_METHODS = ("bootstrap-t", "log-t", "delta", "percentile", "bca", "jackknife")
Found = tuple[float, float, str]


def smooth_limits(card: Card, sample: RegressionSample, value: float) -> Found:
    """Return the limits of a metric of means, and the method that gave them."""
    formula, scale = sample.formula(card), OpenScale(*card.bounds)
    moments = sample.summary.moments
    error, sharp = standard_error(sample, sample.slope(card))
    if not error > 0 or not np.isfinite(error) or moments.worth.effective < FEWEST:
        return *card.bounds, "none"
    method = _method(card, sample) if sharp else "log-t"
    if method == "fisher-z":
        half = special.ndtri((1 + sample.level) / 2) / np.sqrt(max(moments.worth.effective - 3, 1e-9))
        return float(np.tanh(np.arctanh(value) - half)), float(np.tanh(np.arctanh(value) + half)), method
    if method == "delta":
        half = float(special.ndtri((1 + sample.level) / 2)) * error
        return value - half, value + half, method
    if method == "jackknife":
        low, high = jackknife_ends(value, _left_out(formula, sample), card.bounds, sample.level)
        if low < high:
            return float(low), float(high), method
    if method in ("bootstrap-t", "percentile", "bca"):
        resampled = _resampled(card, sample, value, error, scale, method)
        if resampled is not None:
            return *resampled, method
    return *scale.interval(value, error, _degrees(card, moments.worth), sample.level), closed_form(scale)


def _degrees(card: Card, worth: Worth) -> float:
    """Return the degrees of freedom: more for means of errors than for what squares of errors go into."""
    return worth.mean_degrees if card.mean_of in MEANS_OF_ERRORS else worth.degrees


def standard_error(sample: RegressionSample, slope: Numbers) -> tuple[float, bool]:
    """Return the standard error for some slopes, and whether it is far from what rounding could make of nothing.

    Where contributions nearly cancel (a correlation next to 1), cross-products lose half of the digits; the error is
    then summed from what each case contributes. What rounding alone leaves counts as 0.
    """
    moments = sample.summary.moments
    used = np.flatnonzero(slope)
    error, apart = moments.error(slope), moments.error_apart(slope)
    with np.errstate(over="ignore", invalid="ignore"):
        floor = NOTHING * (apart + float(np.abs(slope[used]) @ np.abs(moments.mean[used])))
    if error > max(CANCELLED * apart, floor) or not np.isfinite(apart):
        return error, True
    if sample.summary.cases is None:
        return 0.0, False
    with np.errstate(over="ignore", invalid="ignore"):
        pull = slope[used] @ (sample.columns[used] - moments.mean[used, None])
        pull = pull if sample.cases.weight is None else pull * sample.cases.weight
        direct = moments.worth.error(float(pull @ pull))
    return (direct if direct > floor else 0.0), False


def closed_form(scale: OpenScale) -> str:
    """Name the closed form by the scale on which it is symmetric."""
    if np.isinf(scale.lowest) and np.isinf(scale.highest):
        return "t"
    return "atanh-t" if (scale.lowest, scale.highest) == (-1, 1) else "log-t"


def _method(card: Card, sample: RegressionSample) -> str:
    """Return the method asked for where it can be used, else the default for this many cases."""
    at_hand = sample.summary.cases is not None and sample.summary.rows <= MOST_RESAMPLED
    studentised = at_hand and not sample.summary.weighted
    asked = sample.method if fits_smooth(card, sample.method) else None
    if asked in ("percentile", "bca", "jackknife"):
        return asked if at_hand else "log-t"
    if asked == "bootstrap-t":
        return asked if studentised else "log-t"
    return asked or ("bootstrap-t" if studentised and sample.summary.rows < MANY else "log-t")


def fits_smooth(card: Card, method: str | None) -> bool:
    """Say whether a method is made for metrics like this one."""
    return method in SMOOTH_METHODS or (method == "fisher-z" and isinstance(card.family, Correlation))


def _resampled(
    card: Card, sample: RegressionSample, value: float, error: float, scale: OpenScale, method: str
) -> tuple[float, float] | None:
    """Return limits from the replicates, None where too many of them stand still."""
    formula = sample.formula(card)
    means = sample.replicates.means if method == "bootstrap-t" else sample.drawn_means
    with np.errstate(invalid="ignore", divide="ignore"):
        values = np.asarray(formula(means), dtype=float)
    if method != "bootstrap-t":
        if method == "bca":
            low, high = bias_corrected(values, value, sample.level, acceleration(_left_out(formula, sample)))
        else:
            low, high = (float(end) for end in equal_tails(values, sample.level))
        return (low, high) if high - low > 1e-13 * abs(value) else None
    places = sample.places(card)
    slope = slopes(formula, sample.replicates.means, places)
    errors, apart = sample.replicates_of(places).errors(slope, places, sample.summary.rows)
    moving = (errors > 1e-12 * error) & (errors > STILL * apart) & np.isfinite(values) & ~_at_an_end(values, scale)
    if np.mean(~moving) > MOST_STUCK:
        return None
    return _nested(values[moving], errors[moving], value, error, scale, sample.level)


def _at_an_end(values: Numbers, scale: OpenScale) -> NDArray[np.bool_]:
    """Say which values lie at an end of their range; whether a sum misses it by a digit depends on the order of rows.

    Two cases drawn again and again have a correlation of 1, and no spread that would be more than rounding.
    """
    near = ENDS * (scale.highest - scale.lowest)
    if np.isinf(near):
        return np.zeros(len(values), dtype=bool)
    return (values - scale.lowest <= near) | (scale.highest - values <= near)


def _nested(
    values: Numbers, errors: Numbers, value: float, error: float, scale: OpenScale, level: float
) -> tuple[float, float] | None:
    """Return studentised limits: on the open scale where those of 95% would leave the range, whatever the level.

    If each level decided for itself, a lower one could give an interval that is not inside that of a higher one.
    """
    low, high = _studentised(values - value, errors, value, error, max(level, DECIDING))
    if np.isinf(scale.highest) or (scale.lowest <= low and high <= scale.highest):
        return _studentised(values - value, errors, value, error, level)
    limits = _on_scale(values, errors, value, error, scale, level)
    if limits is None or level <= DECIDING:
        return limits
    low, high = _studentised(values - value, errors, value, error, DECIDING)
    if low < scale.lowest or high > scale.highest:
        return limits
    return min(low, limits[0]), max(high, limits[1])


def _left_out(formula: Formula, sample: RegressionSample) -> Numbers:
    """Return the metric without each of the cases."""
    rows, mean, weight = sample.summary.rows, sample.summary.moments.mean, sample.cases.weight
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        share = 1 / (rows - 1) if weight is None else weight / (weight.sum() - weight)
        means = mean[:, None] + (mean[:, None] - sample.columns) * share
        return np.broadcast_to(np.asarray(formula(means), dtype=float), rows)


def _studentised(shift: Numbers, errors: Numbers, value: float, error: float, level: float) -> tuple[float, float]:
    """Return value - t* · error, t* the quantiles of the studentised replicates (Efron 1981)."""
    low, high = equal_tails(shift / errors, level)
    return float(value - high * error), float(value - low * error)


def _on_scale(
    values: Numbers, errors: Numbers, value: float, error: float, scale: OpenScale, level: float
) -> tuple[float, float] | None:
    """Return the studentised limits found on the open scale, where they cannot leave the range."""
    place, slope = float(scale.to(np.array(value))), float(scale.slope(np.array(value)))
    with np.errstate(invalid="ignore", divide="ignore"):
        shift, moved = scale.to(values) - place, errors * scale.slope(values)
    fine = np.isfinite(shift) & np.isfinite(moved)
    if not fine.all():
        return None
    low, high = _studentised(shift, moved, place, error * slope, level)
    with np.errstate(over="ignore"):
        return float(scale.back(np.array(low))), float(scale.back(np.array(high)))
