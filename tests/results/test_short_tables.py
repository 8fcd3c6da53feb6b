"""What values show of themselves in a session: short tables, and frames of whatever was asked for."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest

import assay

RNG = np.random.default_rng(9)
TRUTH = (RNG.random(300) < 0.4).astype(int)
EV = assay.evaluate(TRUTH, score=np.clip(0.3 * TRUTH + 0.7 * RNG.random(300), 0, 1))


def test_thresholds_show_their_rules_with_what_each_gives():
    text = repr(EV.thresholds)
    assert max(map(len, text.splitlines())) <= 80
    for point in EV.operating_points:
        (line,) = [line for line in text.splitlines() if line.startswith(point.rule)]
        assert [float(cell) for cell in line.removeprefix(point.rule).split()[1:]] == pytest.approx(
            [point[name].value for name in ("recall", "precision", "false_positive_rate")], abs=5e-4
        )


def test_an_operating_point_shows_its_rule_and_metrics_with_intervals():
    point = EV.thresholds.at(0.5)
    text = repr(point)
    assert text.startswith("given: from 0.5 on")
    assert f"{point['recall'].value:.3f}" in text
    assert f"[{point['recall'].low:.3f}, {point['recall'].high:.3f}]" in text


def test_curves_show_some_points_and_give_all_as_a_frame():
    curve = EV.curves["roc"]
    text = repr(curve)
    assert f"{len(curve):,} points" in text
    assert len(text.splitlines()) <= 8
    frame = curve.to_frame()
    assert frame.columns == ["x", "y", "threshold"]
    assert frame["y"].to_numpy() == pytest.approx(curve.y)
    assert {"x", "y", "low", "high"} <= set(EV.curves.band("roc").to_frame().columns)
    assert "0 points" in repr(curve.take(np.array([], dtype=int)))


def test_a_test_of_all_pairs_shows_every_p_value():
    test = assay.stats.nemenyi(RNG.normal(size=(20, 4)) + np.array([0, 0, 1, 3]))
    text = repr(test)
    assert f"{test.critical_difference:.4g}" in text
    for a in range(4):
        for b in range(a + 1, 4):
            assert f"{test.p_value[a, b]:.3f}{'*' if test.significant[a, b] else ''}" in text
    assert "and 8 more" in repr(assay.stats.nemenyi(RNG.normal(size=(30, 20))))


def test_frames_come_as_polars_or_as_pandas():
    pandas, polars = EV.to_frame("pandas"), EV.to_frame()
    assert isinstance(pandas, pd.DataFrame)
    assert isinstance(polars, pl.DataFrame)
    assert list(pandas.columns) == polars.columns
    assert pandas["value"].to_numpy() == pytest.approx(polars["value"].to_numpy(), nan_ok=True)
    with pytest.raises(assay.AssayError, match="kind="):
        EV.to_frame("excel")


@pytest.mark.parametrize("theme", [pd.NA, ["light"], None, 1])
def test_a_look_is_a_word(theme):
    with pytest.raises(assay.AssayError, match="'light', 'dark'"):
        assay.plan("recall", expect=0.9, width=0.1).plot(theme=theme)


@pytest.mark.parametrize("rows", [[[0, 1]], pd.DataFrame({"t": [1, 0]}), 0, "all", [9999]])
def test_points_of_a_curve_are_taken_by_their_places(rows):
    assert len(EV.curves["roc"].take([0, 2])) == 2
    with pytest.raises(assay.AssayError, match="Places from 0 to"):
        EV.curves["roc"].take(rows)
