"""Advice about cases that are to be listed."""

from __future__ import annotations

from advice.entries import Advice
from assay import evaluate, merge, rank, report

TRUTH, ANSWERS = [1, 1, 0, 0], [1, 0, 0, 0]
MASKS = [[[0, 1], [1, 1]], [[1, 0], [1, 1]]]
SCORES = {"a": [1.0, 2.0, 3.0, 4.0], "b": [2.0, 3.0, 4.0, 9.0]}

# fmt: off
ADVICE = [
    Advice("cases.no_cases", lambda: merge([evaluate(TRUTH, ANSWERS)] * 2).cases(), {
        "Call evaluate with the cases, and ask its result for .cases().":
            lambda: evaluate(TRUTH, ANSWERS).cases()["case"].to_list() == [1],
    }),
    Advice("cases.cases_not_listed", lambda: report(evaluate(MASKS, MASKS, task="segmentation"), "x.md", cases=2), {
        "Leave cases= out;": lambda: report(evaluate(MASKS, MASKS, task="segmentation"), "x.md").exists(),
    }),
    Advice("cases.bad_number_of_cases", lambda: evaluate(TRUTH, ANSWERS).cases(0), {
        "Ask for 20, say.": lambda: evaluate(TRUTH, ANSWERS).cases(20).height == 1,
    }),
    Advice("cases.not_case_by_case", lambda: report(rank(SCORES), "x.md", cases=3), {
        "pass the result of evaluate": lambda: report(evaluate(TRUTH, ANSWERS), "x.md", cases=3).exists(),
        "Or leave cases= out.": lambda: report(rank(SCORES), "x.md").exists(),
    }),
]
