"""Charts as SVG: drawn on this machine, with ids of their own, and nothing in them that the renderer dies of."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from assay.reports.charts.theme import HUGE, Chart, clean, drawn

FARTHEST = HUGE / 2
"""Where the end of an axis stands that somebody put beyond the renderer's reach."""
IDS = re.compile(r"(id=\"|url\(#)((?:clip|gradient_)\d+)")
"""Ids as the renderer counts them: through all the drawings that it has made so far."""


def svg_of(chart: Chart, key: str | None = None) -> str:
    """Draw a chart, the same chart always in the same way; `key` sets its ids apart from those of other drawings."""
    import vl_convert

    spec = drawable(chart.to_dict(validate=False))
    mark = hashlib.sha256(json.dumps(spec).encode()).hexdigest()[:10] if key is None else key
    seen: dict[str, int] = {}

    def own(match: re.Match[str]) -> str:
        return f"{match[1]}drawn-{mark}-{seen.setdefault(match[2], len(seen))}"

    return IDS.sub(own, vl_convert.vegalite_to_svg(spec))


@contextmanager
def unchecked() -> Iterator[None]:
    """Let charts be put together without holding every part against the schema of Vega-Lite: half of a page's time.

    The tests draw every chart with those checks.
    """
    from altair.utils.schemapi import debug_mode

    with debug_mode(False):
        yield


def drawable(spec: Any) -> Any:
    r"""Return a specification whose words and numbers can all be drawn.

    >>> drawable({"title": "a\x00b", "layer": [{"mark": "bar"}]})
    {'title': 'a\\x00b', 'layer': [{'mark': 'bar'}]}
    """
    if isinstance(spec, dict):
        return {key: drawable(value) for key, value in spec.items()}
    if isinstance(spec, list):
        return [drawable(value) for value in spec]
    if isinstance(spec, float):
        return drawn(min(max(spec, -FARTHEST), FARTHEST))
    return clean(spec) if isinstance(spec, str) else spec
