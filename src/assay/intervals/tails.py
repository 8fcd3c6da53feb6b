"""The tail alarm: whether a few errors are so large that intervals of squared errors cannot be trusted."""

from __future__ import annotations

import numpy as np

from assay.intervals.medians import Spectrum
from assay.intervals.regression_sample import RegressionSample
from assay.metrics.cards import Card
from assay.stats.arithmetic import Numbers
from assay.stats.concentration import carried_words, few_carriers
from assay.summaries.made_values import MadeValues
from assay.summaries.residual_means import COLUMNS, ResidualMeans
from assay.summaries.residuals import Residuals

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

MOST_LAID_OUT = 4_000_000
"""Cases that a sketch stands for at most when its bins are laid out: dozens a bin, in 32 MB."""

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
        sketch = summary.sketches.absolute
        rows = min(summary.rows, MOST_LAID_OUT)
        counts = np.maximum(np.rint(sketch.weight / sketch.weight.sum() * rows), sketch.weight > 0).astype(int)
        size = np.repeat((sketch.low + sketch.high) / 2, counts)
        return _alarm(Spectrum(MadeValues((size[:, None],))), None)
    parts = sample.outputs if summary.several else (sample,)
    alarms = (_alarm(part.absolute, part.cases) for part in parts)
    return next((alarm for alarm in alarms if alarm is not None), None)


def _alarm(size: Spectrum, cases: Residuals | None) -> str | None:
    n = size.values.size
    whole = sum(float(np.sum(block**2)) for _, block in size.values.blocks())
    if not whole > 0 or n < 2:
        return None
    upper, count = size.largest(int(UPPER * n) + 1), max(int(LARGEST * n), 1)
    top = np.partition(upper, len(upper) - count)[len(upper) - count :]
    share = float(np.sum(top**2)) / whole
    if share > CARRIED and n > 1 / CARRIED:
        carriers = few_carriers(top**2, whole) if n >= 1 / LARGEST else None
        if carriers is not None:
            return carried_words(carriers[0], n, carriers[1])
        what = "one case carries" if len(top) == 1 else f"the largest 1% of the errors ({len(top):,} cases) carry"
        return f"{what} {share:.0%} of all squared error"
    index = _tail_index(upper) if n >= ENOUGH_FOR_INDEX else np.inf
    if index < FOURTH_MOMENT:
        return f"the largest errors thin out slowly (tail index {index:.1f}, where 4 is wanted)"
    if cases is not None and n < FEW and (excess := _excess(cases.error[:, 0])) > EXCESS:
        return f"the errors have heavy tails (excess kurtosis {excess:.1f}, where a normal distribution has 0)"
    return None


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
