"""Two files side by side: rows that a shared column says are others are not paired by position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.errors import files as errors
from assay.inputs.naming import names_what_was_drawn

if TYPE_CHECKING:
    import polars as pl

Named = tuple[str, "pl.LazyFrame"]


def refuse_other_order(first: Named, second: Named) -> None:
    """Refuse files whose shared column of names, such as `id`, differs from row to row."""
    import polars as pl

    here, there = (frame.collect_schema() for _, frame in (first, second))
    shared = [name for name in here.names() if name in there.names() and names_what_was_drawn(name)]
    for name in shared:
        if here[name] != there[name]:
            continue
        pair = pl.concat([first[1].select(first=name), second[1].select(second=name)], how="horizontal")
        differs = pl.col("first").ne_missing(pl.col("second"))
        row = pair.with_row_index("row").filter(differs).head(1).collect(engine="streaming")
        if row.height:
            place, left, right = row.row(0)
            raise errors.rows_in_another_order(name, first[0], second[0], int(place), (left, right))
