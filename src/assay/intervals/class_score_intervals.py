"""Intervals for averages over classes, from what each case contributes to all of them together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.intervals import auc, average_precision
from assay.intervals.calibration import NOT_DEBIASED, judge_binned, judge_calibration
from assay.intervals.estimating import estimate_from
from assay.intervals.losses import Limits, mean_limits
from assay.intervals.scales import logit_t
from assay.metrics.cards import Card
from assay.metrics.families import Calibration, ClassAreas, ClassMean, Family, Loss, MeanLoss, PairAreas, TopShare
from assay.metrics.scores.several import each_area, each_precision, top_k_hits
from assay.results.estimate import Estimate
from assay.stats import proportion_limits as proportions
from assay.stats.arithmetic import Numbers, kish
from assay.stats.auc import newcombe_auc
from assay.summaries.score_cases import ScoreCases
from assay.summaries.score_table import ScoreTable


@dataclass(frozen=True, eq=False)
class ClassScoreSample:
    """Scores of every class, and what was asked of their intervals."""

    cases: ScoreCases
    level: float
    seed: int
    method: str | None = None


@estimate_from.register
def _(sample: ClassScoreSample, card: Card) -> Estimate:
    cases, level, seed = sample.cases, sample.level, sample.seed
    if isinstance(card.family, Calibration):
        return _calibration(card, cases, level, seed, sample.method)
    value = float(card.measure(cases))
    if np.isnan(value):
        return Estimate(value, *card.bounds, level, "none", cases.rows, card.undefined)
    low, high, used, note = several_interval(card.family, card, cases, value, level, seed)
    return Estimate(value, min(low, value), max(high, value), level, used, cases.rows, note)


@singledispatch
def several_interval(family: Family, card: Card, cases: ScoreCases, value: float, level: float, seed: int) -> Limits:
    """Return the interval of a metric of several classes' scores: from influences, unless its family knows better."""
    return *_influence_limits(cases, value, influences(family, cases, value), level), None


@several_interval.register
def _(family: MeanLoss, card: Card, cases: ScoreCases, value: float, level: float, seed: int) -> Limits:
    losses = cases.all_losses
    if losses is None:
        return *card.bounds, "none", None
    log, squared = cases.per_case_losses
    spread, values = (losses.log, log) if family.loss is Loss.LOG else (losses.squared, squared)
    worst = -float(np.log(cases.epsilon)) if family.loss is Loss.LOG else card.bounds[1]
    kept = None if cases.weighted else values
    fourth = float(np.sum(cases.case_weight**4)) if cases.weighted else None
    return mean_limits(spread, kept, cases.rows, card.bounds, worst, level, seed, fourth)


@several_interval.register
def _(family: TopShare, card: Card, cases: ScoreCases, value: float, level: float, seed: int) -> Limits:
    parameters: dict[str, Any] = dict(card.parameters)
    hits = top_k_hits(cases, **parameters)
    n = float(kish(float(cases.case_weight.sum()), float((cases.case_weight**2).sum())))
    x = value * n if cases.weighted else float(hits.sum())
    low, high = proportions.limits(proportions.guarded_wilson, x, n, level)
    return float(low), float(high), "wilson", None


@singledispatch
def influences(family: Family, cases: ScoreCases, value: float) -> Numbers:
    """Return how much each case moves an average over classes, its weight included."""
    raise LookupError("this family is no average over classes")


@influences.register
def _(family: ClassMean, cases: ScoreCases, value: float) -> Numbers:
    each = each_area(cases) if isinstance(family, ClassAreas) else each_precision(cases)
    share = cases.support / cases.support.sum() if family.weighted else np.full(cases.size, 1 / cases.size)
    moved = sum(share[k] * _class_influences(cases, k, family, float(each[k])) for k in range(cases.size))
    if family.weighted:
        moved = moved + cases.case_weight * (cases.truth @ (each - value)) / cases.support.sum()
    return np.asarray(moved)


def _class_influences(cases: ScoreCases, k: int, family: ClassMean, value: float) -> Numbers:
    truth, table = cases.truth[:, k], cases.tables[k]
    place = np.minimum(np.searchsorted(table.score, cases.scores[:, k] + 0.0), len(table.score) - 1)
    if isinstance(family, ClassAreas):
        return area_influences(truth, cases.case_weight, place, table)
    of_positive, of_negative = average_precision.influences(table, value)
    moved = np.where(truth, of_positive[place], of_negative[place])
    return np.asarray(cases.case_weight * moved / float(table.positive_total))


def area_influences(truth: NDArray[np.bool_], weight: Numbers, place: NDArray[np.intp], table: ScoreTable) -> Numbers:
    """Return how much each case moves the area of a table, given its place in it."""
    placed = auc.placements(table)
    of_positive = (placed.of_positives[place] - placed.area) / float(table.positive_total)
    of_negative = (placed.of_negatives[place] - placed.area) / float(table.negative_total)
    return np.asarray(weight * np.where(truth, of_positive, of_negative))


@influences.register
def _(family: PairAreas, cases: ScoreCases, value: float) -> Numbers:
    moved = np.zeros(cases.rows)
    pairs = list(combinations(range(cases.size), 2))
    for first, second in pairs:
        rows = cases.truth[:, first] | cases.truth[:, second]
        for k in (first, second):
            table = cases.table(cases.truth[:, k], cases.scores[:, k], rows)
            place = np.searchsorted(table.score, cases.scores[rows, k] + 0.0)
            place = np.minimum(place, len(table.score) - 1)
            moved[rows] += area_influences(cases.truth[rows, k], cases.case_weight[rows], place, table) / 2
    return moved / len(pairs)


def _influence_limits(cases: ScoreCases, value: float, moved: Numbers, level: float) -> tuple[float, float, str]:
    """Return the logit interval with t on the smallest class; where nothing varies Newcombe's, or Wilson's."""
    each = kish(cases.support, (cases.case_weight**2) @ cases.truth)
    n = float(kish(float(cases.case_weight.sum()), float((cases.case_weight**2).sum())))
    smallest = float(np.min(each))
    error = float(np.sqrt(np.sum(moved**2) * n / max(n - 1, 1)))
    if 0 < value < 1 and error > 0:
        return *logit_t(value, error, max(smallest - 1, 1), level), "logit-influence"
    if not smallest < n:
        low, high = (float(end) for end in proportions.limits(proportions.guarded_wilson, value * n, n, level))
        return low, high, "wilson"
    low, high = newcombe_auc(value, smallest, n - smallest, level=level)
    return low, high, "newcombe"


def _calibration(card: Card, cases: ScoreCases, level: float, seed: int, method: str | None) -> Estimate:
    """Judge the calibration of the highest score of each case, right or wrong."""
    if not cases.exclusive or not cases.probabilities:
        reason = card.undefined if cases.exclusive else "it is defined for one class per case"
        return Estimate(float("nan"), *card.bounds, level, "none", cases.rows, reason)
    if type(card.family) is Calibration:
        found = judge_calibration(cases.top_table, level, seed, method == "conservative")
        value, note = found.value, f"of the highest score; {found.verdict}"
    else:
        found = judge_binned(card, cases.top_table, level, seed, method)
        value, note = float(card.measure(cases.top_table)), f"of the highest score; {NOT_DEBIASED}; {found.verdict}"
    ends = min(found.low, value), max(found.high, value)
    return Estimate(value, *ends, level, found.method, cases.rows, note)
