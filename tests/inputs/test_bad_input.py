"""Bad input gets one clear message that names the user's own things, and nothing else happens."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import assay
from assay.errors import AssayError, FileError, InputError, MetricError

evaluate = assay.evaluate
FRAME = pl.DataFrame({"churned": ["a", "b"], "answer": ["a", "b"], "w": [1.0, 2.0]})
TABLE = [[5, 1], [2, 7]]

CALLS = {
    "nothing at all": (lambda: evaluate(), "nothing to evaluate"),
    "truth alone": (lambda: evaluate([1, 0]), "`prediction` was not"),
    "prediction alone": (lambda: evaluate(prediction=[1, 0]), "`truth` was not"),
    "different lengths": (lambda: evaluate([1, 0, 1], [1, 0]), "`truth` has 3 rows but `prediction` has 2"),
    "weights of another length": (lambda: evaluate([1, 0], [1, 0], weight=[1]), "`weight` has 1"),
    "empty": (lambda: evaluate([], []), "`truth` has no rows"),
    "missing truth": (lambda: evaluate([1, np.nan, 0], [1, 0, 0]), "1 missing value (first at row 1"),
    "missing prediction": (lambda: evaluate([1, 0], [None, 0]), "`prediction` has 1 missing"),
    "missing weight": (lambda: evaluate([1, 0], [1, 0], weight=[1, np.nan]), "`weight` has 1 missing"),
    "all missing, dropped": (lambda: evaluate([None, None], [1, 0], missing="drop"), "none is left"),
    "unknown policy": (lambda: evaluate([1, 0], [1, 0], missing="ignore"), "'error' or 'drop'"),
    "mixed kinds": (lambda: evaluate([1, "1"], [1, 1]), "`truth` mixes"),
    "strings against numbers": (lambda: evaluate(["1", "0"], [1, 0]), "` mix "),
    "dates": (lambda: evaluate(np.array(["2024-01-01"], "M8[D]"), [1]), "`truth` holds"),
    "objects": (lambda: evaluate([object()], [1]), "Labels must be strings"),
    "unhashable": (lambda: evaluate([None, {"a": 1}], [1, 0]), "a dict"),
    "ragged": (lambda: evaluate([[1, 2], [3]], [1, 0]), "not a column of values"),
    "scores as labels": (lambda: evaluate([1, 0], [0.7, 0.2]), "score="),
    "fractional truth": (lambda: evaluate([1.5, 0.2], [1, 0], task="binary"), "cannot be classes"),
    "fractional truth, forced": (lambda: evaluate([1.5, 0.2], [1, 0], task="multiclass"), "cannot be classes"),
    "infinite labels": (lambda: evaluate([np.inf, 1.0], [1, 0]), "inf"),
    "identifiers": (lambda: evaluate([f"id{i}" for i in range(5000)], ["id0"] * 5000), "5,000 distinct labels"),
    "positive not present": (lambda: evaluate(["yes", "no"], ["no", "no"], positive="yess"), "Did you mean 'yes'"),
    "positive with three classes": (lambda: evaluate(list("abc"), list("abc"), positive="a"), "there are 3 labels"),
    "binary with three classes": (lambda: evaluate([1, 2, 3], [1, 2, 3], task="binary"), "there are 3 labels"),
    "unknown task": (lambda: evaluate([1, 0], [1, 0], task="binry"), "Did you mean 'binary'"),
    "undeclared label": (lambda: evaluate(["a", "x"], ["a", "a"], labels=["a", "b"]), "does not list"),
    "label declared twice": (lambda: evaluate(["a", "b"], ["a", "a"], labels=["a", "b", "a"]), "twice"),
    "negative weight": (lambda: evaluate([1, 0], [1, 0], weight=[1, -2]), "1 negative value (first at row 1"),
    "infinite weight": (lambda: evaluate([1, 0], [1, 0], weight=[1, np.inf]), "1 infinite value"),
    "zero weights": (lambda: evaluate([1, 0], [1, 0], weight=[0, 0]), "All weights"),
    "threshold without score": (
        lambda: evaluate([1, 0], [1, 0], threshold=0.5),
        "pass score= in the place of prediction=",
    ),
    "text weights": (lambda: evaluate([1, 0], [1, 0], weight=["a", "b"]), "which is not a number"),
    "not a column": (lambda: evaluate(3, [1, 0]), "not a column"),
    "three dimensions": (lambda: evaluate(np.zeros((2, 2, 2)), [1, 0]), "shape (2, 2, 2)"),
    "name without data": (lambda: evaluate("churned", "answer"), "no data="),
    "values with data": (lambda: evaluate([1, 0], "answer", data=FRAME), "must be a column name"),
    "unknown column": (lambda: evaluate("chruned", "answer", data=FRAME), "Did you mean 'churned'"),
    "not a frame": (lambda: evaluate("a", "b", data=3), "data= has the type int"),
    "indicator widths": (lambda: evaluate([[1, 0]], [[1, 0, 1]]), "2 columns but `prediction` has 3"),
    "indicator of scores": (lambda: evaluate([[1, 0]], [[0.5, 0]]), "holds 0.5"),
    "indicator labels": (lambda: evaluate([[1, 0]], [[1, 0]], labels=["a"]), "names 1 label but"),
    "indicator as binary": (lambda: evaluate([[1, 0]], [[1, 0]], task="binary"), "several columns"),
    "table without orientation": (lambda: evaluate(counts=TABLE, labels=["a", "b"]), "rows='truth'"),
    "table without labels": (lambda: evaluate(counts=TABLE, rows="truth"), "labels=[...]"),
    "table with wrong orientation": (lambda: evaluate(counts=TABLE, rows="columns"), "'truth' or 'prediction'"),
    "table not square": (lambda: evaluate(counts=[[1, 2, 3], [4, 5, 6]], rows="truth", labels=["a", "b"]), "square"),
    "negative counts": (lambda: evaluate(counts=[[1, -2], [4, 5]], rows="truth", labels=["a", "b"]), "holds -2"),
    "empty table": (lambda: evaluate(counts=[[0, 0], [0, 0]], rows="truth", labels=["a", "b"]), "adds up to 0"),
    "table with too few labels": (lambda: evaluate(counts=TABLE, rows="truth", labels=["a"]), "names 1 label but"),
    "table with equal labels": (lambda: evaluate(counts=TABLE, rows="truth", labels=["a", "a"]), "twice"),
    "named counts misspelt": (lambda: evaluate(counts={"tp": 1, "fp": 2, "fm": 3}), "'fm'"),
    "named counts lacking": (lambda: evaluate(counts={"tp": 1, "fp": 2}), "lacks 'fn'"),
    "named counts negative": (lambda: evaluate(counts={"tp": 1, "fp": -2, "fn": 1}), "holds -2"),
    "named counts as text": (lambda: evaluate(counts={"tp": "x", "fp": 2, "fn": 1}), "holds 'x'"),
    "not a table": (lambda: evaluate(counts="table"), "cannot be read as a table"),
    "large data set table": (
        lambda: evaluate(counts={"a": np.eye(3), "b": np.eye(3)}, rows="truth", labels=list("xyz")),
        "3 x 3",
    ),
    "counts and truth": (lambda: evaluate([1, 0], counts=TABLE), "truth= has no meaning"),
    "unknown metric": (lambda: evaluate([1, 0], [1, 0], metrics="recal"), "Did you mean 'recall'"),
    "no metrics": (lambda: evaluate([1, 0], [1, 0], metrics=[]), "asks for nothing"),
    "metric of another task": (lambda: evaluate(list("abc"), list("abc"), metrics="recall"), "'recall_macro'"),
    "metric without parameter": (lambda: evaluate([1, 0], [1, 0], metrics="f_beta"), "beta=..."),
    "cost without costs": (lambda: evaluate([1, 0], [1, 0], metrics="expected_cost"), "costs="),
    "costs of wrong shape": (lambda: evaluate([1, 0], [1, 0], costs=np.eye(3)), "must be 2 x 2"),
    "costs as text": (lambda: evaluate([1, 0], [1, 0], costs={"fp": "x"}), "holds 'x'"),
    "costs not finite": (lambda: evaluate([1, 0], [1, 0], costs=[[0, np.inf], [1, 0]]), "holds inf"),
    "level out of range": (lambda: evaluate([1, 0], [1, 0], level=95), "level=95"),
    "seed not whole": (lambda: evaluate([1, 0], [1, 0], seed=1.5), "seed=1.5"),
    "outcomes of several columns": (lambda: assay.outcomes([[1, 0]], [[1, 0]]), "has shape"),
}


@pytest.mark.parametrize(("call", "message"), CALLS.values(), ids=CALLS.keys())
def test_bad_input_gets_a_clear_message(call, message):
    with pytest.raises(AssayError) as caught:
        call()
    text = str(caught.value)
    assert message in text
    assert text.endswith((".", "?", ")"))
    assert "Traceback" not in text


def test_errors_are_also_the_builtin_kind_one_would_expect():
    with pytest.raises(ValueError, match="rows"):
        evaluate([1], [1, 0])
    with pytest.raises(KeyError):
        evaluate([1, 0], [1, 0], metrics="nonsense")
    with pytest.raises(OSError, match="no file"):
        evaluate("a", "b", data="/nowhere/at/all.csv")
    assert issubclass(FileError, InputError)
    assert issubclass(MetricError, AssayError)


def test_dropping_missing_cases_is_counted_in_the_notes():
    evaluation = evaluate([1, None, 0, 1], [1, 1, None, 1], weight=[1, 1, 1, 2], missing="drop")
    assert evaluation.n == 2
    assert any("2 cases were left out" in note.message for note in evaluation.notes)


def test_nothing_the_user_passed_is_changed():
    truth, said, weight = np.array([1.0, 0.0, 1.0]), np.array([1, 0, 0]), np.array([1.0, 2.0, 3.0])
    copies = truth.copy(), said.copy(), weight.copy()
    evaluate(truth, said, weight=weight)
    assert all(np.array_equal(before, after) for before, after in zip(copies, (truth, said, weight), strict=True))
