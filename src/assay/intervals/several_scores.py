"""Intervals for averages over classes, from what each case contributes to all of them together."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from assay.intervals import auc, average_precision
from assay.intervals.calibration import CALIBRATIONS, NOT_DEBIASED, judge_binned, judge_calibration
from assay.intervals.losses import Limits, mean_limits
from assay.intervals.scales import logit_t
from assay.metrics.cards import Card
from assay.metrics.scores.several import each_area, each_precision, top_k_hits
from assay.results.estimate import Estimate
from assay.stats import proportion_limits as proportions
from assay.stats.arithmetic import Numbers, kish
from assay.stats.auc import newcombe_auc
from assay.summaries.score_cases import ScoreCases
from assay.summaries.score_table import ScoreTable


def estimate_cases(card: Card, cases: ScoreCases, level: float, seed: int, method: str | None = None) -> Estimate:
    """Return a metric of several classes' scores with its interval."""
    if card.interval in CALIBRATIONS:
        return _calibration(card, cases, level, seed, method)
    kind, _, average = str(card.interval).partition(" ")
    value = float(card.measure(cases))
    if np.isnan(value):
        return Estimate(value, *card.bounds, level, "none", cases.rows, card.undefined)
    note: str | None = None
    if kind in ("log", "squared"):
        low, high, used, note = _loss_limits(card, cases, kind, level, seed)
    elif kind == "share":
        low, high, used = _share_limits(card, cases, value, level)
    else:
        low, high, used = _influence_limits(cases, value, influences(cases, kind, average, value), level)
    return Estimate(value, min(low, value), max(high, value), level, used, cases.rows, note)


def influences(cases: ScoreCases, kind: str, average: str, value: float) -> Numbers:
    """Return how much each case moves the average, its weight included."""
    if kind == "pairs":
        return _pair_influences(cases)
    each = each_area(cases) if kind == "areas" else each_precision(cases)
    share = cases.support / cases.support.sum() if average == "weighted" else np.full(cases.size, 1 / cases.size)
    moved = sum(
        share[k] * _class_influences(cases, k, cases.tables[k], kind, float(each[k])) for k in range(cases.size)
    )
    if average == "weighted":
        moved = moved + cases.case_weight * (cases.truth @ (each - value)) / cases.support.sum()
    return np.asarray(moved)


def _class_influences(cases: ScoreCases, k: int, table: ScoreTable, kind: str, value: float) -> Numbers:
    truth = cases.truth[:, k]
    place = np.minimum(np.searchsorted(table.score, cases.scores[:, k] + 0.0), len(table.score) - 1)
    if kind == "areas":
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


def _pair_influences(cases: ScoreCases) -> Numbers:
    moved = np.zeros(cases.rows)
    pairs = list(combinations(range(cases.size), 2))
    for one, other in pairs:
        rows = cases.truth[:, one] | cases.truth[:, other]
        for k in (one, other):
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


def _loss_limits(card: Card, cases: ScoreCases, kind: str, level: float, seed: int) -> Limits:
    losses = cases.all_losses
    if losses is None:
        return *card.bounds, "none", None
    log, squared = cases.per_case_losses
    spread, values = (losses.log, log) if kind == "log" else (losses.squared, squared)
    worst = -float(np.log(cases.epsilon)) if kind == "log" else card.bounds[1]
    kept = None if cases.weighted else values
    return mean_limits(spread, kept, cases.rows, card.bounds, worst, level, seed)


def _share_limits(card: Card, cases: ScoreCases, value: float, level: float) -> tuple[float, float, str]:
    hits = top_k_hits(cases, **card.parameters)  # type: ignore[arg-type]
    n = float(kish(float(cases.case_weight.sum()), float((cases.case_weight**2).sum())))
    x = value * n if cases.weighted else float(hits.sum())
    low, high = proportions.limits(proportions.guarded_wilson, x, n, level)
    return float(low), float(high), "wilson"


def _calibration(card: Card, cases: ScoreCases, level: float, seed: int, method: str | None) -> Estimate:
    """Judge the calibration of the highest score of each case, right or wrong."""
    if not cases.exclusive or not cases.probabilities:
        reason = card.undefined if cases.exclusive else "it is defined for one class a case"
        return Estimate(float("nan"), *card.bounds, level, "none", cases.rows, reason)
    if card.interval == "calibration":
        found = judge_calibration(cases.top_table, level, seed, method == "conservative")
        value, note = found.value, f"of the highest score; {found.verdict}"
    else:
        found = judge_binned(card, cases.top_table, level, seed, method)
        value, note = float(card.measure(cases.top_table)), f"of the highest score; {NOT_DEBIASED}; {found.verdict}"
    ends = min(found.low, value), max(found.high, value)
    return Estimate(value, *ends, level, found.method, cases.rows, note)
