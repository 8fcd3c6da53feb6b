"""Means over the cases of what each error contributes: every smooth metric of regression is a formula over them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from assay.stats.arithmetic import Number, Numbers
from assay.summaries.made_values import MadeValues
from assay.summaries.moments import Moments, Worth
from assay.summaries.residuals import Residuals

COLUMNS = (
    "error_off",
    "error_off_squared",
    "squared",
    "absolute",
    "relative",
    "absolute_relative",
    "size",
    "truth_off",
    "truth_off_squared",
    "truth_off_absolute",
    "prediction_off",
    "prediction_off_squared",
    "product_off",
)
"""What every case contributes, in the order of the columns; "off" is the distance from the centre."""


@dataclass(frozen=True)
class Centre:
    """Where truth, prediction and error are measured from, so that 1e9 + small differences do not cancel."""

    truth: Numbers
    prediction: Numbers
    error: Numbers

    @classmethod
    def of(cls, cases: Residuals) -> Centre:
        """Return the means of the cases, an output each; a constant column is its own centre exactly."""
        parts = MadeValues((cases.truth,)), MadeValues((cases.answers,)), cases.errors()
        return cls(*(_middle(part, cases.weight) for part in parts))

    def each(self) -> tuple[Numbers, Numbers, Numbers]:
        """Return the three centres in order."""
        return self.truth, self.prediction, self.error

    def same(self, other: Centre) -> bool:
        """Say whether two centres are one."""
        return all(np.array_equal(first, second) for first, second in zip(self.each(), other.each(), strict=True))


@dataclass(frozen=True)
class ResidualMeans:
    """The mean of every column, one number each or an array of replicates.

    >>> means = ResidualMeans.of(Residuals.of([1, 2, 3], [1, 2, 6]))
    >>> means.absolute, means.squared, means.mean_error
    (1.0, 3.0, -1.0)
    """

    error_off: Number
    error_off_squared: Number
    squared: Number
    absolute: Number
    relative: Number
    absolute_relative: Number
    size: Number
    truth_off: Number
    truth_off_squared: Number
    truth_off_absolute: Number
    prediction_off: Number
    prediction_off_squared: Number
    product_off: Number
    error_centre: float
    worth: Worth
    outputs: int

    @classmethod
    def of(cls, cases: Residuals) -> ResidualMeans:
        """Return the means of some cases, several outputs counting by their mean."""
        centre = Centre.of(cases)
        means = np.average(case_columns(cases, centre), axis=1, weights=cases.weight)
        return cls.from_vector(means, centre, Worth.of(cases.weight, cases.rows))

    @classmethod
    def from_vector(cls, means: Sequence[Number] | Numbers, centre: Centre, worth: Worth) -> ResidualMeans:
        """Name the entries of a vector of means; replicates may stand on further axes."""
        each = zip(COLUMNS, means, strict=False)  # losses come behind the columns
        named = {name: float(mean) if isinstance(mean, float) else mean for name, mean in each}
        return cls(**named, error_centre=float(centre.error.mean()), worth=worth, outputs=len(centre.error))

    @property
    def mean_error(self) -> Number:
        """Mean of truth less prediction."""
        return self.error_centre + self.error_off

    @property
    def error_variance(self) -> Number:
        """Mean squared distance of the errors from their mean."""
        return self.error_off_squared - self.error_off**2

    @property
    def truth_variance(self) -> Number:
        """Mean squared distance of the truth from its mean."""
        return self.truth_off_squared - self.truth_off**2

    @property
    def prediction_variance(self) -> Number:
        """Mean squared distance of the predictions from their mean."""
        return self.prediction_off_squared - self.prediction_off**2

    @property
    def covariance(self) -> Number:
        """Mean product of the distances of truth and prediction from their means."""
        return self.product_off - self.truth_off * self.prediction_off


def case_columns(cases: Residuals, centre: Centre, out: Numbers | None = None) -> Numbers:
    """Return what every case contributes, one row per column; of several outputs, their mean.

    `out` is room to write to: filling the same memory again and again is several times faster than asking for more.
    """
    room = np.empty((len(COLUMNS), cases.rows)) if out is None else out
    centres = np.stack(centre.each(), axis=1).tolist()
    _fill(room, cases.truth[:, 0], cases.answers[:, 0], centres[0])
    if cases.width > 1:
        part = np.empty_like(room)
        for place in range(1, cases.width):
            _fill(part, cases.truth[:, place], cases.answers[:, place], centres[place])
            room += part
        room /= cases.width
    return room


def _fill(room: Numbers, truth: Numbers, prediction: Numbers, centre: list[float]) -> None:
    """Write the columns of one output in the order of COLUMNS."""
    off, off_squared, squared, absolute, relative, absolute_relative, size, *rest = room
    truth_off, truth_squared, truth_absolute, prediction_off, prediction_squared, product = rest
    np.subtract(truth, prediction, out=relative)
    np.subtract(relative, centre[2], out=off)
    np.multiply(off, off, out=off_squared)
    np.multiply(relative, relative, out=squared)
    np.abs(relative, out=absolute)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        np.divide(relative, truth, out=relative)
    np.abs(truth, out=size)
    if not np.min(size):
        relative[truth == 0] = 0.0
    np.abs(relative, out=absolute_relative)
    np.subtract(truth, centre[0], out=truth_off)
    np.multiply(truth_off, truth_off, out=truth_squared)
    np.abs(truth_off, out=truth_absolute)
    np.subtract(prediction, centre[1], out=prediction_off)
    np.multiply(prediction_off, prediction_off, out=prediction_squared)
    np.multiply(truth_off, prediction_off, out=product)


def _middle(values: MadeValues, weight: Numbers | None) -> Numbers:
    """Return the means of the outputs; where one never varies, its value exactly."""
    means, weights, first, varies = [], [], values.of(slice(1))[0], np.zeros(values.shape[1], dtype=bool)
    for rows, block in values.blocks():
        own = None if weight is None else weight[rows]
        weights.append(len(block) if own is None else float(own.sum()))
        means.append(np.average(block, axis=0, weights=own) if weights[-1] else block.mean(axis=0))
        if not varies.all():
            varies |= (block != first).any(axis=0)
    mean = means[0] if len(means) == 1 else np.average(means, axis=0, weights=weights)
    return np.asarray(np.where(varies, mean, first))


def shifted(moments: Moments, old: Centre, new: Centre, truth_off_absolute: float) -> Moments:
    """Return the moments of the columns measured from another centre, given the mean distance of the truth from it."""
    turn, shift = turning(old, new, len(moments.mean))
    turned = moments.turned(turn)
    mean = turned.mean + shift
    mean[COLUMNS.index("truth_off_absolute")] = truth_off_absolute
    return replace(turned, mean=mean)


def turning(old: Centre, new: Centre, size: int) -> tuple[Numbers, Numbers]:
    """Return the matrix and the vector that turn means of so many columns into those from another centre."""
    by_name = {name: place for place, name in enumerate(COLUMNS)}
    turn, shift = np.eye(size), np.zeros(size)
    steps = dict(zip(("truth", "prediction", "error"), _steps(old, new), strict=True))
    for part, step in steps.items():
        off, squared = by_name[f"{part}_off"], by_name[f"{part}_off_squared"]
        shift[off], shift[squared] = step, step**2
        turn[squared, off] = 2 * step
    product = by_name["product_off"]
    turn[product, by_name["truth_off"]] = steps["prediction"]
    turn[product, by_name["prediction_off"]] = steps["truth"]
    shift[product] = steps["truth"] * steps["prediction"]
    return turn, shift


def _steps(old: Centre, new: Centre) -> tuple[float, ...]:
    return tuple(float(a[0] - b[0]) for a, b in zip(old.each(), new.each(), strict=True))
