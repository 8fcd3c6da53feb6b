"""The tail alarm: whether a few errors are so large that intervals of squared errors cannot be trusted."""

from __future__ import annotations

import numpy as np

from assay.intervals.medians import Spectrum
from assay.intervals.regression_sample import RegressionSample
from assay.metrics.cards import Card
from assay.stats.arithmetic import Numbers
from assay.stats.concentration import NEARLY_ALL, carried_words, few_carriers
from assay.summaries.residual_means import COLUMNS, ResidualMeans
from assay.summaries.residuals import Residuals
from assay.summaries.sketch import Sketch

CARRIED = 0.30
"""The share of the squared errors that the largest 1% of cases may carry."""

FOURTH_MOMENT = 4.0
"""Below this tail index the squared errors have no finite variance."""

SQUARES = ("squared", "error_off_squared", "product_off")
LARGEST, UPPER = 0.01, 0.10
"""Shares of the cases that carry, and that Hill's estimate is made from: the usual ones, from one to ten percent."""

EXCESS, FEW = 0.5, 200
"""Below 200 cases: t3 errors pass it in 96 of 100 samples of 100, normal ones in 11 (simulated)."""

UNSEEN = 80
"""With fewer cases, t3 errors look like normal ones in more than 5 of 100 samples: nobody can tell (simulated)."""

WIDE = 2.0
"""A bin whose highest size is more than twice its lowest has no middle that stands for its cases."""

ROUNDING = 1e-6
"""A whole number of cases that a sum of weights misses by less is that number."""

ENOUGH_FOR_INDEX = 30
"""The largest tenth holds three cases then, the fewest that have a slope."""


def rests_on_squares(card: Card, sample: RegressionSample) -> bool:
    """Say whether a metric is a function of squared errors, or of how truth and prediction vary together."""
    if card.reads is not ResidualMeans or sample.summary.centre is None:
        return False
    return any(COLUMNS[place] in SQUARES for place in sample.places(card))


def tail_alarm(sample: RegressionSample) -> str | None:
    """Say what is alarming about the largest errors of any output, None if nothing is.

    Reference: Hill 1975 for the tail index.
    """
    summary = sample.summary
    if summary.centre is None:
        return None
    if summary.sketches is not None:
        return _sketched_alarm(summary.sketches.absolute, summary.rows)
    parts = sample.outputs if summary.several else (sample,)
    alarms = map(_alarm_of_cases, parts)
    return next((alarm for alarm in alarms if alarm is not None), None)


def _alarm_of_cases(sample: RegressionSample) -> str | None:
    """Say what is alarming about errors that are here; sizes with weights count by their weights."""
    size, weight = sample.absolute, sample.cases.weight
    if weight is None:
        return _alarm(size) or _kurtosis_alarm(sample.cases)
    return _sketched_alarm(Sketch.of(size.values.whole()[:, 0], weight), len(weight)) or _kurtosis_alarm(sample.cases)


def _kurtosis_alarm(cases: Residuals) -> str | None:
    """Say of few cases that their errors spread as those of heavy tails do, which their largest 1% cannot tell."""
    if not 2 <= cases.rows < FEW or not (excess := _excess(cases.error[:, 0])) > EXCESS:
        return None
    return f"the errors have heavy tails (excess kurtosis {excess:.1f}, where a normal distribution has 0)"


def _alarm(size: Spectrum) -> str | None:
    n = size.values.size
    whole = sum(float(np.sum(block**2)) for _, block in size.values.blocks())
    if not whole > 0 or n < 2:
        return None
    upper, count = size.largest(int(UPPER * n) + 1), max(int(LARGEST * n), 1)
    top = np.partition(upper, len(upper) - count)[len(upper) - count :]
    share = float(np.sum(top**2)) / whole
    if share > CARRIED and n > 1 / CARRIED:
        return _carried(n, len(top), share, few_carriers(top**2, whole))
    index = _tail_index(upper) if n >= ENOUGH_FOR_INDEX else np.inf
    return _thin(index) if index < FOURTH_MOMENT else None


def _sketched_alarm(sketch: Sketch, n: int) -> str | None:
    """Say the same of sizes in bins, each of which stands for so many cases: for cases of its middle size.

    The last bins may reach from a usual size to the largest of all: one case has that, and the others the lowest.
    """
    each, wide = sketch.weight * (n / sketch.weight.sum()), sketch.high > WIDE * sketch.low
    middle = (sketch.low + sketch.high) / 2
    size = np.concatenate([np.where(wide, sketch.low, middle), sketch.high])
    cases = np.concatenate(
        [np.where(wide, np.maximum(each - 1, 0.0), each), np.where(wide, np.minimum(each, 1.0), 0.0)]
    )
    order = np.argsort(-size)
    size, cases = size[order], cases[order]
    until, squares = np.cumsum(cases), np.cumsum(cases * size**2)
    whole = float(squares[-1])
    if not 0 < whole < np.inf or n < 2:
        return None
    count = max(int(LARGEST * n), 1)
    share = float(np.interp(count, until, squares, left=count * size[0] ** 2)) / whole
    if share > CARRIED and n > 1 / CARRIED:
        nearly = NEARLY_ALL * whole
        carriers = max(int(np.ceil(np.interp(nearly, squares, until, left=nearly / size[0] ** 2) - ROUNDING)), 1)
        few = (carriers, float(np.interp(carriers, until, squares)) / whole) if carriers <= count else None
        return _carried(n, count, share, few)
    if n < ENOUGH_FOR_INDEX:
        return None
    threshold = size[min(int(np.searchsorted(until, int(UPPER * n) + 1)), len(size) - 1)]
    above = size > threshold
    far = float(np.average(np.log(size[above] / threshold), weights=cases[above])) if threshold and above.any() else 0.0
    return _thin(1 / far) if far > 1 / FOURTH_MOMENT else None


def _carried(n: int, count: int, share: float, few: tuple[int, float] | None) -> str:
    """Say what share of the squared error the largest 1% carry, or how few carry nearly all of it."""
    if few is not None and n >= 1 / LARGEST:
        return carried_words(few[0], n, few[1])
    what = "one case carries" if count == 1 else f"the largest 1% of the errors ({count:,} cases) carry"
    return f"{what} {share:.0%} of all squared error"


def _thin(index: float) -> str:
    return f"the largest errors thin out slowly (tail index {index:.1f}, where 4 is wanted)"


def _tail_index(top: Numbers) -> float:
    """Return Hill's estimate of the tail index from the largest values and the one just below them."""
    threshold = float(np.min(top))
    if not threshold > 0:
        return np.inf
    mean = float(np.mean(np.log(top[top > threshold] / threshold))) if (top > threshold).any() else 0.0
    return 1 / mean if mean > 0 else np.inf


def _excess(error: Numbers) -> float:
    off = error - error.mean()
    spread = float(np.mean(off**2))
    return float(np.mean((off / spread**0.5) ** 4)) - 3 if spread > 0 else 0.0
