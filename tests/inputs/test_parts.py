"""Tables that lie in several files: what a folder or a pattern names is read as one table, and nothing is guessed."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

import assay
from assay.cli.main import commands

WRITERS = {
    "csv": pl.DataFrame.write_csv,
    "tsv": lambda frame, path: frame.write_csv(path, separator="\t"),
    "parquet": pl.DataFrame.write_parquet,
    "jsonl": pl.DataFrame.write_ndjson,
    "arrow": pl.DataFrame.write_ipc,
}


@pytest.fixture(scope="module")
def whole() -> pl.DataFrame:
    rng = np.random.default_rng(8)
    truth = rng.integers(0, 2, 600)
    score = (truth * 0.5 + rng.random(600)) / 1.5
    return pl.DataFrame({"y": truth, "p": (score > 0.5).astype(int), "s": score, "site": rng.integers(0, 3, 600)})


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(whole: pl.DataFrame, folder: str, suffix: str = "csv", count: int = 3) -> str:
    """Write the table in parts of equal size."""
    Path(folder).mkdir(parents=True)
    for place, part in enumerate(whole.iter_slices(len(whole) // count)):
        WRITERS[suffix](part, f"{folder}/part-{place}.{suffix}")
    return folder


def text(path: str, content: str) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(content)


def judged(data: object, **options) -> assay.Evaluation:
    return assay.evaluate("y", "p", data=data, **options)


def refused(data: object, match: str) -> None:
    with pytest.raises(assay.AssayError, match=match):
        judged(data)


@pytest.mark.parametrize("suffix", WRITERS)
def test_a_folder_and_a_pattern_are_the_table_that_their_files_make(whole, here, suffix) -> None:
    folder = written(whole, "runs", suffix)
    expected = assay.evaluate("y", "p", score="s", data=whole.lazy())
    for data in (folder, f"{folder}/", Path(folder), f"{folder}/*.{suffix}", f"{folder}/part-?.{suffix}"):
        found = assay.evaluate("y", "p", score="s", data=data)
        assert dict(found) == dict(expected)


def test_hidden_files_and_markers_are_no_parts(whole, here) -> None:
    folder = written(whole, "runs", "parquet")
    for name in ("_SUCCESS", ".part-0.parquet.crc", "_temporary/x.parquet"):
        text(f"{folder}/{name}", "not a table")
    assert judged(folder).n == judged(f"{folder}/*").n == 600


def test_a_file_whose_name_holds_a_star_or_a_bracket_is_that_file(whole, here) -> None:
    for name in ("run[1].csv", "*.csv", "a?.csv"):
        whole.head(40).write_csv(name)
    whole.write_csv("run1.csv")
    for name in ("run[1].csv", "*.csv", "a?.csv"):
        assert judged(name).n == 40
    written(whole, "runs[1]")
    assert judged("runs[1]/*.csv").n == judged("runs[1]").n == 600


def test_rows_are_read_in_the_order_of_the_names(here) -> None:
    for name, value in (("b", ""), ("a", "1"), ("c", "0")):
        text(f"runs/{name}.csv", f"y,p\n1,1\n0,{value}\n")
    refused("runs", r"first at row 3, counting from 0")


def test_folders_that_name_a_value_give_a_column(whole, here) -> None:
    for day, site in ((1, "north"), (2, "north"), (2, "south%20west")):
        written(whole.head(90).drop("site"), f"h/day=2026-01-0{day}/site={site}", "parquet")
    found = judged("h", by="site")
    assert {key: part.n for key, part in found.slices.items()} == {"north": 180, "south west": 90}
    assert {key: part.n for key, part in judged("h/*/*/*.parquet", by="day").slices.items()} == {
        "2026-01-01": 90, "2026-01-02": 180,
    }  # fmt: skip
    text("w/day=1/a.csv", "y\n1\n2\n")
    text("w/day=2/a.csv", "y\n2\n1\n")
    assert assay.evaluate("y", "day", data="w", positive=2)["recall"].value == 0.5


def test_parts_must_have_the_same_columns(here) -> None:
    text("runs/a.csv", "y,p\n1,1\n0,1\n")
    text("runs/b.csv", "p,y\n1,1\n1,0\n")
    assert judged("runs")["accuracy"].value == 0.5
    text("runs/c.csv", "y,q\n1,1\n0,1\n")
    refused("runs", r"runs/c\.csv has no column 'p', but runs/a\.csv has one")


def test_the_type_of_a_column_is_decided_over_all_files(here) -> None:
    text("runs/a.csv", "y,p\n01,01\n02,02\n")
    text("runs/b.csv", "y,p\nA1,01\n02,A1\n")
    assert tuple(judged("runs", task="multiclass").confusion.labels) == ("01", "02", "A1")
    text("prices/a.csv", "y,p\n1,1\n2,2\n")
    text("prices/b.csv", "y,p\n,2.5\n1.5,3.5\n")
    text("prices/c.csv", "p,y\n")
    found = judged("prices", missing="drop")
    assert (found.task, found.n) == ("regression", 3)


def test_a_value_that_the_first_rows_do_not_show_is_read_as_what_it_is(here) -> None:
    rows = "".join(f"{place % 2},{place % 2}\n" for place in range(10_500))
    text("runs/a.csv", f"y,p\n{rows}")
    text("runs/b.csv", f"y,p\n{rows}x,x\n")
    assert tuple(judged("runs").confusion.labels) == ("0", "1", "x")


def test_binary_parts_of_other_types_are_named_or_read_as_the_wider_one(whole, here) -> None:
    folder = written(whole, "runs", "parquet", 2)
    whole.cast({"p": pl.Float64, "y": pl.UInt64}).write_parquet(f"{folder}/z.parquet")
    assert judged(folder).n == 1200
    whole.cast({"p": pl.String}).write_parquet(f"{folder}/z.parquet")
    refused(folder, r"'p' holds whole numbers in runs/part-0\.parquet and texts in runs/z\.parquet")
    assert assay.evaluate("y", score="s", data=folder).n == 1200


def test_fields_that_a_file_of_json_lines_lacks_are_gaps(here) -> None:
    text("runs/a.jsonl", '{"y": 1, "p": 1}\n{"y": 0, "p": 0}\n')
    text("runs/b.jsonl", '{"y": 1}\n{"y": 0}\n')
    refused("runs", "`p` has 2 missing values")
    assert judged("runs", missing="drop").n == 2


def test_what_is_no_table_of_parts_is_named(whole, here) -> None:
    refused("runs/*.csv", r"No file matches the pattern runs/\*\.csv")
    folder = written(whole, "runs")
    text("runs/notes.txt", "kept")
    refused(folder, r"3 \.csv \('part-0\.csv', 'part-1\.csv' and 1 more\); 1 \.txt \('notes\.txt'\)")
    Path("runs/notes.txt").unlink()
    text("runs/old/a.csv", "y,p\n1,1\n")
    refused(folder, r"folders besides its files.*'old'")
    Path("delta/_delta_log").mkdir(parents=True)
    whole.write_parquet("delta/a.parquet")
    refused("delta", "is a Delta Lake table")


def test_a_damaged_part_is_named(whole, here) -> None:
    folder = written(whole, "runs", "parquet")
    content = Path("runs/part-1.parquet").read_bytes()
    middle = len(content) // 2
    Path("runs/part-1.parquet").write_bytes(content[:4] + b"\xff" * (middle - 4) + content[middle:])
    refused(folder, r"runs/part-1\.parquet cannot be read as parquet")


def test_every_call_that_takes_a_path_takes_a_folder(whole, here) -> None:
    folder = written(whole, "runs")
    expected = assay.compare("y", prediction={"a": "p", "b": "site"}, data=whole.lazy(), labels=[0, 1, 2])
    found = assay.compare("y", prediction={"a": "p", "b": "site"}, data=f"{folder}/*.csv", labels=[0, 1, 2])
    assert found["accuracy"].pairs[0] == expected["accuracy"].pairs[0]
    text("scores/a.csv", "data,knn,tree\niris,0.9,0.8\nwine,0.7,0.9\n")
    text("scores/b.csv", "data,knn,tree\nzoo,0.6,0.9\nglass,0.4,0.5\n")
    assert assay.rank("scores/").data_sets == ("iris", "wine", "zoo", "glass")
    text("pairs/a.tsv", "t\tc\na b\ta b\n")
    text("pairs/b.tsv", "t\tc\nb c\tb\n")
    assert assay.evaluate("t", "c", data="pairs", task="text", metrics="exact_match")["exact_match"].value == 0.5


def test_two_folders_are_read_side_by_side_and_their_rows_counted(whole, here) -> None:
    written(whole.select("y"), "truth", "csv", 3)
    written(whole.select("p"), "answers", "parquet", 4)
    assert dict(judged(("truth", "answers/*.parquet"))) == dict(judged(whole.lazy()))
    Path("answers/part-3.parquet").unlink()
    refused(("truth", "answers"), "truth has 600 rows but answers has 450")


def test_the_command_line_takes_folders_and_patterns(whole, here) -> None:
    folder = written(whole, "runs")
    expected = json.loads(judged(whole.lazy()).to_json())["metrics"]["f1"]
    for data in (folder, f"{folder}/*.csv"):
        told = CliRunner().invoke(commands, ["evaluate", data, "--truth", "y", "--prediction", "p", "--json"])
        assert told.exit_code == 0, told.output
        assert json.loads(told.stdout)["metrics"]["f1"] == expected
    told = CliRunner().invoke(commands, ["validate", folder, "--target", "y", "--scheme", "3-fold", "--json",
                                         "--model", "sklearn.tree:DecisionTreeClassifier"])  # fmt: skip
    assert told.exit_code == 0, told.output


def test_packed_parts_are_a_table_too(whole, here) -> None:
    Path("runs").mkdir()
    for place, part in enumerate(whole.iter_slices(200)):
        Path(f"runs/{place}.csv.gz").write_bytes(gzip.compress(part.write_csv().encode()))
    assert dict(judged("runs")) == dict(judged("runs/*.csv.gz")) == dict(judged(whole.lazy()))
    whole.write_csv("runs/0.csv")
    refused("runs", r"1 \.csv \('0\.csv'\)")
