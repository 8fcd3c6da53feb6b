"""Regressions in files: the stream gives what memory gives."""

from __future__ import annotations

import json

import duckdb
import numpy as np
import polars as pl
import pytest

import assay
from assay.engines import stream
from assay.errors import AssayError

RNG = np.random.default_rng(2)
N = 3000
FRAME = pl.DataFrame(
    {
        "y": RNG.normal(1e6, 5, N),
        "p": RNG.normal(1e6, 5, N),
        "w": RNG.exponential(size=N),
        "lo": np.full(N, 1e6 - 8),
        "hi": np.full(N, 1e6 + 8),
        "n": np.arange(N),
    }
)


def write(tmp_path, suffix, frame=FRAME):
    path = tmp_path / f"rows{suffix}"
    {".csv": frame.write_csv, ".parquet": frame.write_parquet, ".jsonl": frame.write_ndjson}[suffix](path)
    return path


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".jsonl"])
@pytest.mark.parametrize("weight", [None, "w"])
def test_a_file_gives_what_memory_gives(tmp_path, suffix, weight):
    path = write(tmp_path, suffix)
    streamed = assay.evaluate("y", "p", data=path, weight=weight, lower="lo", upper="hi", task="regression")
    memory = assay.evaluate("y", "p", data=FRAME, weight=weight, lower="lo", upper="hi", task="regression")
    assert streamed.choices.engine == "streamed"
    for name, estimate in memory.items():
        for part in ("value", "low", "high"):
            assert getattr(streamed[name], part) == pytest.approx(getattr(estimate, part), rel=1e-12, nan_ok=True), name


@pytest.mark.parametrize("weight", [None, "w"])
def test_a_file_too_large_to_keep_is_summed_in_batches(tmp_path, monkeypatch, weight):
    monkeypatch.setattr(stream, "MOST_KEPT", 100)
    monkeypatch.setattr(stream, "BATCH", 250)
    path = write(tmp_path, ".parquet")
    streamed = assay.evaluate("y", "p", data=path, weight=weight, lower="lo", upper="hi", method="log-t")
    memory = assay.evaluate("y", "p", data=FRAME, weight=weight, lower="lo", upper="hi", method="log-t")
    for name, estimate in memory.items():
        if name in ("spearman", "kendall"):
            assert "more than are held" in streamed[name].note
            continue
        tolerance = 1e-12 if name not in ("median_absolute_error", "median_error", "mad", "mad_scaled") else 0.05
        assert streamed[name].value == pytest.approx(estimate.value, rel=tolerance, abs=tolerance), name
        assert streamed[name].low <= streamed[name].value <= streamed[name].high
    assert set(streamed.curves) == {"error_cdf", "error_histogram"}
    assert streamed.errors.below(0.9).value == pytest.approx(memory.errors.below(0.9).value)
    assert streamed.errors.share_below(5.0).value == pytest.approx(memory.errors.share_below(5.0).value)
    assert "mean" in streamed.baselines
    assert str(streamed)


def test_ranges_alone_can_be_summed_in_batches(tmp_path, monkeypatch):
    monkeypatch.setattr(stream, "MOST_KEPT", 100)
    path = write(tmp_path, ".parquet")
    streamed = assay.evaluate("y", data=path, lower="lo", upper="hi")
    assert (
        streamed["interval_coverage"].value
        == assay.evaluate("y", data=FRAME, lower="lo", upper="hi")["interval_coverage"].value
    )


def test_the_task_of_a_file_is_inferred(tmp_path):
    path = write(tmp_path, ".csv")
    assert assay.evaluate("y", "p", data=path).reason.startswith("`y` holds numbers such as")
    assert assay.evaluate("n", "n", data=path).reason == "`n` holds 3,000 different whole numbers"
    assert assay.evaluate("n", "p", data=path).task == "regression"


def test_a_type_misread_from_the_first_rows_is_read_again(tmp_path):
    path = tmp_path / "late.csv"
    path.write_text("y,p\n" + "\n".join(f"{row},{row}" for row in range(12_000)) + "\n3.5,2.5\n")
    assert assay.evaluate("y", "p", data=path).n == 12_001


def test_two_files_side_by_side(tmp_path):
    truth, answers = tmp_path / "truth.csv", tmp_path / "answers.csv"
    FRAME.select("y").write_csv(truth)
    FRAME.select("p").write_csv(answers)
    both = assay.evaluate("y", "p", data=(truth, answers))
    assert both["mae"].value == pytest.approx(assay.evaluate("y", "p", data=FRAME)["mae"].value)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"y": [0.5, 1.0], "p": ["a", "b"]}, "'a' in row 0"),
        ({"y": [0.5, None], "p": [1.0, 2.0]}, "`y` has 1 missing value (first at row 1"),
        ({"y": [0.5, 1.0], "p": [1.0, float("inf")]}, "`p` has 1 infinite value (first at row 1"),
        ({"y": [0.5, 1.0], "p": [1.0, 2.0], "w": [-1.0, 1.0]}, "1 negative value"),
        ({"y": [0.5, 1.0], "p": [1.0, 2.0], "w": [0.0, 0.0]}, "All weights"),
        ({"y": [0.5, 1.0], "p": [1.0, 2.0], "lo": [5.0, 0.0], "hi": [1.0, 1.0]}, "`lo` lies above `hi` in 1 case"),
    ],
)
def test_bad_files_get_the_same_messages_as_bad_arrays(columns, message):
    lazy = pl.LazyFrame(columns)
    ends = {"lower": "lo", "upper": "hi"} if "lo" in columns else {}
    with pytest.raises(AssayError) as caught:
        assay.evaluate("y", "p", data=lazy, weight="w" if "w" in columns else None, **ends)
    assert message in str(caught.value)


