"""The page: everything a result says, in one file that opens anywhere and asks nobody for anything."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from assay.reports.charts.theme import GREY, HEAT, IN_THE_DARK, OVER, PALE, PALETTE, UNDER
from assay.reports.document import Bar, Document, Mark
from assay.reports.documents import latex_of, paragraphs
from assay.reports.json_document import finite
from assay.reports.kinds import data_of, lay_out
from assay.reports.pages.clickable import block_data, cell_data
from assay.reports.pages.drawers import explained, trail
from assay.reports.pages.figure_data import figure_data
from assay.reports.pages.isolated import isolated
from assay.reports.pages.live import live_data, shown_first
from assay.reports.pages.pictures import Picture, pictures

HERE = Path(__file__).parent
BAR_WIDTH, BAR_HEIGHT = 132, 14
"""Pixels of an interval within a row of a table."""
LIVE, SECTIONS = ("roc", "pr"), ("slices", "grouping", "critical-difference")
PAINTED = (*PALETTE, GREY, HEAT, PALE, OVER, UNDER)
"""Inks of charts that are others on black; words and axes follow the page."""
SCRIPTS = ("page.js", "tables.js", "figures.js")
CELLS = ("cells.js",)
SLIDER = ("numbers.js", "metrics.js", "linked.js", "brush.js", "slider.js")
MOST_DATA, MOST_LATEX = 800_000, 200_000
"""Characters of JSON that a page carries at most; beyond, `to_json()` writes the file."""
MOST_ROWS = 1000
"""Rows of a table that a page carries; a row takes some 300 characters."""
LONG = 30
"""A table of more rows scrolls inside its own box on a screen; on paper its beginning stands."""
MOST_SENTENCES = 4
"""More sentences of one kind are folded away."""


@cache
def _environment() -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    made.filters["bar"] = bar
    made.filters["isolated"] = isolated
    made.tests["bar"] = lambda cell: isinstance(cell, Bar)
    made.tests["mark"] = lambda cell: isinstance(cell, Mark)
    return made


def to_page(result: Any, band: str | None = None) -> str:
    """Render a result as one self-contained HTML page; `band` is the kind that curves have, the usual one without."""
    document, live = lay_out(result), live_data(result)
    clicked = {"cells": cell_data(result), "blocks": block_data(result)}
    drawn = pictures(result, band)
    script = script_of(*SCRIPTS, *(CELLS if any(clicked.values()) else ()), *(SLIDER if live else ()))
    style = (HERE / "page.css").read_text("utf-8") + style_of(drawn)
    first = [picture for picture in drawn if live and picture.key in LIVE]
    if live:
        live["frames"] = {picture.key: picture.frames for picture in drawn if picture.frames}
    carried, text = carried_data(result), latex_of(result)
    latex = text if len(text) <= MOST_LATEX else None
    about = document.opening[0] if len(document.opening) > 1 and not document.answers_first else ""
    page = _environment().get_template("page.html")
    return str(
        page.render(
            document=document,
            details=document.tables[document.main : len(document.tables) - document.sliced],
            lead=lead_of(document, document.opening[1:] if about else document.opening),
            about=about,
            live=live,
            shown=shown_first(result, live) if live else None,
            live_pictures=first,
            pictures=[picture for picture in drawn if picture not in first and picture.key not in SECTIONS],
            own={picture.key: picture for picture in drawn if picture.key in SECTIONS},
            paper=paragraphs(document),
            explained=explained(result),
            trail=trail(result),
            style=_safe(style),
            script=_safe(script),
            style_hash=fingerprint(style),
            script_hash=fingerprint(script),
            data=as_data({"live": live, "latex": latex, "result": carried, "figures": figure_data(drawn), **clicked}),
            carried=carried is not None,
            latex=latex is not None,
            most_rows=MOST_ROWS,
            long=LONG,
            most_sentences=MOST_SENTENCES,
            name=file_name(document),
        )
    )


def style_of(drawn: Sequence[Picture]) -> str:
    """Return the rules that belong to the pictures of one page: least widths, and the inks of series on black."""
    return repainting() + "".join(picture.rules for picture in drawn) + "\n"


@cache
def repainting() -> str:
    """Return what repaints drawings on black: every ink of charts as the dark theme has it."""
    rules = "".join(
        f'svg [{side}="{ink}"]{{{side}:var(--on{ink[1:]})}}' for ink in PAINTED for side in ("fill", "stroke")
    )
    light = "".join(f"--on{ink[1:]}:{ink};" for ink in PAINTED)
    dark = "".join(f"--on{ink[1:]}:{IN_THE_DARK[ink]};" for ink in PAINTED)
    preferred = f'@media (prefers-color-scheme:dark){{:root:not([data-theme="light"]){{{dark}}}}}'
    printed = f'@media print{{html:root:not([data-theme="none"]){{{light}}}}}'
    return f':root{{{light}}}:root[data-theme="dark"]{{{dark}}}{preferred}{printed}\n{rules}'


def script_of(*names: str) -> str:
    """Join the script's files, as a page has one script whose fingerprint its policy names."""
    lines = [line.strip() for name in names for line in (HERE / name).read_text("utf-8").splitlines()]
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def carried_data(result: object) -> object:
    """Return what the page hands out as JSON; nothing where that would make the page heavy."""
    data = finite(data_of(result))
    return data if len(json.dumps(data)) <= MOST_DATA else None


