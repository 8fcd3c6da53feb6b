"""What every result can do with itself: print, show itself in a notebook, become words, tables, data and charts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, overload

from assay.results.frames import in_kind
from assay.results.rendering import render

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence
    from pathlib import Path

    import altair as alt
    import pandas as pd
    import polars as pl


class Rendered:
    """A result that `reports` knows how to lay out."""

    def __str__(self) -> str:
        return render(self, "terminal")

    def _repr_html_(self) -> str:
        """Show the result in a notebook."""
        return render(self, "notebook")

    def to_dict(self) -> dict[str, object]:
        """Return the whole result as plain values; "schema" names their shape."""
        return render(self, "dict")

    def to_json(self) -> str:
        """Return the whole result as one JSON document; nan and infinities become null."""
        return render(self, "json")

    def to_markdown(self) -> str:
        """Return the result as Markdown."""
        return render(self, "markdown")

    def to_latex(self, style: str | None = None) -> str:
        """Return LaTeX (booktabs): every table, or one for a paper in the style "interval" or "plus-minus"."""
        return render(self, "paper", style)

    def to_prose(self) -> str:
        """Return a paragraph for a paper: what was measured, how, why so, and what was found."""
        return render(self, "prose")

    def save(self, path: str | os.PathLike[str], smallest: int = 1, *, key: str | Sequence[str] | None = None) -> Path:
        """Write the result to a file that `assay.load` reads; it holds counts and sums, and no single case.

        With `smallest=5` a file that would hold a cell of fewer than 5 cases is refused, and the cell named. With
        `key="id"`, a column of `data=`, the file also holds truth and answer of every case by its key, so that
        `assay.against` compares a later result with this one case by case. Such a file is as private as its cases.
        """
        return render(self, "saved", path, smallest, key)

    @overload
    def to_frame(self, kind: Literal["polars"] = "polars") -> pl.DataFrame: ...
    @overload
    def to_frame(self, kind: Literal["pandas"]) -> pd.DataFrame: ...
    def to_frame(self, kind: str = "polars") -> pl.DataFrame | pd.DataFrame:
        """Return the result as a frame of polars or pandas: one row for each metric, pair, fold or point in it."""
        return in_kind(render(self, "frame"), kind)

    def plot(
        self, name: str | None = None, theme: str = "light", *, width: float | None = None,
        height: float | None = None, scale: float = 1.0, size: str | None = None, band: str | None = None,
    ) -> alt.Chart:  # fmt: skip
        """Return an altair chart by name, the usual one without; `.save("x.svg")` works offline.

        Parameters
        ----------
        name : str
            Which chart; a name that is not known is refused with those that are.
        theme : str
            "light" or "dark".
        width, height : float
            The size of the whole figure in pixels, words and legend included; the chart's own if left out.
        scale : float
            How much larger everything is drawn, words and lines too.
        size : str
            "column" (89 mm) or "page" (183 mm): as wide as a figure in a journal, with no word below 7 points.
        band : str
            "pointwise" (as without) or "simultaneous", for the ROC and precision-recall curves of two classes.

        Returns
        -------
        altair.Chart
            `.save` writes svg, png (at twice the size), pdf, html, json, and csv, which is the data of the chart.

        Examples
        --------
        >>> import assay
        >>> ev = assay.evaluate([1, 1, 0, 0], score=[0.9, 0.4, 0.6, 0.1])
        >>> ev.plot("roc", size="column").to_csv().splitlines()[0]
        'layer,x,y,high,order,series,rule,told'
        """
        return render(self, "chart", name, theme, width, height, scale, size, band)
