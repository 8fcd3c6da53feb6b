"""The result of judging labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from assay.intervals.label_intervals import LabelSample
from assay.results.evaluation import Estimates, Evaluation, brief
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
        return self._classes_made() if self.classes is None else self.classes

    @property
    def class_count(self) -> int:
        """How many classes, labels or data sets there are."""
        return 0 if self.sample is None else len(self.sample.reasons.labels)

    def _classes_made(self, names: Sequence[str] | None = None) -> Mapping[object, Estimates]:
        """Make the estimates of each class; those of some metrics alone where these are named."""
        return {} if self.sample is None else per_class_estimates(self.sample, names)

    @cached_property
    def _in_brief(self) -> dict[tuple[str, ...], Mapping[object, Estimates]]:
        return {}

    def _per_class_in_brief(self, names: Sequence[str], most: int) -> Mapping[object, Estimates]:
        """Return `per_class`; of more classes than `most` only these metrics, and only these are made."""
        if self.classes is not None or "per_class" in self.__dict__ or self.class_count <= most:
            return brief(self.per_class, names, most)
        wanted = tuple(names)
        if wanted not in self._in_brief:
            self._in_brief[wanted] = self._classes_made(wanted)
        return self._in_brief[wanted]
