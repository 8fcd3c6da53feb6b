"""Frames of the kind that was asked for: polars, or pandas made from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.checks.words import one_of
from assay.errors import samples as errors

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

FRAMES = ("polars", "pandas")


def in_kind(frame: pl.DataFrame, kind: str) -> pl.DataFrame | pd.DataFrame:
    """Return a frame as it is, or as one of pandas."""
    if one_of(kind, FRAMES) is None:
        raise errors.bad_choice("kind", kind, FRAMES)
    if kind == "polars":
        return frame
    import pandas as pd

    return pd.DataFrame(frame.to_dict(as_series=False))
