"""Rows that carry names: columns of pandas are paired by position, so their indices must not say otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import Any

import numpy as np

from assay.errors import columns as errors


def refuse_reordered(columns: Mapping[str, object]) -> None:
    """Refuse columns whose indices hold the same labels in another order, or other labels altogether.

    Rows are paired by position. An index that only counts them says nothing against that.
    """
    indexed = {name: index for name, values in columns.items() if (index := _index(values)) is not None}
    if len(indexed) < 2:
        return
    for (first, index), (name, other) in combinations(indexed.items(), 2):
        if len(index) != len(other) or index.equals(other):
            continue
        place = next(place for place in range(len(index)) if index[place] != other[place])
        labels = index[place], other[place]
        if _reordered(index, other):
            raise errors.rows_reordered(first, name, labels, place, unique=index.is_unique)
        if not (_only_counts(index) or _only_counts(other)):
            raise errors.rows_of_others(first, name, labels, place)


def _index(values: object) -> Any | None:
    """Return the index of a column or frame of pandas, None for anything else."""
    if type(values).__module__.split(".")[0] != "pandas" or not hasattr(values, "iloc"):
        return None
    return getattr(values, "index", None)


def _only_counts(index: Any) -> bool:
    """Say whether an index holds what pandas puts there itself: 0, 1, 2 and so on."""
    labels = np.asarray(index)
    return labels.dtype.kind in "iu" and bool(np.array_equal(labels, np.arange(len(labels))))


def _reordered(index: Any, other: Any) -> bool:
    if not bool(other.isin(index).all()):
        return False
    if index.is_unique and other.is_unique:
        return True
    return Counter(index) == Counter(other)
