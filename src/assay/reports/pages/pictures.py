"""Charts as drawings inside a page: plain SVG that follows the page's light and dark, and needs no script."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from assay.errors import AssayError
from assay.reports.charts.catalogue import BANDED, every_chart
from assay.reports.charts.drawing import svg_of, unchecked
from assay.reports.charts.labels import MOST_CLASSES
from assay.reports.charts.rows import chart_rows
from assay.reports.charts.theme import FONT, themed
from assay.reports.kinds import captions_of
from assay.results.comparison import Comparison
from assay.results.evaluation import Evaluation
from assay.results.gate import Gate
from assay.results.learning import LearningCurve
from assay.results.ranking import Ranking
from assay.tasks.scores.curves import BANDS

NAMED = {
    "history": "Every run with its interval; diamonds left the level of the runs before them.",
    "power": "What other numbers of cases would give; the dashed lines are the plan.",
    "unknown": "How many cases are needed, over what is not known; the dot is what was planned with.",
    "gate": "Every requirement with its interval; the shaded side is where it is kept.",
    "decision": "The net benefit of acting on every case that reaches the threshold, with its band.",
    "grouping": "Every interval, and the one that the cases would have if all of them were independent.",
    "slices": "Every slice's own value with its interval; the dashed line is that of all cases.",
    "roc": "How many positives are found for how many false alarms; the band is the interval of the curve.",
    "pr": "How many of those called positive are, against how many positives are found.",
    "thresholds": "What every threshold gives, in steps from score to score.",
    "densities": "How the scores of both classes lie; shaded is what the threshold gets wrong.",
    "det": "Misses against false alarms, on scales on which good scores give straight lines.",
    "gain": "How many positives are found when that share of the cases is called.",
    "calibration": "Do cases with a score of 0.7 turn out positive seven times in ten? Bars are intervals of the bins.",
    "confusion": "Truth against prediction; the colour is the share of the row.",
    "confusion-columns": "The same table; the colour is the share of the column.",
    "labels": "Every label on its own, the worst on top.",
    "segments": "What every segment scores by itself.",
    "metrics": "The metrics that matter, with their intervals.",
    "error-cdf": "The share of cases whose error is at most that large.",
    "error-cdf-linear": "The share of cases whose error is at most that large; straight axes.",
    "predicted": "Predictions against the truth; on the dashed line both are equal.",
    "predicted-linear": "Predictions against the truth; on the dashed line both are equal; straight axes.",
    "residuals": "Errors against predictions; a pattern here is something the model missed.",
    "residuals-linear": "Errors against predictions; a pattern here is something the model missed; straight axes.",
    "error-histogram": "How the errors are distributed.",
    "error-histogram-linear": "How the errors are distributed; straight axes.",
    "forest": "Every model with its interval.",
    "differences": "Every difference with its interval; at 0 the models are equal",
    "critical-difference": "Mean ranks; bars join models that cannot be told apart.",
    "pairs": "The adjusted p-value of every pair of models.",
    "ranks": "Every model's rank on every data set.",
    "folds": "Every fold, and the mean with its interval.",
    "learning": "Score against training cases; the band is the interval over training sets.",
    "complexity": "Score against the setting; the dashed line is the one-standard-error choice.",
    "bias-variance": "The parts of the error, stacked.",
    "null": "What the statistic would look like if the null hypothesis were true; p is the shaded area.",
}
EVERYWHERE = " Its band holds the whole curve at once, not one place of it alone."
HEADINGS = {"roc": "ROC", "pr": "Precision and recall", "det": "DET"}
SPEAKING = re.compile(r'aria-label="([^"]*)" role="graphics-symbol"')
"""A mark that has something to say; the labels of axes, legends and titles are dropped."""
LABELS = re.compile(r' aria-label="[^"]*"')
NOISE = re.compile(
    r' (?:(?:role|aria-roledescription|aria-hidden|pointer-events|xmlns:xlink|font-family)="[^"]*"|'
    r'(?:opacity|stroke-width)="1"|stroke-miterlimit="10"|text-anchor="start")'
)
"""What a drawing can do without inside a page, defaults included."""
NEAR = re.compile(
    r'<path data-label="([^"]*)" transform="translate\(([-\d.e]+),([-\d.e]+)\)" d="[^"]*"[^>]*? opacity="0"/>'
)
PATHS, FRACTION = re.compile(r' d="[^"]*"'), re.compile(r"(\.\d\d)\d+")
"""Outlines, whose points nobody sees closer than to a hundredth of a pixel."""
READABLE = 9
"""Pixels of the smallest word on a screen."""
PHONE = 320
"""Pixels that the narrowest phones have for a picture."""
WIDE = 480
"""Pixels from which on a picture stands alone in its row."""
LARGEST = 1.4
"""So many times its own width a picture that stands alone has at most: its words stay smaller than headings."""
MOST_PICTURES = 16
"""More than any result has: curves, tables, metrics, slices and groups of scores make 13."""
TALL = 1.5
"""From so many times its width on the height of a picture is what a sheet of paper must hold."""
LETTERING = re.compile(r'font-size="([\d.]+)px"')
OPENING = re.compile(r"<svg [^>]*>")


Frame = dict[str, list[float]]
"""What the axes of one plot hold: the ends of "x" and of "y"."""
LINKED = ("roc", "pr", "thresholds", "densities", "det", "gain", "calibration", "decision")
"""Pictures on which the page shows its threshold."""


@dataclass(frozen=True)
class Picture:
    """A drawing with its name, a sentence that says what it shows, and its data row by row."""

    key: str
    title: str
    caption: str
    svg: str
    least: int = 0
    most: int = 0
    wide: bool = False
    tall: bool = False
    frames: tuple[Frame, ...] = ()
    rows: tuple[dict[str, Any], ...] = ()

    @property
    def look(self) -> str:
        """The classes by which the style sheet knows a picture that stands alone, and one that is a page high."""
        return " ".join(name for name, so in (("wide", self.wide), ("tall", self.tall)) if so)

    @property
    def scrolls(self) -> bool:
        """Whether it is too wide to be read on a phone as a whole."""
        return self.least > PHONE

    @property
    def rules(self) -> str:
        """The style that keeps every word of it readable, and that of one that stands alone from growing huge."""
        least = f"min-width:{self.least}px" if self.scrolls else ""
        most = f"max-width:min(60rem,{self.most}px)" if self.wide else ""
        own = ";".join(rule for rule in (least, most) if rule)
        return f"#figure-{self.key} svg{{{own}}}" if own else ""


def caption_of(key: str, result: Any) -> str:
    """Say what a picture shows of this very result."""
    return captions_of(result).get(key) or NAMED.get(key, key)


def _of_several(key: str, who: str) -> str:
    return f"{NAMED[key].partition(';')[0].rstrip('.')}, for several {who}."


@captions_of.register
def _(evaluation: Evaluation) -> dict[str, str]:
    return {key: _of_several(key, "classes") for key in ("roc", "pr") if key not in evaluation.curves}


@captions_of.register
def _(comparison: Comparison) -> dict[str, str]:
    who = "models; the strip below says which one leads"
    return {"differences": _differences_caption(comparison), **{key: _of_several(key, who) for key in ("roc", "pr")}}


@captions_of.register
def _(curve: LearningCurve) -> dict[str, str]:
    beyond = f"{NAMED['learning'].rstrip('.')}; diamonds are what the power law gives beyond them."
    return {"learning": beyond} if curve.extrapolated else {}


@captions_of.register
def _(ranking: Ranking) -> dict[str, str]:
    if ranking.control is None:
        return {}
    return {
        "critical-difference": "Mean ranks; grey models cannot be told apart from the control.",
        "pairs": "The adjusted p-value of every model against the control.",
    }


@captions_of.register
def _(gate: Gate) -> dict[str, str]:
    """Return the captions of what was judged; the gate's own chart has its usual words."""
    return dict(captions_of(gate.result))


