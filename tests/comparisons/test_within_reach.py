"""Where so few units differ that no way to swap them reaches the level, a note says so, and p keeps its floor."""

from __future__ import annotations

import numpy as np
import pytest

import assay

TRUTH = [0, 1] * 15
THREE = [1 - value if place < 3 else value for place, value in enumerate(TRUTH)]
NUMBERS = np.arange(30.0)
NEAR = NUMBERS + np.where(np.arange(30) < 3, 0.7, 0.0)
FAR = NUMBERS + np.where(np.arange(30) < 3, [0.1, 0.9, 1.3] * 10, 0.0)

CASES = {
    "labels": ({"truth": TRUTH, "prediction": {"a": TRUTH, "b": THREE}}, "f1", "3 cases"),
    "weighted labels": (
        {"truth": TRUTH, "prediction": {"a": TRUTH, "b": THREE}, "weight": np.linspace(0.5, 2, 30)}, "f1", "3 cases",
    ),
    "cases that weigh nothing": (
        {"truth": TRUTH, "prediction": {"a": TRUTH, "b": THREE}, "weight": [0.0] + [1.5, 0.5] * 14 + [1.0]}, "f1",
        "2 cases",
    ),
    "numbers": ({"truth": NUMBERS, "prediction": {"a": NEAR, "b": FAR}, "task": "regression"}, "rmse", "3 cases"),
    "groups": (
        {"truth": TRUTH, "prediction": {"a": TRUTH, "b": THREE}, "group": np.arange(30) % 5}, "accuracy", "3 groups",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", CASES)
def test_a_note_says_that_no_difference_can_show(kind):
    given, metric, what = CASES[kind]
    result = assay.compare(**given, metrics=metric)
    pair = result.metrics[metric].pairs[0]
    assert f"only {what} tell the models apart" in " ".join(pair.notes)
    assert pair.p_value >= 2.0 ** (1 - int(what[0]))
    assert "would show" not in pair.verdict


def test_where_enough_cases_differ_nothing_is_said():
    many = [1 - value if place < 9 else value for place, value in enumerate(TRUTH)]
    pair = assay.compare(TRUTH, prediction={"a": TRUTH, "b": many}, metrics="f1").metrics["f1"].pairs[0]
    assert not any("tell the models apart" in note for note in pair.notes)
