"""Advice about labels, classes and tasks."""

from __future__ import annotations

import numpy as np

from advice.entries import Advice, command, write
from assay import evaluate

YES, SAID = ["yes", "no", "yes", "no"], ["yes", "no", "no", "no"]
THREE, THREE_SAID = ["a", "b", "c", "a"], ["a", "b", "b", "a"]
FLAGS, FLAGS_SAID = [[1, 0], [0, 1], [1, 1]], [[1, 0], [0, 1], [0, 1]]
CSV = "truth,answer\nyes,yes\nno,no\nyes,no\nno,no\n"
TWO_OF_THREE = {"a": "a", "b": "b", "c": "b"}


def merged(labels) -> list[str]:
    """Merge the classes b and c."""
    return [TWO_OF_THREE[label] for label in labels]


def right(result) -> bool:
    """Three of the four cases are right."""
    return result["accuracy"].value == 0.75


def yes(*arguments, **options) -> bool:
    """Judge the four cases."""
    return right(evaluate(YES, SAID, *arguments, **options))


# fmt: off
ADVICE = [
    Advice("labels.not_a_label", lambda: yes(positive=["yes"]), {
        "Pass such values.": lambda: yes(positive="yes"),
    }),
    Advice("labels.positive_unnamed", yes, {
        "Pass positive='yes'": lambda: yes(positive="yes"),
        "(or the other one)": lambda: yes(positive="no"),
    }),
    Advice("labels.positive_unnamed",
           lambda: command("evaluate", write("x.csv", CSV), "--truth", "truth", "--prediction", "answer"), {
        "positive='yes'": lambda: command(
            "evaluate", write("x.csv", CSV), "--truth", "truth", "--prediction", "answer", "--positive", "yes"),
    }),
    Advice("labels.positive_absent", lambda: yes(positive="yess"), {
        "Did you mean 'yes'?": lambda: yes(positive="yes"),
    }),
    Advice("labels.positive_absent", lambda: evaluate(["no", "no"], ["no", "no"], positive="yes"), {
        "declare it with labels=['no', 'yes']":
            lambda: evaluate(["no", "no"], ["no", "no"], positive="yes", labels=["no", "yes"])["accuracy"].value == 1,
    }),
    Advice("labels.positive_absent", lambda: evaluate(["no", "maybe"], ["no", "no"], positive="oui"), {
        "Pass one of them.": lambda: evaluate(["no", "maybe"], ["no", "no"], positive="maybe")["recall"].value == 0,
    }),
    Advice("labels.positive_absent",
           lambda: evaluate(counts={"tp": 1, "fp": 1, "fn": 0, "tn": 2}, labels=["bad", "good"], positive="nice"), {
        "Pass one of them.": lambda: right(
            evaluate(counts={"tp": 1, "fp": 1, "fn": 0, "tn": 2}, labels=["bad", "good"], positive="good")),
    }),
    Advice("labels.positive_without_binary", lambda: evaluate(THREE, THREE_SAID, positive="a"), {
        "Leave it out": lambda: right(evaluate(THREE, THREE_SAID)),
        "merge the classes first": lambda: evaluate(merged(THREE), merged(THREE_SAID), positive="a").n == 4,
    }),
    Advice("labels.positive_without_binary", lambda: evaluate(["Yes", "yes", "no"], ["yes"] * 3, positive="yes"), {
        "Write them alike first.":
            lambda: evaluate(["yes", "yes", "no"], ["yes"] * 3, positive="yes")["recall"].value == 1,
    }),
    Advice("labels.not_binary", lambda: evaluate(THREE, THREE_SAID, task="binary"), {
        "Leave task= out": lambda: right(evaluate(THREE, THREE_SAID)),
        "merge the classes into two first":
            lambda: evaluate(merged(THREE), merged(THREE_SAID), task="binary", positive="a")["recall"].value == 1,
    }),
    Advice("labels.undeclared_labels", lambda: evaluate(THREE, THREE_SAID, labels=["a", "b"]), {
        "Add the missing ones": lambda: right(evaluate(THREE, THREE_SAID, labels=["a", "b", "c"])),
        "correct the data": lambda: evaluate(merged(THREE), merged(THREE_SAID), labels=["a", "b"], positive="a").n == 4,
    }),
    Advice("labels.repeated_labels", lambda: yes(labels=["no", "yes", "no"], positive="yes"), {
        "Each class must stand there once.": lambda: yes(labels=["no", "yes"], positive="yes"),
    }),
    Advice("labels.too_many_labels", lambda: evaluate(*[[f"id {n}" for n in range(5000)]] * 2), {
        "merge rare classes": lambda: evaluate(*[[f"id {n % 9}" for n in range(5000)]] * 2)["accuracy"].value == 1,
    }),
    Advice("labels.unknown_task", lambda: yes(task="binry", positive="yes"), {
        "Did you mean 'binary'?": lambda: yes(task="binary", positive="yes"),
        "'multiclass'": lambda: yes(task="multiclass"),
    }),
    Advice("labels.task_mismatch", lambda: evaluate(FLAGS, FLAGS_SAID, task="multiclass"), {
        "Leave task= out": lambda: evaluate(FLAGS, FLAGS_SAID).task == "multilabel",
        "change the input to fit it": lambda: right(evaluate(THREE, THREE_SAID, task="multiclass")),
    }),
    Advice("labels.task_mismatch", lambda: evaluate(THREE, THREE_SAID, task="multilabel"), {
        "Leave task= out": lambda: right(evaluate(THREE, THREE_SAID)),
        "change the input to fit it": lambda: evaluate(FLAGS, FLAGS_SAID, task="multilabel").n == 3,
    }),
    Advice("labels.task_mismatch", lambda: evaluate(counts={"tp": 1, "fp": 1, "fn": 0, "tn": 2}, task="multiclass"), {
        "Leave task= out": lambda: right(evaluate(counts={"tp": 1, "fp": 1, "fn": 0, "tn": 2})),
        "change the input to fit it": lambda: right(
            evaluate(counts=[[2, 1], [0, 1]], rows="truth", labels=["n", "p"], task="multiclass")),
    }),
    Advice("labels.positive_without_classes", lambda: evaluate(FLAGS, FLAGS_SAID, positive=1), {
        "Leave it out.": lambda: evaluate(FLAGS, FLAGS_SAID).task == "multilabel",
    }),
    Advice("labels.not_a_list", lambda: yes(labels="yes", positive="yes"), {
        "A list of names was expected.": lambda: yes(labels=["no", "yes"], positive="yes"),
    }),
    Advice("labels.not_a_list", lambda: yes(metrics=7, positive="yes"), {
        "A list of names was expected.": lambda: yes(metrics=["accuracy", "f1"], positive="yes"),
    }),
    Advice("labels.widths_differ", lambda: evaluate(FLAGS, [[1, 0, 1], [0, 1, 0], [0, 1, 1]]), {
        "Align the columns first.": lambda: evaluate(FLAGS, np.array([[1, 0, 1], [0, 1, 0], [0, 1, 1]])[:, :2]).n == 3,
    }),
    Advice("labels.widths_differ", lambda: evaluate(FLAGS, score=[[0.1], [0.2], [0.3]]), {
        "Align the columns first.": lambda: evaluate(FLAGS, score=[[0.1, 0.2]] * 3).n == 3,
    }),
    Advice("labels.not_an_indicator", lambda: evaluate(FLAGS, [[0.2, 0.9], [0.3, 0.8], [0.9, 0.1]]), {
        "For scores pass score=": lambda: evaluate(FLAGS, score=[[0.2, 0.9], [0.3, 0.8], [0.9, 0.1]]).n == 3,
        "for one label per case pass one column": lambda: evaluate([1, 0, 1], [1, 0, 0]).n == 3,
        "for numbers to predict pass task='regression'":
            lambda: evaluate(FLAGS, [[0.2, 0.9], [0.3, 0.8], [0.9, 0.1]], task="regression").n == 3,
    }),
    Advice("labels.label_columns", lambda: evaluate(FLAGS, FLAGS_SAID, labels=["a"]), {
        "One name per column was expected, in order.": lambda: evaluate(FLAGS, FLAGS_SAID, labels=["a", "b"]).n == 3,
    }),
    Advice("labels.label_count", lambda: evaluate(counts=[[2, 1], [0, 1]], rows="truth", labels=["a"]), {
        "One name per class was expected, in the table's order.": lambda: right(
            evaluate(counts=[[2, 1], [0, 1]], rows="truth", labels=["a", "b"], positive="b")),
    }),
    Advice("labels.label_pair", lambda: evaluate(counts={"tp": 1, "fp": 1, "fn": 0, "tn": 2}, labels=["a"]), {
        "that of the negative class first": lambda: right(
            evaluate(counts={"tp": 1, "fp": 1, "fn": 0, "tn": 2}, labels=["bad", "good"])),
    }),
]
# fmt: on