def _differences_caption(comparison: Comparison) -> str:
    """Say how the differences are to be read: the margin, and what several pairs do to intervals and colours."""
    tested = max((pair.tested for metric in comparison.values() for pair in metric.pairs), default=1)
    margin = "" if comparison.margin is None else ", the shaded margin does not matter"
    told = f"{NAMED['differences']}{margin}."
    if tested == 1:
        return told
    return (
        f"{told} The thick line is the interval of a pair alone, the thin one holds for all {tested} pairs at once. "
        f"The colour says whether p, adjusted over {tested} pairs (Holm), tells the models apart; that can be no even "
        "where the thick line does not reach 0."
    )


def draw(chart: Any, key: str, label: str) -> str:
    """Render a chart as SVG ready to stand in a page: ids of its own, one label for all of it, no outside parts."""
    svg = svg_of(themed(chart, "page"), key)
    svg = NOISE.sub("", LABELS.sub("", SPEAKING.sub(r'data-label="\1"', svg)))
    svg = PATHS.sub(lambda path: FRACTION.sub(r"\1", path[0]), svg)
    svg = NEAR.sub(r'<circle class="near" data-label="\1" cx="\2" cy="\3" r="3"/>', svg)
    width, height = (re.search(rf' {side}="([\d.]+)"', svg) for side in ("width", "height"))
    if width is None or height is None:
        raise ValueError("a drawing without a size")
    size = f'width="{width[1]}" height="{height[1]}" viewBox="0 0 {width[1]} {height[1]}"'
    return OPENING.sub(f'<svg {size} role="img" aria-label="{label}" font-family="{FONT}">', svg, count=1)


