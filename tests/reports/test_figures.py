"""Figures have the size that was asked for, words that can be read at it, and their data beside them."""

from __future__ import annotations

import io
import re

import numpy as np
import polars as pl
import pytest
from all_charts import results

import assay
from assay.reports.charts.catalogue import every_chart

INCH, COLUMN = 96, 336
WIDTH = re.compile(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"')
SEVEN_POINTS = 7 * 96 / 72
KINDS = [(kind, name) for kind, result in results().items() for name in every_chart(result)]


def size_of(svg):
    return tuple(float(side) for side in WIDTH.search(svg).groups())


@pytest.mark.parametrize(("kind", "name"), KINDS)
def test_a_column_of_a_journal_is_as_wide_as_asked_and_no_word_is_below_seven_points(kind, name):
    svg = results()[kind].plot(name, size="column")._repr_svg_()
    assert size_of(svg)[0] == pytest.approx(COLUMN, abs=6)
    assert min(float(size) for size in re.findall(r'font-size="([\d.]+)px"', svg)) >= SEVEN_POINTS


def test_the_whole_figure_has_the_width_and_height_asked_for():
    for kind, name in (
        ("scores", "roc"),
        ("scores", "calibration"),
        ("comparison", "forest"),
        ("amounts", "residuals"),
    ):
        svg = results()[kind].plot(name, width=620, height=480)._repr_svg_()
        assert size_of(svg) == pytest.approx((620, 480), abs=3)


def test_scale_enlarges_everything_alike(tmp_path):
    chart, large = results()["scores"].plot("roc"), results()["scores"].plot("roc", scale=1.5)
    plain, drawn = chart._repr_svg_(), large._repr_svg_()
    assert size_of(drawn) == pytest.approx(tuple(1.5 * side for side in size_of(plain)))
    assert drawn.count("font-size") == plain.count("font-size")


def test_a_png_has_two_pixels_for_each_and_a_pdf_is_as_wide_on_paper(tmp_path):
    chart = results()["scores"].plot("roc", size="column")
    width, _ = size_of(chart._repr_svg_())
    chart.save(str(tmp_path / "x.png"))
    header = (tmp_path / "x.png").read_bytes()[16:24]
    assert int.from_bytes(header[:4]) == pytest.approx(2 * width, abs=2)
    chart.save(str(tmp_path / "x.pdf"))
    box = re.search(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)", (tmp_path / "x.pdf").read_bytes())
    assert float(box[1]) == pytest.approx(width * 72 / INCH, abs=1)
    assert pytest.approx(float(box[1]) / 72 * 25.4, abs=1) == 89


def test_the_data_of_a_figure_are_those_that_it_draws(tmp_path):
    rng = np.random.default_rng(1)
    truth = (rng.random(200) < 0.4).astype(int)
    ev = assay.evaluate(truth, score=np.clip(0.3 * truth + rng.random(200), 0, 1))
    ev.plot("roc").save(str(tmp_path / "roc.csv"))
    rows = pl.read_csv(tmp_path / "roc.csv")
    drawn = rows.filter(pl.col("order").is_not_null()).group_by("layer", maintain_order=True).all()
    lines = [set(zip(*row, strict=True)) for row in drawn.select("x", "y").rows()]
    curve = ev.curves["roc"]
    points = set(zip(curve.x.tolist(), curve.y.tolist(), strict=True))
    assert any(len(line) > 5 and line <= points for line in lines)
    assert pl.read_csv(io.StringIO(ev.plot("roc").to_csv())).equals(rows)


@pytest.mark.parametrize("wrong", [
    {"width": 0}, {"width": "wide"}, {"height": -3}, {"scale": 0}, {"scale": True}, {"size": "poster"},
    {"size": "column", "width": 300}, {"width": 1e9},
])  # fmt: skip
def test_sizes_that_are_none_are_refused(wrong):
    with pytest.raises(assay.AssayError, match=next(iter(wrong))):
        results()["amounts"].plot("residuals", **wrong)


def test_the_command_line_draws_plots_and_refuses_what_it_cannot_draw(tmp_path, capsys):
    from assay.cli.main import run

    rng = np.random.default_rng(2)
    truth = (rng.random(80) < 0.5).astype(int)
    data = pl.DataFrame({"truth": truth, "p": np.clip(0.3 * truth + rng.random(80), 0, 1)})
    data.write_csv(tmp_path / "x.csv")
    call = ["evaluate", str(tmp_path / "x.csv"), "--truth", "truth", "--score", "p"]
    assert run([*call, "--plot", f"roc={tmp_path}/roc.svg", "--plot", f"pr={tmp_path}/pr.csv"]) == 0
    assert (tmp_path / "roc.svg").read_text().startswith("<svg")
    assert "layer" in (tmp_path / "pr.csv").read_text()
    capsys.readouterr()
    for wrong, word in (
        ("roc", "NAME=PATH"),
        ("roc=x.doc", "cannot be saved as"),
        (f"rok={tmp_path}/a.svg", "no chart"),
    ):
        assert run([*call, "--plot", wrong]) == 2
        assert word in " ".join(capsys.readouterr().err.split())


def test_the_points_of_a_curve_are_a_frame_of_polars_or_pandas():
    curve = results()["scores"].curves["roc"]
    assert curve.to_frame("pandas")["x"].tolist() == curve.to_frame()["x"].to_list() == curve.x.tolist()
    with pytest.raises(assay.AssayError, match="pandas"):
        curve.to_frame("arrow")
