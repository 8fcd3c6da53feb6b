"""One look for every chart: colours that survive colour blindness and grey printing, in light and in dark."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from assay.errors.visible import visible

Chart = Any
"""An altair chart, of whatever kind its layers make it."""

BLUE, ORANGE, GREEN, PURPLE, SKY, VERMILION, YELLOW, GREY = (
    *("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#b8a800", "#8a8a8a"),
)
PALETTE = (BLUE, ORANGE, GREEN, PURPLE, SKY, VERMILION, YELLOW, GREY)
"""Okabe and Ito's colours, which differ in lightness too."""
DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [4, 1], [1, 3], [10, 2], [3, 6])
"""Patterns that are told apart in print without colour."""

INKS = {
    "light": {"text": "#222222", "axis": "#777777", "grid": "#e4e4e4", "background": "#ffffff"},
    "page": {"text": "#222222", "axis": "#777777", "grid": "#e4e4e4", "background": "transparent"},
    "dark": {"text": "#eeeeee", "axis": "#9a9a9a", "grid": "#3a3a3a", "background": "#16181c"},
}
FONT = "Arial, 'Liberation Sans', Helvetica, sans-serif"
PADDING = {"left": 14, "right": 18, "top": 6, "bottom": 6}
"""Room at the edges, as fonts differ from machine to machine."""
THEMES = ("light", "dark")
"""The looks a user can ask for; "page" is the one that style sheets repaint."""
WIDTH, HEIGHT = 340, 300
"""Pixels of a chart: two stand side by side on a page."""
MOST_POINTS = 400
"""More points of a line than pixels across it."""
LONGEST_NAME = 40
"""Letters that a legend has room for."""
UNDRAWABLE = re.compile("[\ufffe\uffff]")


def themed(chart: Chart, theme: str = "light") -> Chart:
    """Dress a finished chart."""
    ink = INKS[theme]
    lines = {"domainColor": ink["axis"], "tickColor": ink["axis"], "gridColor": ink["grid"]}
    words = {"labelColor": ink["text"], "titleColor": ink["text"]}
    small: dict[str, Any] = {"labelFontSize": 11, "titleFontWeight": "normal"}
    return chart.configure(
        background=ink["background"],
        font=FONT,
        padding=PADDING,
        view={"stroke": ink["grid"]},
        axis={**lines, **words, **small, "titleFontSize": 12, "labelLimit": 220},
        legend={**words, **small, "titleFontSize": 11, "labelLimit": 240},
        title={
            "color": ink["text"],
            "fontSize": 13,
            "anchor": "start",
            "fontWeight": 600,
            "subtitleColor": ink["axis"],
        },
        text={"color": ink["text"]},
        header=words,
    )


@dataclass(frozen=True)
class Rows:
    """Finished rows, which altair neither copies nor walks through whenever it puts charts together."""

    rows: list[dict[str, Any]]
    _schema: ClassVar[dict[str, str]] = {"type": "array"}

    def to_dict(self) -> list[dict[str, Any]]:
        """Return the rows as a chart's specification holds them."""
        return self.rows


def data(rows: Iterable[dict[str, Any]]) -> Any:
    """Return rows as inline data; what is not finite becomes a gap."""
    import altair as alt

    inline: Any = alt.Data
    return inline(values=Rows([{key: _plain(value) for key, value in row.items()} for row in rows]))


def clean(text: str) -> str:
    r"""Write out what a drawing cannot hold: control characters, which the renderer dies of, and halves of pairs.

    >>> clean("a\x00b")
    'a\\x00b'
    """
    return UNDRAWABLE.sub("\N{REPLACEMENT CHARACTER}", "\n".join(map(visible, text.split("\n"))))


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not np.isfinite(value):
        return None
    return value


def name(label: object) -> str:
    """Write a label for a chart: on one line, and no longer than fits."""
    text = clean(" ".join(str(label).split())) or "(blank)"
    if len(text) <= LONGEST_NAME:
        return text
    return f"{text[: LONGEST_NAME - 13]}…{text[-12:]}"


def distinct(labels: Iterable[object]) -> dict[object, str]:
    """Write labels for a chart so that no two look the same.

    >>> distinct(["a b", "a  b", "c"])
    {'a b': 'a b', 'a  b': 'a b (2)', 'c': 'c'}
    """
    seen: dict[str, int] = {}
    names: dict[object, str] = {}
    for label in labels:
        text = name(label)
        seen[text] = seen.get(text, 0) + 1
        names[label] = text if seen[text] == 1 else f"{text} ({seen[text]})"
    return names


def colours(names: Sequence[str], title: str | None = None) -> dict[str, Any]:
    """Return how several series differ: in colour and in dashes, so that grey will do."""
    import altair as alt

    listed = list(dict.fromkeys(names))
    below = alt.Legend(orient="bottom", columns=3, direction="horizontal", columnPadding=14)
    ink = [PALETTE[place % len(PALETTE)] for place in range(len(listed))]
    dash = [DASHES[place % len(DASHES)] for place in range(len(listed))]
    return {
        "color": alt.Color("series:N", scale=alt.Scale(domain=listed, range=ink), title=title, legend=below),
        "strokeDash": alt.StrokeDash("series:N", scale=alt.Scale(domain=listed, range=dash), title=title, legend=below),
    }


def inked(test: str, ink: str, otherwise: str) -> Any:
    """Return a colour that hangs on a test of each mark's own row."""
    import altair as alt

    return alt.ColorValue(otherwise, condition={"test": test, "value": ink})


def sized(chart: Chart, title: str, width: int = WIDTH, height: int = HEIGHT, subtitle: str | None = None) -> Chart:
    """Give a chart its size and title."""
    import altair as alt

    title = clean(title)
    words: Any = alt.TitleParams(title, subtitle=[clean(subtitle)]) if subtitle else title
    return chart.properties(width=width, height=height, title=words)
