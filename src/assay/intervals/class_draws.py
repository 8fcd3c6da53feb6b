"""Averages over classes of cases drawn again, or of all cases but one, where such an interval is asked for.

The scores of one case belong together: a draw gives every case a weight, and every class's table is read with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch
from itertools import combinations
from typing import Any

import numpy as np

from assay.intervals.jackknife import jackknife_ends
from assay.intervals.moment_draws import draw_counts
from assay.intervals.quantiles import acceleration, bias_corrected, equal_tails
from assay.metrics.cards import Card
from assay.metrics.families import ClassAreas, ClassMean, Family, Loss, MeanLoss, PairAreas, TopShare
from assay.metrics.scores.areas import average_precision, roc_auc
from assay.metrics.scores.several import top_k_hits
from assay.stats.arithmetic import Numbers, ratio
from assay.stats.ranks import canonical_order
from assay.stats.streams import Stream
from assay.summaries.class_scores import ClassScores
from assay.summaries.score_cases import Flags, ScoreCases
from assay.summaries.score_table import ScoreTable

MOST = 5_000
"""Beyond so many cases drawing them again, class by class, takes more than ten seconds."""

REPLICATES = 2_000
"""A quantile of 2.5% is off by 0.35 points of probability."""

BLOCK = 500_000
"""Weights that are laid out at once: 4 MB for each step of the arithmetic."""

METHODS = ("percentile", "bca", "jackknife")
Limits = tuple[float, float, str]


@singledispatch
def drawn_values(family: Family, card: Card, cases: ScoreCases, weight: Numbers) -> Numbers:
    """Return a metric for sets of weights (sets x cases); every family of several classes registers how."""
    raise LookupError(f"nothing says how {card.name} is read from cases that were drawn again")


@drawn_values.register
def _(family: ClassMean, card: Card, cases: ScoreCases, weight: Numbers) -> Numbers:
    measure = roc_auc if isinstance(family, ClassAreas) else average_precision
    each = np.stack([measure(_weighed(table, cases.truth[:, k], cases.scores[:, k], weight))
                     for k, table in enumerate(cases.tables)], axis=-1)  # fmt: skip
    if not family.weighted:
        return np.asarray(each.mean(axis=-1))
    support = weight @ cases.truth
    return np.asarray(ratio(np.sum(each * support, axis=-1), support.sum(axis=-1)))


@drawn_values.register
def _(family: PairAreas, card: Card, cases: ScoreCases, weight: Numbers) -> Numbers:
    areas: list[Numbers] = []
    for pair in combinations(range(cases.size), 2):
        rows = cases.truth[:, pair[0]] | cases.truth[:, pair[1]]
        for k, table in zip(pair, cases.pair(*pair), strict=True):
            areas.append(
                np.asarray(roc_auc(_weighed(table, cases.truth[rows, k], cases.scores[rows, k], weight[:, rows])))
            )
    return np.asarray(np.mean(areas, axis=0))


@drawn_values.register
def _(family: MeanLoss, card: Card, cases: ScoreCases, weight: Numbers) -> Numbers:
    losses = cases.per_case_losses[0 if family.loss is Loss.LOG else 1]
    return np.asarray(weight @ losses / weight.sum(axis=-1))


@drawn_values.register
def _(family: TopShare, card: Card, cases: ScoreCases, weight: Numbers) -> Numbers:
    parameters: dict[str, Any] = dict(card.parameters)
    return np.asarray(weight @ top_k_hits(cases, **parameters) / weight.sum(axis=-1))


def _weighed(table: ScoreTable, positive: Flags, score: Numbers, weight: Numbers) -> ScoreTable:
    """Return the table with what each set of weights puts at its scores."""
    order = np.argsort(score, kind="stable")
    starts = np.searchsorted(score[order], table.low)
    own, flags = weight[:, order], positive[order]
    return table.replicates(*(np.add.reduceat(own * side, starts, axis=1) for side in (flags, ~flags)))


def drawn_limits(card: Card, cases: ClassScores, value: float, level: float, seed: int, method: str | None
                 ) -> Limits | None:  # fmt: skip
    """Return the limits of the method asked for; None where it is another, or the cases are too many or not here."""
    if method not in METHODS or not isinstance(cases, ScoreCases) or not 2 < cases.rows <= MOST:
        return None
    if any(not table.exact for table in cases.tables) or drawn_values.dispatch(type(card.family)) is DEFAULT:
        return None
    low, high = _limits(card, cases, value, level, seed, method)
    return (float(low), float(high), method) if np.isfinite(low) and low < high else None


DEFAULT = drawn_values.dispatch(object)


def _limits(card: Card, cases: ScoreCases, value: float, level: float, seed: int, method: str) -> tuple[float, float]:
    order = canonical_order(cases.scores, cases.truth, cases.weight)
    if method == "jackknife":
        ends = jackknife_ends(value, _values(card, cases, _all_but_one(order)), card.bounds, level)
        return float(ends[0]), float(ends[1])
    replicates = _values(card, cases, _drawn(order, Stream.RESAMPLED_CLASSES.of(seed)))
    if method == "bca":
        return bias_corrected(replicates, value, level, acceleration(_values(card, cases, _all_but_one(order))))
    low, high = equal_tails(replicates, level)
    return float(low), float(high)


def _values(card: Card, cases: ScoreCases, weights: Iterator[Numbers]) -> Numbers:
    return np.concatenate([drawn_values(card.family, card, cases, often * cases.case_weight) for often in weights])


def _drawn(order: np.ndarray, rng: np.random.Generator) -> Iterator[Numbers]:
    """Yield how often each case is drawn, so that the order in which cases came changes nothing."""
    n = len(order)
    step = max(BLOCK // n, 1)
    place = np.argsort(order)
    for start in range(0, REPLICATES, step):
        yield draw_counts(n, min(step, REPLICATES - start), rng)[:, place]


def _all_but_one(order: np.ndarray) -> Iterator[Numbers]:
    n = len(order)
    step = max(BLOCK // n, 1)
    for start in range(0, n, step):
        often = np.ones((min(step, n - start), n))
        often[np.arange(len(often)), order[start : start + step]] = 0
        yield often
