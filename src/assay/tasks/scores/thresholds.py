"""Thresholds: what any of them gives, and which is best by a rule."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from numbers import Real

import numpy as np

from assay.curves import operating_points as rules
from assay.errors import metrics as errors
from assay.intervals.choose import choose
from assay.intervals.estimating import EstimatesWhenAsked
from assay.intervals.label_intervals import LabelSample, limits_alone
from assay.intervals.sample import Sample
from assay.intervals.shares import GUARDS
from assay.intervals.side_by_side import SideBySide
from assay.intervals.undefined import Reasons
from assay.metrics.cards import Card, cards
from assay.metrics.find import find
from assay.metrics.labels.likelihoods import informedness
from assay.results.estimate import Estimate
from assay.results.operating_point import OperatingPoint
from assay.results.short_tables import short_table
from assay.results.stored import StoredByFields
from assay.results.threshold_text import threshold_text
from assay.stats.arithmetic import Number, Numbers
from assay.stats.checks import check_share
from assay.summaries.binary_counts import BinaryCounts, ClassCounts
from assay.summaries.label_counts import LabelCounts
from assay.summaries.score_table import ScoreTable
from assay.summaries.unit_scores import UnitScores
from assay.tasks.argument_checks import required_threshold
from assay.tasks.scores.chosen import Choice, ChosenEstimates, Redrawn, Rule
from assay.tasks.scores.grouped_points import grouped_point

OF_CELLS = (BinaryCounts, ClassCounts)
ROUNDING = 1e-12
"""A specificity that was typed is allowed to be off in the last digit of a float."""
TOGETHER = 16
"""Thresholds that are measured together: their 4,000 draws of a metric take half a megabyte, which caches hold."""
CHOSEN_HERE = "chosen on these same cases, so its numbers flatter: check it on others"


@dataclass(frozen=True, repr=False)
class Thresholds(StoredByFields):
    """Operating points of a score; `labels` are (negative, positive)."""

    table: ScoreTable
    labels: tuple[object, object]
    level: float = 0.95
    seed: int = 0
    costs: tuple[float, float] | None = None
    method: str | None = None
    by_unit: UnitScores | None = None

    @cached_property
    def _redrawn(self) -> Redrawn:
        return Redrawn(self.table, self.seed, self.by_unit)

    def __repr__(self) -> str:
        """Show the thresholds most often asked for, with what each gives on these cases."""
        if not self.table.positive_total or not self.table.negative_total:
            return f"Thresholds of {len(self.table.score):,} scores, all of one class"
        rows = []
        for point in self.usual():
            tp, fp, fn, tn = self.table.at(point.threshold)
            shares = (tp / (tp + fn), tp / (tp + fp) if tp + fp else np.nan, fp / (fp + tn))
            rows.append([point.rule, threshold_text(point.threshold), *(f"{share:.3f}" for share in shares)])
        head = f"Thresholds of {len(self.table.score):,} scores; .at(0.3), .best('f1'), .neyman_pearson(0.05) ..."
        return f"{head}\n{short_table(['rule', 'from', 'recall', 'precision', 'FPR'], rows)}"

    def at(self, threshold: float) -> OperatingPoint:
        """Return what a given threshold gives."""
        return self._point("given", required_threshold(threshold), None)

    def best(self, metric: str = "f1") -> OperatingPoint:
        """Return the threshold that maximises a metric of labels, such as "f1", "f_beta(beta=2)" or "accuracy"."""
        card = find(metric)
        if card.reads not in OF_CELLS or card.needs:
            raise errors.wrong_task(card.name, "choosing a threshold", ["f1", "accuracy", "f_beta(beta=2)"])
        sign = -1 if card.better == "lower" else 1
        return self._chosen(
            f"best {card.name}", lambda table: rules.best_metric(table, lambda counts: sign * _formula(card)(counts))
        )

    def youden(self) -> OperatingPoint:
        """Return the threshold of greatest TPR - FPR."""
        return self._chosen("Youden", lambda table: rules.best_metric(table, informedness))

    def closest_to_corner(self) -> OperatingPoint:
        """Return the threshold whose ROC point is nearest to (0, 1)."""
        return self._chosen("closest to (0, 1)", rules.closest_to_corner)

    def neyman_pearson(self, alpha: float = 0.05) -> OperatingPoint:
        """Return the most powerful threshold with a false positive rate of at most alpha."""
        check_share("alpha", alpha)
        point = self._chosen(f"FPR <= {alpha:g}", lambda table: rules.neyman_pearson(table, alpha))
        return replace(point, note=f"alpha = {point.alpha:.3g}, beta = {point.beta:.3g}; {point.note}")

    def at_specificity(self, specificity: float) -> OperatingPoint:
        """Return the threshold of highest recall that reaches a specificity."""
        check_share("specificity", specificity)
        return self._chosen(
            f"specificity >= {specificity:g}", lambda table: rules.neyman_pearson(table, 1 - specificity + ROUNDING)
        )

    def least_cost(
        self, false_positive: float, false_negative: float, prevalence: float | None = None
    ) -> OperatingPoint:
        """Return the threshold of least expected cost, at this or another prevalence."""
        for name, cost in (("false_positive", false_positive), ("false_negative", false_negative)):
            if not (isinstance(cost, Real) and cost >= 0):
                raise errors.parameter_range("least_cost", name, cost, "A cost of at least 0")
        if prevalence is not None:
            check_share("prevalence", prevalence)
        return self._chosen(
            f"least cost (FP {false_positive:g}, FN {false_negative:g})",
            lambda table: rules.least_cost(table, false_positive, false_negative, prevalence),
        )

    def precision_at_recall(self, recall: float) -> OperatingPoint:
        """Return the threshold of highest precision that reaches a recall."""
        check_share("recall", recall)
        return self._chosen(f"recall >= {recall:g}", lambda table: rules.precision_at_recall(table, recall))

    def recall_at_precision(self, precision: float) -> OperatingPoint:
        """Return the threshold of highest recall that reaches a precision."""
        check_share("precision", precision)
        return self._chosen(f"precision >= {precision:g}", lambda table: rules.recall_at_precision(table, precision))

    def usual(self) -> Iterator[OperatingPoint]:
        """Yield the points most often asked for."""
        yield self.best("f1")
        yield self.best("accuracy")
        yield self.youden()
        yield self.closest_to_corner()
        yield self.neyman_pearson(0.05)
        if self.costs is not None:
            yield self.least_cost(*self.costs)

    def _chosen(self, rule: str, choose: Rule) -> OperatingPoint:
        if self.table.positive_total == 0 or self.table.negative_total == 0:
            raise errors.one_class_only(rule)
        threshold = float(choose(self.table))
        if np.isnan(threshold):
            raise errors.no_threshold(rule)
        own = self._cards()
        choice = Choice(choose, self._redrawn)
        estimates = ChosenEstimates(self._estimates(threshold, own), {card.name: card for card in own}, choice)
        return OperatingPoint(rule, threshold, estimates, CHOSEN_HERE)

    @property
    def cell_cards(self) -> tuple[Card, ...]:
        """The metrics that follow from the four cells alone."""
        return tuple(card for card in self._cards() if card.reads in OF_CELLS)

    def closed_cards(self) -> tuple[Card, ...]:
        """Return those whose interval is the guarded Wilson interval of a share, at whatever threshold."""
        if self.table.weighted or self.by_unit is not None:
            return ()
        summary = counts_at(self.table, math.inf, self.labels)
        return tuple(card for card in self.cell_cards if choose(card, summary, self.method).method in GUARDS)

    def limits_along(self, thresholds: Iterable[float], own: Sequence[Card]) -> dict[str, Numbers]:
        """Return low and high of metrics, one row per threshold; an infinite one calls nothing positive."""
        wanted = list(thresholds)
        if self.table.weighted or self.by_unit is not None or self.method is not None:
            points = [self._estimates(threshold, own) for threshold in wanted]
            return {
                card.name: np.array([(point[card.name].low, point[card.name].high) for point in points]) for card in own
            }
        blocks = [self._limits(wanted[start : start + TOGETHER], own) for start in range(0, len(wanted), TOGETHER)]
        return {card.name: np.concatenate([block[place] for block in blocks]) for place, card in enumerate(own)}

    def _limits(self, thresholds: Sequence[float], own: Sequence[Card]) -> list[Numbers]:
        """Return low and high of metrics at several thresholds, measured together."""
        draws = SideBySide.of([counts_at(self.table, threshold, self.labels) for threshold in thresholds], self.seed)
        sample = self._sample(draws)
        return [np.stack(limits_alone(card, sample), axis=-1) for card in own]

    def _point(self, rule: str, threshold: float, note: str | None) -> OperatingPoint:
        return OperatingPoint(rule, threshold, self._estimates(threshold, self._cards()), note)

    def _cards(self) -> list[Card]:
        view = counts_at(self.table, math.inf, self.labels).view()
        return [card for card in cards() if card.can_read(view) and not card.needs and card.average is None]

    def _estimates(self, threshold: float, own: Sequence[Card]) -> Mapping[str, Estimate]:
        summary = counts_at(self.table, threshold, self.labels)
        made = EstimatesWhenAsked(tuple(own), self._sample(Sample(summary, self.seed)))
        if self.by_unit is None:
            return made
        return grouped_point(made, summary.weights, self.by_unit.units, self.by_unit.cells(threshold))

    def _sample(self, draws: Sample) -> LabelSample:
        return LabelSample(draws, self.level, self.method, Reasons(draws.view, self.labels, 1))


def counts_at(table: ScoreTable, threshold: float, labels: tuple[object, object]) -> LabelCounts:
    """Return the confusion table at a threshold, with what its intervals need."""
    tp, fp, fn, tn = table.at(threshold)
    weights = np.array([[tn, fp], [fn, tp]])
    if not table.weighted:
        return LabelCounts(labels, weights, weights, table.rows, positive=1)
    called = table.low >= threshold
    squares = np.array(
        [[own[~called].sum(), own[called].sum()] for own in (table.negative_squares, table.positive_squares)]
    )
    return LabelCounts(labels, weights, squares, table.rows, weighted=True, positive=1, fourth=table.fourth)


def _formula(card: Card) -> Callable[[BinaryCounts], Number]:
    return lambda counts: card.measure(counts)
