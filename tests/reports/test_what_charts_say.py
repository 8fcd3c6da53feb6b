"""What charts say when they are pointed at, how they show themselves in notebooks, and that steps are steps."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import altair as alt
import numpy as np
import pytest
from all_charts import HOSTILE, every_chart, results
from sklearn.metrics import precision_recall_curve

import assay
from assay.reports.charts.overlaid_curves import leaders

EVERY = every_chart()
INTERNAL = (
    "x", "y", "order", "told", "series", "lane", "end", "zero", "low", "high", "shown", "part", "apart", "widest",
)  # fmt: skip


def units(spec, held=None):
    """Yield every single drawing inside a chart, with the rows that it draws."""
    held = spec.get("data", held)
    for key in ("layer", "vconcat", "hconcat"):
        for part in spec.get(key, []):
            yield from units(part, held)
    if "mark" in spec:
        yield {**spec, "data": held}


def test_every_kind_of_chart_is_walked():
    assert {chart for _, chart in EVERY} >= {
        "roc", "pr", "det", "gain", "calibration", "thresholds", "densities", "confusion", "confusion-columns",
        "error-cdf", "residuals", "error-histogram", "predicted", "forest", "differences", "critical-difference",
        "ranks", "pairs", "folds", "null", "metrics", "segments", "labels", "learning", "complexity", "bias-variance",
    }  # fmt: skip


@pytest.mark.parametrize(("kind", "chart"), EVERY)
def test_every_mark_says_a_sentence_or_nothing(kind, chart):
    spec = results()[kind].plot(chart).to_dict()
    drawn = list(units(spec))
    spoken = [unit for unit in drawn if unit["mark"].get("aria") is True]
    assert spoken, "nothing in this chart says what it is"
    for unit in drawn:
        encoding = unit["encoding"]
        if unit not in spoken:
            assert unit["mark"]["aria"] is False, unit["mark"]
            assert "tooltip" not in encoding
            continue
        assert encoding["tooltip"] == {"field": "told", "title": "in words", "type": "nominal"}
        assert encoding["description"]["field"] == "told"
        for row in unit["data"]["values"]:
            assert len(row["told"].split()) >= 3, row
            assert re.search("[a-z]", row["told"]), row
            assert not re.search(rf"\b(?:{'|'.join(INTERNAL)}):", row["told"]), row["told"]
            assert "nan" not in row["told"].split(), row["told"]


@pytest.mark.parametrize(("kind", "chart"), EVERY)
def test_a_notebook_gets_a_drawing_and_nothing_that_asks_the_network(kind, chart):
    drawn = results()[kind].plot(chart)
    assert isinstance(drawn, alt.TopLevelMixin)
    with alt.renderers.enable("html"):
        shown = drawn._repr_mimebundle_()
    assert set(shown) == {"image/svg+xml", "text/html", "text/plain"}
    svg = shown["image/svg+xml"]
    assert shown["text/html"] == f"<div>{svg}</div>"
    assert svg == drawn._repr_svg_()
    inside = re.sub(r'xmlns(?::xlink)?="http://www\.w3\.org/[^"]*"', "", svg)
    for word in ("http", "cdn", "vega-embed", "vegaEmbed", "<script", "<foreignObject", "href"):
        assert word not in inside.replace("&lt;script", ""), word
    tree = ElementTree.fromstring(svg)  # noqa: S314 - our own drawing
    names = {element.tag.rpartition("}")[2] for element in tree.iter()}
    said = {element.text for element in tree.iter() if element.tag.endswith("}title")}
    spoken = [unit for unit in units(drawn.to_dict()) if unit["mark"].get("aria")]
    told = {row["told"] for unit in spoken for row in unit["data"]["values"]}
    assert said
    assert said <= told
    assert names <= {"svg", "g", "path", "rect", "line", "text", "tspan", "defs", "clipPath", "linearGradient", "stop",
                     "circle", "title"}  # fmt: skip


def test_hostile_names_are_words_in_a_drawing():
    svg = results()["ranking"].plot("critical-difference")._repr_svg_()
    words = list(ElementTree.fromstring(svg).itertext())  # noqa: S314 - our own drawing
    assert HOSTILE[0] in words
    assert HOSTILE[1] in words
    assert any(word.startswith("nul \\x00 bell") for word in words)


def test_control_characters_that_a_user_adds_do_not_stop_the_renderer(tmp_path):
    chart = results()["scores"].plot("roc").properties(title="bell \x07 and nul \x00")
    assert "bell \\x07 and nul \\x00" in chart._repr_svg_()
    chart.save(str(tmp_path / "x.svg"))
    assert (tmp_path / "x.svg").read_text().startswith("<svg")


def test_drawings_of_one_notebook_do_not_share_ids():
    svgs = [results()[kind].plot(chart)._repr_svg_() for kind, chart in EVERY if kind in ("scores", "labels")]
    ids = [set(re.findall(r'id="([^"]+)"', svg)) for svg in svgs]
    assert sum(len(one) for one in ids) == len(set().union(*ids)) > 0


def test_a_chart_stays_an_altair_chart_that_can_be_changed_saved_and_layered(tmp_path):
    chart = results()["scores"].plot("roc")
    wide = chart.properties(width=600)
    assert wide.to_dict()["width"] == 600
    assert wide._repr_mimebundle_().keys() == {"image/svg+xml", "text/html", "text/plain"}
    for suffix in ("svg", "png", "html", "json"):
        chart.save(str(tmp_path / f"x.{suffix}"))
    assert "cdn.jsdelivr" not in (tmp_path / "x.html").read_text()
    assert alt.Chart.from_dict(chart.to_dict()).to_dict()["layer"]


def test_results_show_themselves_in_notebooks_without_scripts():
    for kind, result in results().items():
        if kind == "test":
            continue
        shown = result._repr_html_()
        assert "<script" not in shown
        assert "http" not in shown


def lines(chart):
    return [unit for unit in units(chart.to_dict()) if unit["mark"]["type"] == "line"]


def read(unit, spec_rows, x):
    """Read a drawn line at x as the browser would: in steps or along straight lines."""
    xs, ys = (np.array([row[side] for row in spec_rows], dtype=float) for side in ("x", "y"))
    steps = unit["mark"].get("interpolate")
    if steps == "step-before":
        return ys[np.minimum(np.searchsorted(xs, x), len(xs) - 1)]
    if steps == "step-after":
        return ys[np.maximum(np.searchsorted(xs, x, side="right") - 1, 0)]
    return np.interp(x, xs, ys)


def small(seed, n=40):
    rng = np.random.default_rng(seed)
    truth = (np.arange(n) % 3 == 0).astype(int)
    return truth, np.round(rng.random(n) * 0.7 + 0.3 * truth * rng.random(n), 2)


@pytest.mark.parametrize("seed", range(5))
def test_what_is_drawn_against_the_threshold_is_what_the_threshold_gives(seed):
    truth, score = small(seed)
    found = assay.evaluate(truth, score=score)
    chart = found.plot("thresholds")
    unit = next(unit for unit in lines(chart) if "series" in unit["data"]["values"][0])
    rng = np.random.default_rng(seed)
    for metric, label in (
        ("precision", "precision"),
        ("recall", "recall"),
        ("f1", "F1"),
        ("specificity", "specificity"),
    ):
        rows = [row for row in unit["data"]["values"] if row["series"] == label]
        for threshold in rng.uniform(score.min(), score.max(), 40):
            drawn = read(unit, rows, threshold)
            assert drawn == pytest.approx(found.thresholds.at(float(threshold))[metric].value, nan_ok=True)


@pytest.mark.parametrize("seed", range(5))
def test_precision_is_drawn_in_the_steps_that_average_precision_sums(seed):
    truth, score = small(seed)
    found = assay.evaluate(truth, score=score)
    spec = found.plot("pr")
    unit = max(lines(spec), key=lambda unit: len(unit["data"]["values"]))
    rows = unit["data"]["values"]
    precision, recall, _ = precision_recall_curve(truth, score)
    grid = np.linspace(0.001, 0.999, 500)
    expected = [precision[np.flatnonzero(recall >= x).max()] for x in grid]
    np.testing.assert_allclose(read(unit, rows, grid), expected)
    middles = (np.arange(20_000) + 0.5) / 20_000
    assert read(unit, rows, middles).mean() == pytest.approx(found["average_precision"].value, abs=1e-3)


def test_who_leads_in_precision_is_read_in_steps():
    one = assay.evaluate([1, 0, 0, 1], score=[0.9, 0.8, 0.7, 0.6])
    two = assay.evaluate([1, 0, 1, 0], score=[0.9, 0.8, 0.7, 0.6])
    spans = leaders({"one": one, "two": two}, "pr")
    after = [span for span in spans if span["x"] > 0.5]
    assert [span["series"] for span in after] == ["two"]


@pytest.mark.parametrize("seed", range(6))
def test_calibration_dots_lie_where_scores_are(seed):
    rng = np.random.default_rng(seed)
    score = np.concatenate([rng.beta(1, 40, 101), rng.beta(40, 1, 37), rng.uniform(0.45, 0.5, seed)])
    truth = (rng.random(len(score)) < score).astype(int)
    curve = assay.evaluate(truth, score=score, positive=1, labels=[0, 1]).curves["calibration"]
    away = np.abs(curve.x[:, None] - score[None, :]).min(axis=1)
    assert away.max() <= 1 / 30
    assert len(curve) >= 15
