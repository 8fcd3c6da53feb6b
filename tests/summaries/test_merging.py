"""Every summary merges: parts put together in any order, and in any grouping, are the summary of the whole."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pkgutil
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import assay.summaries
from assay.counting.box_matching import match
from assay.inputs.boxes import read_detections
from assay.inputs.labels import LabelColumn
from assay.summaries.by_slice import BySlice
from assay.summaries.class_tables import ClassTables
from assay.summaries.image_tables import ImageTables
from assay.summaries.joint_cells import JointCells
from assay.summaries.joint_classes import JointClassScores
from assay.summaries.joint_scores import JointScores
from assay.summaries.label_counts import LabelCounts
from assay.summaries.label_sets import LabelSets
from assay.summaries.losses import Losses, Spread, losses_of, spread_of
from assay.summaries.matches import Matches
from assay.summaries.moments import Moments
from assay.summaries.regression import RegressionSummary, Sketches
from assay.summaries.residual_means import Centre
from assay.summaries.residuals import Residuals
from assay.summaries.score_cases import ScoreCases
from assay.summaries.score_table import ScoreTable
from assay.summaries.segments import EditCounts, NgramCounts, RunShares, Segments, SegmentScores, SpanCounts
from assay.summaries.sketch import Sketch
from assay.summaries.table_set import TableSet
from assay.summaries.text_sums import SegmentTotals, TextSums, TextTally
from assay.summaries.unit_sums import Naming, UnitSums
from assay.tasks.labels.reducers import CountLabels
from assay.tasks.scores.reducers import Scored

ROWS = 24
RNG = np.random.default_rng(11)
NUMBERS = RNG.normal(size=(ROWS, 6))
SCORES = np.round(RNG.random((ROWS, 3)), 1)
TRUTH, SAID = RNG.integers(0, 3, ROWS), RNG.integers(0, 3, ROWS)
WEIGHT = RNG.random(ROWS) + 0.5
LABELS = ("a", "b", "c")
IMAGES = [
    {"boxes": [[5 * k, 5, 5 * k + 20, 30], [40, 40, 60, 70]], "labels": [1, 2]} for k in range(ROWS)
]  # fmt: skip
FOUND = [
    {"boxes": [[5 * k + 2, 5, 5 * k + 20, 31], [41, 40, 60, 75]], "labels": [1, 2], "scores": SCORES[k, :2].tolist()}
    for k in range(ROWS)
]
CENTRE = Centre(*(np.zeros(1) for _ in range(3)))


def residuals(rows) -> Residuals:
    return Residuals(NUMBERS[rows, :1], NUMBERS[rows, 1:2], WEIGHT[rows], outputs=(0,))


def counted(rows) -> LabelCounts:
    truth, said = (LabelColumn("x", "string", LABELS, codes[rows]) for codes in (TRUTH, SAID))
    return CountLabels(LABELS, positive=1).count(truth, said, WEIGHT[rows])


def tabled(rows) -> ScoreTable:
    flags = TRUTH[rows] > 0
    score, weight = SCORES[rows, 0], WEIGHT[rows]
    return ScoreTable.of_scores(score[flags], score[~flags], weight[flags], weight[~flags])


def matched(rows) -> Matches:
    read = read_detections([IMAGES[k] for k in rows], [FOUND[k] for k in rows], None)
    return match(read.truth, read.found, len(read.images), read.labels, pixels=read.scale.pixels)


def imaged(rows) -> ImageTables:
    tables = np.array([np.diag([k, 2, 3]) + 1 for k in rows])
    return ImageTables(LABELS, tables, 1, tables[:, :2].astype(float), tuple(f"extra {k}" for k in rows),
                       tuple(f"skipped {k}" for k in rows))  # fmt: skip


def patterned(rows) -> JointCells:
    return JointCells.of(LABELS, [TRUTH[rows], SAID[rows], SAID[rows[::-1]] * 0], WEIGHT[rows])


def placed(rows) -> JointScores:
    def moments(kept):
        return Moments.of(SCORES[kept][:, :2].T, WEIGHT[kept]) if len(kept) else None

    pulls = Moments.of(np.hstack([SCORES[rows], NUMBERS[rows, :5]]).T, WEIGHT[rows])
    apart = np.array([[0, np.count_nonzero(SCORES[rows, 0] != SCORES[rows, 1])]] * 2)
    positive = TRUTH[rows] > 0
    return JointScores(len(rows), moments(rows[positive]), moments(rows[~positive]), pulls, apart, patterned(rows))


def classified(rows) -> ScoreCases:
    return ScoreCases(LABELS, np.eye(3)[TRUTH[rows]] == 1, SCORES[rows], WEIGHT[rows], True)


def placed_classes(rows) -> JointClassScores:
    pulls, cases = NUMBERS[rows].T, classified(rows)
    apart = np.full((2, 2), np.count_nonzero(SCORES[rows, 0] != SCORES[rows, 1]))
    places = np.tile(np.bincount(cases.places, minlength=4), (2, 2, 4, 1))
    return JointClassScores(len(rows), pulls @ pulls.T, Moments.of(NUMBERS[rows, :4].T, WEIGHT[rows]), places, apart,
                            patterned(rows))  # fmt: skip


def summed(rows) -> UnitSums:
    sizes = np.bincount(SAID[rows], WEIGHT[rows], 3)
    return UnitSums(Naming(3, LABELS), sizes, {"right": np.bincount(SAID[rows], (TRUTH == SAID)[rows], 3)})


def sliced(rows) -> BySlice:
    parts = {key: rows[SAID[rows] == key] for key in range(3)}
    kept = {key: own for key, own in parts.items() if len(own)}
    return BySlice(counted(rows), {key: counted(own) for key, own in kept.items()},
                   {key: len(own) for key, own in kept.items()})  # fmt: skip


def edited(rows) -> SegmentTotals:
    return SegmentTotals.of(EditCounts(np.abs(np.rint(9 * NUMBERS[rows, :5]))))


def tallied(rows) -> TextTally:
    return TextTally(len(rows), *(int(SAID[rows].sum()) for _ in range(7)))


def texts(rows) -> TextSums:
    return TextSums({"wer": edited(rows)}, tallied(rows), {"said": int(SAID[rows].sum())}, len(rows),
                    ("bert_f1",), (1, 2))  # fmt: skip


MAKERS = {
    SegmentTotals: edited,
    TextTally: tallied,
    TextSums: texts,
    JointCells: patterned,
    JointScores: placed,
    UnitSums: summed,
    BySlice: sliced,
    LabelCounts: counted,
    LabelSets: lambda rows: LabelSets.of_rows(LABELS, SCORES[rows] > 0.5, SCORES[rows] > 0.3, WEIGHT[rows]),
    ScoreTable: tabled,
    ScoreCases: lambda rows: ScoreCases(LABELS, SCORES[rows] > 0.5, SCORES[rows], WEIGHT[rows], False),
    ClassTables: lambda rows: ClassTables.of(classified(rows), 0.5),
    JointClassScores: placed_classes,
    Scored: lambda rows: Scored(tabled(rows), counted(rows), len(rows)),
    Spread: lambda rows: spread_of(NUMBERS[rows, 0], WEIGHT[rows], WEIGHT[rows] ** 2),
    Losses: lambda rows: losses_of(SCORES[rows, 0], WEIGHT[rows], WEIGHT[rows] ** 2, True, 1e-16),
    Moments: lambda rows: Moments.of(NUMBERS[rows].T, WEIGHT[rows]),
    Residuals: residuals,
    RegressionSummary: lambda rows: RegressionSummary.of(residuals(rows), centre=CENTRE),
    Sketches: lambda rows: Sketches.of(residuals(rows)),
    Sketch: lambda rows: Sketch.of(NUMBERS[rows, 0], WEIGHT[rows]),
    Matches: matched,
    ImageTables: imaged,
    TableSet: lambda rows: TableSet(tuple(f"set {k}" for k in rows), np.abs(NUMBERS[rows, :4])),
    **{
        kind: (lambda rows, kind=kind, width=width: kind(np.abs(np.rint(9 * NUMBERS[rows, :width]))))
        for kind, width in ((Segments, 2), (NgramCounts, 5), (RunShares, 3), (EditCounts, 5), (SegmentScores, 2))
    },
    SpanCounts: lambda rows: SpanCounts(np.abs(np.rint(9 * NUMBERS[rows, :3]))),
}  # fmt: skip


def kinds():
    """Return every class of the package that merges."""
    for module in pkgutil.iter_modules(assay.summaries.__path__):
        home = importlib.import_module(f"assay.summaries.{module.name}")
        for _, kind in inspect.getmembers(home, inspect.isclass):
            if kind.__module__ == home.__name__ and hasattr(kind, "merge") and not getattr(kind, "_is_protocol", False):
                yield kind


def plain(value, row_wise: bool, axis: int = 0) -> object:
    """Return a summary as plain values; of cases kept one by one, their order does not matter."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [own.name for own in dataclasses.fields(value) if own.name not in DERIVED]
        return {name: plain(getattr(value, name), row_wise, axis) for name in names}
    if isinstance(value, dict):
        return {key: plain(own, row_wise, axis) for key, own in sorted(value.items())}
    if isinstance(value, tuple) and value and all(dataclasses.is_dataclass(own) for own in value):
        return {str(place): plain(own, row_wise, axis) for place, own in enumerate(value)}
    if isinstance(value, np.ndarray):
        whole = np.asarray(value, dtype=float)
        return np.sort(whole, axis=axis) if row_wise and whole.ndim else whole
    return sorted(value) if row_wise and isinstance(value, tuple) else value


