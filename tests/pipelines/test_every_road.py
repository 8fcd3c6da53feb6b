"""The same table gives the same task and the same numbers by every road: any container, any file, any call."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
from click.testing import CliRunner

import assay
from assay.cli.main import commands
from assay.errors import AssayError

RNG = np.random.default_rng(15)
N = 240


def _prices(count: int) -> np.ndarray:
    return np.round(RNG.lognormal(12, 0.4, count), -2)


def _noisy(labels: list, share: float = 0.2, n: int = N) -> pl.DataFrame:
    truth = RNG.integers(0, len(labels), n)
    answers = [np.where(RNG.random(n) < share, RNG.integers(0, len(labels), n), truth) for _ in range(2)]
    columns = {"y": truth, "a": answers[0], "b": answers[1]}
    return pl.DataFrame({name: [labels[code] for code in codes] for name, codes in columns.items()})


def _numbers(truth: np.ndarray, spread: float = 1.0, whole: bool = False) -> pl.DataFrame:
    answers = [truth + spread * RNG.normal(size=len(truth)) for _ in range(2)]
    return pl.DataFrame(
        {"y": truth, **{name: np.round(x) if whole else x for name, x in zip("ab", answers, strict=True)}}
    )


def _as(kind: pl.DataType | type, frame: pl.DataFrame) -> pl.DataFrame:
    return frame.with_columns(pl.all().cast(kind))


def _with_gaps(frame: pl.DataFrame) -> pl.DataFrame:
    gap = pl.int_range(pl.len()) % 17 == 3
    return frame.with_columns(pl.when(gap).then(None).otherwise(pl.col("a")).alias("a"))


PRICES = _numbers(_prices(N), 20_000, whole=True)
TABLES: dict[str, pl.DataFrame] = {
    "prices as whole floats": PRICES,
    "prices as integers": _as(pl.Int64, PRICES),
    "prices as small integers": _as(pl.Int32, PRICES),
    "prices as decimals": _as(pl.Decimal(18, 2), PRICES),
    "prices whole in 12,000 rows, then a fraction": _numbers(np.append(_prices(12_000), 0.5), 1000),
    "101 whole floats": _numbers(np.tile(np.arange(101.0), 3), whole=True),
    "101 integers": _as(pl.Int64, _numbers(np.tile(np.arange(101.0), 3), whole=True)),
    "100 integers": _noisy(list(range(100)), n=600),
    "100 whole floats": _noisy([float(k) for k in range(100)], n=600),
    "amounts below zero": _numbers(RNG.normal(-3, 2, N)),
    "tiny amounts": _numbers(RNG.normal(0, 1e-9, N), 1e-9),
    "huge amounts": _numbers(RNG.normal(0, 1e200, N), 1e199),
    "numbers beyond 2**53": _numbers(np.rint(RNG.normal(0, 1, N) * 1e18), 1e17),
    "counts given as float32": _as(pl.Float32, _noisy([0.0, 1.0, 2.0])),
    "shares": _numbers(RNG.random(N), 0.1),
    "0 and 1": _noisy([0, 1]),
    "0.0 and 1.0": _noisy([0.0, 1.0]),
    "booleans": _noisy([False, True]),
    "-1 and 1": _noisy([-1, 1]),
    "only 1": pl.DataFrame({"y": [1] * 30, "a": [1] * 25 + [0] * 5, "b": [1] * 30}),
    "three integers": _noisy([3, 5, 9]),
    "three whole floats": _noisy([3.0, 5.0, 9.0]),
    "eight-bit integers": _as(pl.Int8, _noisy([-7, 0, 7])),
    "unsigned integers": _as(pl.UInt16, _noisy([1, 2, 500])),
    "three words": _noisy(["cat", "dog", "owl"]),
    "categories": _as(pl.Categorical, _noisy(["cat", "dog", "owl"])),
    "words that read as numbers": _noisy(["1x", "2x", "3x"]),
    "unicode": _noisy(["ä", "ß", "猫", "🦉"]),
    "gaps among integers": _with_gaps(_noisy([3, 5, 9])),
    "gaps among words": _with_gaps(_noisy(["cat", "dog", "owl"])),
    "gaps among amounts": _with_gaps(_numbers(RNG.normal(0, 3, N))),
}
"""Truth `y` and the answers of two models; the answers of integers stay integers."""

TEXT_FORMATS = {"csv", "tsv", "jsonl"}


def as_list(column: pl.Series) -> list:
    return [value if not isinstance(value, Fraction) else float(value) for value in column.to_list()]


CONTAINERS = {
    "lists": as_list,
    "numpy": lambda column: column.to_numpy(),
    "pandas": lambda column: column.to_pandas(),
    "polars": lambda column: column,
    "pyarrow": lambda column: column.to_arrow(),
}
FRAMES = {
    "polars frame": lambda frame: frame,
    "lazy frame": lambda frame: frame.lazy(),
    "pandas frame": lambda frame: frame.to_pandas(),
    "pyarrow table": lambda frame: frame.to_arrow(),
}
WRITERS = {
    "csv": lambda frame, path: frame.write_csv(path),
    "tsv": lambda frame, path: frame.write_csv(path, separator="\t"),
    "jsonl": lambda frame, path: frame.write_ndjson(path),
    "parquet": lambda frame, path: frame.write_parquet(path),
    "arrow": lambda frame, path: frame.write_ipc(path),
}


def numbers_of(estimates) -> dict[str, tuple[float, ...]]:
    return {name: (one.value, one.low, one.high, one.n) for name, one in estimates.items()}


def assert_same(found, expected, road: str) -> None:
    assert found.keys() == expected.keys(), road
    for name, wanted in expected.items():
        assert found[name] == pytest.approx(wanted, rel=1e-9, abs=1e-12, nan_ok=True), (road, name)


def written(frame: pl.DataFrame, folder: Path, suffix: str) -> Path:
    path = folder / f"table.{suffix}"
    if suffix in TEXT_FORMATS:
        frame = frame.with_columns(pl.selectors.decimal().cast(pl.Float64))
    WRITERS[suffix](frame, path)
    return path


def every_evaluation(frame: pl.DataFrame, folder: Path, **options):
    for name, convert in CONTAINERS.items():
        yield name, assay.evaluate(convert(frame["y"]), convert(frame["a"]), **options)
    for name, convert in FRAMES.items():
        yield name, assay.evaluate("y", "a", data=convert(frame), **options)
    for suffix in WRITERS:
        yield suffix, assay.evaluate("y", "a", data=written(frame, folder, suffix), **options)


@pytest.mark.parametrize("title", TABLES)
def test_every_road_gives_one_task_and_the_same_numbers(title, tmp_path):
    frame = TABLES[title]
    options = {"missing": "drop"} if title.startswith("gaps") else {}
    roads = dict(every_evaluation(frame, tmp_path, **options))
    first = roads["polars"]
    for road, evaluation in roads.items():
        assert evaluation.task == first.task, road
        assert_same(numbers_of(evaluation), numbers_of(first), road)
    expected = (
        "regression" if title.split()[0] in {"prices", "101", "amounts", "tiny", "huge", "numbers", "shares"} else None
    )
    if expected or title == "gaps among amounts":
        assert first.task == "regression"
    else:
        assert first.task in {"binary", "multiclass"}


@pytest.mark.parametrize("title", TABLES)
def test_compare_reads_every_table_as_evaluate_does(title, tmp_path):
    frame = TABLES[title]
    options = {"missing": "drop"} if title.startswith("gaps") else {}
    both = frame.drop_nulls()
    alone = {model: assay.evaluate(both["y"], both[model]) for model in ("a", "b")}
    path = written(frame, tmp_path, "parquet")
    roads = {
        "columns": assay.compare(frame["y"], prediction={"a": frame["a"], "b": frame["b"]}, **options),
        "file": assay.compare("y", prediction=["a", "b"], data=path, **options),
        "csv": assay.compare("y", prediction=["a", "b"], data=written(frame, tmp_path, "csv"), **options),
        "lazy": assay.compare("y", prediction=["a", "b"], data=frame.lazy(), **options),
    }
    first = roads["columns"]
    for road, comparison in roads.items():
        assert comparison.task == alone["a"].task, road
        for name, metric in comparison.items():
            pair, wanted = metric.pairs[0], first[name].pairs[0]
            assert (pair.difference.value, pair.p_value) == pytest.approx(
                (wanted.difference.value, wanted.p_value), rel=1e-9, nan_ok=True
            ), (road, name)
            for model in ("a", "b"):
                assert metric.models[model].value == pytest.approx(alone[model][name].value, rel=1e-9, nan_ok=True)


@pytest.mark.parametrize("title", TABLES)
def test_the_command_line_reads_every_table_as_python_does(title, tmp_path):
    frame = TABLES[title]
    if title.startswith("gaps"):
        frame = frame.drop_nulls()
    for suffix in ("csv", "parquet"):
        path = written(frame, tmp_path, suffix)
        printed = CliRunner().invoke(commands, ["evaluate", str(path), "--truth", "y", "--prediction", "a", "--json"])
        assert printed.exit_code == 0, printed.output
        assert json.loads(printed.stdout) == json.loads(assay.evaluate("y", "a", data=path).to_json())
        assert json.loads(printed.stdout)["task"] == assay.evaluate(frame["y"], frame["a"]).task


@pytest.mark.parametrize("title", ["prices as whole floats", "101 whole floats", "shares"])
def test_scores_beside_numbers_are_refused_by_every_road(title, tmp_path):
    frame = TABLES[title].with_columns(s=pl.lit(0.5))
    messages = set()
    for data in (frame, frame.lazy(), frame.to_pandas(), written(frame, tmp_path, "csv")):
        with pytest.raises(AssayError) as caught:
            assay.evaluate("y", score="s", data=data)
        messages.add(str(caught.value))
    with pytest.raises(AssayError) as caught:
        assay.evaluate(frame["y"].rename("y"), score=frame["s"])
    messages.add(str(caught.value).replace("`truth`", "`y`"))
    assert len(messages) == 1
    assert "no labels" in messages.pop()


def test_a_file_is_never_read_as_a_pattern(tmp_path):
    wrong, right = _noisy([0, 1]), _noisy([0, 1])
    for suffix in WRITERS:
        for frame, name in (
            (wrong, f"x5.{suffix}"),
            (right, f"x[0-9].{suffix}"),
            (wrong, f"y5.{suffix}"),
            (right, f"y?.{suffix}"),
        ):
            WRITERS[suffix](frame, tmp_path / name)
        for name in (f"x[0-9].{suffix}", f"y?.{suffix}"):
            found = assay.evaluate("y", "a", data=tmp_path / name)
            assert found["accuracy"].value == assay.evaluate(right["y"], right["a"])["accuracy"].value


def test_a_column_named_twice_is_refused_only_where_it_is_used(tmp_path):
    path = tmp_path / "twice.csv"
    path.write_text("t,p,p,q\n1,1,0,1\n0,0,1,0\n")
    with pytest.raises(AssayError, match="holds the column 'p' 2 times"):
        assay.evaluate("t", "p", data=path)
    with pytest.raises(AssayError, match="holds the column 'p' 2 times"):
        assay.compare("t", prediction=["p", "q"], data=path)
    assert assay.evaluate("t", "q", data=path)["accuracy"].value == 1
    frame = pd.DataFrame([[1, 1, 0], [0, 0, 1]], columns=["t", "p", "p"])
    with pytest.raises(AssayError, match="'p' 2 times"):
        assay.evaluate("t", "p", data=frame)


def test_a_type_misread_from_the_first_rows_of_scores_is_read_again(tmp_path):
    path = tmp_path / "late.csv"
    path.write_text("y,s,r\n" + "\n".join(["0,0,1", "1,1,0"] * 6_000 + ["1,0.25,0.5"]) + "\n")
    assert assay.evaluate("y", score="s", data=path).n == 12_001
    assert assay.compare("y", score=["s", "r"], data=path).n == 12_001


def test_help_names_every_task():
    from assay.pipelines.known_tasks import task_names

    for command in ("evaluate", "compare"):
        text = CliRunner().invoke(commands, [command, "--help"]).output
        for task in task_names():
            assert task in text


def test_what_is_streamed_is_what_the_readme_says(tmp_path):
    frame = _noisy([0, 1]).with_columns(s=pl.lit(0.4), r=pl.lit(0.6))
    path = written(frame, tmp_path, "parquet")
    assert assay.evaluate("y", "a", data=path).choices.engine == "streamed"
    assert assay.evaluate("y", score="s", data=path).choices.engine == "streamed"
    assert assay.evaluate("y", "s", data=path, task="regression").choices.engine == "streamed"
    assert assay.evaluate("y", score={0: "s", 1: "r"}, data=path).choices.engine == "streamed"
    assert assay.compare("y", prediction=["a", "b"], data=path).choices.engine == "streamed"
