"""Two models' outputs on the same cases, for metrics that need the cases themselves."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from assay.comparisons.difference import (
    SAME_LOSS,
    Difference,
    as_large,
    nothing_differs,
    permuted,
    undecided,
    undefined,
    within_reach,
    z_difference,
)
from assay.comparisons.situations import INFLUENCE, PAIRED_T, RESAMPLED, SWAPPED
from assay.stats.arithmetic import Numbers
from assay.stats.ranks import canonical_order
from assay.stats.skew import rests_on_few
from assay.stats.streams import Stream
from assay.summaries.moments import Worth

FEW_CASES = 2000
"""Up to here swapping answers is affordable; beyond, the normal law of the difference is as good."""

PERMUTATIONS, REPLICATES, FEW_REPLICATES = 1999, 500, 100
"""Every draw judges all cases anew: a p-value of 0.05 is off by 0.005, a spread by 3%, or by 7% where it only
scales."""
OFTEN_ENOUGH = 50
"""Swaps beyond the difference after which p is known to 14% of itself, so that more would not change what is said."""

Measure = Callable[[np.ndarray, np.ndarray, Numbers | None], float]


@dataclass(frozen=True, eq=False)
class PairedRows:
    """Truth and both models' outputs, case by case, with the metric as a function of truth, output and weight.

    Cases are drawn by their places, so they are put in an order of their own, unless the caller has done so.
    """

    truth: np.ndarray
    outputs: tuple[np.ndarray, np.ndarray]
    weight: Numbers | None
    measure: Measure
    in_order: bool = False

    def ordered(self) -> PairedRows:
        """Return the same cases in an order that does not depend on how they came."""
        if self.in_order:
            return self
        order = canonical_order(self.truth, *self.outputs, self.weight)
        outputs = self.outputs[0][order], self.outputs[1][order]
        weight = None if self.weight is None else self.weight[order]
        return replace(self, truth=self.truth[order], outputs=outputs, weight=weight, in_order=True)

    @property
    def rows(self) -> int:
        """How many cases there are."""
        return len(self.truth)

    def values(self, rows: np.ndarray | slice, swap: np.ndarray | None = None) -> tuple[float, float]:
        """Return the metric of both models on some cases, the outputs swapped where asked."""
        left, right = (output[rows] for output in self.outputs)
        if swap is not None:
            flags = swap.reshape(-1, *[1] * (left.ndim - 1))
            left, right = np.where(flags, right, left), np.where(flags, left, right)
        weight = None if self.weight is None else self.weight[rows]
        return self.measure(self.truth[rows], left, weight), self.measure(self.truth[rows], right, weight)


def compare_rows(rows: PairedRows, level: float, seed: tuple[int, ...], effort: float = 1.0) -> Difference:
    """Compare by swapping outputs at random where there are few cases, by resampled cases where there are many.

    `effort` is the share of the usual number of resamples, for metrics that take long.
    """
    rows = rows.ordered()
    left, right = rows.values(slice(None))
    value, n = left - right, rows.rows
    if math.isnan(value):
        return undefined(n)
    rng = Stream.ROW_PAIRS.of(seed[0], *seed[1:])
    if np.array_equal(*rows.outputs):
        return nothing_differs(SWAPPED, n)
    few = n <= FEW_CASES
    resamples = max(int(effort * REPLICATES), FEW_REPLICATES) if few else FEW_REPLICATES
    permutations = max(int(effort * PERMUTATIONS), 199)
    drawn = [rows.values(rng.integers(0, n, n)) for _ in range(resamples)]
    error = spread_of([first - second for first, second in drawn])
    if not few:
        return z_difference(value, error, level, RESAMPLED, n)
    difference = z_difference(value, error, level, SWAPPED, n)
    p = swapped_p(rows, value, permutations, rng)
    first, second = (np.asarray(output).reshape(n, -1) for output in rows.outputs)
    apart = (first != second).any(axis=1)
    telling = int(np.count_nonzero(apart if rows.weight is None else apart & (rows.weight > 0)))
    return within_reach(permuted(value, difference, p, level), telling, level, "case")


def swapped_p(rows: PairedRows, value: float, permutations: int, rng: np.random.Generator) -> float:
    """Return how often swapping the outputs case by case gives as large a difference.

    Drawing stops once that has happened often enough to know that p is not small (Besag & Clifford 1991).
    """
    beyond = 0
    for drawn in range(1, permutations + 1):
        first, second = rows.values(slice(None), rng.random(rows.rows) < 0.5)
        beyond += as_large(first - second, value, max(abs(first), abs(second)))
        if beyond == OFTEN_ENOUGH:
            return beyond / drawn
    return (1 + beyond) / (permutations + 1)


def spread_of(values: list[float] | Numbers) -> float:
    """Return the standard deviation of the replicates that are defined, 0 if hardly any is."""
    kept = np.asarray(values, dtype=float)
    kept = kept[np.isfinite(kept)]
    return float(kept.std(ddof=1)) if len(kept) > 1 else 0.0


def paired_t(differences: Numbers, weight: Numbers | None, level: float) -> Difference:
    """Compare means of per-case quantities by the t test of their differences."""
    n, worth = len(differences), Worth.of(weight, len(differences))
    mean = float(np.average(differences, weights=weight))
    pull = differences - mean if weight is None else weight * (differences - mean)
    error = worth.error(float(pull @ pull))
    if n < 2:
        return replace(undecided(PAIRED_T.with_interval("none"), n, "one case gives no test", math.nan), value=mean,
                       statistic=math.nan, error=math.nan, flat=False)  # fmt: skip
    if not differences.any():
        return undecided(PAIRED_T, n, SAME_LOSS)
    difference = z_difference(mean, error, level, PAIRED_T, n, max(worth.effective - 1, 1.0))
    skew = rests_on_few(differences)
    if skew is None:
        return difference
    message = (
        f"the differences are skewed for {n:,} cases: few of them carry the mean, and no test of it holds "
        "its level; assay.stats.wilcoxon tests symmetry instead"
    )
    return replace(difference, notes=(*difference.notes, message))


def from_influences(value: float, pull: Numbers, weight: Numbers | None, level: float) -> Difference:
    """Compare by z, from what each case contributes to the difference (mean 0)."""
    n, pulled = len(pull), pull if weight is None else pull * weight
    if value == 0 and not pulled.any():
        return undecided(INFLUENCE, n, SAME_LOSS)
    error = Worth.of(weight, n).error(float(pulled @ pulled))
    return z_difference(value, error, level, INFLUENCE, n)
