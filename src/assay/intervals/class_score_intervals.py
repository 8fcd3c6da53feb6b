"""Intervals for averages over classes, from what each case contributes to all of them together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch
from itertools import combinations

import numpy as np

from assay.curves.calibration import calibration_bins
from assay.intervals.calibration import NOT_DEBIASED, judge_binned, judge_calibration
from assay.intervals.class_draws import drawn_limits
from assay.intervals.class_influences import shares_of, squared_pull
from assay.intervals.estimating import estimate_from, value_alone
from assay.intervals.losses import Limits, mean_limits
from assay.intervals.method_names import VALUES_ALONE
from assay.intervals.scales import logit_t
from assay.metrics.cards import Card
from assay.metrics.families import Calibration, ClassAreas, ClassMean, Family, Loss, MeanLoss, PairAreas, TopShare
from assay.metrics.scores.probabilities import debiased_error
from assay.metrics.scores.several import checked_k
from assay.results.estimate import Estimate
from assay.stats import proportion_limits as proportions
from assay.stats.arithmetic import kish
from assay.stats.auc import newcombe_auc
from assay.summaries.class_scores import ClassScores
from assay.summaries.score_bounds import area_range, precision_range
from assay.summaries.score_cases import ScoreCases

UNPAIRED = "the pairs of so many classes are not kept where the cases are not gathered"


@dataclass(frozen=True, eq=False)
class ClassScoreSample:
    """Scores of every class, and what was asked of their intervals."""

    cases: ClassScores
    level: float
    seed: int
    method: str | None = None


@estimate_from.register
def _(sample: ClassScoreSample, card: Card) -> Estimate:
    cases, level, seed = sample.cases, sample.level, sample.seed
    if sample.method == VALUES_ALONE:
        return value_alone(_value(card, cases), card, level, cases.rows)
    if isinstance(card.family, Calibration):
        return _calibration(card, cases, level, seed, sample.method)
    value = float(card.measure(cases))
    if np.isnan(value):
        unpaired = isinstance(card.family, PairAreas) and cases.exclusive and not cases.paired
        return Estimate(value, *card.bounds, level, "none", cases.rows, UNPAIRED if unpaired else card.undefined)
    asked = drawn_limits(card, cases, value, level, seed, sample.method)
    low, high, used, note = (*asked, None) if asked else several_interval(card.family, card, cases, value, level, seed)
    bound = certified_bound(card.family, cases, value)
    if bound:
        note = f"exact to ± {bound:.1g}, as very many scores were cut into bins"
        low, high = np.clip([low - bound, high + bound], *card.bounds).tolist()
    return Estimate(value, min(low, value), max(high, value), level, used, cases.rows, note)


def _value(card: Card, cases: ClassScores) -> float:
    """Return a metric without what only its interval needs; calibration is that of the highest score of each case."""
    if not isinstance(card.family, Calibration):
        return float(card.measure(cases))
    table = cases.top_table
    if not cases.exclusive or not cases.probabilities:
        return float("nan")
    debiased = type(card.family) is Calibration
    return float(debiased_error(table, calibration_bins(table)) if debiased else card.measure(table))


@singledispatch
def several_interval(family: Family, card: Card, cases: ClassScores, value: float, level: float, seed: int) -> Limits:
    """Return the interval of a metric of several classes' scores: from influences, unless its family knows better."""
    squared, note = squared_pull(family, cases, value)
    return *_influence_limits(cases, value, squared, level), note


@several_interval.register
def _(family: MeanLoss, card: Card, cases: ClassScores, value: float, level: float, seed: int) -> Limits:
    losses = cases.all_losses
    if losses is None:
        return *card.bounds, "none", None
    at_log = family.loss is Loss.LOG
    spread = losses.log if at_log else losses.squared
    worst = -float(np.log(cases.epsilon)) if at_log else card.bounds[1]
    at_hand = isinstance(cases, ScoreCases) and not cases.weighted
    kept = cases.per_case_losses[0 if at_log else 1] if at_hand and isinstance(cases, ScoreCases) else None
    fourth = cases.tables[0].fourth if cases.weighted else None
    return mean_limits(spread, kept, cases.rows, card.bounds, worst, level, seed, fourth)


@several_interval.register
def _(family: TopShare, card: Card, cases: ClassScores, value: float, level: float, seed: int) -> Limits:
    k = checked_k(cases.size, int(str(card.parameters.get("k", 1))))
    n = float(kish(cases.total, cases.total_squares))
    x = value * n if cases.weighted else float(cases.ranks[:k].sum())
    low, high = proportions.limits(proportions.guarded_wilson, x, n, level)
    return float(low), float(high), "wilson", None


def _influence_limits(cases: ClassScores, value: float, squared: float, level: float) -> tuple[float, float, str]:
    """Return the logit interval with t on the smallest class; where nothing varies Newcombe's, or Wilson's."""
    each = kish(cases.support, cases.support_squares)
    n = float(kish(cases.total, cases.total_squares))
    smallest = float(np.min(each))
    error = float(np.sqrt(squared * n / max(n - 1, 1)))
    if 0 < value < 1 and error > 0:
        return *logit_t(value, error, max(smallest - 1, 1), level), "logit-influence"
    if not smallest < n:
        low, high = (float(end) for end in proportions.limits(proportions.guarded_wilson, value * n, n, level))
        return low, high, "wilson"
    low, high = newcombe_auc(value, smallest, n - smallest, level=level)
    return low, high, "newcombe"


def _calibration(card: Card, cases: ClassScores, level: float, seed: int, method: str | None) -> Estimate:
    """Judge the calibration of the highest score of each case, right or wrong."""
    if not cases.exclusive or not cases.probabilities:
        reason = card.undefined if cases.exclusive else "it is defined for one class per case"
        return Estimate(float("nan"), *card.bounds, level, "none", cases.rows, reason)
    if type(card.family) is Calibration:
        judged = judge_calibration(cases.top_table, level, seed, method == "conservative")
        value, note = judged.value, f"of the highest score; {judged.verdict}"
    else:
        judged = judge_binned(card, cases.top_table, level, seed, method)
        value, note = float(card.measure(cases.top_table)), f"of the highest score; {NOT_DEBIASED}; {judged.verdict}"
    ends = min(judged.low, value), max(judged.high, value)
    return Estimate(value, *ends, level, judged.method, cases.rows, note)


def certified_bound(family: Family, cases: ClassScores, value: float) -> float:
    """Return how far an average over classes can be from that of the uncut scores; 0 where nothing was cut."""
    if isinstance(cases, ScoreCases):
        return 0.0
    if isinstance(family, PairAreas):
        pairs = combinations(range(cases.size), 2)
        tables = [table for pair in pairs for table in cases.pair(*pair)]
        ranges = [area_range(table) for table in tables]
        share = np.full(len(tables), 1 / len(tables))
    elif isinstance(family, ClassMean):
        tables, share = list(cases.tables), shares_of(family, cases)
        certify = area_range if isinstance(family, ClassAreas) else precision_range
        ranges = [certify(table) for table in tables]
    else:
        return 0.0
    if all(table.exact for table in tables):
        return 0.0
    least, most = (float(share @ ends) for ends in zip(*ranges, strict=True))
    return max(most - value, value - least, 0.0)
