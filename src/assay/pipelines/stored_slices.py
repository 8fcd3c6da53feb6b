"""Slices of a result that was stored: what was judged is kept, and the cases are not."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scipy import special

from assay.comparisons.unpaired import compare_unpaired
from assay.errors import slicing as errors
from assay.metrics.find import find
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation
from assay.results.metric_names import whole_name
from assay.results.slices import SliceTest


@dataclass(frozen=True, eq=False)
class StoredSlices:
    """Evaluations of every slice, and the tests of the metrics that were shown."""

    evaluations: Mapping[object, Evaluation]
    tests: Mapping[str, Sequence[SliceTest]]
    aliases: Mapping[str, str]
    level: float

    def evaluation(self, key: object) -> Evaluation:
        """Return the judgement of a slice."""
        if key not in self.evaluations:
            raise errors.not_stored(f"slice {key!r}")
        return self.evaluations[key]

    def rest(self, key: object) -> Evaluation:
        """All other cases are as little here as those of the slice."""
        raise errors.not_stored(f"rest of slice {key!r}")

    def name(self, metric: str) -> str:
        """Return a metric's own name."""
        return whole_name(metric, next(iter(self.evaluations.values())).estimates, self.aliases)

    def metric(self, key: object, metric: str) -> Estimate:
        """Return one metric of one slice."""
        return self.evaluation(key)[metric]

    def against_rest(self, keys: Sequence[object], metric: str) -> list[SliceTest]:
        """Return the tests of slices against the rest of the cases, of the metrics that were shown."""
        name = self.name(metric)
        if name not in self.tests:
            raise errors.not_stored(f"test of {name}")
        known = {test.key: test for test in self.tests[name]}
        return [known[key] for key in keys if key in known]

    def apart(self, first: object, second: object, metric: str, level: float) -> Estimate:
        """Return the difference of two slices, from the limits of both."""
        left, right = self.metric(first, metric), self.metric(second, metric)
        self._refuse_groups(first)
        made = compare_unpaired(find(self.name(metric)), left, right, level)
        return Estimate(made.value, made.low, made.high, level, made.interval, made.n)

    def ratio(self, first: object, second: object, metric: str, level: float) -> Estimate:
        """Return one slice's value over another's, from the limits of both."""
        left, right = self.metric(first, metric), self.metric(second, metric)
        self._refuse_groups(first)
        bare = ratio_at_zero(left, right, self.level)
        if bare is not None:
            return bare
        below, above = log_reaches(left, right, level)
        middle = math.log(left.value / right.value)
        ends = math.exp(middle - below), math.exp(middle + above)
        return Estimate(math.exp(middle), *ends, level, "mover", left.n + right.n)

    def stored(self) -> StoredSlices:
        """Return the same, which is stored already."""
        return self

    def _refuse_groups(self, key: object) -> None:
        if self.evaluation(key).grouping is not None:
            raise errors.not_stored("difference of slices that share groups")


NEGATIVE = "a ratio to a number that is not above 0 says nothing; see the difference"


def ratio_at_zero(first: Estimate, second: Estimate, level: float) -> Estimate | None:
    """Return the ratio of two values that have no logarithms, None where both have one."""
    if first.value > 0 and second.value > 0:
        return None
    n = first.n + second.n
    if first.value == 0 and second.value > 0:
        return Estimate(0.0, 0.0, math.inf, level, "none", n)
    return Estimate(math.nan, 0.0, math.inf, level, "none", n, NEGATIVE)


def log_reaches(first: Estimate, second: Estimate, level: float) -> tuple[float, float]:
    """Return how far the logarithm of a ratio reaches down and up, combining the limits of both (Zou & Donner 2008)."""
    widen = float(special.ndtri((1 + level) / 2) / special.ndtri((1 + first.level) / 2))
    below, above = (widen * _log_reach(first, end) for end in (first.low, first.high))
    under, over = (widen * _log_reach(second, end) for end in (second.low, second.high))
    return math.hypot(below, over), math.hypot(above, under)


def _log_reach(made: Estimate, limit: float) -> float:
    return abs(math.log(made.value / limit)) if 0 < limit < math.inf else math.inf
