"""Intervals of shapes that chance exaggerates: KS, the equal error rate, interpolated and partial areas.

Percentiles of resampled rows repeat the bias that the value has already (KS: 66 to 84% for 95%, at every n). Here
draws come from smoothed scores, so that they show how large the bias is; the interval is moved by it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import special

from assay.intervals.scales import logit_t
from assay.intervals.score_resampling import measure
from assay.metrics.cards import Card
from assay.metrics.families import Distance
from assay.stats.arithmetic import Number
from assay.summaries.score_table import ScoreTable

METHOD = "smoothed-bootstrap"

NEXT_TO_BOUND = 1e-6
"""A value moved past a bound is put this far inside it, as the logit has no place for the bound itself."""

KOLMOGOROV_MEAN = math.sqrt(math.pi / 2) * math.log(2)
"""The mean of Kolmogorov's distribution."""

STEPS = 40
"""Steps towards the end that agrees with its own bias; each comes nearer from above."""

WORTH_TELLING = 0.25
"""A bias of a quarter of the standard error costs one point of coverage if nothing is done about it."""


@dataclass(frozen=True)
class Shift:
    """How far a value is off on average, and how far it strays, judged by draws."""

    bias: float
    error: float


def shift_of(card: Card, base: ScoreTable, drawn: ScoreTable) -> Shift | None:
    """Return bias and standard error of a metric over draws from a table; None where too few draws have a value."""
    with np.errstate(invalid="ignore", divide="ignore"):
        values = np.asarray(measure(card, drawn), dtype=float)
        centre = float(measure(card, base))
    values = values[np.isfinite(values)]
    if len(values) < 2 or not math.isfinite(centre):
        return None
    return Shift(float(values.mean()) - centre, float(values.std(ddof=1)))


def shifted_limits(card: Card, table: ScoreTable, value: float, shift: Shift, level: float) -> tuple[float, float]:
    """Return the logit interval around the value less its bias.

    A distance that chance alone explains reaches down to 0, and its high end is not moved: how large the bias is
    depends on the distance itself, which is not known then.
    """
    degrees = max(min(table.effective_positives, table.effective_negatives) - 1, 1.0)
    centre = value - shift.bias
    inside = float(np.clip(centre, NEXT_TO_BOUND, 1 - NEXT_TO_BOUND))
    low, high = logit_t(inside, shift.error, degrees, level)
    if not isinstance(card.family, Distance):
        return low, high
    half = float(special.stdtrit(degrees, (1 + level) / 2)) * shift.error
    if chance_of(value, table) > (1 - level) / 2:
        return 0.0, value + half
    return (0.0, centre + half) if centre < half else (_lowered(low, shift.bias, table), high)


def _lowered(low: float, bias: float, table: ScoreTable) -> float:
    """Return the low end of a distance, as the bias is larger where the distance is as small as that.

    Between equal scores Kolmogorov's mean is all bias; what it has beyond the bias found falls off twice as fast as the
    distance grows beside it (simulated for 50/50 to 500/500 cases and two shapes, to a tenth of it).
    """
    chance = KOLMOGOROV_MEAN * math.sqrt(1 / table.effective_positives + 1 / table.effective_negatives)
    more, end = max(chance - bias, 0.0), low
    for _ in range(STEPS):
        end = max(low - more * math.exp(-2 * end / chance), 0.0)
    return end


def chance_of(distance: float, table: ScoreTable) -> float:
    """Return Smirnov's limit of the chance of so large a distance where both classes have the same scores.

    Reference: Smirnov 1939, with Stephens' (1970) factor for few cases.
    """
    m, n = table.effective_positives, table.effective_negatives
    root: Number = math.sqrt(m * n / (m + n))
    return float(special.kolmogorov((root + 0.12 + 0.11 / root) * distance))


def bias_note(shift: Shift) -> str | None:
    """Say that chance exaggerates the value, where it does so by more than a little."""
    if abs(shift.bias) < WORTH_TELLING * shift.error:
        return None
    way = "high" if shift.bias > 0 else "low"
    return f"chance makes the value too {way}, by about {abs(shift.bias):.2g}; the interval is moved by that much"
