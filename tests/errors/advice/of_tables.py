"""Advice about ready-made confusion tables and cost matrices."""

from __future__ import annotations

import numpy as np
import pandas as pd

from advice.entries import Advice
from assay import compare, evaluate

CELLS = {"tp": 3, "fp": 1, "fn": 2, "tn": 4}
SQUARE = [[4, 1], [2, 3]]
NAMED = {"rows": "truth", "labels": ["no", "yes"], "positive": "yes"}
THREE = {"rows": "truth", "labels": ["a", "b", "c"]}
FLAGS = np.array([[1, 0], [0, 1], [1, 1]])


def right(counts, **options) -> bool:
    """Seven of ten cases are right, and the table is not read the wrong way round."""
    found = evaluate(counts=counts, **options)
    return found["accuracy"].value == 0.7 and ("recall" not in found or found["recall"].value == 0.6)


def frame(index, columns) -> pd.DataFrame:
    return pd.DataFrame(SQUARE, index=index, columns=columns)


def priced(**options):
    """Compare models whose scores lie beyond 0 and 1 by what their mistakes cost."""
    return compare([1, 0, 1, 0], score={"a": [3, 1, 4, 2], "b": [1, 3, 4, 2]}, **options)


# fmt: off
ADVICE = [
    Advice("tables.costs_need_labels", lambda: priced(costs={"fn": 5}), {
        "Pass threshold=": lambda: priced(costs={"fn": 5}, threshold=2.5)["expected_cost"].models["a"].value == 0,
        "or leave costs= out": lambda: priced(),
    }),
    Advice("tables.orientation_missing", lambda: right(SQUARE, labels=["no", "yes"], positive="yes"), {
        "rows='truth'": lambda: right(SQUARE, **NAMED),
        "rows='prediction'": lambda: right(np.transpose(SQUARE), **(NAMED | {"rows": "prediction"})),
    }),
    Advice("tables.orientation_unknown", lambda: right(SQUARE, **(NAMED | {"rows": "columns"})), {
        "'truth'": lambda: right(SQUARE, **NAMED),
        "'prediction'": lambda: right(np.transpose(SQUARE), **(NAMED | {"rows": "prediction"})),
    }),
    Advice("tables.labels_missing", lambda: right(SQUARE, rows="truth", positive="yes"), {
        "Pass labels=[...] in the order of the rows.": lambda: right(SQUARE, **NAMED),
    }),
    Advice("tables.not_square", lambda: right([[4, 1], [2, 3], [0, 0]], **NAMED), {
        "Add the classes that are missing on one side, with zeros.":
            lambda: right([[4, 1, 0], [2, 3, 0], [0, 0, 0]], **THREE),
    }),
    Advice("tables.bad_cells", lambda: right([[4, -1], [2, 3]], **NAMED), {
        "Correct the table first.": lambda: right(SQUARE, **NAMED),
    }),
    Advice("tables.bad_cells", lambda: right(CELLS | {"tp": "three"}), {
        "Correct the table first.": lambda: right(CELLS),
    }),
    Advice("tables.empty_table", lambda: right([[0, 0], [0, 0]], **NAMED), {
        "At least one case is needed": lambda: evaluate(counts=[[0, 1], [0, 0]], **NAMED)["accuracy"].value == 0,
    }),
    Advice("tables.unknown_cells", lambda: right({"tp": 3, "fp": 1, "fm": 2}), {
        "Named counts are 'tp', 'fp', 'fn' and, if known, 'tn'.": lambda: right(CELLS),
        "For several data sets pass {name: table}.": lambda: evaluate(counts={"first": CELLS, "second": CELLS}),
    }),
    Advice("tables.missing_cells", lambda: right({"tp": 3, "fp": 1}), {
        "Add them.": lambda: right(CELLS),
        "only 'tn' may be left out": lambda: evaluate(counts={"tp": 3, "fp": 1, "fn": 2})["recall"].value == 0.6,
    }),
    Advice("tables.not_a_table", lambda: right("table"), {
        "Pass a K x K table with labels= and rows=": lambda: right(SQUARE, **NAMED),
        "{'tp':, 'fp':, 'fn':, 'tn':}": lambda: right(CELLS),
        "{data set: table}": lambda: evaluate(counts={"first": CELLS, "second": CELLS}),
    }),
    Advice("tables.names_differ", lambda: right(frame(["yes", "no"], ["no", "yes"]), rows="truth", positive="yes"), {
        "Reorder the table first.": lambda: evaluate(counts=frame(["yes", "no"], ["no", "yes"]).loc[["no", "yes"]],
                                                     rows="truth", positive="yes")["accuracy"].value == 0.3,
    }),
    Advice("tables.labels_reordered",
           lambda: right(frame(["no", "yes"], ["no", "yes"]), **(NAMED | {"labels": ["yes", "no"]})), {
        "Leave labels= out": lambda: right(frame(["no", "yes"], ["no", "yes"]), rows="truth", positive="yes"),
        "name them in the order of the columns": lambda: right(frame(["no", "yes"], ["no", "yes"]), **NAMED),
    }),
    Advice("tables.large_data_set_table", lambda: evaluate(counts={"x": np.eye(3), "y": np.eye(3)}, **THREE), {
        "{'tp':, 'fp':, 'fn':, 'tn':} or 2 x 2": lambda: evaluate(counts={"x": CELLS, "y": CELLS}),
        "Evaluate each table on its own": lambda: evaluate(counts=np.eye(3), **THREE)["accuracy"].value == 1,
        "add them up first": lambda: evaluate(counts=np.eye(3) + np.eye(3), **THREE).n == 6,
    }),
    Advice("tables.in_data_set", lambda: evaluate(counts={"x": CELLS, "y": {"tp": 3}}), {
        "Add them.": lambda: evaluate(counts={"x": CELLS, "y": CELLS}),
    }),
    Advice("tables.cost_twice", lambda: right(SQUARE, **NAMED, costs={"fp": 1, "FP": 2}), {
        "Give each of 'tp', 'fp', 'fn' and 'tn' one cost": lambda: evaluate(
            counts=SQUARE, **NAMED, costs={"FP": 2}),
    }),
    Advice("tables.costs_shape", lambda: right(SQUARE, **NAMED, costs=[[0, 1, 2], [1, 0, 2], [1, 2, 0]]), {
        "It must be 2 x 2, rows truth, columns prediction":
            lambda: evaluate(counts=SQUARE, **NAMED, costs=[[0, 1], [5, 0]])["expected_cost"].value == 1.1,
        "{'fp': cost, 'fn': cost} for two classes":
            lambda: evaluate(counts=SQUARE, **NAMED, costs={"fp": 1, "fn": 5})["expected_cost"].value == 1.1,
    }),
    Advice("tables.costs_unknown_cells", lambda: right(CELLS, costs={"fp": 1, "fm": 5}), {
        "The cells of two classes are 'tp', 'fp', 'fn' and 'tn'. Correct the names.":
            lambda: evaluate(counts=CELLS, costs={"fp": 1, "fn": 5, "tp": 0, "tn": 0})["expected_cost"].value == 1.1,
    }),
    Advice("tables.costs_without_positive", lambda: evaluate(counts=np.eye(3), **THREE, costs={"fp": 1, "fn": 5}), {
        "Pass a 3 x 3 matrix, rows truth, columns prediction, in the order of the labels.":
            lambda: evaluate(counts=np.eye(3), **THREE, costs=1 - np.eye(3))["expected_cost"].value == 0,
    }),
    Advice("tables.costs_not_numbers", lambda: right(CELLS, costs=[[0, "one"], [5, 0]]), {
        "Correct the matrix first.":
            lambda: evaluate(counts=CELLS, costs=[[0, 1], [5, 0]])["expected_cost"].value == 1.1,
    }),
    Advice("tables.costs_need_classes", lambda: evaluate(FLAGS, FLAGS, costs={"fp": 1, "fn": 5}), {
        "Leave costs= out": lambda: evaluate(FLAGS, FLAGS).n == 3,
        "evaluate each label": lambda: [
            evaluate(FLAGS[:, place], FLAGS[:, place], costs={"fp": 1, "fn": 5}) for place in (0, 1)],
    }),
    Advice("tables.costs_need_classes", lambda: evaluate(counts={"x": CELLS, "y": CELLS}, costs={"fp": 1, "fn": 5}), {
        "data set on its own": lambda: evaluate(counts=CELLS, costs={"fp": 1, "fn": 5})["expected_cost"].value == 1.1,
    }),
]
# fmt: on
