"""Charts that show themselves in notebooks as drawings: no script, no network, the same for ever."""

from __future__ import annotations

import io
import os
import re
from typing import Any, cast

import altair as alt

from assay.reports.charts.drawing import drawable, svg_of
from assay.reports.charts.rows import chart_rows
from assay.results.written_files import write_whole

PNG_SCALE = 2.0
"""Pixels of a PNG for each of a drawing: sharp on screens of today and in print."""
PDF_SCALE = 0.75
"""Points of a PDF for each pixel: a figure is as wide on paper as an SVG is (72 points and 96 pixels make an inch)."""
SCALE = "assay_scale"
SPEAKING = re.compile(r'(<(path|line|rect) aria-label="([^"]*)" role="graphics-symbol"[^>]*?)/>')
WRITTEN = re.compile(r'(<text aria-label="([^"]*)" role="graphics-symbol"[^>]*>)')
"""Marks that have something to say: those without anything inside, and words."""
FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""What spreadsheets take for the beginning of a formula."""
OUTER = re.compile(r'(<svg [^>]*?width=")([\d.]+)(" height=")([\d.]+)"')


class Still(alt.TopLevelMixin):
    """What an altair chart becomes here: everything altair's own can do, but it shows itself as SVG."""

    def to_dict(self, *args: Any, **options: Any) -> dict[str, Any]:
        """Return the specification; no character in it can stop the renderer."""
        spec: dict[str, Any] = drawable(super().to_dict(*args, **options))
        return spec

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Show the chart in a notebook as a drawing, whatever renderer altair is set to.

        JupyterLab puts drawings into images, which show no tooltips; as HTML the same drawing does.
        """
        svg = self._repr_svg_()
        return {"image/svg+xml": svg, "text/html": f"<div>{svg}</div>", "text/plain": repr(self)}

    def _repr_svg_(self) -> str:
        return telling(enlarged(svg_of(self), self.scale))

    @property
    def scale(self) -> float:
        """How much larger than usual everything is drawn."""
        told = super().to_dict(validate=False).get("usermeta", {})
        return float(told.get(SCALE, 1.0))

    def to_csv(self) -> str:
        """Return the data of the chart, one row for each mark; `layer` numbers what is drawn on one another."""
        import polars as pl

        rows = [{name: _no_formula(cell) for name, cell in row.items()} for row in chart_rows(self.to_dict())]
        return pl.from_dicts(rows, infer_schema_length=None, strict=False).write_csv()

    def __repr__(self) -> str:
        return f"<altair {type(self).__name__.removeprefix('Still')} drawn by assay>"

    def to_html(self, *args: Any, **options: Any) -> str:
        """Return a page with the chart; the scripts that draw it are inside, unless `inline=False` is asked for."""
        options.setdefault("inline", True)
        return str(super().to_html(*args, **options))

    def save(self, fp: Any, format: str | None = None, *args: Any, **options: Any) -> None:
        """Save the chart as svg, png (at twice its size), pdf, csv (its data), json or html (with scripts inside)."""
        if (format or str(fp).rpartition(".")[2]) == "html":
            options.setdefault("inline", True)
        if not isinstance(fp, str | os.PathLike):
            super().save(fp, cast(Any, format), *args, **options)
            return
        kind = format or str(fp).rpartition(".")[2].lower()
        if kind in ("svg", "csv"):
            text = self.to_csv() if kind == "csv" else self._repr_svg_()
            write_whole(fp, text.encode(options.get("encoding", "utf-8")))
            return
        if kind == "pdf":
            write_whole(fp, pdf_of(enlarged(svg_of(self), self.scale * PDF_SCALE)))
            return
        if kind == "png":
            options.setdefault("scale_factor", self.scale * PNG_SCALE)
        drawn: io.BytesIO | io.StringIO = io.BytesIO() if kind == "png" else io.StringIO()
        super().save(drawn, cast(Any, kind), *args, **options)
        content = drawn.getvalue()
        write_whole(fp, content.encode(options.get("encoding", "utf-8")) if isinstance(content, str) else content)


class StillChart(Still, alt.Chart):
    """A single drawing."""


class StillLayerChart(Still, alt.LayerChart):
    """Drawings on one another."""


class StillVConcatChart(Still, alt.VConcatChart):
    """Drawings below one another."""


KINDS: dict[type, type] = {
    alt.Chart: StillChart,
    alt.LayerChart: StillLayerChart,
    alt.VConcatChart: StillVConcatChart,
}


def pdf_of(svg: str) -> bytes:
    """Return a drawing as a page of its size."""
    import vl_convert

    return bytes(vl_convert.svg_to_pdf(svg))


def telling(svg: str) -> str:
    """Give every mark that says something its words as a title, which browsers show beside the pointer."""
    return WRITTEN.sub(r"\1<title>\2</title>", SPEAKING.sub(r"\1><title>\3</title></\2>", svg))


def enlarged(svg: str, scale: float) -> str:
    """Return a drawing that is shown larger, or smaller; its inside stays what it is."""
    if scale == 1:
        return svg
    return OUTER.sub(lambda own: f'{own[1]}{float(own[2]) * scale:g}{own[3]}{float(own[4]) * scale:g}"', svg, count=1)


def still(chart: Any, scale: float = 1.0) -> Any:
    """Return the chart as one that shows itself as a drawing."""
    drawn = chart.copy(deep=False)
    if scale != 1:
        drawn.usermeta = {SCALE: scale}
    object.__setattr__(drawn, "__class__", KINDS[type(chart)])  # altair keeps other attributes in the chart itself
    return drawn


def _no_formula(cell: object) -> object:
    """Return what a spreadsheet shows as text instead of computing it (CWE-1236); numbers stay numbers."""
    if not isinstance(cell, str) or not cell.startswith(FORMULAS):
        return cell
    try:
        float(cell)
    except ValueError:
        return f"'{cell}"
    return cell
