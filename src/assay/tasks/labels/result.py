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
    """Labels judged; every class, label or data set has estimates of its own in `per_class`.

    `classes` holds these estimates where they were made with the rest, as intervals over groups are.
    """

    sample: LabelSample | None = None
    classes: Mapping[object, Estimates] | None = None

    @cached_property
    def per_class(self) -> Mapping[object, Estimates]:
        """Each class (or label, or data set) with its own estimates, keyed by the user's own label."""
        if self.classes is not None:
            return self.classes
        return {} if self.sample is None else per_class_estimates(self.sample)
