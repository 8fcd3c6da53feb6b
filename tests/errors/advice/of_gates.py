"""Advice about requirements."""

from __future__ import annotations

import numpy as np
import polars as pl
from sklearn.dummy import DummyClassifier

from advice.entries import Advice
from assay import compare, evaluate, gate, rank, stats, validate

TRUTH = [1, 1, 0, 0] * 20
ANSWERS = [1, 1, 0, 1] * 20
SITES = ["north", "south"] * 40
MODELS = {"new": ANSWERS, "old": [1, 0, 0, 1] * 20}


def judged(require, **options) -> bool:
    """Hold an evaluation against a requirement; it can be read and judged."""
    return bool(gate(evaluate(TRUTH, ANSWERS, **options), require).requirements)


def compared(require, **options) -> bool:
    """Hold a comparison of two models against a requirement."""
    return bool(gate(compare(TRUTH, prediction=MODELS, **options), require).requirements)


def three(require, **options) -> bool:
    """Hold a comparison of three models against a requirement."""
    models = {**MODELS, "other": list(np.roll(ANSWERS, 1))}
    return bool(gate(compare(TRUTH, prediction=models, metrics="accuracy", **options), require).requirements)


def fitted(require) -> bool:
    """Hold a validation of two models against a requirement."""
    models = {"a": DummyClassifier(), "b": DummyClassifier(strategy="prior")}
    made = validate(models, np.zeros((80, 1)), TRUTH, scheme="4-fold", metrics="accuracy", by={"site": SITES})
    return bool(gate(made, require).requirements)


# fmt: off
ADVICE = [
    Advice("gates.misread", lambda: judged("recal >= 0.8"), {
        "Did you mean: recall >= 0.8": lambda: judged("recall >= 0.8"),
    }),
    Advice("gates.misread", lambda: judged("recall for 0.8 site"), {
        "Requirements look like recall >= 0.8": lambda: judged("recall >= 0.8"),
        "new no worse than old by 0.01 in recall":
            lambda: compared("new no worse than old by 0.01 in recall", metrics="recall"),
    }),
    Advice("gates.folds_by_slices", lambda: fitted("a better than b in accuracy in every site"), {
        "Ask for the difference in all cases": lambda: fitted("a better than b in accuracy"),
        "'recall of new >= 0.6 in every region'": lambda: fitted("recall of a >= 0.6 in every site"),
    }),
    Advice("gates.no_requirements", lambda: judged([]), {"such as 'recall >= 0.8'": lambda: judged("recall >= 0.8")}),
    Advice("gates.not_a_requirement", lambda: judged([0.8]), {
        "such as 'recall >= 0.8'": lambda: judged(["recall >= 0.8"]),
    }),
    Advice("gates.bad_unclear", lambda: gate(evaluate(TRUTH, ANSWERS), "f1 > 0.5", unclear="maybe"), {
        "'fail'": lambda: gate(evaluate(TRUTH, ANSWERS), "f1 > 0.5", unclear="fail").unclear == "fail",
        "'pass'": lambda: gate(evaluate(TRUTH, ANSWERS), "f1 > 0.5", unclear="pass").unclear == "pass",
    }),
    Advice("gates.not_gated", lambda: gate(rank([[1, 2], [3, 4], [2, 3]]), "accuracy > 0.5"), {
        "Pass what evaluate, compare or validate returned.": lambda: judged("accuracy > 0.5"),
    }),
    Advice("gates.not_gated", lambda: gate(stats.wilson(3, 10), "accuracy > 0.5"), {
        "Pass what evaluate, compare or validate returned.": lambda: judged("accuracy > 0.5"),
    }),
    Advice("gates.out_of_reach", lambda: judged("recall >= 80"), {
        "Write shares as 0.8": lambda: judged("recall >= 0.8"),
        "as 80%": lambda: judged("recall >= 80%"),
    }),
    Advice("gates.out_of_reach", lambda: judged("likelihood_ratio_positive >= -1"), {
        "Change the bound.": lambda: judged("likelihood_ratio_positive >= 1"),
    }),
    Advice("gates.which_model", lambda: compared("recall >= 0.8", metrics="recall"), {
        "'recall of new >= 0.8'": lambda: compared("recall of new >= 0.8", metrics="recall"),
        "'new better than old in recall'": lambda: compared("new better than old in recall", metrics="recall"),
    }),
    Advice("gates.unknown_of", lambda: compared("accuracy of nwe >= 0.8"), {
        "Did you mean 'new'?": lambda: compared("accuracy of new >= 0.8"),
    }),
    Advice("gates.needs_models", lambda: judged("new better than old in recall"), {
        "Compare them": lambda: compared("new better than old in recall", metrics="recall"),
        "ask for a bound, such as 'recall >= 0.8'": lambda: judged("recall >= 0.8"),
    }),
    Advice("gates.unknown_slices", lambda: judged("recall >= 0.8 in every site"), {
        "Cut the cases by that column with by='site'.": lambda: gate(
            evaluate("t", "p", data=pl.DataFrame({"t": TRUTH, "p": ANSWERS, "site": SITES}), by="site"),
            "recall >= 0.8 in every site").requirements[0].parts != (),
    }),
    Advice("gates.no_direction", lambda: compared("new better than old in predicted_positive_rate",
                                                  metrics="predicted_positive_rate"), {
        "new within 0.01 of old in": lambda: compared(
            "new within 0.01 of old in predicted_positive_rate", metrics="predicted_positive_rate"),
    }),
    Advice("gates.margin_out_of_reach", lambda: compared("new no worse than old by 2 in recall", metrics="recall"), {
        "as 0.02": lambda: compared("new no worse than old by 0.02 in recall", metrics="recall"),
        "or as 2%": lambda: compared("new no worse than old by 2% in recall", metrics="recall"),
    }),
    Advice("gates.no_pair", lambda: three("old better than other in accuracy", control="new"), {
        "Leave control= out": lambda: three("old better than other in accuracy"),
        "name one of the two as the control": lambda: three("old better than other in accuracy", control="old"),
    }),
]
