"""The tail alarm of sizes in bins: that of the cases themselves, whatever their number and weights."""

from __future__ import annotations

import re

import numpy as np
import polars as pl
import pytest

import assay
from assay.intervals.tails import _sketched_alarm
from assay.summaries.sketch import Sketch

RNG = np.random.default_rng(4)


def alarm_of(sizes, weight=None) -> str:
    """Return the words of the alarm of errors of these sizes, held in memory."""
    sign = np.where(np.arange(len(sizes)) % 2, 1.0, -1.0)
    truth = RNG.normal(50, 9, len(sizes))
    evaluation = assay.evaluate(truth, truth + sign * sizes, weight=weight, task="regression", metrics="rmse")
    said = [note.message for note in evaluation.notes if note.code == "tail-alarm"]
    return re.sub("^Tail alarm: |\\. Intervals.*", "", said[0]) if said else ""


@pytest.mark.parametrize("law", ["normal", "t3", "one", "twelve"])
@pytest.mark.parametrize("n", [50, 300, 5000])
def test_bins_say_what_the_cases_say(law, n):
    sizes = {
        "normal": lambda: RNG.normal(size=n),
        "t3": lambda: RNG.standard_t(3, n),
        "one": lambda: np.append(RNG.normal(size=n - 1), 1e4),
        "twelve": lambda: np.append(1e-3 * RNG.normal(size=n - 12), np.full(12, 50.0)),
    }[law]()
    in_bins, said = _sketched_alarm(Sketch.of(np.abs(sizes)), n) or "", alarm_of(np.abs(sizes))
    assert in_bins == said or "kurtosis" in said


def test_the_words_count_all_cases_of_a_stream_and_one_that_is_rare_is_one():
    """Fifty million normal errors, and one that carries 3% of the squares: 1% of them carry no more than they do."""
    n = 50_000_000
    middle = np.abs(RNG.normal(size=65_535))
    usual = np.sort(middle)
    far = float(np.sqrt(0.03 / 0.97 * np.sum(usual**2) * n / len(usual)))
    sketch = Sketch(np.append(usual, far), np.append(usual, far), np.append(np.full(len(usual), n / len(usual)), 1.0))
    assert _sketched_alarm(sketch, n) is None
    far *= 100
    sketch = Sketch(np.append(usual, far), np.append(usual, far), sketch.weight)
    assert _sketched_alarm(sketch, n) == "1 of 50,000,000 cases carries 99.7% of all squared error"


@pytest.mark.parametrize("data", [None, "lazy"])
def test_heavy_errors_of_light_cases_raise_no_alarm(data):
    """Ten errors of 100 with weights of 0.001 carry 2% of the weighted squares, and 96% of those without weights."""
    truth, sizes = np.zeros(2010), np.append(RNG.normal(size=2000), np.full(10, 70.0))
    frame = pl.DataFrame({"y": truth, "p": sizes, "w": np.append(np.ones(2000), np.full(10, 1e-3))})
    evaluation = assay.evaluate(
        "y", "p", weight="w", data=frame if data is None else frame.lazy(), task="regression", metrics="rmse"
    )
    assert "tail-alarm" not in [note.code for note in evaluation.notes]
    assert "carry" in alarm_of(np.abs(sizes))
