"""Curves of a model against the size of its training set, or against a setting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from assay.results.estimate import Estimate
from assay.results.evaluation import Choices
from assay.results.grouping import Grouping
from assay.results.note import Note
from assay.results.rendered import Rendered

if TYPE_CHECKING:
    pass


@dataclass(frozen=True, eq=False)
class CurvePoint:
    """One size, or one value of a setting: what test and training cases score, on average and in every fit."""

    at: object
    test: Estimate
    training: Estimate
    test_values: tuple[float, ...]
    training_values: tuple[float, ...]

    @property
    def size(self) -> int:
        """The number of training cases, where that is what the curve is drawn against."""
        if not isinstance(self.at, int | np.integer):
            raise LookupError("this curve is not drawn against a number of cases")
        return int(self.at)

    @property
    def error(self) -> float:
        """The standard error of the test mean, taking fits as independent (the one of the one-standard-error rule)."""
        known = np.array(self.test_values)
        return float(known.std(ddof=1) / np.sqrt(len(known))) if len(known) > 1 else float("nan")

    def to_dict(self) -> dict[str, object]:
        """Return the point as plain values."""
        return {
            "at": self.at,
            "test": self.test.to_dict(),
            "training": self.training.to_dict(),
            "test_values": list(self.test_values),
            "training_values": list(self.training_values),
        }


@dataclass(frozen=True, eq=False, repr=False)
class ModelCurve(Rendered):
    """What the curves share: points, the metric, and how they print and draw themselves."""

    model: str
    metric: str
    label: str
    better: str
    points: tuple[CurvePoint, ...]
    n: int
    fits: int
    choices: Choices
    notes: tuple[Note, ...] = ()

    @property
    def level(self) -> float:
        """The confidence level of every interval here."""
        return self.choices.level

    def __len__(self) -> int:
        return len(self.points)


@dataclass(frozen=True, eq=False, repr=False)
class LearningCurve(ModelCurve):
    """Test and training score against the number of training cases, all tested on the same part.

    `flat_from` is the size from which more cases changed the mean by less than a standard error, None if it never
    settled. `law` is the power law through the means, `extrapolated` what it says of larger training sets;
    `grouping` says what groups of the test cases did to the last score.
    """

    test_size: int = 0
    flat_from: int | None = None
    law: Mapping[str, float] | None = None
    extrapolated: Mapping[int, Estimate] = field(default_factory=dict)
    grouping: Grouping | None = None

    @property
    def sizes(self) -> tuple[int, ...]:
        """The numbers of training cases."""
        return tuple(point.size for point in self.points)

    def __repr__(self) -> str:
        return f"<LearningCurve: {self.model}, {len(self)} sizes up to {self.sizes[-1]:,}>"


@dataclass(frozen=True, eq=False, repr=False)
class ComplexityCurve(ModelCurve):
    """Test and training score against a setting. `best` has the best mean; `chosen` is the simplest value within one
    standard error of it, which is what the data can tell from nothing worse.
    """

    parameter: str = ""
    scheme: str = ""
    best: object = None
    chosen: object = None
    simpler: str = "first"

    @property
    def values(self) -> tuple[object, ...]:
        """The values that were tried, in their order."""
        return tuple(point.at for point in self.points)

    def __repr__(self) -> str:
        return f"<ComplexityCurve: {self.model}, {self.parameter}, {len(self)} values>"
