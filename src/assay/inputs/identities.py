"""Columns that look like the name of what was drawn: a patient, a user, a question, and that repeat."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from assay.errors import AssayError
from assay.inputs.lazy import open_lazy
from assay.inputs.scans import readable

if TYPE_CHECKING:
    import narwhals.stable.v2 as nw

IDENTITY = re.compile(
    r"(^|[_\W])(id|ids|patient|subject|user|customer|client|person|participant|speaker|author|question|query|prompt|doc|"
    r"document|session|visit|household|family|school|hospital|video|scene|study|case)([_\W]?(id|no|nr|number|name|key))?$",
    re.IGNORECASE,
)
GLANCE = 100_000
"""Rows looked at: whatever was drawn together repeats among them."""


@dataclass(frozen=True)
class Identity:
    """A column that looks like an identity, with how many values it has among how many rows looked at."""

    name: str
    values: int
    rows: int


def repeating_identity(data: object, used: Collection[str]) -> Identity | None:
    """Return the first column, among those not in use, whose name and values say that cases belong together."""
    if data is None or isinstance(data, tuple | list):
        return None
    try:
        names = _names(data)
        for name in names:
            if name not in used and IDENTITY.search(str(name)):
                found = _looked_at(data, name)
                if found is not None:
                    return found
    except (AssayError, TypeError, ValueError, AttributeError, ImportError):
        return None
    return None


def _names(data: object) -> list[str]:
    lazy = open_lazy(data, [])
    if lazy is not None:
        return list(lazy.frame.collect_schema().names())
    return list(_in_memory(data).columns)


def _in_memory(data: Any) -> nw.DataFrame[Any]:
    import narwhals.stable.v2 as nw

    return nw.from_native(data, eager_only=True)


def _looked_at(data: object, name: str) -> Identity | None:
    lazy = open_lazy(data, [name])
    if lazy is not None:
        with readable(lazy.where):
            column = lazy.frame.select(name).head(GLANCE).collect()[name]
        values, rows = column.n_unique(), len(column)
    else:
        series = _in_memory(data)[name].head(GLANCE)
        values, rows = int(series.n_unique()), len(series)
    return Identity(name, values, rows) if 2 <= values <= 0.8 * rows else None
