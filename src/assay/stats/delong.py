"""DeLong's test: two areas under the ROC curve, on the same cases or on different ones."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import special

from assay.errors import samples as errors
from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.doors import checked
from assay.stats.samples import sample


@dataclass(frozen=True, eq=False)
class Placements:
    """The area, and for every case the share of the other class on its right side (ties count half)."""

    area: float
    positive: Numbers
    negative: Numbers

    @property
    def variance(self) -> float:
        """DeLong's variance of the area."""
        return spread(self.positive) + spread(self.negative)


def place(truth: np.ndarray, score: Numbers) -> Placements:
    """Place every case among the cases of the other class."""
    order = np.argsort(score)
    rising, flags = score[order], truth[order]
    if (rising[1:] != rising[:-1]).all():
        return _untied(order, flags, truth)
    starts = np.flatnonzero(np.concatenate([[True], rising[1:] != rising[:-1]]))
    positives = np.add.reduceat(flags, starts, dtype=float)
    lengths = np.diff(np.append(starts, len(score)))
    negatives = lengths - positives
    m, n = positives.sum(), negatives.sum()
    below = np.cumsum(negatives) - negatives / 2
    above = m - np.cumsum(positives) + positives / 2
    values = np.repeat(np.stack([below / n, above / m]), lengths, axis=1)
    placed = np.empty(len(score))
    placed[order] = np.where(flags, values[0], values[1])
    positive, negative = placed[truth], placed[~truth]
    return Placements(float(positive.mean()), positive, negative)


def _untied(order: np.ndarray, flags: np.ndarray, truth: np.ndarray) -> Placements:
    """Place every case where no two scores are equal."""
    positives = np.cumsum(flags)
    m, n = int(positives[-1]), len(flags) - int(positives[-1])
    placed = np.empty(len(flags))
    placed[order] = np.where(flags, (np.arange(1, len(flags) + 1) - positives) / n, (m - positives) / m)
    positive, negative = placed[truth], placed[~truth]
    return Placements(float(positive.mean()), positive, negative)


def spread(values: Numbers) -> float:
    """Return the variance of a mean; nan for a single value."""
    return float(values.var(ddof=1) / len(values)) if len(values) > 1 else math.nan


@checked()
def delong_test(
    truth: object,
    first: object,
    second: object,
    *,
    second_truth: object = None,
    level: float = 0.95,
) -> Test:
    """DeLong's test that two areas under the ROC curve are equal.

    Parameters
    ----------
    truth : array_like
        Two values; the larger one marks the positive cases.
    first, second : array_like
        Scores of the two models, one per case.
    second_truth : array_like, optional
        Truth of the second model's own cases; left out, both models scored the same cases.
    level : float, default 0.95
        Confidence level.

    Returns
    -------
    Test
        `effect` is the first area less the second; `first_area` and `second_area` are kept too.

    Raises
    ------
    InputError
        If a truth does not hold two values, or scores and truth differ in length.

    See Also
    --------
    mcnemar : two models by their labels.

    Notes
    -----
    DeLong, DeLong & Clarke-Pearson (1988), by the algorithm of Sun & Xu (2014).

    Examples
    --------
    >>> test = delong_test([1, 1, 1, 0, 0, 0], [6, 5, 3, 4, 2, 1], [6, 4, 2, 5, 3, 1])
    >>> round(test.effect, 4), round(test.p_value, 4)
    (0.2222, 0.1573)
    """
    flags = _flags(truth, "truth")
    a = place(flags, _scores(first, "first", flags))
    if second_truth is None:
        b = place(flags, _scores(second, "second", flags))
        variance = spread(a.positive - b.positive) + spread(a.negative - b.negative)
        name = "paired DeLong"
    else:
        others = _flags(second_truth, "second_truth")
        b = place(others, _scores(second, "second", others))
        variance, name = a.variance + b.variance, "unpaired DeLong"
    return area_test(a.area - b.area, variance, name, level, {"first_area": a.area, "second_area": b.area})


def area_test(difference: float, variance: float, name: str, level: float, more: dict[str, float]) -> Test:
    """Assemble the test of a difference of areas from its variance."""
    notes: tuple[str, ...] = ()
    if variance > 0:
        z = difference / math.sqrt(variance)
        p = float(2 * special.ndtr(-abs(z)))
    elif difference == 0 and variance == 0:
        z, p, notes = 0.0, 1.0, ("both scores order the cases alike",)
    else:
        z, p, notes = math.nan, math.nan, ("the placements do not vary, or a class has one case: no test is possible",)
    half = float(special.ndtri((1 + level) / 2)) * math.sqrt(variance) if variance > 0 else 0.0 if p == 1 else 2.0
    return Test(
        method=name,
        statistic=z,
        df=(),
        p_value=p,
        null="both areas are equal",
        effect=difference,
        low=max(difference - half, -1.0),
        high=min(difference + half, 1.0),
        level=level,
        notes=notes,
        more=more,
    )


def _flags(truth: object, name: str) -> np.ndarray:
    values = sample(truth, name, 2, "delong_test")
    flags = values == np.max(values)
    if len(np.unique(values)) != 2:
        raise errors.unfit(name, "must hold two values, the larger one for positive cases")
    return np.asarray(flags)


def _scores(values: object, name: str, flags: np.ndarray) -> Numbers:
    scores = sample(values, name, 2, "delong_test")
    if len(scores) != len(flags):
        raise errors.not_aligned(name, len(scores), len(flags))
    return scores
