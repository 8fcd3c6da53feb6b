"""Advice about arguments that have no meaning for what is judged."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from advice.entries import Advice
from assay import compare, evaluate, load, metrics

TRUTH, ANSWERS, SCORES = [1, 1, 0, 0], [1, 0, 0, 0], [0.9, 0.4, 0.2, 0.1]
PRICES, GUESSES, LOWER, UPPER = [3.5, 0.5, 2.0, 7.0], [3.0, 0.0, 2.0, 8.0], [2, 0, 1, 6], [4, 1, 3, 9]
HALVES = [0.5, 1.5, 0.5, 1.5]
RANGES = {"lower": LOWER, "upper": UPPER}
BOXES = [{"boxes": [[0, 0, 4, 4]], "labels": ["cat"], "scores": [0.9]}]
MASKS = [[[0, 1], [1, 1]]]


def texts(values) -> list[str]:
    """Write every label as a string."""
    return [str(value) for value in values]


# fmt: off
ADVICE = [
    Advice("arguments.meaningless", lambda: evaluate(HALVES, HALVES, positive=0.5), {
        "Leave it out.": lambda: evaluate(HALVES, HALVES)["mae"].value == 0,
        "If the truth holds labels, convert truth and predictions to strings.":
            lambda: evaluate(texts(HALVES), texts(HALVES), positive="0.5")["recall"].value == 1,
    }),
    Advice("arguments.meaningless", lambda: evaluate(HALVES, HALVES, costs=[[0, 1], [5, 0]]), {
        "Leave it out.": lambda: evaluate(HALVES, HALVES)["mae"].value == 0,
        "If the truth holds labels, convert truth and predictions to strings.": lambda: evaluate(
            texts(HALVES), texts(HALVES), positive="0.5", costs=[[0, 1], [5, 0]])["expected_cost"].value == 0,
    }),
    Advice("arguments.meaningless", lambda: evaluate(PRICES, score=GUESSES, task="regression"), {
        "Predicted numbers are passed as prediction=.": lambda: evaluate(PRICES, prediction=GUESSES, task="regression"),
    }),
    Advice("arguments.meaningless", lambda: evaluate(TRUTH, ANSWERS, threshold=0.3), {
        "pass score= in the place of prediction=":
            lambda: evaluate(TRUTH, score=SCORES, threshold=0.3)["f1"].value == 1,
        "leave it out": lambda: evaluate(TRUTH, ANSWERS)["accuracy"].value == 0.75,
    }),
    Advice("arguments.meaningless", lambda: evaluate(PRICES, GUESSES, threshold=2, task="regression"), {
        "Leave it out.": lambda: evaluate(PRICES, GUESSES, task="regression")["mae"].value == 0.5,
    }),
    Advice("arguments.meaningless", lambda: evaluate(TRUTH, ANSWERS, task="binary", **RANGES), {
        "pass task='regression' if the truth holds numbers":
            lambda: evaluate(TRUTH, ANSWERS, task="regression", **RANGES),
    }),
    Advice("arguments.meaningless", lambda: evaluate(TRUTH, score=SCORES, **RANGES), {
        "leave them out": lambda: evaluate(TRUTH, score=SCORES)["roc_auc"].value == 1,
        "pass prediction= in the place of score=": lambda: evaluate(TRUTH, prediction=SCORES, **RANGES)["mae"].n == 4,
    }),
    Advice("arguments.meaningless", lambda: evaluate(BOXES, BOXES, boxes="xyxy"), {
        "leave it out, or say task='detection'": lambda: evaluate(BOXES, BOXES, boxes="xyxy", task="detection").n == 1,
    }),
    Advice("arguments.meaningless", lambda: evaluate(TRUTH, ANSWERS, boxes="xyxy"), {
        "leave it out": lambda: evaluate(TRUTH, ANSWERS)["accuracy"].value == 0.75,
    }),
    *(Advice("arguments.meaningless", lambda wrong=wrong, right=right: evaluate(*right[0], **right[1], **wrong), {
        "Leave it out.": lambda right=right: evaluate(*right[0], **right[1]).n > 0,
    }) for wrong, right in (
        ({"weight": [1]}, ((), {"counts": {"tp": 3, "fp": 1, "fn": 1}})),
        ({"weight": [1]}, ((BOXES, BOXES), {"task": "detection"})),
        ({"positive": 1}, ((MASKS, MASKS), {"task": "segmentation"})),
        ({"score": [1]}, ((["a b"], ["a b"]), {"task": "text"})),
        ({"coverage": 0.9}, ((TRUTH,), {"score": SCORES})),
        ({"rows": "truth"}, ((TRUTH, ANSWERS), {})),
    )),
    Advice("arguments.always_paired", lambda: compare(
            MASKS, prediction={"a": MASKS, "b": MASKS}, task="segmentation", paired=False), {
        "Leave it out.": lambda: compare(MASKS, prediction={"a": MASKS, "b": MASKS}, task="segmentation").paired,
    }),
    Advice("arguments.coverage_range", lambda: evaluate(PRICES, GUESSES, **RANGES, coverage=90), {
        "such as 0.9": lambda: evaluate(PRICES, GUESSES, **RANGES, coverage=0.9)["mae"].value == 0.5,
    }),
    Advice("arguments.coverage_without_ranges", lambda: evaluate(PRICES, GUESSES, coverage=0.9), {
        "Pass lower= and upper= as well.":
            lambda: evaluate(PRICES, GUESSES, **RANGES, coverage=0.9)["mae"].value == 0.5,
    }),
    Advice("arguments.not_text", lambda: evaluate(TRUTH, ANSWERS, task=["binary"]), {
        "A name, as text": lambda: evaluate(TRUTH, ANSWERS, task="binary")["accuracy"].value == 0.75,
    }),
    Advice("arguments.not_a_path", lambda: load(3), {
        "as text or as a pathlib.Path.":
            lambda: load(Path(evaluate(TRUTH, ANSWERS).save("site.json")))["accuracy"].value == 0.75,
    }),
    Advice("arguments.wrong_kind", lambda: metrics.recall({"tp": 6, "fp": 2, "fn": 2}), {
        "Make one first (assay.metrics.BinaryCounts":
            lambda: metrics.recall(metrics.BinaryCounts(tp=6, fp=2, fn=2)) == 0.75,
        "pass plain columns to assay.evaluate": lambda: evaluate(TRUTH, ANSWERS)["recall"].value == 0.5,
    }),
    Advice("arguments.unknown_argument", lambda: evaluate(TRUTH, ANSWERS, pos_label=1), {
        "It is called `positive` here.": lambda: evaluate(TRUTH, ANSWERS, positive=1)["accuracy"].value == 0.75,
    }),
    Advice("arguments.too_many_in_place", lambda: compare(TRUTH, ANSWERS, ANSWERS), {
        "Name the others: prediction=": lambda: compare(TRUTH, prediction={"a": ANSWERS, "b": TRUTH}).paired,
    }),
    Advice("arguments.given_twice", lambda: evaluate(TRUTH, ANSWERS, truth=TRUTH), {
        "Leave one of them out.": lambda: evaluate(TRUTH, ANSWERS)["accuracy"].value == 0.75,
    }),
    Advice("arguments.not_given", lambda: metrics.recall(), {
        "Pass counts=.": lambda: metrics.recall(counts=metrics.BinaryCounts(tp=6, fp=2, fn=2)) == 0.75,
    }),
    Advice("arguments.not_held", lambda: metrics.interval_coverage(metrics.Residuals.of(PRICES, GUESSES)), {
        "Pass cases that have it.": lambda: metrics.interval_coverage(replace(
            metrics.Residuals.of(PRICES, GUESSES), lower=np.array([LOWER]).T, upper=np.array([UPPER]).T)) == 1,
    }),
]
# fmt: on
