"""The result of judging labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from assay.intervals.label_intervals import LabelSample
from assay.results.evaluation import Estimates, Evaluation
from assay.tasks.labels.per_class import per_class_estimates


@dataclass(frozen=True, eq=False, repr=False)
class LabelEvaluation(Evaluation):
    """Labels judged; every class, label or data set has estimates of its own in `per_class`."""

    sample: LabelSample | None = None

    @cached_property
    def per_class(self) -> Mapping[object, Estimates]:
        """Each class (or label, or data set) with its own estimates, keyed by the user's own label."""
        return {} if self.sample is None else per_class_estimates(self.sample)
