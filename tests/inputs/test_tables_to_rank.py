"""Tables of scores as people keep them: seeds, folds and row numbers are no models, and runs are no data sets."""

from __future__ import annotations

import json
import re

import numpy as np
import pandas as pd
import polars as pl
import pytest

import assay
from assay.cli import main as cli
from assay.errors import AssayError

SETS = [f"d{place}" for place in range(12)]
SCORES = np.random.default_rng(8).normal(0.8, 0.05, (12, 3)) + np.array([0, 0.02, 0.1])
WIDE = pl.DataFrame({"dataset": SETS, "knn": SCORES[:, 0], "tree": SCORES[:, 1], "svm": SCORES[:, 2]})
SEEDS = 4


def with_seeds(spread=0.01):
    """Return four runs on every data set, whose means are the scores of WIDE."""
    off = np.random.default_rng(9).normal(0, spread, (12, SEEDS, 3))
    runs = SCORES[:, None, :] + off - off.mean(axis=1, keepdims=True)
    return pl.DataFrame(
        {
            "dataset": np.repeat(SETS, SEEDS),
            "seed": np.tile(np.arange(SEEDS), 12),
            **{name: runs[:, :, place].ravel() for place, name in enumerate(("knn", "tree", "svm"))},
        }
    )


def melted(frame):
    kept = [name for name in ("dataset", "seed") if name in frame.columns]
    return frame.unpivot(index=kept, variable_name="model", value_name="accuracy")


def codes(ranking):
    return {note.code for note in ranking.notes}


def told(ranking, code):
    return next(note.message for note in ranking.notes if note.code == code)


def same(ranking, expected):
    assert dict(ranking.average_ranks) == pytest.approx(dict(expected.average_ranks))
    assert [str(name) for name in ranking.models] == [str(name) for name in expected.models]
    assert ranking.scores == pytest.approx(expected.scores)
    assert [pair.p_adjusted for pair in ranking.pairs] == pytest.approx([pair.p_adjusted for pair in expected.pairs])


IDENTITY = {
    "seed": [42] * 12, "fold": [1] * 12, "run": [0] * 12, "Unnamed: 0": list(range(12)), "index": list(range(12)),
    "": list(range(1, 13)), "id": list(range(100, 112)), "row_number": list(range(12)), "idx": list(range(12)),
    "openml_id": [31, 54, 3, 1590, 7, 9, 11, 15, 21, 23, 37, 50], "random_state": [7] * 12, "split": ["a"] * 12,
    "level_0": list(range(12)), "Repeat": [1] * 12, "trial no": [3] * 12, "Row": [float(n) for n in range(12)],
}  # fmt: skip


@pytest.mark.parametrize("name", IDENTITY)
@pytest.mark.parametrize("place", [0, 2])
@pytest.mark.parametrize("kind", ["polars", "pandas", "csv", "mapping", "command"])
def test_a_column_that_only_tells_rows_apart_is_never_ranked(name, place, kind, tmp_path, capsys):
    frame = WIDE.clone().insert_column(place, pl.Series(name, IDENTITY[name]))
    expected = assay.rank(WIDE)
    if kind in ("csv", "command"):
        path = tmp_path / "scores.csv"
        frame.write_csv(path)
        if kind == "command":
            assert cli.run(["rank", str(path), "--json"]) == 0
            document = json.loads(capsys.readouterr().out)
            assert document["models"] == ["knn", "tree", "svm"]
            assert document["average_ranks"] == pytest.approx(dict(expected.average_ranks))
            return
        ranking = assay.rank(path)
    elif kind == "mapping":
        ranking = assay.rank({column: frame[column].to_list() for column in frame.columns})
    else:
        ranking = assay.rank(frame.to_pandas() if kind == "pandas" else frame)
    same(ranking, expected)
    assert list(ranking.data_sets) == SETS


def test_what_was_left_out_stands_in_a_note():
    ranking = assay.rank(WIDE.clone().insert_column(0, pl.Series("Unnamed: 0", range(12))))
    assert "'Unnamed: 0'" in told(ranking, "columns-left-out")
    assert "'seed'" in told(assay.rank(WIDE.with_columns(seed=pl.lit(42))), "one-run")
    counted = assay.rank(WIDE.drop("dataset").insert_column(0, pl.Series("experiment", range(12))))
    assert counted.models == ("knn", "tree", "svm")
    assert "'experiment'" in told(counted, "columns-left-out")


def test_numbers_that_name_the_data_sets_are_their_names():
    frame = WIDE.drop("dataset").insert_column(0, pl.Series("openml_id", IDENTITY["openml_id"]))
    assert list(assay.rank(frame).data_sets) == IDENTITY["openml_id"]
    frame = WIDE.drop("dataset").insert_column(3, pl.Series("task_id", range(12)))
    assert list(assay.rank(frame).data_sets) == list(range(12))


def test_scores_that_happen_to_be_whole_or_to_bear_such_a_name_are_ranked():
    counts = assay.rank({"a": [1, 2, 3, 4], "b": [2, 3, 4, 5], "c": [5, 1, 2, 9]})
    assert counts.models == ("a", "b", "c")
    named = WIDE.rename({"knn": "index", "tree": "method", "svm": "split"})
    assert assay.rank(named).models == ("index", "method", "split")


