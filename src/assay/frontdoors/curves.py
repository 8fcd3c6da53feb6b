"""Curves of a score, each built the first time it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from assay.curves import thresholds as drawn
from assay.curves.calibration import calibration_curve
from assay.intervals.bands import band
from assay.metrics.labels.f_scores import f1
from assay.metrics.labels.rates import precision, recall, specificity
from assay.results.curve import Curve
from assay.summaries.score_table import ScoreTable

ANY: dict[str, Callable[[ScoreTable], Curve]] = {
    "roc": drawn.roc_curve,
    "pr": drawn.precision_recall_curve,
    "det": drawn.det_curve,
    "gain": drawn.gain_curve,
    "lift": drawn.lift_curve,
    "precision": lambda table: drawn.metric_curve(table, "precision", precision),
    "recall": lambda table: drawn.metric_curve(table, "recall", recall),
    "specificity": lambda table: drawn.metric_curve(table, "specificity", specificity),
    "f1": lambda table: drawn.metric_curve(table, "f1", f1),
}
OF_PROBABILITIES: dict[str, Callable[[ScoreTable], Curve]] = {
    "calibration": calibration_curve,
    "risk": drawn.risk_coverage_curve,
}


@dataclass(frozen=True)
class ScoreCurves(Mapping[str, Curve]):
    """The curves of one score table by name; `band` draws one with a confidence band."""

    table: ScoreTable
    level: float
    seed: int
    built: dict[str, Curve] = field(default_factory=dict, compare=False)

    def __getitem__(self, name: str) -> Curve:
        if name not in self.built:
            self.built[name] = self._maker(name)(self.table)
        return self.built[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers())

    def __len__(self) -> int:
        return len(self._makers())

    def band(self, name: str = "roc", replicates: int = 1000, points: int = 201) -> Curve:
        """Return a curve on an even grid with a pointwise confidence band."""
        return band(self._maker(name), self.table, self.level, self.seed, replicates, points)

    def _maker(self, name: str) -> Callable[[ScoreTable], Curve]:
        makers = self._makers()
        if name not in makers:
            raise KeyError(f"There is no curve {name!r}; there are {', '.join(makers)}.")
        return makers[name]

    def _makers(self) -> dict[str, Callable[[ScoreTable], Curve]]:
        if self.table.positive_total == 0 or self.table.negative_total == 0:
            return {}
        return ANY | OF_PROBABILITIES if self.table.probabilities else ANY
