"""Charts of a given size: the whole figure, words and legend included, in pixels or as a column of a journal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap
from typing import Any, TypeGuard

from assay.checks.words import one_of
from assay.errors import figures as errors
from assay.reports.charts.drawing import drawable
from assay.reports.charts.theme import Chart

INCH = 96
"""Pixels of an inch: what SVG, CSS and browsers agree on."""
MILLIMETRES = {"column": 89, "page": 183}
"""Widths of a figure across one column and across the page, as Nature asks for them; other journals are close."""
SMALLEST, LARGEST = 100, 10_000
"""Pixels of a figure that can still be read, and that a renderer still draws."""
ROUNDS = 6
"""A legend that wraps, or a label that tilts, changes the room that is left; so often that is measured again."""
LEGEND_EDGE = 120
"""Pixels beside a label of a legend: its symbol, the axis that the legend stands right of, the edges of the figure."""
LEAST = 24
"""Pixels of a plot that is left when all words have their room."""
COLUMNS = (3, 2, 1)
"""Entries of a legend side by side; the most with which half of the width is left for the plot."""
TITLE_LETTER, LETTER = 7.2, 5.8
"""Pixels of a letter of a title (13 px, bold) and of a subtitle (11 px)."""
OUTER = re.compile(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"')


def check_size(width: object, height: object, scale: object, size: object) -> tuple[int | None, int | None]:
    """Return the width and height of the whole figure in pixels, None where the chart decides."""
    for name, value in (("width", width), ("height", height)):
        if value is not None and not (_is_number(value) and SMALLEST <= value <= LARGEST):
            raise errors.bad_pixels(name, value, SMALLEST, LARGEST)
    if not (_is_number(scale) and 0 < scale <= LARGEST / SMALLEST):
        raise errors.bad_scale(scale)
    if size is None:
        return _whole(width), _whole(height)
    if one_of(size, MILLIMETRES) is None:
        raise errors.unknown_size(size, list(MILLIMETRES))
    if width is not None:
        raise errors.size_and_width(size)
    return round(MILLIMETRES[str(size)] / 25.4 * INCH), _whole(height)


def _is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _whole(value: object) -> int | None:
    return round(value) if isinstance(value, int | float) else None


def resized(chart: Chart, width: int | None, height: int | None) -> Chart:
    """Return a chart whose whole figure has this width and height: it is drawn, measured and drawn again."""
    if width is None and height is None:
        return chart
    import altair as alt

    for columns in COLUMNS:
        spec = chart.to_dict(validate=False)
        parts = spec.get("vconcat", [spec])
        if width is not None:
            for part in (spec, *parts):
                _narrow(part, width, columns)
        over = _fit(spec, parts, width, height)
        if width is None or (over < 1 and min(part["width"] for part in parts) > width / 2):
            break
    return alt.Chart.from_dict(spec)


def _fit(spec: Any, parts: list[Any], width: int | None, height: int | None) -> float:
    """Give the plots of a chart the sizes with which the whole figure has its own; return by how much it is too wide.

    It is too wide where something else, as a legend is, needs more room than the plots.
    """
    for _ in range(ROUNDS):
        drawn = measured(spec)
        missing = [0 if wanted is None else wanted - own for wanted, own in zip((width, height), drawn, strict=True)]
        if all(abs(pixels) < 1 for pixels in missing):
            break
        total = sum(part["height"] for part in parts)
        for part in parts:
            part["width"] = max(part["width"] + missing[0], LEAST)
            part["height"] = max(part["height"] + missing[1] * part["height"] / total, LEAST / 2)
    return -missing[0]


def _narrow(part: Any, width: int, columns: int) -> None:
    """Break titles and legends into lines that fit."""
    title = part.get("title")
    if isinstance(title, str):
        part["title"] = {"text": title}
    if isinstance(part.get("title"), dict):
        for name, letter in (("text", TITLE_LETTER), ("subtitle", LETTER)):
            words = part["title"].get(name)
            lines = [words] if isinstance(words, str) else words or []
            broken = [piece for line in lines for piece in wrap(line, max(int((width - 32) / letter), 10))]
            if broken:
                part["title"][name] = broken
    for legend in _legends(part):
        legend["labelLimit"] = width - LEGEND_EDGE
        legend["columns"] = min(legend.get("columns", columns), columns)


def _legends(part: Any) -> Iterator[dict[str, Any]]:
    """Yield the legends of a chart and its layers that lie below it."""
    if isinstance(part, dict):
        if isinstance(part.get("legend"), dict) and part["legend"].get("orient") == "bottom":
            yield part["legend"]
        for name, inner in part.items():
            if name not in ("data", "datasets", "config"):
                yield from _legends(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _legends(inner)


def measured(spec: Any) -> tuple[float, float]:
    """Return the width and height of a whole figure in pixels."""
    import vl_convert

    match = OUTER.search(vl_convert.vegalite_to_svg(drawable(spec)))
    if match is None:
        raise LookupError("a drawing without a size")
    return float(match[1]), float(match[2])