def test_gaps_in_a_file_are_dropped_on_request():
    lazy = pl.LazyFrame({"y": [0.5, None, 2.5], "p": [1.0, 2.0, float("nan")]})
    kept = assay.evaluate("y", "p", data=lazy, missing="drop")
    assert kept.n == 1
    assert kept.notes[0].message.startswith("2 cases were left out")
    with pytest.raises(AssayError, match="none is left"):
        assay.evaluate("y", "p", data=pl.LazyFrame({"y": [0.5, None], "p": [None, 1.0]}), missing="drop")


def test_a_large_stream_keeps_its_alarms_and_its_median(tmp_path, monkeypatch):
    monkeypatch.setattr(stream, "MOST_KEPT", 100)
    rng = np.random.default_rng(1)
    truth = rng.normal(100, 50, 4000)
    frame = pl.DataFrame({"y": truth, "p": truth + rng.standard_t(2, 4000)})
    streamed, memory = (
        assay.evaluate("y", "p", data=write(tmp_path, ".parquet", frame)),
        assay.evaluate("y", "p", data=frame),
    )
    for ev in (streamed, memory):
        assert {"tail-alarm", "no-interval"} <= {note.code for note in ev.notes}
        assert ev["mape"].high == float("inf")
    for name in ("mae", "rmse"):
        ours, theirs = (ev.baselines["median"][name].value for ev in (streamed, memory))
        assert ours == pytest.approx(theirs, rel=1e-3)
    halves = pl.DataFrame({"y": np.tile([0.5, 1.5], 2000), "p": np.full(4000, 0.5)})
    assert assay.evaluate("y", "p", data=halves.lazy())["median_absolute_error"].value == 0.5
    assert assay.evaluate("y", "p", data=halves.lazy(), metrics="r2_macro")["r2_macro"].defined


@pytest.mark.parametrize("size", [1e-300, 1e-100, 1e100, 1e300])
def test_a_large_stream_of_huge_or_tiny_numbers_keeps_its_digits(monkeypatch, size):
    monkeypatch.setattr(stream, "MOST_KEPT", 100)
    frame = FRAME.select(pl.col("y") * size / 1e6, pl.col("p") * size / 1e6)
    near, far = (
        assay.evaluate("y", "p", data=data, metrics=["rmse", "mae", "r2"])
        for data in (FRAME.select(pl.col("y") / 1e6, pl.col("p") / 1e6).lazy(), frame.lazy())
    )
    assert far["rmse"].value / size == pytest.approx(near["rmse"].value, rel=1e-6)
    assert far["rmse"].high / size == pytest.approx(near["rmse"].high, rel=1e-6)
    assert far["r2"].low == pytest.approx(near["r2"].low, rel=1e-6)


def test_gaps_in_ranges_are_dropped_before_they_are_compared():
    lazy = pl.LazyFrame({"y": [0.5, 1.5], "lo": [0.0, float("nan")], "hi": [1.0, 2.0]})
    assert assay.evaluate("y", data=lazy, lower="lo", upper="hi", missing="drop").n == 1


@pytest.mark.parametrize("metric", ["rae", "r2", "mae", "pearson"])
def test_models_are_compared_on_slices_that_stay_where_they_are_from_the_means_of_each_slice(metric):
    rng = np.random.default_rng(8)
    part = rng.choice(["a", "b", "c"], 900)
    truth = rng.normal(np.select([part == "a", part == "b"], [0.0, 10.0], 30.0), 2.0)
    said = {name: truth + wide * rng.normal(size=900) for name, wide in (("p", 1.0), ("q", 1.3))}
    frame = pl.DataFrame({"y": truth, **said, "g": part})
    columns = {"prediction": ["p", "q"], "by": "g", "metrics": metric, "task": "regression"}
    ours, theirs = (
        json.loads(assay.compare("y", data=data, **columns).to_json())["slices"]
        for data in (frame, duckdb.from_arrow(frame.to_arrow()))
    )
    assert [own["g"] for own in ours] == [own["g"] for own in theirs] == ["a", "b", "c"]
    for one, other in zip(ours, theirs, strict=True):
        expected, found = (own["pair"]["difference"] for own in (one, other))
        assert found["value"] == pytest.approx(expected["value"], rel=1e-9)
        assert found["low"] == pytest.approx(expected["low"], abs=0.15 * abs(expected["value"]))
