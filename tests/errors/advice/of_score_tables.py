"""Advice about tables of scores to rank: which column is what, and what a row stands for."""

from __future__ import annotations

import polars as pl

from advice.entries import Advice, command, write
from assay import rank

CSV = "data,a,b\niris,0.9,0.8\nwine,0.8,0.7\nzoo,0.7,0.75\nglass,0.9,0.6\n"
WIDE = pl.read_csv(CSV.encode())
LONG = WIDE.unpivot(index="data", variable_name="model", value_name="accuracy")
TWO_SCORES = LONG.with_columns(f1=pl.col("accuracy") / 2)
TWICE = pl.concat([WIDE, WIDE.with_columns(pl.col("a", "b") - 0.1)])
RUNS = TWICE.with_columns(seed=pl.Series([1] * 4 + [2] * 4))
SAME_RUN = TWICE.with_columns(seed=pl.lit(1))


def first(table) -> bool:
    """The first model is the best, and every data set counts once."""
    ranking = rank(table)
    return ranking.order[0] == "a" and ranking.n == 4 and set(ranking.models) == {"a", "b"}


def averaged(table) -> bool:
    """The same, and a note says that runs were averaged."""
    return first(table) and any(note.code == "runs-averaged" for note in rank(table).notes)


# fmt: off
ADVICE = [
    *(Advice("numbers.not_a_number", lambda slip=slip: rank(write("x.csv", CSV.replace("0.75", slip))), {
        told: lambda: first(write("x.csv", CSV)),
    }) for slip, told in (("high", "Correct the value"), ("75%", "write 0.75"), ("0.7.5", "Correct the value"))),
    Advice("numbers.not_a_number", lambda: rank(write("x.csv", CSV.replace("0.75", "n/a"))), {
        "Leave such cells empty (None, NaN) and pass missing='drop'": lambda: rank(
            write("x.csv", CSV.replace("0.75", "")), missing="drop").n == 3,
        "fill them in": lambda: first(write("x.csv", CSV)),
    }),
    Advice("samples.unlike_scores", lambda: rank(WIDE.with_columns(size=pl.int_range(100, 100 + pl.len()))), {
        "Drop it": lambda: first(WIDE.with_columns(size=pl.int_range(100, 100 + pl.len())).drop("size")),
        "pass {model: scores}": lambda: len(rank(
            {"a": [0.5, 0.6, 0.7], "b": [0.6, 0.7, 0.8], "size": [100, 102, 104]}).models) == 3,
    }),
    Advice("samples.text_column", lambda: rank(WIDE.with_columns(note=pl.lit("checked"))), {
        "Drop it": lambda: first(WIDE.with_columns(note=pl.lit("checked")).drop("note")),
    }),
    Advice("numbers.not_a_number", lambda: rank({"a": ["0.9", "0.8", "0.7"], "b": [0.8, 0.7, 0.6]}), {
        "Convert the text to a number": lambda: rank(
            {"a": [float(text) for text in ("0.9", "0.8", "0.7")], "b": [0.8, 0.7, 0.6]}).n == 3,
    }),
    Advice("samples.several_scores", lambda: rank(TWO_SCORES), {
        "Keep the data set, the model, the run if there is one, and one score": lambda: all(
            (first(TWO_SCORES.select("data", "model", "f1")),
             averaged(RUNS.unpivot(index=["data", "seed"], variable_name="model", value_name="f1")))),
        "give every model a column of its own":
            lambda: first(TWO_SCORES.pivot(on="model", index="data", values="accuracy")),
    }),
    Advice("samples.several_scores", lambda: rank(LONG.drop("accuracy")), {
        "one column must hold its score, but no other column holds numbers": lambda: first(LONG),
    }),
    Advice("samples.no_data_sets", lambda: rank(LONG.drop("data")), {
        "Add one, as in: data set, model, score.":
            lambda: first(LONG.select(pl.col("data").alias("data set"), "model", pl.col("accuracy").alias("score"))),
    }),
    Advice("samples.runs_without_data_sets", lambda: rank(RUNS.drop("data")), {
        "Add a column with the names of the data sets (runs on each are then averaged)": lambda: averaged(RUNS),
        "drop 'seed' if every row is a data set of its own": lambda: rank(RUNS.drop("data", "seed")).n == 8,
    }),
    Advice("samples.repeated_data_sets", lambda: rank(TWICE), {
        "Average them first": lambda: first(TWICE.group_by("data").mean()),
        **{f"'{name}'": lambda name=name: averaged(RUNS.rename({"seed": name})) for name in ("seed", "fold")},
    }),
    Advice("samples.repeated_data_sets", lambda: rank(pl.concat([LONG, LONG])), {
        "Every data set and model needs one row": lambda: first(LONG),
        "Average them first": lambda: first(pl.concat([LONG, LONG]).group_by("data", "model").mean()),
        "add a column 'seed'": lambda: averaged(
            pl.concat([LONG, LONG]).with_columns(seed=pl.Series([1] * 8 + [2] * 8))),
    }),
    Advice("samples.same_run_twice", lambda: rank(SAME_RUN), {
        "Drop the rows that stand there twice": lambda: first(SAME_RUN.unique("data", keep="first")),
        "name what tells them apart": lambda: averaged(SAME_RUN.with_columns(fold=RUNS["seed"])),
    }),
    Advice("samples.same_run_twice", lambda: command("rank", write("x.csv", SAME_RUN.write_csv())), {
        "Drop the rows that stand there twice":
            lambda: command("rank", write("x.csv", SAME_RUN.unique("data").write_csv())),
    }),
]
# fmt: on
