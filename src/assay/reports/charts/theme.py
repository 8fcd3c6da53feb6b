"""One look for every chart: colours that survive colour blindness and grey printing, in light and in dark."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, ClassVar

import numpy as np

from assay.errors.visible import visible

Chart = Any
"""An altair chart, of whatever kind its layers make it."""

PALETTE = ("#0072b2", "#d55e00", "#78966e", "#502850", "#0014be", "#323c00", "#8c5064", "#968c96")
"""Colours of series on white, found by search around Okabe and Ito's blue and vermilion: any two are more than 15
apart (CIEDE2000), as deutans, protans and tritans see them too (Machado 2009), and all have a contrast of 3:1."""
DARK_PALETTE = ("#6c9cf5", "#e69f00", "#1e7864", "#9646a0", "#c8f0fa", "#fafaaa", "#d20000", "#a0aaa0")
"""Their places on black, by the same rules."""
BLUE, ORANGE = PALETTE[:2]
GREY = "#6b6b6b"
"""Lines and words in the background; they can still be read on white."""
HEAT, PALE = "#003f73", "#dfe6ec"
"""The ink of full cells of a table, and of cells with nothing to say. Partial ones let the paper through."""
OVER, UNDER = "#ffffff", "#000000"
"""Numbers on full cells, and on the others."""
SWITCH = 0.7
"""How full a cell is where black and white can be read on it equally well (4.58:1)."""
IN_THE_DARK = {
    **dict(zip(PALETTE, DARK_PALETTE, strict=True)),
    GREY: "#9c9c9c", HEAT: "#68a2de", PALE: "#2b3138", OVER: UNDER, UNDER: OVER, "#222222": "#eeeeee",
}  # fmt: skip
"""What every ink of a chart becomes on black."""
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
HUGE, TINY = 1e307, 1e-300
"""Beyond these the renderer's axes come out as NaN: it takes the difference of two ends, and one over a step."""
LONGEST_NAME = 120
"""Letters of a name; only longer ones are cut."""
LETTERS = 26
"""Letters of a name on one line; longer names go on below."""
LINE, LETTER = 14, 6
"""Pixels from one line of a name to the next, and of a usual letter of 12 pixels."""
TITLE_LETTER, EDGE = 8, 60
"""Pixels of a letter of a title (14 px, bold), and of what stands beside a plot."""
MATRIX = 540
"""Pixels of a table of cells; narrower where its cells are large enough."""
MOST_LINES = 6
"""Lines of a name: 120 letters in lines of 26, and one for words that do not fit."""
LABELS_APART = 6
"""Pixels between two labels of an axis, a blank of 12 pixels and air; of labels that stand closer every other goes."""
SHORT, LEAST = 8, 240
"""Letters of a name that every chart has room for, and pixels of a plot that names must leave."""
TILTED = 40
"""Letters on one line where names are tilted, so that hardly any name takes more than two."""


def wrapped(letters: int) -> str:
    """Return how labels of axes and legends are broken into lines: at blanks, or within words longer than a line."""
    piece = rf"(.{{1,{letters}}})(?:\\s+|$)|(.{{{letters}}})"
    return rf"split(trim(replace(datum.label, regexp('{piece}', 'gu'), '$1$2\n')), '\n')"


WRAPPED = wrapped(LETTERS)


def centred(expression: str, step: float) -> dict[str, Any]:
    """Return by how much a label is moved so that the middle of its lines stands at the tick, not the first one."""
    tests = [{"test": f"length({expression}) == {n}", "value": -step * (n - 1)} for n in range(2, MOST_LINES + 1)]
    return {"condition": tests, "value": 0}


UNDRAWABLE = re.compile("[\ufffe\uffff]")


def themed(chart: Chart, theme: str = "light") -> Chart:
    """Dress a finished chart."""
    import altair as alt

    dressed = _dressed(chart, INKS[theme])
    if theme != "dark":
        return dressed
    return alt.Chart.from_dict(_repainted(dressed.to_dict(validate=False)))


def _dressed(chart: Chart, ink: Mapping[str, str]) -> Chart:
    lines = {"domainColor": ink["axis"], "tickColor": ink["axis"], "gridColor": ink["grid"]}
    words = {"labelColor": ink["text"], "titleColor": ink["text"]}
    small: dict[str, Any] = {"labelFontSize": 12, "titleFontWeight": "normal", "titleFontSize": 12}
    return chart.configure(
        background=ink["background"],
        font=FONT,
        padding=PADDING,
        view={"stroke": ink["grid"]},
        axis={**lines, **words, **small, "labelLimit": 0, "labelExpr": WRAPPED},
        axisX={"labelFlush": False, "labelSeparation": LABELS_APART},
        axisY={"labelOffset": centred(WRAPPED, LINE / 2)},
        legend={**words, **small, "labelLimit": 0},
        title={
            "color": ink["text"],
            "fontSize": 14,
            "anchor": "start",
            "fontWeight": 600,
            "subtitleColor": ink["axis"],
            "subtitleFontSize": 12,
        },
        text={"color": ink["text"]},
        header=words,
    )


