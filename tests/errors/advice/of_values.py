"""Advice about numbers: scores, predicted numbers and ranges, and what only looks like a number."""

from __future__ import annotations

import math

import numpy as np
import polars as pl

from advice.entries import Advice, command, write
from assay import evaluate

TRUTH, SCORES = [1, 1, 0, 0], [0.9, 0.4, 0.2, 0.1]
THREE = ["a", "b", "c", "a"]
TABLE = np.array([[0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.1, 0.2, 0.7], [0.6, 0.2, 0.2]])
COLUMNS = {"a": TABLE[:, 0], "b": TABLE[:, 1], "c": TABLE[:, 2]}
PRICES, GUESSES = [3.5, 0.5, 2.0, 7.0], [3.0, 0.0, 2.0, 8.0]
LOWER, UPPER = [2.0, 0.0, 1.0, 6.0], [4.0, 1.0, 3.0, 9.0]
IDENTIFIERS = list(range(200))


def scored(score, **options) -> bool:
    """Every score ranks the cases as it should."""
    return evaluate(TRUTH, score=score, **options)["roc_auc"].value == 1


def priced(prediction=GUESSES, **options) -> bool:
    """The mean absolute error is one half."""
    return evaluate(PRICES, prediction, **options)["mae"].value == 0.5


def cell(text: str, written: object) -> Advice:
    """A cell that is no number, and the number that its message says to write."""
    return Advice(
        "numbers.not_a_number",
        lambda: evaluate(PRICES, [*GUESSES[:3], text], task="regression"),
        {
            f"write {written}.": lambda: math.isfinite(
                evaluate(PRICES, [*GUESSES[:3], float(str(written))])["mae"].value
            )
        },
    )


