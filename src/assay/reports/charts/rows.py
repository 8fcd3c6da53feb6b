"""The data of a chart as rows: what is drawn, mark by mark, for whoever draws it in their own way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def chart_rows(spec: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of all layers of a chart; `layer` numbers them from 1, from behind to in front.

    >>> chart_rows({"layer": [{"data": {"values": [{"x": 1}]}}, {"data": {"values": [{"x": 2}]}}]})
    [{'layer': 1, 'x': 1}, {'layer': 2, 'x': 2}]
    """
    rows = []
    for place, values in enumerate(_datasets(spec, spec.get("datasets", {})), start=1):
        rows += [{"layer": place, **row} for row in values]
    return rows


def _datasets(part: Mapping[str, Any], named: Mapping[str, Any]) -> Iterator[Any]:
    own = part.get("data", {})
    if "values" in own:
        yield own["values"]
    elif own.get("name") in named:
        yield named[own["name"]]
    for inner in (*part.get("layer", []), *part.get("vconcat", []), *part.get("hconcat", [])):
        yield from _datasets(inner, named)