def frames_of(spec: Mapping[str, Any]) -> tuple[Frame, ...]:
    """Return what the axes of every plot of a chart hold, from above to below; nothing where one does not say so."""
    frames = [_frame(part) for part in spec.get("vconcat", [spec])]
    return tuple(frame for frame in frames if frame is not None) if all(frames) else ()


def _frame(part: Any) -> Frame | None:
    for layer in part.get("layer", [part]):
        encoding = layer.get("encoding", {})
        found = {side: encoding.get(side, {}).get("scale", {}).get("domain") for side in ("x", "y")}
        if all(found.values()):
            return {side: [float(end) for end in ends] for side, ends in found.items()}
    return None


def _picture(key: str, title: str, caption: str, svg: str) -> Picture:
    """Return a drawing with the width below which its smallest words cannot be read."""
    sides = [re.search(rf' {side}="([\d.]+)"', svg) for side in ("width", "height")]
    width, height = (float(side[1]) if side else 0.0 for side in sides)
    smallest = min((float(size) for size in LETTERING.findall(svg)), default=float(READABLE))
    return Picture(
        key,
        title,
        caption,
        svg,
        ceil(width * READABLE / smallest),
        ceil(LARGEST * width),
        width > WIDE,
        height > TALL * width,
    )


def pictures(result: Any, band: str | None = None, most: int = MOST_PICTURES) -> list[Picture]:
    """Draw every chart that a result has; one that cannot be drawn is left out."""
    drawn = []
    charts = {key: drawing for key, drawing in every_chart(result, band).items() if not _said_already(result, key)}
    with unchecked():
        for key, drawing in list(charts.items())[:most]:
            title = HEADINGS.get(key, key.replace("-", " ").capitalize())
            caption = caption_of(key, result) + (EVERYWHERE if band == BANDS[1] and key in BANDED else "")
            try:
                chart = drawing(result)
                spec = chart.to_dict(validate=False)
                picture = _picture(key, title, caption, draw(chart, key, title))
                frames = frames_of(spec) if key in LINKED else ()
                drawn.append(replace(picture, frames=frames, rows=tuple(chart_rows(spec))))
            except (AssayError, LookupError, ValueError):
                continue
    return drawn


def _said_already(result: Any, key: str) -> bool:
    """Say whether a map of many classes would be drawn twice: its weight is counted in hundreds of kilobytes."""
    confusion = result.confusion if isinstance(result, Evaluation) else None
    return key == "confusion-columns" and confusion is not None and len(confusion.labels) > MOST_CLASSES
