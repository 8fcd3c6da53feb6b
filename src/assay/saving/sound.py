"""Whether the numbers of a summary go together: sizes, signs, order. A file may say anything."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

import numpy as np

from assay.inputs.profiles import ColumnProfile, Profile
from assay.intervals.class_influences import AVERAGES
from assay.intervals.grouped_quantiles import DesignEffects
from assay.pipelines.kept_slices import KeptSlices
from assay.results.cases import KeyedCases
from assay.results.compared_slices import ComparedSlices
from assay.results.confusion import Confusion
from assay.results.curve import Curve
from assay.stats.arithmetic import Numbers
from assay.summaries.class_tables import ClassTables
from assay.summaries.image_tables import ImageTables
from assay.summaries.kept_units import KeptUnits
from assay.summaries.label_counts import LabelCounts
from assay.summaries.label_sets import LabelSets
from assay.summaries.moments import Moments, Worth
from assay.summaries.regression import RegressionSummary
from assay.summaries.residual_means import COLUMNS, Centre
from assay.summaries.score_table import ScoreTable
from assay.summaries.sketch import Sketch
from assay.summaries.table_set import TableSet
from assay.summaries.text_sums import KINDS, SegmentTotals, TextSums
from assay.summaries.unit_scores import UnitScores

SIZES = "its parts differ in size"
MOST_CASES = 2**53
"""Whole numbers below this are added without rounding; nobody has so many cases."""

UNIT_SUMS = {"cells": 3, "positives": 2, "negatives": 2, "columns": 2}
"""What units are summed by, with how many axes each sum has."""

NEGATIVE = "it holds a negative or infinite count"


@singledispatch
def check(value: object) -> str | None:
    """Return what is wrong with a value, None where nothing is."""
    return None


def _bad(weights: Numbers, gaps: bool = False) -> bool:
    """Say whether there is a weight that no cases have; a cell may be unknown where gaps are."""
    known = weights[~np.isnan(weights)] if gaps else weights
    return not bool(np.isfinite(known).all() and (known >= 0).all())


def _same_length(parts: Sequence[Numbers | None]) -> bool:
    shapes = {np.shape(part) for part in parts if part is not None}
    return len(shapes) == 1 and len(shapes.pop()) == 1


@check.register
def _(value: LabelCounts) -> str | None:
    size = len(value.labels)
    if value.weights.shape != (size, size) or value.squares.shape != (size, size) or len(set(value.labels)) != size:
        return SIZES
    if _bad(value.weights, True) or _bad(value.squares, True) or value.rows < 0 or not value.fourth >= 0:
        return NEGATIVE
    return "there is no such positive class" if not 0 <= (value.positive or 0) < size else None


@check.register
def _(value: ComparedSlices) -> str | None:
    return SIZES if list(value.made) != list(value.sizes) else None


@check.register
def _(value: LabelSets) -> str | None:
    shape = (len(value.weights), len(value.labels))
    if value.truth.shape != shape or value.prediction.shape != shape or value.squares.shape != shape[:1]:
        return SIZES
    return NEGATIVE if _bad(value.weights) or _bad(value.squares) or value.rows < 0 or not value.fourth >= 0 else None


@check.register
def _(value: ClassTables) -> str | None:
    size = len(value.labels)
    decided = value.decided.labels if value.exclusive == isinstance(value.decided, LabelCounts) else ()
    sized = len(value.tables) == size == len(decided) and value.ranks.shape == (size + 1,)
    if not sized or len(value.pairs) not in (0, size * (size - 1)):
        return SIZES
    if value.pulls is not None and value.pulls.shape != (len(AVERAGES),):
        return SIZES
    if _bad(value.ranks) or (value.pulls is not None and _bad(value.pulls, True)) or value.off < 0 or value.rows < 1:
        return NEGATIVE
    return None if 0 < value.epsilon < 1 else "its scores are not in order"


@check.register
def _(value: SegmentTotals) -> str | None:
    if value.kind not in KINDS:
        return "nothing of texts is counted so"
    return SIZES if value.sums.shape != value.moments.mean.shape else None


@check.register
def _(value: TextSums) -> str | None:
    return NEGATIVE if value.tally.segments < 1 or not value.totals or not value.references else None


@check.register
def _(value: TableSet) -> str | None:
    if value.cells.shape != (len(value.names), 4):
        return SIZES
    return NEGATIVE if _bad(value.cells, True) else None


@check.register
def _(value: ScoreTable) -> str | None:
    weights = (value.positives, value.negatives, value.positive_squares, value.negative_squares)
    places = (value.score, value.low, value.high)
    if not _same_length([*weights, *places]):
        return SIZES
    if any(_bad(part) for part in weights) or value.rows < 0 or not value.fourth >= 0:
        return NEGATIVE
    if not all(np.isfinite(part).all() for part in places):
        return "a score is infinite"
    slack = 1e-9 * np.maximum(np.abs(value.low), np.abs(value.high))  # means of bins are rounded
    inside = (value.low - slack <= value.score).all() and (value.score <= value.high + slack).all()
    ordered = (np.diff(value.score) >= 0).all() and (value.low <= value.high).all()
    if not inside or not ordered or not 0 < value.epsilon < 1:
        return "its scores are not in order"
    return None


@check.register
def _(value: UnitScores) -> str | None:
    shape = (value.units.count, len(value.table.score))
    if value.positives.shape != shape or value.negatives.shape != shape or value.units.sizes.shape != shape[:1]:
        return SIZES
    return NEGATIVE if _bad(value.positives) or _bad(value.negatives) else None


@check.register
def _(value: Sketch) -> str | None:
    if not _same_length([value.low, value.high, value.weight]) or not len(value.low):
        return SIZES
    if _bad(value.weight):
        return NEGATIVE
    return None if (value.low <= value.high).all() else "its values are not in order"


@check.register
def _(value: Worth) -> str | None:
    return None if value.weight >= 0 and value.squares >= 0 and value.fourth >= 0 else NEGATIVE


@check.register
def _(value: Moments) -> str | None:
    size = value.mean.size
    return None if value.mean.shape == value.drift.shape == (size,) and value.around.shape == (size, size) else SIZES


@check.register
def _(value: Centre) -> str | None:
    outputs = value.truth.shape
    alike = len(outputs) == 1 and outputs[0] > 0
    return None if alike and all(part.shape == outputs and np.isfinite(part).all() for part in value.each()) else SIZES


@check.register
def _(value: RegressionSummary) -> str | None:
    if value.summed is None or value.cases is not None or (value.centre is None) != (value.sketches is None):
        return "its sums are missing"
    if value.summed.mean.size < (0 if value.centre is None else len(COLUMNS)) + len(value.losses):
        return SIZES
    return None if value.rows > 0 and value.zeros >= 0 and 0 < value.scale < np.inf else NEGATIVE


@check.register
def _(value: DesignEffects) -> str | None:
    if not _same_length([value.marks, value.effects]) or not len(value.marks):
        return SIZES
    return None if np.isfinite(value.marks).all() and not _bad(value.effects) else NEGATIVE


@check.register
def _(value: ImageTables) -> str | None:
    images, size = len(value.tables), len(value.labels)
    edges = value.boundaries
    if value.tables.shape != (images, size, size) or not images or len(set(value.labels)) != size:
        return SIZES
    if value.weights is not None or (edges is not None and edges.shape != (images, size, 2)):
        return SIZES
    if not all(type(label) is int for label in value.labels) or not 0 <= (value.positive or 0) < size:
        return "there is no such class"
    return NEGATIVE if (value.tables < 0).any() or (edges is not None and _bad(edges)) else None


@check.register
def _(value: KeptUnits) -> str | None:
    count, sums = len(value.places), value.sums
    atoms = None if value.table is None else (count, len(value.table.score))
    shaped = all(sums[name].shape == atoms for name in ("positives", "negatives") if name in sums)
    unlike = any(own.dtype != np.uint64 or own.ndim != 1 or len(np.unique(own)) < len(own)
                 for own in (value.hashes, value.places))  # fmt: skip
    if unlike or not count or value.sizes.shape != (count,) or not sums or not shaped:
        return SIZES
    if any(own.ndim != UNIT_SUMS.get(name) or len(own) != count for name, own in sums.items()):
        return SIZES
    if value.buckets < 0 or value.buckets & (value.buckets - 1):
        return "its buckets are no power of two"
    counted = [own for name, own in sums.items() if name != "columns"]
    return NEGATIVE if not (value.sizes > 0).all() or any(_bad(own) for own in (value.sizes, *counted)) else None


@check.register
def _(value: KeptSlices) -> str | None:
    keys = set(value.parts)
    if (
        keys != set(value.sizes)
        or not set(value.crossed) < keys
        or not value.names
        or set(value.edges) - {*value.names}
    ):
        return SIZES
    return None if all(0 < size < MOST_CASES for size in value.sizes.values()) else NEGATIVE


@check.register
def _(value: ColumnProfile) -> str | None:
    kinds = {str if isinstance(label, str) else float for label in value.labels}
    plain = all(isinstance(label, str | int | float) for label in value.labels)
    return None if plain and len(kinds) < 2 else "its labels are of several kinds"


@check.register
def _(value: Profile) -> str | None:
    return None if 0 < value.complete <= value.rows else NEGATIVE


@check.register
def _(value: Curve) -> str | None:
    return None if _same_length([value.x, value.y, value.threshold, value.low, value.high]) else SIZES


@check.register
def _(value: Confusion) -> str | None:
    size = len(value.labels)
    return None if value.counts.shape == (size, size) else SIZES


@check.register
def _(value: KeyedCases) -> str | None:
    sizes = {len(part) for part in (value.truth, *value.keys, *value.answers)}
    named = len(value.key) == len(value.keys) > 0 and value.answered in ("prediction", "score") and value.answers
    if not named or len(sizes) != 1 or (value.classes is not None and len(value.classes) != len(value.answers)):
        return SIZES
    return "two of its cases have one key" if len(value.truths()) < value.count else None
