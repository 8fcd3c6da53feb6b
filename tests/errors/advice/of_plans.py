"""Advice about plans."""

from __future__ import annotations

from advice.entries import Advice
from assay import compare, evaluate, plan

TRUTH, ANSWERS = [1, 1, 0, 0] * 20, [1, 1, 0, 1] * 20
PRICES, GUESSES = [3.5, 0.5, 2.0, 7.0, 4.5, 6.0], [3.0, 0.1, 2.2, 8.0, 4.0, 6.7]
PILOT = evaluate(TRUTH, ANSWERS)
TWO = compare(TRUTH, prediction={"a": ANSWERS, "b": [1, 0, 0, 1] * 20}, metrics="precision")


# fmt: off
ADVICE = [
    Advice("plans.no_question", lambda: plan("accuracy"), {
        "width=0.05": lambda: plan("accuracy", width=0.05),
        "difference=0.02": lambda: plan("accuracy", difference=0.02, expect=0.9),
        "margin=0.02": lambda: plan("accuracy", margin=0.02, expect=0.9),
        "n=500": lambda: plan("accuracy", n=500),
    }),
    Advice("plans.two_questions", lambda: plan("accuracy", width=0.1, margin=0.1), {
        "leave one of them out": lambda: plan("accuracy", width=0.1),
    }),
    Advice("plans.bad_quantity", lambda: plan("accuracy", width=-1), {
        "Change it.": lambda: plan("accuracy", width=0.1),
    }),
    Advice("plans.needs", lambda: plan("mae", width=0.1), {
        "Give sd=": lambda: plan("mae", width=0.1, sd=1),
        "or a pilot with like=": lambda: plan("mae", width=0.5, like=evaluate(PRICES, GUESSES)),
    }),
    Advice("plans.needs_pilot", lambda: plan("f1", width=0.1), {
        "pass it with like=": lambda: plan("f1", width=0.1, like=PILOT),
    }),
    Advice("plans.not_for", lambda: plan("accuracy", width=0.1, sd=1), {
        "Leave it out.": lambda: plan("accuracy", width=0.1),
    }),
    Advice("plans.bad_pilot", lambda: plan("f1", width=0.1, like=[1]), {
        "Pass such a result": lambda: plan("f1", width=0.1, like=PILOT),
        "leave like= out": lambda: plan("accuracy", width=0.1),
    }),
    Advice("plans.pilot_without", lambda: plan("f_beta(beta=3)", width=0.1, like=PILOT), {
        "metrics=['f_beta(beta=3)']": lambda: plan(
            "f_beta(beta=3)", width=0.1, like=evaluate(TRUTH, ANSWERS, metrics=["f_beta(beta=3)"])),
    }),
    Advice("plans.disagreement_too_small", lambda: plan("accuracy", difference=0.2, disagreement=0.1), {
        "Change one of them.": lambda: plan("accuracy", difference=0.2, disagreement=0.3),
    }),
    Advice("plans.past_the_end", lambda: plan("accuracy", difference=0.9, expect=0.5), {
        "Change expect=": lambda: plan("accuracy", difference=0.9, expect=0.05),
        "difference=": lambda: plan("accuracy", difference=0.4, expect=0.5),
    }),
    Advice("plans.out_of_reach", lambda: plan("mae", width=1e-9, sd=1), {
        "Ask for a wider interval": lambda: plan("mae", width=0.1, sd=1),
        "a larger difference": lambda: plan("mae", difference=0.1, sd=1),
        "less power": lambda: plan("mae", difference=0.1, sd=1, power=0.6),
    }),
]
