"""Columns that look like the name of what was drawn: a patient, a user, a question, and that repeat."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from assay.errors import AssayError
from assay.inputs.lazy import open_lazy
from assay.inputs.naming import names_a_thing, names_what_was_drawn
from assay.inputs.scans import readable

if TYPE_CHECKING:
    import narwhals.stable.v2 as nw
    import polars as pl

GLANCE = 100_000
"""Rows looked at: whatever was drawn together repeats among them."""

MOST_UNIQUE = 0.8
"""A column with more different values than this share of the rows hardly repeats."""

FEWEST_NAMES = 20
"""A column that is only called an identity (country_id) needs so many values; fewer sort cases. A taste."""

MOST_COLUMNS = 50
"""So many columns of other names are looked at, as each costs a sort of the rows."""

MOST_TOGETHER = 50
"""Rows of one value, on average: where there are more, values describe cases rather than name them. A taste."""

AGREEING, BY_CHANCE = 0.95, 0.8
"""Rows of one value share the truth this often, and rows of the whole no more often than that. A taste."""


@dataclass(frozen=True)
class Identity:
    """A column that looks like an identity, with how many values it has among how many rows looked at.

    `whole` says that these are all rows, `named` that the name alone tells what the column is.
    """

    name: str
    values: int
    rows: int
    whole: bool = True
    named: bool = True


def repeating_identity(data: object, used: Collection[str], truth: object = None) -> Identity | None:
    """Return the first column, among those not in use, whose name or values say that cases belong together."""
    if data is None:
        return None
    if isinstance(data, Mapping):
        tables = list(data.values())
    else:
        tables = list(data) if isinstance(data, tuple | list) else [data]
    try:
        return next((identity for table in tables for identity in _found(table, used, truth)), None)
    except (AssayError, TypeError, ValueError, AttributeError, ImportError):
        return None


def _found(table: object, used: Collection[str], truth: object) -> Iterator[Identity]:
    names = _names(table)
    others = [name for name in names if name not in used]
    named = [name for name in others if names_what_was_drawn(name)]
    judged = isinstance(truth, str) and truth in names
    looked_at = others[:MOST_COLUMNS] if judged else []
    wanted = [*named, *looked_at, *([str(truth)] if looked_at else [])]
    if not wanted:
        return
    head = _head(table, wanted)
    for name in named:
        yield from _named(name, head)
    for name in looked_at:
        if name not in named:
            yield from _agreeing(name, str(truth), head)


def _named(name: str, head: pl.DataFrame) -> Iterator[Identity]:
    values, rows = head[name].n_unique(), head.height
    fewest = 2 if names_a_thing(name) else FEWEST_NAMES
    if fewest <= values <= MOST_UNIQUE * rows:
        yield Identity(name, values, rows, rows < GLANCE)


def _agreeing(name: str, truth: str, head: pl.DataFrame) -> Iterator[Identity]:
    """Yield a column whose rows of one value nearly always share the truth, far more often than any two rows do."""
    import polars as pl

    dtype, rows = head.schema[name], head.height
    if not (dtype.is_integer() or dtype in (pl.String, pl.Categorical)) or head.schema[truth].is_float():
        return
    values = head[name].n_unique()
    if not FEWEST_NAMES <= values <= MOST_UNIQUE * rows or rows > MOST_TOGETHER * values:
        return
    sizes, both, whole = (head.group_by(by).len()["len"] for by in ([name], [name, truth], [truth]))
    pairs = float((sizes * (sizes - 1)).sum())
    chance = float((whole * (whole - 1)).sum()) / max(rows * (rows - 1), 1)
    if pairs and chance <= BY_CHANCE and float((both * (both - 1)).sum()) >= AGREEING * pairs:
        yield Identity(name, values, rows, rows < GLANCE, named=False)


def _names(data: object) -> list[str]:
    lazy = open_lazy(data, [])
    if lazy is not None:
        return list(lazy.frame.collect_schema().names())
    return list(_in_memory(data).columns)


def _in_memory(data: Any) -> nw.DataFrame[Any]:
    import narwhals.stable.v2 as nw

    return nw.from_native(data, eager_only=True)


def _head(data: object, names: list[str]) -> pl.DataFrame:
    """Return the first rows of some columns."""
    names = list(dict.fromkeys(names))
    lazy = open_lazy(data, names)
    if lazy is not None:
        with readable(lazy.where):
            return lazy.frame.select(names).head(GLANCE).collect()
    frame: pl.DataFrame = _in_memory(data)[names].head(GLANCE).to_polars()
    return frame
