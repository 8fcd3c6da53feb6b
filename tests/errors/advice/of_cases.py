"""Advice about cases that are to be listed."""

from __future__ import annotations

from unittest import mock

import polars as pl

from advice.entries import Advice
from assay import evaluate, merge, rank, report

TRUTH, ANSWERS = [1, 1, 0, 0], [1, 0, 0, 0]
BEYOND = [-2.0, 3.0, 7.0]
SCORES = {"a": [1.0, 2.0, 3.0, 4.0], "b": [2.0, 3.0, 4.0, 9.0]}

TABLE = pl.DataFrame({"id": [1, 2, 3, 4], "truth": TRUTH, "answer": ANSWERS})


def too_many() -> None:
    """Keep four cases where three are the most."""
    with mock.patch("assay.pipelines.keyed_cases.MOST", 3):
        evaluate("truth", "answer", data=TABLE).save("x.json", key="id")


# fmt: off
ADVICE = [
    Advice("cases.no_cases", lambda: merge([evaluate(TRUTH, ANSWERS)] * 2).cases(), {
        "Call evaluate with the cases, and ask its result for .cases().":
            lambda: evaluate(TRUTH, ANSWERS).cases()["case"].to_list() == [1],
    }),
    Advice("cases.cases_not_listed", lambda: report(evaluate([1, 1, 1], score=BEYOND), "x.md", cases=2), {
        "Leave cases= out;": lambda: report(evaluate([1, 1, 1], score=BEYOND), "x.md").exists(),
    }),
    Advice("cases.bad_number_of_cases", lambda: evaluate(TRUTH, ANSWERS).cases(0), {
        "Ask for 20, say.": lambda: evaluate(TRUTH, ANSWERS).cases(20).height == 1,
    }),
    Advice("cases.not_case_by_case", lambda: report(rank(SCORES), "x.md", cases=3), {
        "pass the result of evaluate, compare or validate":
            lambda: report(evaluate(TRUTH, ANSWERS), "x.md", cases=3).exists(),
        "Or leave cases= out.": lambda: report(rank(SCORES), "x.md").exists(),
    }),
    Advice("cases.no_keyed_cases", lambda: evaluate(TRUTH, ANSWERS).save("x.json", key="id"), {
        "Judge one table with evaluate('truth', 'answer', data=table)":
            lambda: evaluate("truth", "answer", data=TABLE).save("x.json", key="id").exists(),
        "or leave key= out.": lambda: evaluate(TRUTH, ANSWERS).save("x.json").exists(),
    }),
    Advice("cases.key_beside_smallest",
           lambda: evaluate("truth", "answer", data=TABLE).save("x.json", smallest=5, key="id"), {
        "Leave out one of the two.": lambda: evaluate("truth", "answer", data=TABLE).save("x.json", key="id").exists(),
    }),
    Advice("cases.too_many_keyed", too_many, {
        "Leave key= out": lambda: evaluate("truth", "answer", data=TABLE).save("x.json").exists(),
    }),
]