@pytest.mark.parametrize("shape", ["wide", "long"])
@pytest.mark.parametrize("kind", ["polars", "pandas", "indexed", "csv"])
def test_runs_on_a_data_set_are_averaged_and_a_note_says_so(shape, kind, tmp_path):
    frame = with_seeds() if shape == "wide" else melted(with_seeds())
    table = frame
    if kind == "pandas":
        table = frame.to_pandas()
    elif kind == "indexed":
        table = frame.to_pandas().set_index(["dataset", "seed"])
    elif kind == "csv":
        table = tmp_path / "runs.csv"
        frame.write_csv(table)
    ranking = assay.rank(table)
    same(ranking, assay.rank(WIDE))
    assert ranking.n == 12
    assert "means over 4 runs" in told(ranking, "runs-averaged")
    assert "`seed`" in told(ranking, "runs-averaged")


def test_the_order_of_rows_and_columns_of_a_long_table_does_not_matter(rng):
    frame = melted(with_seeds())
    mixed = frame[rng.permutation(len(frame)).tolist()].select("accuracy", "seed", "model", "dataset")
    one, two = assay.rank(frame), assay.rank(mixed)
    assert one.average_ranks == pytest.approx({name: two.average_ranks[name] for name in one.models})


def test_a_long_table_without_runs_is_read_and_said_to_be_one():
    ranking = assay.rank(melted(WIDE))
    same(ranking, assay.rank(WIDE))
    assert "`accuracy` of the model in `model` on the data set in `dataset`" in told(ranking, "long-format")
    unnamed = melted(WIDE).rename({"dataset": "where", "model": "what", "accuracy": "how"})
    same(assay.rank(unnamed), assay.rank(WIDE))


def test_unequal_numbers_of_runs_are_said():
    frame = melted(with_seeds())[1:]
    assert "3 to 4 runs" in told(assay.rank(frame), "runs-averaged")


def test_a_model_that_lacks_a_data_set_in_a_long_table_is_a_gap():
    frame = melted(WIDE).filter(~((pl.col("dataset") == "d3") & (pl.col("model") == "tree")))
    with pytest.raises(AssayError, match="'tree' on 'd3'"):
        assay.rank(frame)
    assert assay.rank(frame, missing="drop").n == 11


REFUSED = {
    "repeated names": (WIDE.with_columns(dataset=pl.Series(["d1", "d1", *SETS[2:]])), "'d1' stands in several"),
    "seeds alone": (with_seeds().drop("dataset"), "'seed' numbers runs, but no column names the data sets"),
    "same run twice": (with_seeds().with_columns(seed=pl.lit(1)), "the same run twice"),
    "repeated pairs": (pl.concat([melted(WIDE), melted(WIDE)[:2]]), "'d0 / knn', 'd1 / knn' stand in several"),
    "two scores": (melted(WIDE).with_columns(f1=pl.col("accuracy") / 2), "'accuracy', 'f1' hold numbers"),
    "no data set": (melted(WIDE).drop("dataset"), "no column names the data set"),
}


@pytest.mark.parametrize(("frame", "message"), REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("kind", ["frame", "command"])
def test_rows_that_are_not_independent_are_refused_by_name(frame, message, kind, tmp_path, capsys):
    if kind == "frame":
        with pytest.raises(AssayError) as caught:
            assay.rank(frame)
        assert message in str(caught.value)
        return
    path = tmp_path / "scores.csv"
    frame.write_csv(path)
    assert cli.run(["rank", str(path)]) == 2
    assert message in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("slip", ["high", "75%", "n/a", "0.8.1"])
@pytest.mark.parametrize("models", [("knn", "tree"), ("knn", "tree", "svm")])
@pytest.mark.parametrize("kind", ["polars", "pandas", "csv"])
def test_a_score_that_is_no_number_is_named_and_makes_no_column_of_models(slip, models, kind, tmp_path):
    texts = [str(score) for score in SCORES[:, 0]]
    frame = WIDE.select("dataset", *models).with_columns(knn=pl.Series([*texts[:5], slip, *texts[6:]]))
    table = frame.to_pandas() if kind == "pandas" else frame
    if kind == "csv":
        table = tmp_path / "scores.csv"
        frame.write_csv(table)
    with pytest.raises(AssayError, match=f"`knn` holds '{re.escape(slip)}' in row 5 .*, which is not a number"):
        assay.rank(table)


def test_repeated_names_in_an_index_of_pandas_are_refused_too():
    frame = WIDE.to_pandas().drop(columns="dataset")
    frame.index = pd.Index(["d1", "d1", *SETS[2:]])
    with pytest.raises(AssayError, match="'d1'"):
        assay.rank(frame)


@pytest.mark.parametrize("kind", ["array", "mapping", "rows"])
@pytest.mark.parametrize("dtype", [float, int])
def test_a_masked_score_is_a_missing_one(kind, dtype):
    whole = np.ma.array((SCORES * 1000).astype(dtype), mask=np.zeros((12, 3), dtype=bool))
    whole.mask[4, 1] = True
    tables = {
        "array": whole,
        "mapping": {name: whole[:, place] for place, name in enumerate("abc")},
        "rows": list(whole),
    }
    with pytest.raises(AssayError, match=r"1 score is missing \(masked\)"):
        assay.rank(tables[kind])
    assert assay.rank(tables[kind], missing="drop").n == 11