def same(first, second) -> bool:
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(same(first[name], second[name]) for name in first)
    if isinstance(first, float | np.ndarray):
        return np.shape(first) == np.shape(second) and np.allclose(first, second, rtol=1e-9, atol=1e-12, equal_nan=True)
    return first == second


DERIVED = ("summed", "losses")
"""Fields that hold what others say already: moments of cases that are there, losses of scores that are there."""
ROW_WISE = (ScoreCases, Residuals, RegressionSummary, Matches, ImageTables, TableSet, Segments)
"""Summaries that keep cases, images or segments one by one: these come in the order in which parts were merged."""


def test_every_summary_that_merges_is_tried_here():
    assert set(kinds()) <= set(MAKERS)


@pytest.mark.parametrize("kind", MAKERS, ids=lambda kind: kind.__name__)
@given(order=st.permutations(range(ROWS)), cuts=st.sets(st.integers(1, ROWS - 1), min_size=1, max_size=4),
       left=st.booleans())  # fmt: skip
def test_parts_merged_in_any_order_equal_the_whole(kind, order, cuts, left):
    places = [0, *sorted(cuts), ROWS]
    parts = [MAKERS[kind](np.array(order[start:end])) for start, end in pairwise(places)]
    while len(parts) > 1:
        first, second = (parts.pop(0), parts.pop(0)) if left else (parts.pop(), parts.pop())
        parts.insert(0 if left else len(parts), first.merge(second))
    row_wise = issubclass(kind, ROW_WISE)
    merged, whole = (
        plain(summary, row_wise, -1 if kind is Matches else 0) for summary in (parts[0], MAKERS[kind](np.arange(ROWS)))
    )
    if kind is Matches:
        for part in (merged, whole):
            part.pop("image"), part.pop("truth_image")
    assert same(merged, whole)
    if kind is RegressionSummary:
        assert same(plain(parts[0].moments, False), plain(MAKERS[kind](np.arange(ROWS)).moments, False))
    if kind is ScoreTable:
        assert same(plain(parts[0].all_losses, False), plain(MAKERS[kind](np.arange(ROWS)).all_losses, False))


@pytest.mark.parametrize("kind", MAKERS, ids=lambda kind: kind.__name__)
def test_a_merged_summary_is_of_its_own_kind(kind):
    first, second = (MAKERS[kind](np.arange(start, start + ROWS // 2)) for start in (0, ROWS // 2))
    assert type(first.merge(second)) is kind
