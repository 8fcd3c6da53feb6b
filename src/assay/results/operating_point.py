"""A threshold with what it gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assay.results.estimate import Estimate
from assay.results.short_tables import short_table
from assay.results.threshold_text import threshold_text

SHOWN = ("recall", "specificity", "precision", "f1", "accuracy")
"""The metrics that a point shows; `point.estimates` has all."""


@dataclass(frozen=True, repr=False)
class OperatingPoint:
    """A rule, the threshold it leads to, and the metrics there; a case is positive when score >= threshold.

    `alpha` and `beta` are the error rates of the two kinds: false alarms among negatives, misses among positives.
    """

    rule: str
    threshold: float
    estimates: Mapping[str, Estimate]
    note: str | None = None

    def __getitem__(self, name: str) -> Estimate:
        return self.estimates[name]

    @property
    def alpha(self) -> float:
        """Share of the negative cases called positive."""
        return self.estimates["false_positive_rate"].value

    @property
    def beta(self) -> float:
        """Share of the positive cases missed."""
        return self.estimates["false_negative_rate"].value

    def __repr__(self) -> str:
        """Show the rule, the threshold and the metrics that matter most there."""
        made = [(name, self.estimates[name]) for name in SHOWN if name in self.estimates]
        rows = [
            [name, f"{estimate.value:.3f}", f"[{estimate.low:.3f}, {estimate.high:.3f}]"] for name, estimate in made
        ]
        return f"{self.rule}: from {threshold_text(self.threshold)} on\n{short_table(['', 'value', 'interval'], rows)}"

    def to_dict(self) -> dict[str, object]:
        """Return the point as JSON documents carry it."""
        return {
            "rule": self.rule,
            "threshold": self.threshold,
            "metrics": {name: estimate.to_dict() for name, estimate in self.estimates.items()},
            "note": self.note,
        }
