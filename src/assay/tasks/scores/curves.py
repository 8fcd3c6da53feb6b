"""Curves of a score, each built the first time it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from assay.curves.by_threshold import decision_curve, density_curve, metric_curve
from assay.curves.calibration import calibration_curve
from assay.curves.gains import gain_curve, lift_curve, risk_coverage_curve
from assay.curves.thresholds import det_curve, precision_recall_curve, roc_curve
from assay.errors import metrics as errors
from assay.intervals.bands import POINTS, REPLICATES
from assay.intervals.pointwise_bands import pointwise_band
from assay.intervals.simultaneous_bands import simultaneous_band
from assay.metrics.find import find
from assay.metrics.labels.f_scores import f1
from assay.metrics.labels.rates import precision, recall, specificity
from assay.results.curve import Curve
from assay.stats.arithmetic import Number
from assay.summaries.binary_counts import BinaryCounts, ClassCounts
from assay.summaries.score_table import ScoreTable
from assay.summaries.unit_scores import UnitScores

ANY: dict[str, Callable[[ScoreTable], Curve]] = {
    "roc": roc_curve,
    "pr": precision_recall_curve,
    "det": det_curve,
    "gain": gain_curve,
    "lift": lift_curve,
    "precision": lambda table: metric_curve(table, "precision", precision),
    "recall": lambda table: metric_curve(table, "recall", recall),
    "specificity": lambda table: metric_curve(table, "specificity", specificity),
    "f1": lambda table: metric_curve(table, "f1", f1),
    "density_negative": lambda table: density_curve(table, positive=False),
    "density_positive": lambda table: density_curve(table, positive=True),
}
OF_CLASSES: dict[str, Callable[[ScoreTable], Curve]] = {"roc": roc_curve, "pr": precision_recall_curve}
OF_PROBABILITIES: dict[str, Callable[[ScoreTable], Curve]] = {
    "calibration": calibration_curve,
    "risk": risk_coverage_curve,
    "decision": decision_curve,
}


BANDS = ("pointwise", "simultaneous")
"""Limits that hold at any one place, or everywhere at once."""


def one_class(table: ScoreTable) -> str | None:
    """Say that cases of one class draw no curve, None where there are both."""
    if table.positive_total and table.negative_total:
        return None
    return f"there are no {'negative' if table.positive_total else 'positive'} cases, and a curve needs both"


@dataclass(frozen=True, repr=False)
class ScoreCurves(Mapping[str, Curve]):
    """The curves of one score table by name; `band` draws one with a confidence band."""

    table: ScoreTable
    level: float
    seed: int
    by_unit: UnitScores | None = None
    built: dict[str, Curve] = field(default_factory=dict, compare=False)

    def __repr__(self) -> str:
        return f"<ScoreCurves: {', '.join(self)}>"

    def __getitem__(self, name: str) -> Curve:
        if name not in self.built:
            self.built[name] = self._maker(name)(self.table)
        return self.built[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers())

    def __len__(self) -> int:
        return len(self._makers())

    def band(
        self, name: str = "roc", replicates: int = REPLICATES, points: int = POINTS, kind: str = BANDS[0]
    ) -> Curve:  # fmt: skip
        """Return a curve on an even grid with a confidence band.

        Parameters
        ----------
        name : str
            Which curve.
        replicates : int
            How many times weights are drawn again, for curves without limits in closed form.
        points : int
            How many places the grid has.
        kind : str
            "pointwise" limits hold at any one place; "simultaneous" ones hold the whole curve at once, so that they are
            what to use when the shape of a curve, or a place chosen after looking, is spoken of.

        Returns
        -------
        Curve
            With `low` and `high` beside `y`.

        Raises
        ------
        MetricError
            For a curve that these scores do not have, or one without a simultaneous band.

        Notes
        -----
        ROC, DET and rates against the threshold join Wilson's limits of height and place (Zou & Donner 2008); precision
        against recall draws weights again too. Simultaneous bands are pointwise ones at a level so much higher that
        they held 95 to 99% of whole curves; where cases belong together, and for the rate of one class, they come from
        Kolmogorov's distance (Campbell 1994).
        """
        if kind not in BANDS:
            raise errors.bad_band(kind, BANDS)
        if kind != BANDS[0]:
            units = None if self.by_unit is None else self.by_unit.units.effective
            return simultaneous_band(self._maker(name), self.table, self.level, points, units)
        how = self.level, self.seed, replicates, points, self.by_unit
        return pointwise_band(self._maker(name), self.table, *how)

    def against_threshold(self, metric: str) -> Curve:
        """Return any metric of labels, such as "mcc" or "f_beta(beta=2)", against the threshold."""
        card = find(metric)
        if card.reads not in (BinaryCounts, ClassCounts) or card.needs:
            raise errors.wrong_task(card.name, "a curve against the threshold", ["f1", "mcc", "accuracy"])

        def formula(counts: BinaryCounts) -> Number:
            return card.measure(counts)

        return metric_curve(self.table, card.name, formula)

    def _maker(self, name: str) -> Callable[[ScoreTable], Curve]:
        makers = self._makers()
        if name not in makers:
            raise errors.no_curve(name, list(makers), self._why_not(name))
        return makers[name]

    def _why_not(self, name: str) -> str | None:
        """Say why these scores do not have a curve that others have."""
        if name in OF_PROBABILITIES and not self.table.probabilities:
            return "some scores lie outside [0, 1], so they are no probabilities"
        return one_class(self.table) if name in ANY | OF_PROBABILITIES else None

    def _makers(self) -> dict[str, Callable[[ScoreTable], Curve]]:
        if self.table.positive_total == 0 or self.table.negative_total == 0:
            return {}
        return ANY | OF_PROBABILITIES if self.table.probabilities else ANY


MOST_LISTED = 20
"""Curves of more classes than this are built when asked for by name, but not listed, so that documents stay small."""


@dataclass(frozen=True)
class ClassCurves(Mapping[str, Curve]):
    """ROC and PR curves of every class against the rest, as "roc: label" and "pr: label"."""

    labels: tuple[object, ...]
    tables: Sequence[ScoreTable]
    built: dict[str, Curve] = field(default_factory=dict, compare=False)

    def __repr__(self) -> str:
        return f"<ScoreCurves: {', '.join(self)}>"

    def __getitem__(self, name: str) -> Curve:
        if name not in self.built:
            kind, place = self._drawable().get(name, (None, 0))
            if kind is None:
                raise errors.no_curve(name, list(self), None)
            table = self.tables[place]
            if (why := one_class(table)) is not None:
                raise errors.no_curve(name, list(self), why)
            self.built[name] = OF_CLASSES[kind](table)
        return self.built[name]

    def __iter__(self) -> Iterator[str]:
        listed = zip(self.labels, self.tables, strict=True) if len(self.labels) <= MOST_LISTED else ()
        defined = [label for label, table in listed if table.positive_total and table.negative_total]
        return iter([f"{kind}: {label}" for label in defined for kind in OF_CLASSES])

    def __len__(self) -> int:
        return len(list(iter(self)))

    def _drawable(self) -> dict[str, tuple[str | None, int]]:
        """Return which curve of which class every name stands for, listed or not."""
        return {f"{kind}: {label}": (kind, place) for place, label in enumerate(self.labels) for kind in OF_CLASSES}
