"""Calls that read files: streamed, lazy, side by side; the rows are those that other calls hold in memory."""

from __future__ import annotations

import polars as pl

from recordings.call import Calls
from recordings.data import FRAME, WHOLE
from recordings.public import compare, evaluate, outcomes, rank, write

CALLS = Calls("files")
FORMS = ("csv", "tsv", "parquet", "jsonl", "arrow")


def cases(form: str = "csv") -> str:
    """Write the cases into a file of this form."""
    return write(f"cases.{form}", FRAME)


def apart(form: str = "csv") -> tuple[str, str]:
    """Write truth and answers into two files."""
    return (write(f"truth.{form}", FRAME.select("truth", "price")),
            write(f"answers.{form}", FRAME.select("answer", "guess", "score")))  # fmt: skip


# fmt: off
for form in FORMS:
    CALLS.add(f"labels-{form}", lambda form=form: evaluate("truth", "answer", data=cases(form)), page=form == "csv")
CALLS.add("labels-in-memory", lambda: evaluate("truth", "answer", data=FRAME))
CALLS.add("labels-lazy", lambda: evaluate("truth", "answer", data=FRAME.lazy()))
CALLS.add("labels-weight", lambda: evaluate("word", "word_said", data=cases(), positive="ill", weight="weight"))
CALLS.add("labels-gaps-dropped", lambda: evaluate("truth", "gapped", data=cases(), missing="drop"))
CALLS.add("labels-side-by-side", lambda: evaluate("truth", "answer", data=apart()))
CALLS.add("multiclass-csv", lambda: evaluate("animal", "animal_said", data=cases()))
CALLS.add("multiclass-parquet-weight", lambda: evaluate(
    "animal", "animal_said", data=cases("parquet"), weight="weight", metrics=["accuracy", "f1_macro", "kappa"]))
CALLS.add("multilabel-csv", lambda: evaluate(["flag_a", "flag_b"], ["said_a", "said_b"], data=cases()))
CALLS.add("scores-csv", lambda: evaluate("truth", score="score", data=cases()), page=True)
CALLS.add("scores-jsonl-weight", lambda: evaluate("truth", score="score", data=cases("jsonl"), weight="weight"))
CALLS.add("scores-in-memory", lambda: evaluate("truth", score="score", data=FRAME))
CALLS.add("scores-lazy-threshold", lambda: evaluate("truth", score="margin", data=FRAME.lazy(), threshold=0.5))
CALLS.add("scores-several", lambda: evaluate(
    "animal", score={"bird": "p_bird", "cat": "p_cat", "dog": "p_dog"}, data=cases("parquet")))
CALLS.add("scores-side-by-side", lambda: evaluate("truth", score="score", data=apart("parquet")))
for form in FORMS:
    CALLS.add(f"regression-{form}", lambda form=form: evaluate(
        "price", "guess", data=cases(form)), page=form == "jsonl")
CALLS.add("regression-in-memory", lambda: evaluate("price", "guess", data=FRAME))
CALLS.add("regression-lazy", lambda: evaluate("price", "guess", data=FRAME.lazy(), metrics=["mae", "rmse", "r2"]))
CALLS.add("regression-weight", lambda: evaluate("price", "guess", data=cases(), weight="weight"))
CALLS.add("regression-ranges", lambda: evaluate(
    "price", "guess", data=cases("parquet"), lower="lower", upper="upper", coverage=0.9))
CALLS.add("regression-outputs", lambda: evaluate(["price", "second"], ["guess", "second_said"], data=cases()))
CALLS.add("regression-side-by-side", lambda: evaluate("price", "guess", data=apart()))
CALLS.add("many-integers-csv", lambda: evaluate("count", "counted", data=write("whole.csv", WHOLE)))
CALLS.add("many-integers-in-memory", lambda: evaluate("count", "counted", data=WHOLE))
CALLS.add("many-integral-floats", lambda: evaluate(
    "count", "counted", data=write("whole.parquet", WHOLE.cast(pl.Float64))))
CALLS.add("many-integers-lazy", lambda: evaluate("count", "counted", data=WHOLE.lazy(), metrics=["mae", "r2"]))
CALLS.add("compare-csv", lambda: compare("truth", prediction=["answer", "other"], data=cases()))
CALLS.add("compare-scores-parquet", lambda: compare(
    "truth", score={"ours": "score", "theirs": "rival"}, data=cases("parquet"), metrics=["roc_auc", "brier"]))
CALLS.add("compare-lazy", lambda: compare("price", prediction=["guess", "guess_other"], data=FRAME.lazy()))
CALLS.add("outcomes-csv", lambda: outcomes("word", "word_said", data=cases(), positive="ill"))
CALLS.add("rank-csv", lambda: rank(
    write("ranks.csv", "set,a,b\niris,0.9,0.8\nwine,0.8,0.7\nzoo,0.7,0.75\nglass,0.9,0.6\n")))
# fmt: on
