"""Charts that show themselves in notebooks as drawings: no script, no network, the same for ever."""

from __future__ import annotations

import io
import os
from typing import Any

import altair as alt

from assay.reports.charts.drawing import drawable, svg_of
from assay.results.written_files import write_whole

BINARY = ("png", "pdf")


class Still:
    """What an altair chart becomes here: everything altair's own can do, but it shows itself as SVG."""

    def to_dict(self, *args: Any, **options: Any) -> dict[str, Any]:
        """Return the specification; no character in it can stop the renderer."""
        spec: dict[str, Any] = drawable(super().to_dict(*args, **options))  # type: ignore[misc]
        return spec

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Show the chart in a notebook as a drawing, whatever renderer altair is set to."""
        return {"image/svg+xml": self._repr_svg_(), "text/plain": repr(self)}

    def _repr_svg_(self) -> str:
        return svg_of(self)

    def __repr__(self) -> str:
        return f"<altair {type(self).__name__.removeprefix('Still')} drawn by assay>"

    def to_html(self, *args: Any, **options: Any) -> str:
        """Return a page with the chart; the scripts that draw it are inside, unless `inline=False` is asked for."""
        options.setdefault("inline", True)
        return str(super().to_html(*args, **options))  # type: ignore[misc]

    def save(self, fp: Any, format: str | None = None, *args: Any, **options: Any) -> None:
        """Save the chart as svg, png, pdf, json or html; an html file holds the scripts that draw it."""
        if (format or str(fp).rpartition(".")[2]) == "html":
            options.setdefault("inline", True)
        if not isinstance(fp, str | os.PathLike):
            super().save(fp, format, *args, **options)  # type: ignore[misc]
            return
        kind = format or str(fp).rpartition(".")[2].lower()
        drawn: io.BytesIO | io.StringIO = io.BytesIO() if kind in BINARY else io.StringIO()
        super().save(drawn, kind, *args, **options)  # type: ignore[misc]
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


def still(chart: Any) -> Any:
    """Return the chart as one that shows itself as a drawing."""
    drawn = chart.copy(deep=False)
    object.__setattr__(drawn, "__class__", KINDS[type(chart)])  # altair keeps other attributes in the chart itself
    return drawn
