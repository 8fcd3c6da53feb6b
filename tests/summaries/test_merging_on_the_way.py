"""What is merged on the way to a summary: profiles, blocks, sums by slice and group; in any order, as summaries are."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from itertools import pairwise

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_merging import LABELS, MAKERS, NUMBERS, ROWS, SAID, SCORES, TRUTH, WEIGHT, kinds, plain, same, tabled

from assay.engines.alike import Alike, CountAlike
from assay.engines.sources import _Row
from assay.engines.worst_rows import WorstRows
from assay.inputs.batches import ArrayColumn, Batch
from assay.inputs.blocks import Block, Look
from assay.inputs.labels import LabelColumn
from assay.inputs.profiles import ColumnProfile, Crossed, Flagged, NumberProfile, Profile
from assay.inputs.roles import Kind, Role
from assay.inputs.series import SeriesColumn
from assay.summaries.moments import Moments
from assay.tasks.regression.summed import JointResiduals
from assay.tasks.scores.reducers import Pulls
from assay.tasks.slice_sizes import Sizes
from assay.tasks.together import Together
from assay.tasks.unit_sums import Groupings

HOMES = ("inputs", "tasks", "engines", "summaries")
ROLES = tuple(
    Role(name, kind, (name,), name)
    for name, kind in {"truth": Kind.LABEL, "score": Kind.SCORE, "weight": Kind.WEIGHT, "lower": Kind.NUMBER,
                       "upper": Kind.NUMBER}.items()
)  # fmt: skip
LOWER = np.where(np.arange(ROWS) % 5 == 0, SCORES[:, 1], -1.0)
COLUMNS = {
    "truth": np.array([*LABELS, None], dtype=object)[np.where(np.arange(ROWS) % 7 == 3, 3, TRUTH)],
    "score": np.where(np.arange(ROWS) % 6 == 1, np.nan, SCORES[:, 0]), "weight": WEIGHT, "lower": LOWER,
    "upper": SCORES[:, 2],
}  # fmt: skip


def looked(rows) -> Profile:
    """Profile some rows, which have no order: numbers of rows would tell in which order parts came."""
    return Look(ROLES, "drop")(Batch({name: ArrayColumn(values[rows]) for name, values in COLUMNS.items()}, None))


def labelled(rows) -> LabelColumn:
    return LabelColumn("truth", "string", LABELS, TRUTH[rows])


def blocked(rows) -> Block:
    return Block({("truth", None): labelled(rows), ("score", None): SCORES[rows, 0]}, WEIGHT[rows], len(rows))


def counted_alike(rows) -> Alike:
    columns = {"truth": SeriesColumn(pl.Series(TRUTH[rows])), "said": SeriesColumn(pl.Series(SAID[rows]))}
    return CountAlike(("truth", "said"))(Batch(columns, None))


def together(rows) -> Together:
    return Together({"a": MAKERS[type(tabled(rows))](rows)}, Sizes({"all": len(rows)}))


ON_THE_WAY = {
    Profile: looked,
    ColumnProfile: lambda rows: looked(rows).columns["truth", None],
    NumberProfile: lambda rows: looked(rows).columns["score", None],
    Crossed: lambda rows: looked(rows).crossed,
    Flagged: lambda rows: Flagged.of(TRUTH[rows] == 1, None),
    LabelColumn: labelled,
    Alike: counted_alike,
    Block: blocked,
    Pulls: lambda rows: Pulls((NUMBERS[rows] ** 2).sum(axis=0)),
    JointResiduals: lambda rows: JointResiduals(
        Moments.of(NUMBERS[rows].T, WEIGHT[rows]), np.full((2, 2), np.count_nonzero(SAID[rows]))
    ),
    Sizes: lambda rows: Sizes({key: int((SAID[rows] == key).sum()) for key in range(3)}),
    Together: together,
    Groupings: lambda rows: Groupings((MAKERS[next(kind for kind in MAKERS if kind.__name__ == "UnitSums")](rows),)),
    _Row: lambda rows: _Row(int(rows.min()), "x"),
}
ELSEWHERE = {WorstRows}
"""Tried where it is used, in tests/pipelines/test_case_lists.py: of equal losses the rows that came first are kept."""


def merging():
    """Return every class of these packages that merges."""
    for home in HOMES:
        package = importlib.import_module(f"assay.{home}")
        for module in pkgutil.walk_packages(package.__path__, f"assay.{home}."):
            made = importlib.import_module(module.name)
            for _, kind in inspect.getmembers(made, inspect.isclass):
                if kind.__module__ == made.__name__ and hasattr(kind, "merge"):
                    yield kind


def test_every_class_that_merges_is_tried_somewhere():
    known = {*MAKERS, *ON_THE_WAY, *ELSEWHERE}
    assert {kind for kind in merging() if not getattr(kind, "_is_protocol", False)} <= known
    assert set(kinds()) <= set(MAKERS)


@pytest.mark.parametrize("kind", ON_THE_WAY, ids=lambda kind: kind.__name__)
@given(order=st.permutations(range(ROWS)), cuts=st.sets(st.integers(1, ROWS - 1), min_size=1, max_size=4),
       left=st.booleans())  # fmt: skip
def test_parts_merged_in_any_order_equal_the_whole(kind, order, cuts, left):
    places = [0, *sorted(cuts), ROWS]
    parts = [ON_THE_WAY[kind](np.array(order[start:end])) for start, end in pairwise(places)]
    while len(parts) > 1:
        first, second = (parts.pop(0), parts.pop(0)) if left else (parts.pop(), parts.pop())
        parts.insert(0 if left else len(parts), first.merge(second))
    assert type(parts[0]) is kind
    row_wise = kind in (Block, LabelColumn)
    if kind is Alike:
        assert parts[0].rows.sort("truth", "said").equals(ON_THE_WAY[kind](np.arange(ROWS)).rows.sort("truth", "said"))
        return
    merged, whole = (plain(summary, row_wise) for summary in (parts[0], ON_THE_WAY[kind](np.arange(ROWS))))
    assert same(merged, whole)