# fmt: off
ADVICE = [
    *(cell(text, written) for text, written in (
        ("1,234.5", "1234.5"), ("1.234,5", "1234.5"), ("0,73", "0.73"), ("$5", "5"), ("5 €", "5"), ("12%", "0.12"),
        ("7,5 %", "0.075"), ("1 234", "1234"), ("1'234'567", "1234567"), ("$1,234.50", "1234.50"),
        ("-$5", "-5"), ("€ -1.234,5", "-1234.5"),
    )),
    Advice("numbers.not_a_number", lambda: scored([0.9, 0.4, "n/a", 0.1]), {
        "Leave such cells empty (None, NaN) and pass missing='drop'":
            lambda: scored([0.9, 0.4, None, 0.1], missing="drop") and scored([0.9, 0.4, math.nan, 0.1], missing="drop"),
        "fill them in": lambda: scored([0.9, 0.4, 0.2, 0.1]),
    }),
    Advice("numbers.not_a_number",
           lambda: command("evaluate", write("x.csv", "t,s\n1,0.9\n0,n/a\n0,0.2\n"), "--truth", "t", "--score", "s"), {
        "Leave such cells empty (None, NaN) and pass missing='drop'": lambda: command(
            "evaluate", write("x.csv", "t,s\n1,0.9\n0,\n0,0.2\n"), "--truth", "t", "--score", "s", "--missing", "drop"),
    }),
    Advice("numbers.not_a_number", lambda: scored(["0.9", "0.4", "0.2", "0.1"]), {
        "Convert the text to a number first.": lambda: scored([float(text) for text in ["0.9", "0.4", "0.2", "0.1"]]),
        "labels that it answered belong in prediction=": lambda: evaluate(TRUTH, prediction=[1, 1, 0, 0]).n == 4,
    }),
    Advice("numbers.not_a_number", lambda: scored([1j, 0, 0, 0]), {
        "Take the real part": lambda: scored(np.array([1 + 1j, 0.5, 0, 0]).real),
        "or the absolute value, first": lambda: scored(np.abs([1j, 0.5, 0, 0])),
    }),
    Advice("numbers.not_a_number", lambda: scored([[1], "x", 0, 0]), {
        "Convert the column first.": lambda: scored([1.0, 0.5, 0, 0]),
    }),
    Advice("numbers.not_a_number", lambda: evaluate(PRICES, ["high", 1, 2, 3]), {
        "Correct the value": lambda: priced(),
        "name another column":
            lambda: priced(pl.DataFrame({"wrong": ["high", "1", "2", "3"], "right": GUESSES})["right"]),
        "truth and predictions must both be labels":
            lambda: evaluate(["high", "low"], ["high", "low"], positive="low").n == 2,
    }),
    Advice("scores.infinite", lambda: scored([math.inf, 0.4, 0.2, 0.1]), {
        "Correct the model's output": lambda: scored(SCORES),
        "drop those rows": lambda: evaluate(TRUTH[1:], score=SCORES[1:])["roc_auc"].value == 1,
    }),
    Advice("scores.wrong_width", lambda: evaluate(THREE, score=TABLE[:, :2]), {
        "Add the missing columns.": lambda: evaluate(THREE, score=TABLE)["accuracy"].value == 1,
    }),
    Advice("scores.wrong_width", lambda: evaluate(["a", "b", "b", "a"], score=TABLE, positive="a"), {
        "Pass the columns of these two":
            lambda: evaluate(["a", "b", "b", "a"], score=TABLE[:, :2], positive="a").n == 4,
        "that of the positive class alone":
            lambda: evaluate(["a", "b", "b", "a"], score=TABLE[:, 0], positive="a").n == 4,
    }),
    Advice("scores.wrong_width", lambda: evaluate(THREE, score=np.column_stack([TABLE, TABLE[:, 0] * 0])), {
        "Name the columns with a mapping {label: column}":
            lambda: evaluate(THREE, score={**COLUMNS, "d": TABLE[:, 0] * 0})["accuracy"].value == 1,
        "declare every class, those without cases too, with labels=[...]": lambda: evaluate(
            THREE, score=np.column_stack([TABLE, TABLE[:, 0] * 0]), labels=["a", "b", "c", "d"])["accuracy"].value == 1,
    }),
    Advice("scores.unknown_class", lambda: scored({"one": SCORES}), {
        "Leave its column out.": lambda: scored({"1": SCORES}),
    }),
    Advice("scores.unknown_class",
           lambda: evaluate(["yes", "no"], score={"yes": [0.9, 0.1], "nope": [0.1, 0.9]}, positive="yes"), {
        "Did you mean 'no'?":
            lambda: evaluate(["yes", "no"], score={"yes": [0.9, 0.1], "no": [0.1, 0.9]}, positive="yes").n == 2,
        "Leave its column out.": lambda: evaluate(["yes", "no"], score={"yes": [0.9, 0.1]}, positive="yes").n == 2,
    }),
    Advice("scores.unknown_class",
           lambda: evaluate(THREE, score={**COLUMNS, "d": TABLE[:, 0]}, labels=["a", "b", "c"]), {
        "declare it with labels=['a', 'b', 'c', 'd']":
            lambda: evaluate(THREE, score={**COLUMNS, "d": 0 * TABLE[:, 0]}, labels=["a", "b", "c", "d"]).n == 4,
        "if not, leave its column out": lambda: evaluate(THREE, score=COLUMNS, labels=["a", "b", "c"]).n == 4,
    }),
    Advice("scores.missing_class", lambda: evaluate(THREE, score={"a": TABLE[:, 0], "b": TABLE[:, 1]}), {
        "Add it.": lambda: evaluate(THREE, score=COLUMNS)["accuracy"].value == 1,
    }),
    Advice("scores.one_column_for_several", lambda: evaluate(THREE, score=SCORES), {
        "Pass one column per class": lambda: evaluate(THREE, score=TABLE)["accuracy"].value == 1,
        "merge the classes": lambda: evaluate(["a", "b", "b", "a"], score=SCORES, positive="a").n == 4,
    }),
    Advice("scores.one_column_for_several",
           lambda: command("evaluate", write("x.csv", "t,p,q,r\na,.8,.1,.1\nb,.2,.7,.1\nc,.1,.1,.8\n"),
                           "--truth", "t", "--score", "p"), {
        "Pass one column per class": lambda: command(
            "evaluate", write("x.csv", "t,p,q,r\na,.8,.1,.1\nb,.2,.7,.1\nc,.1,.1,.8\n"), "--truth", "t",
            "--score", "a=p", "--score", "b=q", "--score", "c=r"),
    }),
    Advice("scores.bad_threshold", lambda: scored(SCORES, threshold="high"), {
        "A finite number was expected.": lambda: scored(SCORES, threshold=0.3),
    }),
    Advice("scores.threshold_for_several", lambda: evaluate(THREE, score=TABLE, threshold=0.5), {
        "Leave it out.": lambda: evaluate(THREE, score=TABLE)["accuracy"].value == 1,
    }),
    Advice("values.infinite", lambda: priced([math.inf, 0, 2, 8]), {
        "Correct the numbers": priced,
        "drop those rows": lambda: evaluate(PRICES[1:], GUESSES[1:])["mae"].value == 0.5,
    }),
    Advice("values.too_large", lambda: priced([10**400, 0, 2, 8]), {
        "Use a larger unit.": lambda: evaluate([value / 1000 for value in PRICES], [10**4 / 1000, 0, 2, 8]).n == 4,
    }),
    Advice("values.widths_differ", lambda: evaluate(TABLE, TABLE[:, :2]), {
        "Pick the columns that belong together.": lambda: evaluate(TABLE[:, :2], TABLE[:, :2])["mae"].value == 0,
    }),
    Advice("values.output_names", lambda: evaluate(TABLE, TABLE, labels=["x"], task="regression"), {
        "One name per output was expected, in order.":
            lambda: evaluate(TABLE, TABLE, labels=["x", "y", "z"], task="regression")["mae"].value == 0,
    }),
    Advice("values.half_a_range", lambda: evaluate(PRICES, lower=LOWER), {
        "Pass upper= as well": lambda: evaluate(PRICES, lower=LOWER, upper=UPPER).n == 4,
        "metrics='pinball(quantile=0.1)'":
            lambda: evaluate(PRICES, LOWER, metrics="pinball(quantile=0.1)")["pinball(quantile=0.1)"].n == 4,
        "pass this end as prediction=": lambda: evaluate(PRICES, prediction=LOWER, metrics="pinball(quantile=0.1)"),
    }),
    Advice("values.half_a_range", lambda: evaluate(PRICES, upper=UPPER), {
        "Pass lower= as well": lambda: evaluate(PRICES, lower=LOWER, upper=UPPER).n == 4,
        "metrics='pinball(quantile=0.9)'": lambda: evaluate(PRICES, UPPER, metrics="pinball(quantile=0.9)").n == 4,
    }),
    Advice("values.crossed", lambda: evaluate(PRICES, lower=UPPER, upper=LOWER), {
        "Swap": lambda: evaluate(PRICES, lower=LOWER, upper=UPPER).n == 4,
        "sort the two columns": lambda: evaluate(
            PRICES, lower=np.minimum(UPPER, LOWER), upper=np.maximum(UPPER, LOWER)).n == 4,
    }),
    Advice("values.score_for_regression", lambda: evaluate(PRICES, score=GUESSES), {
        "Pass predicted numbers as prediction=, which makes it a regression": lambda: priced(prediction=GUESSES),
        "labels as the truth": lambda: evaluate([1, 0, 0, 1], score=GUESSES).n == 4,
    }),
    Advice("values.score_for_regression", lambda: evaluate(IDENTIFIERS, score=IDENTIFIERS), {
        "Pass predicted numbers as prediction=, which makes it a regression":
            lambda: evaluate(IDENTIFIERS, prediction=IDENTIFIERS)["mae"].value == 0,
    }),
    Advice("values.bad_loss", lambda: evaluate(PRICES, GUESSES, metrics=lambda truth, prediction: [1.0]), {
        "must give one number per case": lambda: evaluate(
            PRICES, GUESSES, metrics=lambda truth, prediction: np.abs(truth - prediction)).n == 4,
    }),
]
# fmt: on