def lead_of(document: Document, opening: tuple[str, ...]) -> list[str]:
    """Return the headline and what follows it; the headline is taken out of the text it begins."""
    if document.headline is None or not opening[0].startswith(document.headline):
        return list(opening)
    rest = opening[0].removeprefix(document.headline).strip()
    return [document.headline, *([rest] if rest else []), *opening[1:]]


def to_fragment(result: Any) -> str:
    """Render a result for a notebook: words and tables, no script, its own small style."""
    fragment = _environment().get_template("fragment.html")
    style = (HERE / "fragment.css").read_text("utf-8")
    return str(fragment.render(document=lay_out(result), style=_safe(style)))


def _safe(text: str) -> Any:
    from markupsafe import Markup

    return Markup(text)  # noqa: S704 - our own files


def fingerprint(text: str) -> str:
    """Return the hash by which the page's policy knows its own style and script."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def as_data(value: object) -> Any:
    """Write data for a script element: no character of it can end the element or start another."""
    text = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return _safe(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def file_name(document: Document) -> str:
    """Return a name for the downloaded data."""
    return f"assay-{document.title.casefold().replace(' ', '-')}.json"


def bar(drawn: Bar) -> Any:
    """Draw an interval inside its range as a small picture."""
    span = drawn.highest - drawn.lowest
    ends = (drawn.low, drawn.value, drawn.high)
    if not 0 < span < float("inf") or drawn.value != drawn.value:
        return ""
    width = BAR_WIDTH - 8
    places = [4 + width * min(max((end - drawn.lowest) / span, 0), 1) if end == end else None for end in ends]
    low, value, high = places
    middle = BAR_HEIGHT / 2
    zero = ""
    if drawn.lowest < 0 < drawn.highest:
        x = 4 + (BAR_WIDTH - 8) * -drawn.lowest / span
        zero = f'<line class="zero" x1="{x:.1f}" y1="1" x2="{x:.1f}" y2="{BAR_HEIGHT - 1}"/>'
    rule = ""
    if low is not None and high is not None:
        rule = f'<line class="interval" x1="{low:.1f}" y1="{middle}" x2="{high:.1f}" y2="{middle}"/>'
    return _safe(
        f'<svg class="bar" width="{BAR_WIDTH}" height="{BAR_HEIGHT}" aria-hidden="true">'
        f'<line class="range" x1="4" y1="{middle}" x2="{BAR_WIDTH - 4}" y2="{middle}"/>{zero}{rule}'
        f'<circle cx="{value:.1f}" cy="{middle}" r="3.5"/></svg>'
    )
