"""Everything that becomes a frame becomes one of polars, or the same one of pandas."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.datasets import load_iris
from sklearn.tree import DecisionTreeClassifier

import assay

TABLE = pl.DataFrame(
    {
        "truth": [1, 0, 1, 1, 0, 0] * 20,
        "p": np.linspace(0, 1, 120),
        "q": np.linspace(1, 0, 120),
        "site": ["a", "b"] * 60,
    }
)


def slices():
    return assay.evaluate("truth", score="p", data=TABLE, by="site").slices


def compared_slices():
    return assay.compare("truth", score={"p": "p", "q": "q"}, data=TABLE, by="site", metrics="roc_auc").slices


def predictions():
    return assay.validate(DecisionTreeClassifier(random_state=0), *load_iris(return_X_y=True)).only.predictions


def segments():
    return assay.evaluate(["the cat sat", "a dog ran"], ["the cat sat", "a dog slept"], task="text").segments


def result():
    return assay.evaluate("truth", score="p", data=TABLE)


def curve():
    return result().curves["roc"]


@pytest.mark.parametrize("made", [slices, compared_slices, predictions, segments, result, curve])
def test_a_frame_of_pandas_holds_what_that_of_polars_holds(made):
    source = made()
    frame, other = source.to_frame(), source.to_frame(kind="pandas")
    assert isinstance(frame, pl.DataFrame)
    assert isinstance(other, pd.DataFrame)
    assert frame.height > 0
    pd.testing.assert_frame_equal(other, pd.DataFrame(frame.to_dicts(), columns=frame.columns))


@pytest.mark.parametrize("made", [slices, predictions, segments])
def test_a_frame_of_another_kind_is_refused(made):
    with pytest.raises(assay.AssayError, match="kind"):
        made().to_frame(kind="spark")


def test_one_metric_of_the_slices_is_a_frame_of_pandas_too():
    assert set(slices().to_frame("recall", kind="pandas")["metric"]) == {"recall"}


def test_names_that_no_text_file_could_hold_stand_in_frames_as_codes():
    """Half of a letter (a lone surrogate) is a name in Python, and nothing that UTF-8 can write."""
    models = {"a": [0, 1, 1, 0], "half\ud800": [0, 1, 0, 0]}
    frame = assay.compare([0, 1, 1, 0], prediction=models).to_frame()
    assert frame["b"].unique().to_list() == ["half\\ud800"]
    scores = {name: [0.5, 0.6, 0.7, 0.4] for name in models} | {"c": [0.1, 0.2, 0.4, 0.9]}
    assert "half\\ud800" in assay.rank(scores).to_frame()["b"].to_list()
