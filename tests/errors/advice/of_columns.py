"""Advice about columns: their length, their gaps, their kinds."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from unittest import mock

import numpy as np
import pandas as pd
import polars as pl

from advice.entries import Advice, command, without, write
from assay import compare, evaluate, outcomes

NAN = float("nan")
TRUTH, ANSWERS, SCORES = [1, 1, 0, 0, 1], [1, 0, 0, 0, 1], [0.9, 0.4, 0.2, 0.1, 0.8]
FRAME = pl.DataFrame({"truth": TRUTH, "answer": ANSWERS, "p": SCORES})
HALVES_OF_FRAME = [FRAME.with_row_index("id").select("id", name) for name in ("truth", "answer")]
CSV = "truth,answer,p,weight\n1,1,0.9,1\n1,0,0.4,2\n0,0,0.2,1\n0,0,0.1,1\n1,1,0.8,2\n"
SHUFFLED = pd.Series(TRUTH, index=[4, 3, 2, 1, 0])
NUMBERED = pd.Series(ANSWERS[::-1])


def right(result) -> bool:
    """Four of the five cases are right."""
    return result["accuracy"].value == 0.8


class Tensor:
    """A tensor that lies on some device, for machines without torch or without a second device."""

    def __init__(self, values, device="cpu"):
        self.values = np.array(values)
        self.device = Device(device)

    def detach(self):
        return self

    def cpu(self):
        return self

    def to(self, device):
        return Tensor(self.values, device)

    def numpy(self):
        return self.values


class Device(str):
    """The name of a device, with its type."""

    @property
    def type(self):
        return self.partition(":")[0]


def with_tensors(truth):
    """Evaluate tensors as if torch were loaded."""
    with mock.patch.dict(sys.modules, {"torch": SimpleNamespace(Tensor=Tensor)}):
        return evaluate(truth, score=Tensor(SCORES, "mps:0"))


def elsewhere():
    """Return a frame whose rows are on another engine."""
    import dask.dataframe as dd

    return dd.from_pandas(pd.DataFrame({"t": [1, 0, 1, 0], "p": [1, 0, 0, 0]}), npartitions=2)


def relation():
    """Return two cases in DuckDB."""
    import duckdb

    return duckdb.connect().sql("select * from (values (1, 1), (0, 1)) as cases(t, p)")


def outcome_of(data) -> bool:
    """Ask for the outcome of every case, which needs the cases themselves."""
    return outcomes("t", "p", data=data).height == 4


def stored(frame) -> str:
    """Write such a frame to one file, and return its path."""
    frame.compute().to_parquet("here.parquet")
    return "here.parquet"


def _weighted(weight) -> bool:
    return right(evaluate(TRUTH, ANSWERS, weight=weight))


# fmt: off
ADVICE = [
    Advice("columns.nothing_to_evaluate", evaluate, {
        "Pass evaluate(truth, prediction)": lambda: right(evaluate(TRUTH, ANSWERS)),
        "name two columns of data=": lambda: right(evaluate("truth", "answer", data=FRAME)),
        "a ready table in `counts`": lambda: right(evaluate(counts={"tp": 2, "fp": 0, "fn": 1, "tn": 2})),
    }),
    Advice("columns.on_two_devices", lambda: with_tensors(Tensor(TRUTH)), {
        "truth.to('mps:0')": lambda: right(with_tensors(Tensor(TRUTH).to("mps:0"))),
    }),
    Advice("columns.partner_missing", lambda: evaluate(TRUTH), {
        "Pass prediction= as well.": lambda: right(evaluate(TRUTH, prediction=ANSWERS)),
    }),
    Advice("columns.partner_missing", lambda: evaluate(prediction=ANSWERS), {
        "Pass truth= as well.": lambda: right(evaluate(truth=TRUTH, prediction=ANSWERS)),
    }),
    Advice("columns.partner_missing", lambda: evaluate(score=SCORES), {
        "Pass truth= as well.": lambda: right(evaluate(truth=TRUTH, score=SCORES)),
    }),
    Advice("columns.partner_missing", lambda: compare(prediction={"a": TRUTH, "b": ANSWERS}), {
        "Pass truth= as well.": lambda: compare(truth=TRUTH, prediction={"a": TRUTH, "b": ANSWERS}),
    }),
    Advice("columns.partner_missing", lambda: evaluate(["a b"], task="text"), {
        "Pass prediction= as well.": lambda: evaluate(["a b"], prediction=["a b"], task="text"),
    }),
    Advice("columns.conflicting", lambda: evaluate(TRUTH, ANSWERS, score=SCORES, threshold=0.3), {
        "Pass only one of them.": lambda: (
            right(evaluate(TRUTH, ANSWERS, score=SCORES)) and evaluate(TRUTH, score=SCORES, threshold=0.3)["f1"].value
        ),
    }),
    Advice("columns.lengths_differ", lambda: evaluate(TRUTH, ANSWERS[:4]), {
        "Pass data= with both columns": lambda: right(evaluate("truth", "answer", data=FRAME)),
        "align them first": lambda: evaluate(TRUTH[:4], ANSWERS[:4])["accuracy"].value == 0.75,
    }),
    Advice("columns.rows_reordered", lambda: evaluate(SHUFFLED, NUMBERED), {
        "Align them first, with prediction.loc[truth.index]": lambda: right(
            evaluate(SHUFFLED, NUMBERED.loc[SHUFFLED.index])
        ),
        "pass .to_numpy() of both": lambda: evaluate(SHUFFLED.to_numpy(), NUMBERED[::-1].to_numpy()),
    }),
    Advice(
        "columns.rows_reordered",
        lambda: evaluate(pd.Series([1, 0, 1], index=[7, 7, 8]), score=pd.Series([0.1, 0.2, 0.9], index=[8, 7, 7])),
        {"Sort both by one key first": lambda: evaluate(
            pd.Series([1, 0, 1], index=[7, 7, 8]), score=pd.Series([0.1, 0.2, 0.9], index=[8, 7, 7]).sort_index())},
    ),
    Advice("columns.rows_of_others", lambda: evaluate(SHUFFLED.set_axis([*"vwxyz"]), NUMBERED.set_axis([*"abcde"])), {
        "Take both from one frame": lambda: evaluate(
            "so", "said", data=pd.DataFrame({"so": TRUTH, "said": ANSWERS}, index=list("vwxyz"))),
        "pass .to_numpy() of both": lambda: evaluate(SHUFFLED.to_numpy(), NUMBERED.to_numpy()),
    }),
    Advice("columns.missing_values", lambda: evaluate(TRUTH, [1, 0, None, 0, 1]), {
        "Fill them in": lambda: right(evaluate(TRUTH, [1, 0, 0, 0, 1])),
        "pass missing='drop'": lambda: evaluate(TRUTH, [1, 0, None, 0, 1], missing="drop").n == 4,
    }),
    Advice("columns.missing_values", lambda: evaluate(TRUTH, score=[0.9, NAN, 0.2, 0.1, 0.8]), {
        "pass missing='drop'": lambda: evaluate(TRUTH, score=[0.9, NAN, 0.2, 0.1, 0.8], missing="drop").n == 4,
    }),
    Advice("columns.missing_values", lambda: evaluate([1.5, NAN], [1.0, 2.0]), {
        "pass missing='drop'": lambda: evaluate([1.5, NAN], [1.0, 2.0], missing="drop").n == 1,
    }),
    Advice("columns.missing_values", lambda: evaluate("t", "p", data=write("x.csv", "t,p\n1,1\n0,\n0,0\n")), {
        "pass missing='drop'": lambda: (
            evaluate("t", "p", data=write("x.csv", "t,p\n1,1\n0,\n0,0\n"), missing="drop").n == 2
        ),
    }),
    Advice("columns.missing_values", lambda: compare(TRUTH, prediction={"a": TRUTH, "b": [None, *ANSWERS[1:]]}), {
        "pass missing='drop'": lambda: (
            compare(TRUTH, prediction={"a": TRUTH, "b": [None, *ANSWERS[1:]]}, missing="drop").n == 4
        ),
    }),
    Advice("columns.missing_choice", lambda: evaluate(TRUTH, ANSWERS, missing="ignore"), {
        "'error'": lambda: right(evaluate(TRUTH, ANSWERS, missing="error")),
        "'drop'": lambda: right(evaluate(TRUTH, ANSWERS, missing="drop")),
    }),
    Advice("columns.mixed_kinds", lambda: evaluate([1, "0", 1], [1, 0, 1]), {
        "Convert every label with float(...) first.": lambda: (
            evaluate([float(label) for label in [1, "0", 1]], [1, 0, 1])["accuracy"].value == 1
        ),
    }),
    Advice("columns.mixed_kinds", lambda: evaluate(["a", 1, "a"], ["a", "1", "a"]), {
        "Convert every label with str(...) first.": lambda: (
            evaluate([str(label) for label in ["a", 1, "a"]], ["a", "1", "a"], positive="a")["accuracy"].value == 1
        ),
    }),
    Advice("columns.mixed_kinds", lambda: evaluate([1, 0, 1, 1], ["1", "0", "1", "0"]), {
        "Convert every label of `prediction` with float(...) first.": lambda: (
            evaluate([1, 0, 1, 1], [float(label) for label in ["1", "0", "1", "0"]])["accuracy"].value == 0.75
        ),
    }),
    Advice("columns.mixed_kinds", lambda: evaluate(["1", "2", "x"], [1, 2, 2]), {
        "Convert every label of `prediction` with str(...) first.": lambda: (
            len(evaluate(["1", "2", "x"], [str(label) for label in [1, 2, 2]]).confusion.labels) == 3
        ),
    }),
    Advice("columns.mixed_kinds", lambda: evaluate(["yes", "no", "yes"], [1, 0, 0]), {
        "Translate one of them first, with a dictionary": lambda: (
            evaluate(["yes", "no", "yes"], [{1: "yes", 0: "no"}[label] for label in [1, 0, 0]], positive="yes").n == 3
        ),
    }),
    Advice("columns.strange_kind", lambda: evaluate([{"a"}, {"b"}, {"a"}], [{"a"}, {"b"}, {"b"}]), {
        "Convert every value first, for instance with str(...).": lambda: (
            evaluate([str(v) for v in [{"a"}, {"b"}]], [str(v) for v in [{"a"}, {"b"}]], positive=str({"a"})).n == 2
        ),
    }),
    Advice("columns.not_a_column", lambda: evaluate(TRUTH, 7), {
        "Pass a list": lambda: right(evaluate(TRUTH, ANSWERS)),
        "a numpy array": lambda: right(evaluate(np.array(TRUTH), np.array(ANSWERS))),
        "a pandas, polars or pyarrow column": lambda: all(
            right(evaluate(TRUTH, column))
            for column in (pd.Series(ANSWERS), pl.Series(ANSWERS), pl.Series(ANSWERS).to_arrow())
        ),
        "a column name together with data=": lambda: right(evaluate("truth", "answer", data=FRAME)),
    }),
    Advice("columns.wrong_dimensions", lambda: evaluate(TRUTH, np.array(ANSWERS).reshape(5, 1, 1)), {
        "Flatten it first, for instance with prediction.ravel().": lambda: right(
            evaluate(TRUTH, np.array(ANSWERS).reshape(5, 1, 1).ravel())
        ),
    }),
    Advice("columns.wrong_dimensions", lambda: evaluate(TRUTH, np.stack([[ANSWERS] * 3] * 2).transpose(2, 0, 1)), {
        "Pick one value per case first, for instance with prediction[:, 0, 0].": lambda: right(
            evaluate(TRUTH, np.stack([[ANSWERS] * 3] * 2).transpose(2, 0, 1)[:, 0, 0])
        ),
    }),
    Advice("columns.wrong_dimensions", lambda: _weighted(np.ones((5, 2))), {
        "Pick one value per case first, for instance with weight[:, 0].": lambda: _weighted(np.ones((5, 2))[:, 0]),
    }),
    Advice("columns.wrong_dimensions", lambda: outcomes(np.eye(3, dtype=int), np.eye(3, dtype=int)), {
        "Pick one value per case first, for instance with truth[:, 0].": lambda: (
            outcomes(np.eye(3, dtype=int)[:, 0], np.eye(3, dtype=int)[:, 0])["outcome"].to_list() == ["TP", "TN", "TN"]
        ),
    }),
    Advice("columns.wrong_dimensions", lambda: evaluate(np.ones((3, 0)), np.ones((3, 0)), task="regression"), {
        "Pass at least one column.": lambda: evaluate(np.ones((3, 1)), np.ones((3, 1)), task="regression").n == 3,
    }),
    Advice("columns.floats_as_labels", lambda: evaluate(TRUTH, SCORES), {
        "Pass scores or probabilities as score=": lambda: right(evaluate(TRUTH, score=SCORES)),
        "pass task='regression'": lambda: evaluate(TRUTH, SCORES, task="regression")["mae"].value > 0,
    }),
    Advice("columns.fractional_truth", lambda: evaluate([0.5, 1.5, 0.5], [0, 1, 1], task="multiclass"), {
        "Round": lambda: evaluate(np.round([0.4, 1.4, 0.4]), [0, 1, 1], task="multiclass").n == 3,
        "bin the column first":
            lambda: evaluate(np.digitize([0.5, 1.5, 0.5], [1]), [0, 1, 1], task="multiclass").n == 3,
        "pass task='regression'": lambda: evaluate([0.5, 1.5, 0.5], [0, 1, 1], task="regression")["mae"].value == 0.5,
    }),
    Advice("columns.unknown_column", lambda: evaluate("truht", "answer", data=FRAME), {
        "Did you mean 'truth'?": lambda: right(evaluate("truth", "answer", data=FRAME)),
    }),
    Advice("columns.unknown_column",
           lambda: command("evaluate", write("x.csv", CSV), "--truth", "truht", "--score", "p"), {
        "Did you mean 'truth'?": lambda: command("evaluate", write("x.csv", CSV), "--truth", "truth", "--score", "p"),
    }),
    Advice("columns.name_without_data", lambda: evaluate("truth", "answer"), {
        "Pass data= with a frame": lambda: right(evaluate("truth", "answer", data=FRAME)),
        "or a file path": lambda: right(evaluate("truth", "answer", data=write("x.csv", CSV))),
        "hand over the values themselves": lambda: right(evaluate(TRUTH, ANSWERS)),
    }),
    Advice("columns.column_with_data", lambda: evaluate(TRUTH, "answer", data=FRAME), {
        "Name the column": lambda: right(evaluate("truth", "answer", data=FRAME)),
        "leave out data= and pass the values": lambda: right(evaluate(TRUTH, FRAME["answer"])),
    }),
    Advice("columns.repeated_columns", lambda: evaluate("t", "p", data=_twice()), {
        "Rename them": lambda: evaluate("t", "p", data=_twice().set_axis(["t", "p", "q"], axis=1)).n == 2,
        "leave the others out": lambda: evaluate("t", "p", data=_twice().iloc[:, :2]).n == 2,
    }),
    Advice("columns.rows_elsewhere", lambda: outcome_of(elsewhere()), {
        "with data.compute()": lambda: outcome_of(elsewhere().compute()),
        "write them to a parquet file and pass its path.": lambda: outcome_of(stored(elsewhere())),
    }),
    Advice("columns.not_a_frame", lambda: evaluate("truth", "answer", data=tuple(HALVES_OF_FRAME)), {
        "on='id'": lambda: right(evaluate("truth", "answer", data=tuple(HALVES_OF_FRAME), on="id")),
    }),
    Advice("columns.not_a_frame", lambda: evaluate("t", "p", data=7), {
        "pandas, polars, pyarrow": lambda: all(
            right(evaluate("truth", "answer", data=frame)) for frame in (FRAME, FRAME.to_pandas(), FRAME.to_arrow())
        ),
        "a path to a csv, tsv, parquet, jsonl or arrow file": lambda: all(map(_from_file, _files())),
    }),
    Advice("columns.negative_weights", lambda: _weighted([1, -1, 1, 1, 1]), {
        "Correct": lambda: _weighted([1, 1, 1, 1, 1]),
        "drop those rows": lambda: evaluate(
            np.delete(TRUTH, 1), np.delete(ANSWERS, 1), weight=np.delete([1, -1, 1, 1, 1], 1)).n == 4,
    }),
    Advice("columns.infinite_weights", lambda: _weighted([1, np.inf, 1, 1, 1]), {
        "Correct": lambda: _weighted([1, 1, 1, 1, 1]),
        "drop those rows": lambda: evaluate(
            np.delete(TRUTH, 1), np.delete(ANSWERS, 1), weight=np.delete([1, np.inf, 1, 1, 1], 1)).n == 4,
    }),
    Advice("columns.zero_weights", lambda: _weighted([0, 0, 0, 0, 0]), {
        "At least one must be positive": lambda: evaluate(TRUTH, ANSWERS, weight=[0, 0, 0, 0, 1]),
    }),
]
ADVICE += [
    Advice("engines.pyarrow_missing", lambda: without("pyarrow", lambda: evaluate("t", "p", data=relation())), {}),
    Advice("columns.empty", lambda: evaluate([], []), {}),
    Advice("columns.nothing_left", lambda: evaluate([None, 1], [1, None], missing="drop"), {}),
]
# fmt: on
NO_ADVICE = {
    "engines.pyarrow_missing": "it says what to install, and the extra is in pyproject.toml",
    "columns.empty": "only the user knows which filter or file went wrong",
    "columns.nothing_left": "only the user knows which columns are meant",
}


def _twice() -> pd.DataFrame:
    return pd.DataFrame([[1, 1, 0], [0, 0, 1]], columns=["t", "p", "p"])


def _files() -> list[str]:
    FRAME.write_parquet("x.parquet")
    FRAME.write_ipc("x.arrow")
    FRAME.write_ndjson("x.jsonl")
    FRAME.write_csv("x.tsv", separator="\t")
    FRAME.write_csv("x.csv")
    return ["x.csv", "x.tsv", "x.parquet", "x.jsonl", "x.arrow"]


def _from_file(path: str) -> bool:
    return right(evaluate("truth", "answer", data=path))
