"""The same file through Python, command line, memory and stream gives the same numbers."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import polars as pl
import pytest
from click.testing import CliRunner

import assay
from assay.cli.main import commands
from assay.errors import AssayError

WRITERS = {
    "csv": lambda frame, path: frame.write_csv(path),
    "tsv": lambda frame, path: frame.write_csv(path, separator="\t"),
    "parquet": lambda frame, path: frame.write_parquet(path),
    "jsonl": lambda frame, path: frame.write_ndjson(path),
    "arrow": lambda frame, path: frame.write_ipc(path),
}


@pytest.fixture
def frame(rng):
    truth = rng.integers(0, 3, 500)
    said = np.where(rng.random(500) < 0.8, truth, rng.integers(0, 3, 500))
    names = np.array(["ann", "bob", "cyd"])
    return pl.DataFrame(
        {
            "y": names[truth],
            "p": names[said],
            "i": truth,
            "j": said,
            "b": truth > 0,
            "c": said > 0,
            "w": rng.random(500),
        }
    )


def without_engine(data):
    return {key: value for key, value in data.items() if key != "engine"}


@pytest.mark.parametrize("suffix", WRITERS)
@pytest.mark.parametrize(
    ("truth", "said", "weight"), [("y", "p", None), ("i", "j", None), ("b", "c", None), ("y", "p", "w")]
)
def test_memory_stream_and_command_line_agree(frame, tmp_path, suffix, truth, said, weight):
    path = tmp_path / f"cases.{suffix}"
    WRITERS[suffix](frame, path)
    streamed = assay.evaluate(truth, said, data=path, weight=weight)
    in_memory = assay.evaluate(truth, said, data=frame, weight=weight)
    lazy = assay.evaluate(truth, said, data=frame.lazy(), weight=weight)
    assert streamed.choices.engine == "streamed"
    assert in_memory.choices.engine == "in memory"
    arguments = ["evaluate", str(path), "--truth", truth, "--prediction", said, "--json"]
    printed = CliRunner().invoke(commands, [*arguments, "--weight", weight] if weight else arguments)
    assert printed.exit_code == 0
    assert json.loads(printed.stdout) == json.loads(streamed.to_json())
    for other in (in_memory, lazy):
        if weight is None:
            assert without_engine(other.to_dict()) == without_engine(streamed.to_dict())
        else:
            for name, estimate in streamed.items():
                assert other[name].value == pytest.approx(estimate.value, abs=1e-12)
                assert other[name].low == pytest.approx(estimate.low, abs=1e-9)


def test_the_order_of_rows_changes_nothing(frame, tmp_path):
    first, second = tmp_path / "a.parquet", tmp_path / "b.parquet"
    frame.write_parquet(first)
    frame.sample(fraction=1, shuffle=True, seed=3).write_parquet(second)
    left, right = (assay.evaluate("y", "p", data=path).to_json() for path in (first, second))
    assert left == right


def test_two_files_are_read_side_by_side(frame, tmp_path):
    truth, answers = tmp_path / "truth.csv", tmp_path / "answers.parquet"
    frame.select("y").write_csv(truth)
    frame.select("p").write_parquet(answers)
    both = assay.evaluate("y", "p", data=(truth, answers))
    assert dict(both) == dict(assay.evaluate("y", "p", data=frame))
    frame.select("p").head(10).write_parquet(answers)
    with pytest.raises(AssayError, match=r"500 rows but .*answers\.parquet has 10"):
        assay.evaluate("y", "p", data=(truth, answers))
    frame.select("p", "y").write_parquet(answers)
    with pytest.raises(AssayError, match="not clear which one is meant"):
        assay.evaluate("y", "p", data=(truth, answers))
    frame.select("p").write_parquet(answers)
    with pytest.raises(AssayError, match="no column 'z'"):
        assay.evaluate("y", "z", data=(truth, answers))


def test_a_type_misread_from_the_first_rows_is_read_again(tmp_path):
    path = tmp_path / "late.csv"
    rows = ["0,0"] * 12_000 + ["x,x"]
    path.write_text("y,p\n" + "\n".join(rows) + "\n")
    evaluation = assay.evaluate("y", "p", data=path, positive="x")
    assert evaluation.n == 12_001
    assert evaluation.confusion.labels == ("0", "x")


def test_gaps_in_a_stream_are_found_with_their_rows(tmp_path):
    path = tmp_path / "gaps.csv"
    path.write_text("y,p,w\na,a,1\n,b,1\nb,b,\nb,,1\n")
    with pytest.raises(AssayError, match=r"`y` has 1 missing value \(first at row 1"):
        assay.evaluate("y", "p", data=path, positive="a")
    with pytest.raises(AssayError, match=r"`w` has 1 missing value \(first at row 2"):
        assay.evaluate(
            "y", "p", data=pl.DataFrame({"y": [1, 0, 1], "p": [1, 1, 1], "w": [1, 2, None]}).lazy(), weight="w"
        )
    dropped = assay.evaluate("y", "p", data=path, positive="a", missing="drop", weight="w")
    assert dropped.n == 1
    assert any("3 cases were left out" in note.message for note in dropped.notes)


def test_nan_counts_as_a_gap_in_a_stream():
    lazy = pl.DataFrame({"y": [1.0, float("nan"), 0.0], "p": [1.0, 1.0, 0.0]}).lazy()
    with pytest.raises(AssayError, match="first at row 1"):
        assay.evaluate("y", "p", data=lazy)
    kept = assay.evaluate("y", "p", data=lazy, missing="drop")
    assert kept.n == 2
    assert {note.code for note in kept.notes} >= {"integral-floats", "missing-dropped"}


@pytest.mark.parametrize(
    ("columns", "weight", "message"),
    [
        ({"y": [0.5, 1.0], "p": ["a", "b"]}, None, "'a' in row 0"),
        ({"y": [1, 0], "p": [0.5, 0.1]}, None, "score="),
        ({"y": ["a", "b"], "p": [1, 0]}, None, "` mix "),
        ({"y": [1, 0], "p": [1, 0], "w": [1.0, -1.0]}, "w", "1 negative value (first at row 1"),
        ({"y": [1, 0], "p": [1, 0], "w": [1.0, float("inf")]}, "w", "1 infinite value"),
        ({"y": [1, 0], "p": [1, 0], "w": [0.0, 0.0]}, "w", "All weights"),
        ({"y": [1, 0], "p": [1, 0], "w": ["a", "b"]}, "w", "which is not a number"),
        ({"y": [f"id{i}" for i in range(5000)], "p": ["x"] * 5000}, None, "5,001 distinct labels"),
        ({"y": [], "p": []}, None, "no rows"),
        ({"y": [None, None], "p": [1, 1]}, None, "2 missing values"),
        ({"y": [[1], [2]], "p": [1, 0]}, None, "Labels must be strings"),
    ],
)
def test_bad_streams_get_the_same_messages_as_bad_arrays(columns, weight, message):
    with pytest.raises(AssayError) as caught:
        assay.evaluate("y", "p", data=pl.DataFrame(columns).lazy(), weight=weight)
    assert message in str(caught.value)


FILES = {
    "missing": ("cases.csv", None, "There is no file"),
    "empty": ("empty.csv", b"", "is empty"),
    "unknown suffix": ("cases.docx", b"x", "suffix that is not known"),
    "not parquet": ("cases.parquet", b"y,p\n1,1\n", "cannot be read as parquet"),
    "not arrow": ("cases.arrow", b"y,p\n1,1\n", "cannot be read as arrow"),
    "broken json": ("cases.jsonl", b'{"y": 1, "p": 1}\n{"y":\n', "cannot be read as jsonl"),
    "ragged": ("cases.csv", b"y,p\n1,1\n1,1,1,1\n", "cannot be read as csv"),
    "binary": ("cases.csv", bytes(range(256)) * 4, "cases.csv"),
    "header only": ("cases.csv", b"y,p\n", "no rows"),
    "no such column": ("cases.csv", b"yy,p\n1,1\n", "Did you mean 'yy'"),
}


@pytest.mark.parametrize(("name", "content", "message"), FILES.values(), ids=FILES.keys())
def test_a_file_that_cannot_be_used_is_named(tmp_path, name, content, message):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(AssayError) as caught:
        assay.evaluate("y", "p", data=path)
    assert message in str(caught.value)


def test_a_truncated_file_is_named(frame, tmp_path):
    path = tmp_path / "cases.parquet"
    frame.write_parquet(path)
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(AssayError, match="truncated"):
        assay.evaluate("y", "p", data=path)


def test_an_empty_folder_says_what_was_looked_for(tmp_path):
    with pytest.raises(AssayError, match=r"holds no table \(looked for: \.csv, \.tsv, \.parquet"):
        assay.evaluate("y", "p", data=tmp_path)


def test_a_misspelt_file_suggests_its_neighbour(tmp_path):
    (tmp_path / "churn.csv").write_text("y,p\n1,1\n")
    with pytest.raises(AssayError) as caught:
        assay.evaluate("y", "p", data=tmp_path / "chrun.csv")
    assert f"Did you mean '{tmp_path / 'churn.csv'}'?" in str(caught.value)


def test_pandas_frames_of_any_index_stay_in_order(frame):
    shuffled = frame.to_pandas().sample(frac=1, random_state=0)
    assert isinstance(shuffled, pd.DataFrame)
    assert dict(assay.evaluate("y", "p", data=shuffled)) == dict(assay.evaluate("y", "p", data=frame))
