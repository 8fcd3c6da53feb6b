"""The results of judging scores: of one positive class, or of every class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from assay.intervals.estimating import estimate
from assay.intervals.score_intervals import ScoreSample
from assay.metrics.cards import cards
from assay.metrics.families import Area, AveragePrecision
from assay.results.curve import Curve
from assay.results.evaluation import Estimates
from assay.results.operating_point import OperatingPoint
from assay.summaries.score_table import ScoreTable
from assay.tasks.labels.result import LabelEvaluation
from assay.tasks.scores.curves import ClassCurves, ScoreCurves
from assay.tasks.scores.thresholds import Thresholds


@dataclass(frozen=True, eq=False, repr=False)
class ScoreEvaluation(LabelEvaluation):
    """Scores of a positive class judged.

    `ev.curves["roc"]` is built when asked for, `ev.thresholds` answers what any threshold gives
    (`ev.thresholds.at(0.3)`, `.best("f1")`, `.neyman_pearson(0.05)`), and `ev.operating_points` holds the usual ones.
    """

    thresholds: Thresholds = field(kw_only=True)

    @cached_property
    def curves(self) -> ScoreCurves:
        """ROC, precision-recall, calibration and all other curves of the scores."""
        return ScoreCurves(self.thresholds.table, self.level, self.choices.seed, self.thresholds.by_unit)

    @cached_property
    def operating_points(self) -> tuple[OperatingPoint, ...]:
        """The thresholds most often asked for, with what each gives."""
        table = self.thresholds.table
        return tuple(self.thresholds.usual()) if table.positive_total and table.negative_total else ()


@dataclass(frozen=True, eq=False, repr=False)
class ClassScoreEvaluation(LabelEvaluation):
    """Scores of every class, or of every label, judged; each of them against the rest has curves and areas."""

    labels: tuple[object, ...] = field(kw_only=True)
    tables: Sequence[ScoreTable] = field(kw_only=True)

    @cached_property
    def curves(self) -> Mapping[str, Curve]:
        """ROC and precision-recall curves of every class against the rest."""
        return ClassCurves(self.labels, self.tables)

    @property
    def class_count(self) -> int:
        """How many classes or labels have scores."""
        return len(self.labels)

    def _classes_made(self, names: Sequence[str] | None = None) -> Mapping[object, Estimates]:
        """Make each class's own metrics of labels, where there are labels, with the areas of its score."""
        of_labels = super()._classes_made(names)
        own = [
            card
            for card in cards()
            if card.reads is ScoreTable
            and type(card.family) in (Area, AveragePrecision)
            and (names is None or card.name in names)
        ]
        by_class: dict[object, Estimates] = {}
        for label, table in zip(self.labels, self.tables, strict=True):
            sample = ScoreSample(table, self.level, self.choices.seed)
            areas = {card.name: estimate(card, sample) for card in own}
            by_class[label] = {**of_labels.get(label, {}), **areas}
        return by_class
