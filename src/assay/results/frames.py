"""Frames of the kind that was asked for: polars, or pandas made from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from assay.checks.words import one_of
from assay.errors import samples as errors

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

FRAMES = ("polars", "pandas")


def frame_of_rows(rows: Sequence[Mapping[str, object]], **options: Any) -> pl.DataFrame:
    """Return rows as a frame; halves of letters, which names may hold and frames cannot, are written as their codes."""
    import polars as pl

    return pl.DataFrame([{_whole(name): _whole(value) for name, value in row.items()} for row in rows], **options)


def _whole(value: Any) -> Any:
    r"""Return text that can be written in UTF-8, and anything else as it is.

    >>> _whole("a\ud800b"), _whole(3)
    ('a\\ud800b', 3)
    """
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value


def in_kind(frame: pl.DataFrame, kind: str) -> pl.DataFrame | pd.DataFrame:
    """Return a frame as it is, or as one of pandas."""
    if one_of(kind, FRAMES) is None:
        raise errors.bad_choice("kind", kind, FRAMES)
    if kind == "polars":
        return frame
    import pandas as pd

    return pd.DataFrame(frame.to_dict(as_series=False))
