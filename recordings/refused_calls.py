"""Calls of labels, scores, numbers and tables that are refused, each with its message."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import polars as pl

import assay
from recordings.call import Calls
from recordings.data import ANSWERS, CLASS_SCORES, CLASSES, FLAGS, FRAME, GUESSES, LOWER, PRICES, SCORES, TRUTH, UPPER
from recordings.public import compare, evaluate, outcomes, write

CALLS = Calls("refused")
SHORT, SAID = [1, 1, 0, 0, 1], [1, 0, 0, 0, 1]
CELLS = {"tp": 3, "fp": 1, "fn": 2, "tn": 4}
SQUARE = {"counts": [[4, 1], [2, 3]], "rows": "truth", "labels": ["no", "yes"], "positive": "yes"}
SHUFFLED = pd.Series(SHORT, index=[4, 3, 2, 1, 0])
MASKED = np.ma.array(SHORT, mask=[0, 1, 0, 0, 0])


def file(text: str = "t,p\n1,1\n0,\n0,0\n", name: str = "x.csv") -> str:
    """Write a small file."""
    return write(name, text)


# fmt: off
CALLS.add("nothing", lambda: evaluate())
CALLS.add("no-prediction", lambda: evaluate(SHORT))
CALLS.add("no-truth", lambda: evaluate(prediction=SHORT))
CALLS.add("lengths-differ", lambda: evaluate(SHORT, SAID[:4]))
CALLS.add("score-lengths-differ", lambda: evaluate(SHORT, score=[0.1, 0.2]))
CALLS.add("empty", lambda: evaluate([], []))
CALLS.add("gaps", lambda: evaluate(SHORT, [1, 0, None, 0, 1]))
CALLS.add("gaps-in-scores", lambda: evaluate(SHORT, score=[0.9, math.nan, 0.2, 0.1, 0.8]))
CALLS.add("gaps-in-numbers", lambda: evaluate([1.5, math.nan], [1.0, 2.0]))
CALLS.add("gaps-in-file", lambda: evaluate("t", "p", data=file()))
CALLS.add("gaps-masked", lambda: evaluate(MASKED, SAID))
CALLS.add("gaps-in-weight", lambda: evaluate(SHORT, SAID, weight=[1, None, 1, 1, 1]))
CALLS.add("only-gaps", lambda: evaluate([None, None], [1, 0], missing="drop"))
CALLS.add("missing-choice", lambda: evaluate(SHORT, SAID, missing="omit"))
CALLS.add("mixed-kinds", lambda: evaluate([1, "0", 1], [1, 0, 1]))
CALLS.add("other-kinds", lambda: evaluate(["yes", "no", "yes"], [1, 0, 0]))
CALLS.add("text-and-number", lambda: evaluate([1, 0, 1, 1], ["1", "0", "1", "0"]))
CALLS.add("strange-kind", lambda: evaluate([{"a"}, {"b"}], [{"a"}, {"b"}]))
CALLS.add("shuffled-index", lambda: evaluate(SHUFFLED, pd.Series(SAID)))
CALLS.add("other-index", lambda: evaluate(SHUFFLED.set_axis([*"vwxyz"]), pd.Series(SAID).set_axis([*"abcde"])))
CALLS.add("name-without-data", lambda: evaluate("truth", "answer"))
CALLS.add("unknown-column", lambda: evaluate("trut", "answer", data=FRAME))
CALLS.add("repeated-columns", lambda: evaluate(
    "t", "p", data=pd.DataFrame([[1, 1, 0], [0, 0, 1]], columns=["t", "p", "p"])))
CALLS.add("not-a-frame", lambda: evaluate("t", "p", data=7))
CALLS.add("not-a-column", lambda: evaluate(5, SAID))
CALLS.add("missing-file", lambda: evaluate("t", "p", data="nowhere.csv"))
CALLS.add("unknown-suffix", lambda: evaluate("t", "p", data=file(name="x.xlsx")))
CALLS.add("empty-file", lambda: evaluate("t", "p", data=file("")))
CALLS.add("files-of-other-lengths", lambda: evaluate(
    "t", "p", data=(file("t\n1\n0\n", "a.csv"), file("p\n1\n", "b.csv"))))
CALLS.add("weight-negative", lambda: evaluate(SHORT, SAID, weight=[1, -1, 1, 1, 1]))
CALLS.add("weight-infinite", lambda: evaluate(SHORT, SAID, weight=[1, math.inf, 1, 1, 1]))
CALLS.add("weight-all-zero", lambda: evaluate(SHORT, SAID, weight=[0] * 5))
CALLS.add("weight-length", lambda: evaluate(SHORT, SAID, weight=[1, 1]))
CALLS.add("weight-text", lambda: evaluate(SHORT, SAID, weight=["a", "b", "c", "d", "e"]))
CALLS.add("positive-unnamed", lambda: evaluate(["yes", "no"], ["yes", "yes"]))
CALLS.add("positive-absent", lambda: evaluate(["yes", "no"], ["yes", "yes"], positive="yess"))
CALLS.add("positive-of-several", lambda: evaluate(["a", "b", "c"], ["a", "b", "b"], positive="a"))
CALLS.add("unknown-task", lambda: evaluate(SHORT, SAID, task="binry"))
CALLS.add("task-binary-of-three", lambda: evaluate(["a", "b", "c"], ["a", "b", "b"], task="binary"))
CALLS.add("task-mismatch", lambda: evaluate(FLAGS, FLAGS, task="multiclass"))
CALLS.add("undeclared-labels", lambda: evaluate(["a", "b", "c"], ["a", "b", "b"], labels=["a", "b"]))
CALLS.add("repeated-labels", lambda: evaluate(["a", "b"], ["a", "b"], labels=["a", "b", "a"], positive="a"))
CALLS.add("labels-text", lambda: evaluate(["a", "b"], ["a", "b"], labels="ab", positive="a"))
CALLS.add("too-many-labels", lambda: evaluate(*[[f"id {n}" for n in range(5000)]] * 2))
CALLS.add("widths-differ", lambda: evaluate(FLAGS, FLAGS[:, :2]))
CALLS.add("not-an-indicator", lambda: evaluate(FLAGS, FLAGS * 0.3))
CALLS.add("fractions-as-labels", lambda: evaluate(SHORT, [0.2, 0.7, 0.1, 0.4, 0.9]))
CALLS.add("unknown-metric", lambda: evaluate(SHORT, SAID, metrics="recal"))
CALLS.add("wrong-metric", lambda: evaluate(SHORT, SAID, metrics="mae"))
CALLS.add("metric-not-here", lambda: evaluate(SHORT, SAID)["mae"])
CALLS.add("no-metrics", lambda: evaluate(SHORT, SAID, metrics=[]))
CALLS.add("metric-number", lambda: evaluate(SHORT, SAID, metrics=7))
CALLS.add("parameter-unnamed", lambda: evaluate(SHORT, SAID, metrics="f_beta(3)"))
CALLS.add("parameter-unknown", lambda: evaluate(SHORT, SAID, metrics="f_beta(bta=3)"))
CALLS.add("parameter-range", lambda: evaluate(SHORT, SAID, metrics="f_beta(beta=0)"))
CALLS.add("needs-costs", lambda: evaluate(SHORT, SAID, metrics="expected_cost"))
CALLS.add("level", lambda: evaluate(SHORT, SAID, level=95))
CALLS.add("seed", lambda: evaluate(SHORT, SAID, seed=-1))
CALLS.add("unknown-method", lambda: evaluate(SHORT, SAID, method="wilsn"))
CALLS.add("method-fits-nothing", lambda: evaluate(SHORT, SAID, method="wilson", metrics="mcc"))
CALLS.add("method-of-scores", lambda: evaluate(PRICES, GUESSES, method="delong"))
CALLS.add("method-of-labels", lambda: evaluate(PRICES, GUESSES, method="jackknife", metrics="mae"))
CALLS.add("threshold-of-labels", lambda: evaluate(SHORT, SAID, threshold=0.3))
CALLS.add("threshold-text", lambda: evaluate(TRUTH, score=SCORES, threshold="high"))
CALLS.add("threshold-of-classes", lambda: evaluate(CLASSES, score=CLASS_SCORES, threshold=0.5))
CALLS.add("threshold-beside-answers", lambda: evaluate(TRUTH, ANSWERS, score=SCORES, threshold=0.5))
CALLS.add("scores-infinite", lambda: evaluate(SHORT, score=[math.inf, 0.4, 0.2, 0.1, 0.3]))
CALLS.add("scores-text", lambda: evaluate(SHORT, score=["0.9", "0.4", "0.2", "n/a", "1"]))
CALLS.add("scores-width", lambda: evaluate(CLASSES, score=CLASS_SCORES[:, :2]))
CALLS.add("scores-one-column", lambda: evaluate(CLASSES, score=SCORES))
CALLS.add("scores-unknown-class", lambda: evaluate(SHORT, score={"one": [0.1] * 5}))
CALLS.add("scores-missing-class", lambda: evaluate(CLASSES, score={"cat": SCORES, "dog": SCORES}))
CALLS.add("scores-for-numbers", lambda: evaluate(PRICES, score=GUESSES))
CALLS.add("numbers-infinite", lambda: evaluate([1.5, 2.5], [math.inf, 1.0]))
CALLS.add("numbers-text", lambda: evaluate(PRICES[:3], ["high", 1, 2]))
CALLS.add("numbers-positive", lambda: evaluate(PRICES, GUESSES, positive=0.5))
CALLS.add("numbers-costs", lambda: evaluate(PRICES, GUESSES, costs={"fp": 1, "fn": 2}))
CALLS.add("half-a-range", lambda: evaluate(PRICES, lower=LOWER))
CALLS.add("crossed-ranges", lambda: evaluate(PRICES, lower=UPPER, upper=LOWER))
CALLS.add("coverage-range", lambda: evaluate(PRICES, GUESSES, lower=LOWER, upper=UPPER, coverage=90))
CALLS.add("coverage-alone", lambda: evaluate(PRICES, GUESSES, coverage=0.9))
CALLS.add("bad-loss", lambda: evaluate(PRICES, GUESSES, metrics=lambda truth, prediction: [1.0]))
CALLS.add("output-names", lambda: evaluate(np.ones((3, 2)) * 0.5, np.ones((3, 2)) * 0.5, labels=["x"]))
CALLS.add("counts-and-truth", lambda: evaluate(SHORT, SAID, counts=CELLS))
CALLS.add("counts-cell", lambda: evaluate(counts={"tp": 3, "fp": 1, "fm": 2}))
CALLS.add("counts-missing-cell", lambda: evaluate(counts={"tp": 3, "fp": 1}))
CALLS.add("counts-negative", lambda: evaluate(**SQUARE | {"counts": [[4, -1], [2, 3]]}))
CALLS.add("counts-not-square", lambda: evaluate(**SQUARE | {"counts": [[4, 1], [2, 3], [0, 0]]}))
CALLS.add("counts-empty", lambda: evaluate(**SQUARE | {"counts": [[0, 0], [0, 0]]}))
CALLS.add("counts-orientation", lambda: evaluate(counts=[[4, 1], [2, 3]], labels=["no", "yes"], positive="yes"))
CALLS.add("counts-without-labels", lambda: evaluate(counts=[[4, 1], [2, 3]], rows="truth", positive="yes"))
CALLS.add("counts-weight", lambda: evaluate(counts=CELLS, weight=[1]))
CALLS.add("counts-text", lambda: evaluate(counts="table"))
CALLS.add("costs-shape", lambda: evaluate(**SQUARE, costs=[[0, 1, 2], [1, 0, 2], [1, 2, 0]]))
CALLS.add("costs-cells", lambda: evaluate(counts=CELLS, costs={"fp": 1, "fm": 5}))
CALLS.add("costs-of-labels", lambda: evaluate(FLAGS, FLAGS, costs={"fp": 1, "fn": 5}))
CALLS.add("rows-of-cases", lambda: evaluate(SHORT, SAID, rows="truth"))
CALLS.add("boxes-of-labels", lambda: evaluate(SHORT, SAID, boxes="xyxy"))
CALLS.add("outcomes-fractions", lambda: outcomes(SHORT, [0.5] * 5))
CALLS.add("outcomes-gaps", lambda: outcomes(SHORT, [None, *SAID[1:]]))
CALLS.add("report-suffix", lambda: assay.report(evaluate(SHORT, SAID), "x.docx"))
CALLS.add("report-of-a-dict", lambda: assay.report({"accuracy": 1}, "x.md"))
CALLS.add("unknown-chart", lambda: evaluate(TRUTH, score=SCORES).plot("rok"))
CALLS.add("compare-frame-columns", lambda: compare("truth", prediction=["answer", "otter"], data=FRAME))
CALLS.add("lazy-unknown-column", lambda: evaluate("truth", "answr", data=FRAME.lazy()))
CALLS.add("lazy-gaps", lambda: evaluate("truth", "gapped", data=pl.LazyFrame(FRAME)))
# fmt: on
