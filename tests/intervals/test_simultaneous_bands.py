import numpy as np
import pytest
from scipy import stats

import assay
from assay.cli import main as cli
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
