"""Sums of log losses and squared errors of probabilities, with their spread: merged without cancellation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from assay.stats.arithmetic import Numbers


@dataclass(frozen=True)
class Spread:
    """Mean of a per-case quantity x with weights w, and its squares, kept around the mean so that nothing cancels.

    `around` is the sum of w²(x - mean)², `drift` the sum of w²(x - mean), `squares` the sum of w².
    """

    weight: float
    squares: float
    mean: float
    around: float
    drift: float

    def merge(self, other: Spread) -> Spread:
        """Return the spread of both sets of cases together (Chan, Golub & LeVeque 1979, with weights)."""
        weight = self.weight + other.weight
        if weight == 0:
            return self
        mean = (self.weight * self.mean + other.weight * other.mean) / weight
        parts = [spread._about(mean) for spread in (self, other)]
        around, drift = (sum(part) for part in zip(*parts, strict=True))
        return Spread(weight, self.squares + other.squares, mean, around, drift)

    def _about(self, centre: float) -> tuple[float, float]:
        """Return `around` and `drift` about another centre."""
        shift = self.mean - centre
        return self.around + 2 * shift * self.drift + shift**2 * self.squares, self.drift + shift * self.squares

    @property
    def error(self) -> float:
        """Standard error of the mean, with the small-sample factor of the effective number of cases."""
        n = self.weight**2 / self.squares if self.squares else 0.0
        if n <= 1:
            return float("nan")
        return float(np.sqrt(self.around) / self.weight * np.sqrt(n / (n - 1)))


@dataclass(frozen=True)
class Losses:
    """Log loss and squared error over the cases, and how many probabilities had to be clipped for the logarithm."""

    log: Spread
    squared: Spread
    clipped: int

    def merge(self, other: Losses) -> Losses:
        """Return the losses of both sets of cases together."""
        return Losses(self.log.merge(other.log), self.squared.merge(other.squared), self.clipped + other.clipped)


def log_losses(probability: Numbers, epsilon: float) -> Numbers:
    """Return -log of the probability given to what happened, clipped away from 0."""
    return -np.log(np.clip(probability, epsilon, 1 - epsilon))


def losses_of(score: Numbers, weight: Numbers | None, square: Numbers | None, positive: bool, epsilon: float) -> Losses:
    """Sum the losses of the cases of one class; without weights every entry is one case."""
    given = score if positive else 1 - score
    clipped = given < epsilon
    counted = weight is not None and square is weight
    count = round(float(weight[clipped].sum())) if counted and weight is not None else int(np.count_nonzero(clipped))
    return Losses(
        spread_of(log_losses(given, epsilon), weight, square), spread_of((1 - given) ** 2, weight, square), count
    )


def spread_of(values: Numbers, weight: Numbers | None, square: Numbers | None) -> Spread:
    """Return the spread of values; without weights every value counts once."""
    if weight is None or square is None:
        n = float(len(values))
        mean = float(values.mean()) if n else 0.0
        return Spread(n, n, mean, float(np.sum((values - mean) ** 2)), 0.0)
    total = float(weight.sum())
    mean = float(np.sum(weight * values)) / total if total else 0.0
    off = values - mean
    return Spread(total, float(square.sum()), mean, float(np.sum(square * off**2)), float(np.sum(square * off)))


def sum_losses(losses: list[Losses]) -> Losses:
    """Return the losses of many sets of cases together."""
    total = losses[0]
    for part in losses[1:]:
        total = total.merge(part)
    return total