def _repainted(part: Any) -> Any:
    """Return a specification with every ink as it is on black; rows of data stay what they are."""
    if isinstance(part, dict):
        return {key: value if key in ("data", "datasets") else _repainted(value) for key, value in part.items()}
    if isinstance(part, list):
        return [_repainted(value) for value in part]
    return IN_THE_DARK.get(part, part) if isinstance(part, str) else part


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
    return drawn(value) if isinstance(value, float) else value


def drawn(value: float) -> float | None:
    """Return a number as the renderer can place it: a gap for one beyond its reach, 0 for one too small to tell apart.

    >>> drawn(1e308), drawn(5e-324), drawn(0.3)
    (None, 0.0, 0.3)
    """
    if not abs(value) < HUGE:
        return None
    return value if abs(value) > TINY else 0.0


def name(label: object) -> str:
    """Write a label for a chart: on one line, as axes and legends break it themselves."""
    text = clean(" ".join(str(label).split())) or "(blank)"
    if len(text) <= LONGEST_NAME:
        return text
    return f"{text[: LONGEST_NAME - 13]}…{text[-12:]}"


def lines_of(names: Iterable[str]) -> int:
    """Return how many lines the longest of some names takes.

    >>> lines_of(["tree", "a forest of five hundred trees"])
    2
    """
    broken = (wrap(text, LETTERS, break_on_hyphens=False) for text in names)
    return max((len(lines) for lines in broken), default=1)


def tall(names: Sequence[str], row: int) -> int:
    """Return the height of a chart with a row for each of some names, which may take several lines."""
    return max(row, LINE * lines_of(names) + 6) * max(len(names), 1)


def beside(names: Sequence[str]) -> int:
    """Return the width that is left for a plot beside some names, so that the whole can be read on a phone."""
    longest = max((len(line) for text in names for line in wrap(text, LETTERS)), default=0)
    return max(WIDTH - LETTER * max(longest - SHORT, 0), LEAST)


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
    below = alt.Legend(
        orient="bottom", columns=2 if max(map(len, listed), default=0) > SHORT else 3, direction="horizontal",
        columnPadding=14, labelExpr=WRAPPED,
    )  # fmt: skip
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


def titled(words: str, width: int = WIDTH, below: Sequence[str] = ()) -> Any:
    """Return a title, and lines under it, broken so that they are no wider than the chart."""
    import altair as alt

    room = width + EDGE
    lines = wrap(clean(words), room // TITLE_LETTER) or [""]
    under = [piece for line in below for piece in wrap(clean(line), room // LETTER)]
    return alt.TitleParams(lines, subtitle=under) if under else alt.TitleParams(lines)


def sized(chart: Chart, title: str, width: int = WIDTH, height: int = HEIGHT, subtitle: str | None = None) -> Chart:
    """Give a chart its size and title."""
    return chart.properties(width=width, height=height, title=titled(title, width, [subtitle] if subtitle else []))


def matrix(columns: Sequence[str], largest: int) -> tuple[int, Any]:
    """Return the side of a cell of a table of many columns, and an axis on top with names that can be read.

    Few names stand upright on several lines, more are tilted.
    """
    import altair as alt

    side = max(min(largest, MATRIX // max(len(columns), 1)), 8)
    if max(map(len, columns), default=0) * LETTER < side:
        return side, alt.Axis(orient="top", labelAngle=0)
    if side < 2 * LINE:
        return side, alt.Axis(orient="top", labelAngle=-45, labelExpr="datum.label")
    tilted = wrapped(TILTED)
    offset: Any = centred(tilted, LINE / 2**0.5)
    return side, alt.Axis(orient="top", labelAngle=-45, labelExpr=tilted, labelOffset=offset)


def full_to_empty(values: Sequence[float], format: str | None = None) -> Any:
    """Return the legend of cells that are fuller or emptier."""
    import altair as alt

    look: dict[str, Any] = {} if format is None else {"format": format}
    below: dict[str, Any] = {"orient": "bottom", "direction": "horizontal", "values": list(values)}
    return alt.Legend(**below, **look, symbolType="square", symbolFillColor=HEAT, symbolStrokeWidth=0, symbolSize=160)
