"""How the errors are distributed: how many are below any size, and which size any share of them stays below."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from assay.checks.numbers import between
from assay.curves import error_dominance
from assay.curves import residuals as drawn
from assay.errors import metrics as errors
from assay.intervals.grouped_quantiles import DesignEffects
from assay.intervals.medians import sketch_limits
from assay.intervals.regression_sample import RegressionSample
from assay.results.curve import Curve
from assay.results.estimate import Estimate
from assay.stats import proportion_limits as proportions
from assay.stats.checks import check_share

NEGLIGIBLE = 1e-3
"""No grouping makes cases worth more than a thousand times their number."""

ASKED = (0.5, 0.9, 0.95)
"""Shares whose sizes of error are printed or drawn; a stored result keeps them as they were."""


@dataclass(frozen=True)
class ResidualDistribution:
    """The distribution of the sizes of the errors; asked both ways.

    `ev.errors.share_below(0.1)` is the share of cases off by at most 0.1; `ev.errors.below(0.95)` is the size of error
    that 95% of the cases stay below. `ev.errors.dominance(other.errors)` says which of two models has more cases below
    every size, and where. `told` holds answers from before the cases were summed up.
    """

    sample: RegressionSample = field(repr=False)
    effects: DesignEffects | None = field(default=None, repr=False)
    told: Mapping[float, Estimate] = field(default_factory=dict, repr=False)

    def stored(self, sample: RegressionSample) -> ResidualDistribution:
        """Return the distribution without its cases, which still answers what is printed as it did with them."""
        return ResidualDistribution(sample, self.effects, {share: self.below(share) for share in ASKED})

    def _worth(self, size: float) -> float:
        """Return how many independent cases tell the share below a size of error."""
        effective = self.sample.summary.worth.effective
        return effective if self.effects is None else effective / max(self.effects.at(size), NEGLIGIBLE)

    def share_below(self, size: float) -> Estimate:
        """Return the share of the cases whose error is at most this large."""
        if between(size, -math.inf, math.inf) is None:
            raise errors.parameter_range("share_below", "size", size, "A finite number, in the unit of the truth,")
        sample, summary = self.sample, self.sample.summary
        n = self._worth(float(size) / summary.scale)
        note = None
        if summary.cases is None:
            sketches = summary.sketches
            low, high = sketches.absolute.share_below(float(size) / summary.scale) if sketches else (0.0, 1.0)
            share, note = (low + high) / 2, f"exact to ± {(high - low) / 2:.1g}"
        else:
            inside = (summary.cases.absolute_error <= float(size) / summary.scale).mean(axis=1)
            share = float(np.average(inside, weights=summary.cases.weight))
        ends = proportions.limits(proportions.guarded_wilson, share * n, n, sample.level)
        return Estimate(share, float(ends[0]), float(ends[1]), sample.level, "wilson", summary.rows, note)

    def below(self, share: float) -> Estimate:
        """Return the smallest size of error that at least this share of the cases does not exceed."""
        check_share("share", share)
        if share in self.told:
            return self.told[share]
        sample, summary = self.sample, self.sample.summary
        unit = summary.scale
        if summary.cases is None:
            sketch = summary.sketches.absolute if summary.sketches else None
            if sketch is None:
                raise LookupError("there are no errors")
            value = float(np.mean(sketch.quantile(share)))
            low, high = sketch_limits(sketch, share, self._worth(value), sample.level)
            method = "order statistics"
        elif self.effects is not None:
            value = sample.absolute.quantile(share)
            error = math.sqrt(share * (1 - share) / self._worth(value))
            low, high = sample.absolute.woodruff(share, error, summary.worth.degrees, sample.level, (0.0, math.inf))
            method = "woodruff"
        else:
            value = sample.absolute.quantile(share)
            low, high, method = sample.absolute.limits(share, sample.level, (0.0, math.inf))
        return Estimate(
            value * unit, min(low, value) * unit, max(high, value) * unit, sample.level, method, summary.rows, unit=1
        )

    def dominance(
        self, other: ResidualDistribution, names: tuple[str, str] = ("this model", "the other")
    ) -> tuple[error_dominance.Span, ...]:
        """Say which of two models has more cases below each size of error, and from where to where."""
        other = getattr(other, "errors", other)
        if not isinstance(other, ResidualDistribution):
            raise errors.parameter_range("dominance", "other", other, "The errors of another regression")
        if len(names) != 2:
            raise errors.parameter_range("dominance", "names", names, "A name for each of the two models")
        return error_dominance.dominance(self.cdf, other.cdf, names)

    @cached_property
    def cdf(self) -> Curve:
        """The regression error characteristic curve."""
        return drawn.error_cdf(self.sample.summary)

    @property
    def area_over(self) -> float:
        """The area over the curve: the mean absolute error."""
        summary = self.sample.summary
        return float(summary.means.absolute) * summary.scale


@dataclass(frozen=True)
class ResidualCurves(Mapping[str, Curve]):
    """The pictures of errors by name, each built the first time it is asked for."""

    distribution: ResidualDistribution
    built: dict[str, Curve] = field(default_factory=dict, compare=False)

    def __getitem__(self, name: str) -> Curve:
        makers = self._makers()
        if name not in makers:
            raise KeyError(f"There is no curve {name!r}; there are {', '.join(makers)}.")
        if name not in self.built:
            self.built[name] = makers[name]()
        return self.built[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers())

    def __len__(self) -> int:
        return len(self._makers())

    def _makers(self) -> dict[str, Callable[[], Curve]]:
        summary = self.distribution.sample.summary
        if summary.centre is None:
            return {}
        makers: dict[str, Callable[[], Curve]] = {
            "error_cdf": lambda: self.distribution.cdf,
            "error_histogram": lambda: drawn.error_histogram(summary),
        }
        if summary.cases is not None:
            cases = summary.cases
            makers |= {
                "residuals": lambda: drawn.residual_plot(cases),
                "predicted": lambda: drawn.prediction_plot(cases),
            }
        return makers
