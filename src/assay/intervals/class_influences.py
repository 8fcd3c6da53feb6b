"""What each case adds to an average over classes, and how far such an average varies."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from assay.intervals import auc, average_precision
from assay.metrics.families import ClassAreas, ClassMean, ClassPrecisions, Family, PairAreas
from assay.metrics.scores.several import each_area, each_precision, pair_areas
from assay.stats.arithmetic import Numbers
from assay.summaries.class_scores import ClassScores
from assay.summaries.class_tables import ClassTables
from assay.summaries.score_cases import ScoreCases
from assay.summaries.score_table import ScoreTable

AVERAGES: tuple[Family, ...] = (
    ClassAreas(), ClassAreas(weighted=True), ClassPrecisions(), ClassPrecisions(weighted=True), PairAreas(),
)  # fmt: skip
"""The averages over classes, in the order in which sums of what cases add to them are kept."""

ADDED_UP = "at most so wide: the classes' own errors are added up, as the cases are not here"


@singledispatch
def influences(family: Family, cases: ScoreCases, value: float, whole: ClassScores | None = None) -> Numbers:
    """Return how much each case moves an average over classes, its weight included.

    `whole` are the scores of all cases, where these are some of them.
    """
    raise LookupError("this family is no average over classes")


@influences.register
def _(family: ClassMean, cases: ScoreCases, value: float, whole: ClassScores | None = None) -> Numbers:
    alone, whole = whole is None or whole is cases, whole or cases
    each, share = each_of(family, whole), shares_of(family, whole)
    moved = np.zeros(cases.rows)
    for k in range(cases.size):
        if alone:
            column = cases.columns[k]
            pulls = column.area_pulls() if isinstance(family, ClassAreas) else column.precision_pulls()
            moved += share[k] * cases.case_weight * pulls
        else:
            moved += share[k] * class_influences(cases, k, whole.tables[k], family, float(each[k]))
    if family.weighted:
        moved = moved + cases.case_weight * (cases.truth @ (each - value)) / whole.support.sum()
    return np.asarray(moved)


def each_of(family: ClassMean, whole: ClassScores) -> Numbers:
    """Return what is averaged: the area, or the average precision, of every class."""
    return each_area(whole) if isinstance(family, ClassAreas) else each_precision(whole)


def shares_of(family: ClassMean, whole: ClassScores) -> Numbers:
    """Return what every class counts in the average."""
    return whole.support / whole.support.sum() if family.weighted else np.full(whole.size, 1 / whole.size)


def class_influences(cases: ScoreCases, k: int, table: ScoreTable, family: ClassMean, value: float) -> Numbers:
    """Return how much each case moves the area, or the average precision, of one class; its weight included."""
    truth, place = cases.truth[:, k], table.places_of(cases.scores[:, k])
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
def _(family: PairAreas, cases: ScoreCases, value: float, whole: ClassScores | None = None) -> Numbers:
    if whole is None or whole is cases:
        return _pulls_of_all_pairs(cases)
    moved = np.zeros(cases.rows)
    pairs = list(combinations(range(cases.size), 2))
    for pair in pairs:
        rows = cases.truth[:, pair[0]] | cases.truth[:, pair[1]]
        for k, table in zip(pair, whole.pair(*pair), strict=True):
            place = table.places_of(cases.scores[rows, k])
            moved[rows] += area_influences(cases.truth[rows, k], cases.case_weight[rows], place, table) / 2
    return moved / len(pairs)


def _pulls_of_all_pairs(cases: ScoreCases) -> Numbers:
    """Return how much each case moves the mean area over all pairs of classes, in one look at each class's score.

    A case of the class is told from the cases of every other class, each of these counting by the share it has of its
    class; a case of another class is told from the class alone.
    """
    own, support, areas = cases.truth.argmax(axis=1), cases.support, pair_areas(cases)
    share_of_class, moved = cases.case_weight / support[own], np.zeros(cases.rows)
    for k, column in enumerate(cases.columns):
        below = column.below_own(column.summed(share_of_class * ~column.truth)) - areas[k].sum()
        moved[column.truth] += np.append(below, 0.0)[column.places[column.truth] // 2] / support[k]
        above = (column.own_above[column.places] / support[k] - areas[k][own]) / support[own]
        moved += np.where(column.truth, 0.0, above)
    return np.asarray(moved * cases.case_weight / (cases.size * (cases.size - 1)))


def squared_pull(family: Family, cases: ClassScores, value: float) -> tuple[float, str | None]:
    """Return the sum of squares of what cases add to an average, and a note where it is no more than a bound."""
    if isinstance(cases, ScoreCases):
        return float(np.sum(influences(family, cases, value) ** 2)), None
    if isinstance(cases, ClassTables) and cases.pulls is not None:
        return float(cases.pulls[AVERAGES.index(family)]), None
    return _most_error(family, cases, value) ** 2, ADDED_UP


def _most_error(family: Family, whole: ClassScores, value: float) -> float:
    """Add up the errors that every class (or pair) has alone: together they vary by no more than that."""
    if isinstance(family, PairAreas):
        tables = [table for pair in combinations(range(whole.size), 2) for table in whole.pair(*pair)]
        return float(np.mean([auc.placements(table).error for table in tables]))
    if not isinstance(family, ClassMean):
        raise LookupError("this family is no average over classes")
    each, share = each_of(family, whole), shares_of(family, whole)
    own = _area_error if isinstance(family, ClassAreas) else average_precision.standard_error
    most = float(share @ [own(table, value) for table, value in zip(whole.tables, each.tolist(), strict=True)])
    if family.weighted:
        most += float(np.sqrt(whole.support_squares @ (each - value) ** 2) / whole.support.sum())
    return most


def _area_error(table: ScoreTable, value: float) -> float:
    return auc.placements(table).error


def sums_of_squares(cases: ScoreCases, values: Sequence[float], whole: ClassScores) -> Numbers:
    """Return the sums of squares of what some cases add to each average; nan where it has no value or is not asked."""
    return np.array([
        np.nan if np.isnan(value) else np.sum(influences(family, cases, value, whole) ** 2)
        for family, value in zip(AVERAGES, values, strict=True)
    ])  # fmt: skip
