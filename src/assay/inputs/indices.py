"""Rows that carry names: columns of pandas are paired by position, so their indices must not say otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from assay.errors import columns as errors


def refuse_reordered(columns: Mapping[str, object]) -> None:
    """Refuse columns whose indices hold the same labels in another order: position would pair the wrong rows."""
    indexed = {name: index for name, values in columns.items() if (index := _index(values)) is not None}
    if len(indexed) < 2:
        return
    (first, index), *others = indexed.items()
    for name, other in others:
        if _reordered(index, other):
            place = next(place for place in range(len(index)) if index[place] != other[place])
            raise errors.rows_reordered(first, name, (index[place], other[place]), place, unique=index.is_unique)


def _index(values: object) -> Any | None:
    """Return the index of a column or frame of pandas, None for anything else."""
    if type(values).__module__.split(".")[0] != "pandas" or not hasattr(values, "iloc"):
        return None
    return getattr(values, "index", None)


def _reordered(index: Any, other: Any) -> bool:
    if len(index) != len(other) or index.equals(other) or not bool(other.isin(index).all()):
        return False
    if index.is_unique and other.is_unique:
        return True
    return Counter(index) == Counter(other)
