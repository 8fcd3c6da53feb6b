import re

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import roc_curve

import assay
from assay.cli import main as cli
from assay.errors import AssayError
from assay.intervals.simultaneous_bands import farthest

SHIFT = np.sqrt(2) * stats.norm.ppf(0.85)


def judged(rng, n=120, group=None):
    truth = np.arange(n) < n // 3
    return assay.evaluate(truth, score=rng.standard_normal(n) + SHIFT * truth, metrics="roc_auc", group=group)


@pytest.mark.parametrize("kind", ["roc", "pr", "det", "recall", "specificity"])
def test_a_band_that_holds_everywhere_lies_around_one_that_holds_at_places(rng, kind):
    curves = judged(rng).curves
    wide = curves.band(kind, kind="simultaneous", points=51)
    narrow = curves.band(kind, points=51) if kind != "pr" else None
    assert (wide.low <= wide.y).all()
    assert (wide.high >= wide.y).all()
    if narrow is not None:
        inside = slice(1, -1)
        assert (wide.low[inside] <= narrow.low[inside] + 1e-9).all()
        assert (wide.high[inside] >= narrow.high[inside] - 1e-9).all()


@pytest.mark.parametrize("kind", ["roc", "pr"])
def test_whole_curves_lie_within_in_nearly_all_samples(rng, kind):
    held = {"pointwise": 0, "simultaneous": 0}
    for _ in range(60):
        curves = judged(rng).curves
        for name in held:
            band = curves.band(kind, replicates=100, kind=name)
            at = band.x[1:-1]
            if kind == "roc":
                target = stats.norm.sf(stats.norm.isf(at) - SHIFT)
            else:
                target = at / (at + 2 * stats.norm.sf(SHIFT + stats.norm.isf(at)))
            held[name] += ((band.low[1:-1] <= target) & (target <= band.high[1:-1])).all()
    assert held["simultaneous"] >= 56
    assert held["simultaneous"] > held["pointwise"]


def test_the_distance_of_one_class_is_kolmogorovs(rng):
    band = judged(rng).curves.band("recall", kind="simultaneous")
    middle = np.argmin(np.abs(band.y - 0.5))
    assert farthest(40, 0.95) == pytest.approx(0.21012, abs=1e-5)  # Birnbaum 1952, n = 40: 0.2101
    assert band.high[middle] - band.y[middle] == pytest.approx(0.21012, abs=1e-5)


def test_groups_count_as_one_value_each(rng):
    alone, together = (judged(rng, group=group).curves for group in (None, np.arange(120) // 6))
    widths = [np.mean(own.band("roc", kind="simultaneous").high - own.band("roc", kind="simultaneous").low)
              for own in (alone, together)]  # fmt: skip
    assert widths[1] > 1.5 * widths[0]


def test_charts_are_drawn_with_the_band_asked_for(rng, tmp_path, capsys):
    evaluation = judged(rng)
    one, other = (evaluation.plot("roc", band=band).to_csv() for band in ("pointwise", "simultaneous"))
    assert one == evaluation.plot("roc").to_csv()
    assert one != other
    rows = "y,p\n" + "\n".join(f"{k % 2},{(k * 7 % 40) / 40}" for k in range(40))
    (tmp_path / "cases.csv").write_text(rows)
    told = ["evaluate", str(tmp_path / "cases.csv"), "--truth", "y", "--score", "p"]
    drawn = []
    for name in ("roc", "roc:simultaneous"):
        assert cli.run([*told, "--plot", f"{name}={tmp_path / 'roc.csv'}"]) == 0
        drawn.append((tmp_path / "roc.csv").read_text())
    assert drawn[0] != drawn[1]
    assert cli.run([*told, "--plot", f"roc:everywhere={tmp_path / 'roc.csv'}"]) == 2
    assert "simultaneous" in capsys.readouterr().err


def drawn_bands(page):
    """The first area of every chart that is no line: the band."""
    return re.findall(r'<path[^>]* d="([^"]*)"[^>]*opacity="0\.18"', page)


def test_pages_draw_the_band_asked_for(rng, tmp_path):
    evaluation = judged(rng)
    usual, named, whole = (
        assay.report(evaluation, tmp_path / f"{number}.html", **told).read_text()
        for number, told in enumerate(({}, {"band": "pointwise"}, {"band": "simultaneous"}))
    )
    assert usual == named
    assert "holds the whole curve at once" in whole
    assert "holds the whole curve at once" not in usual
    before, after = drawn_bands(usual), drawn_bands(whole)
    assert len(before) == len(after)
    assert sum(one != other for one, other in zip(before, after, strict=True)) == 2
    for unknown in ({"band": "everywhere"}, {"band": ""}):
        with pytest.raises(AssayError, match="pointwise"):
            assay.report(evaluation, tmp_path / "page.html", **unknown)
    with pytest.raises(AssayError, match="Leave band= out"):
        assay.report(assay.evaluate([1, 0, 1], [1, 0, 0]), tmp_path / "page.html", band="simultaneous")


def test_the_command_line_writes_pages_with_the_band_asked_for(tmp_path, capsys):
    rows = "y,p\n" + "\n".join(f"{k % 2},{(k * 7 % 40) / 40}" for k in range(40))
    (tmp_path / "cases.csv").write_text(rows)
    told = ["evaluate", str(tmp_path / "cases.csv"), "--truth", "y", "--score", "p", "--band", "simultaneous"]
    assert cli.run([*told, "--report", str(tmp_path / "page.html"), "--require", "recall >= 0.01"]) == 0
    assert "holds the whole curve at once" in (tmp_path / "page.html").read_text()
    assert cli.run(told) == 2
    assert "Add --report" in capsys.readouterr().err


@pytest.mark.parametrize(("digits", "floor"), [(6, -9), (1, -9), (0, 0)])
def test_the_band_of_grouped_cases_joins_kolmogorovs_distances_of_both_classes(rng, digits, floor):
    """Campbell 1994: the least and the greatest height of sklearn's curve within one distance, the other one off it."""
    truth, group = np.arange(120) < 40, np.arange(120) // 4
    score = np.maximum(np.round(rng.standard_normal(120) + truth, digits), floor)
    band = assay.evaluate(truth, score=score, metrics="roc_auc", group=group).curves.band("roc", kind="simultaneous")
    across = up = stats.kstwo.ppf(np.sqrt(0.95), 30)
    places, heights, _ = roc_curve(truth, score, drop_intermediate=False)
    low = [heights[places >= x - across - 1e-9].min() - up for x in band.x]
    high = [heights[places <= x + across + 1e-9].max() + up for x in band.x]
    assert band.low == pytest.approx(np.minimum(np.clip(low, 0, 1), band.y))
    assert band.high == pytest.approx(np.maximum(np.clip(high, 0, 1), band.y))
    assert band.low.max() > 0.1
