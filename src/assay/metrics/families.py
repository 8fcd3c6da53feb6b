"""Families: what kind of number a metric is. Its interval and its paired test follow from that, wherever it is judged.

A family is a small value on the card. `intervals` holds one function per family that makes the interval, `comparisons`
one that makes the difference of two models; both are found by the family's type.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from assay.stats.arithmetic import Numbers
from assay.stats.rank_correlations import Correlated, kendall, spearman
from assay.stats.ranks import Ranked


class Kind(Enum):
    """What a metric judges."""

    LABELS = "labels"
    SCORES = "scores"
    REGRESSION = "regression"
    IMAGES = "images"
    TEXT = "text"
    ANY = "any"


class Need(Enum):
    """What must be there for a metric to have a value."""

    BOTH_CLASSES = "both classes"
    PROBABILITIES = "probabilities"
    RANGES = "predicted ranges"
    NONZERO_TRUTH = "a truth without zeros"


class Loss(Enum):
    """What a probability loses when it is held against the outcome."""

    LOG = "log"
    SQUARED = "squared"


@dataclass(frozen=True)
class Family:
    """The kind of number that a metric is; `why` says why it gets the interval that it gets."""

    kind: ClassVar[Kind] = Kind.LABELS
    why: ClassVar[str] = ""


class Cells(Family):
    """A function of the cells of a confusion table."""


@dataclass(frozen=True)
class OwnLoss(Family):
    """The mean of the user's own loss."""

    kind: ClassVar[Kind] = Kind.ANY


@dataclass(frozen=True)
class ScoreFamily(Family):
    """A metric of scores."""

    kind: ClassVar[Kind] = Kind.SCORES
    why: ClassVar[str] = "an average over classes: what each case contributes to all of them, on the logit scale"


@dataclass(frozen=True)
class Area(ScoreFamily):
    """An area under the ROC curve, times a scale and moved by a shift."""

    why: ClassVar[str] = "an area under the ROC curve: logit DeLong with t covers where plain DeLong fell to 27%"
    scale: float = 1.0
    shift: float = 0.0

    def of(self, area: float) -> float:
        """Return the metric at an area."""
        return self.scale * area + self.shift

    def area(self, value: float) -> float:
        """Return the area at a value of the metric."""
        return (value - self.shift) / self.scale


@dataclass(frozen=True)
class GiniArea(Area):
    """The area on the scale from -1 to 1."""

    why: ClassVar[str] = "a rescaled area under the ROC curve"
    scale: float = 2.0
    shift: float = -1.0


class AveragePrecision(ScoreFamily):
    """The step-wise area under the precision-recall curve."""

    why: ClassVar[str] = "average precision: what each case contributes, on the logit scale"


@dataclass(frozen=True)
class MeanLoss(ScoreFamily):
    """A mean over cases of what a probability loses."""

    why: ClassVar[str] = "a mean of losses: bootstrap-t below 1,000 cases, t above; with weights t on the log scale"
    loss: Loss = Loss.LOG


class Calibration(ScoreFamily):
    """A binned calibration error without its bias."""

    why: ClassVar[str] = "a calibration error: debiased, with inverted tests for its limits and a null test"


class PlainCalibration(Calibration):
    """A binned calibration error as it is."""

    why: ClassVar[str] = "a plain calibration error: the limits are those of the debiased one over the same bins"


class ResampledScores(ScoreFamily):
    """A function of the sorted scores without a slope of its own."""

    why: ClassVar[str] = "resampled weights at the sorted scores"


class ShapedScores(ResampledScores):
    """A function of the sorted scores that chance moves one way: interpolated, largest, or at one end of a curve."""

    why: ClassVar[str] = (
        "a shape that chance exaggerates: drawn from smoothed scores, moved by its bias, logit scale with t"
    )


class Distance(ShapedScores):
    """A largest distance between two curves of scores."""

    why: ClassVar[str] = (
        "a largest distance, which chance exaggerates: drawn from smoothed scores and moved by its bias"
    )


class CurveHeight(ResampledScores):
    """The height of the ROC curve at one place."""

    why: ClassVar[str] = "a height of the ROC curve: what the height and what the place leave open, added in squares"


@dataclass(frozen=True)
class ClassMean(ScoreFamily):
    """A mean over classes, each against the rest, plain or weighted by their cases."""

    weighted: bool = False


class ClassAreas(ClassMean):
    """A mean over classes of areas under the ROC curve."""


class ClassPrecisions(ClassMean):
    """A mean over classes of average precisions."""


class PairAreas(ScoreFamily):
    """A mean over pairs of classes of areas under the ROC curve."""


class TopShare(ScoreFamily):
    """The share of the cases whose class is among the highest scores."""

    why: ClassVar[str] = "a proportion of the cases"


class RegressionFamily(Family):
    """A metric of predicted numbers."""

    kind: ClassVar[Kind] = Kind.REGRESSION


class Means(RegressionFamily):
    """A smooth function of means over cases."""


class Correlation(Means):
    """A correlation, for which Fisher's z exists."""


class SquaredCorrelation(Correlation):
    """The square of a correlation."""


class CaseShare(RegressionFamily):
    """A share of the cases."""


@dataclass(frozen=True)
class MedianError(RegressionFamily):
    """A median of the residuals, or of their sizes."""

    absolute: bool = False


@dataclass(frozen=True)
class MedianDeviation(RegressionFamily):
    """A multiple of the median distance of the residuals from their median."""

    factor: float = 1.0


class Largest(RegressionFamily):
    """The largest of all cases."""


class RankCorrelation(RegressionFamily):
    """A correlation of ranks."""

    @abstractmethod
    def correlate(self, first: Ranked, second: Ranked, weight: Numbers | None = None) -> Correlated:
        """Return the correlation of two orders, with what each case contributes to it."""


class Spearman(RankCorrelation):
    """The correlation of the ranks themselves."""

    def correlate(self, first: Ranked, second: Ranked, weight: Numbers | None = None) -> Correlated:
        """Return the Pearson correlation of the mid-ranks."""
        return spearman(first, second, weight)


class Kendall(RankCorrelation):
    """The excess of concordant pairs over discordant ones."""

    def correlate(self, first: Ranked, second: Ranked, weight: Numbers | None = None) -> Correlated:
        """Return tau-b."""
        return kendall(first, second, weight)


class Images(Family):
    """A metric of images, which are drawn again as wholes."""

    kind: ClassVar[Kind] = Kind.IMAGES


class FlatteredByFew(Images):
    """An average precision of images, which few images flatter."""


class Boundaries(Images):
    """A metric of the boundaries of masks, which are counted when it is asked for."""


class SegmentSums(Family):
    """A function of sums over segments of text."""

    kind: ClassVar[Kind] = Kind.TEXT


class SegmentShare(SegmentSums):
    """A share of the segments."""
