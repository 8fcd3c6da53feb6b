"""The task is inferred, the reason kept, and nothing is guessed that matters."""

from __future__ import annotations

import numpy as np
import pytest

import assay


@pytest.mark.parametrize(
    ("truth", "said", "options", "task"),
    [
        ([0, 1], [1, 1], {}, "binary"),
        ([1, 1], [1, 1], {}, "binary"),
        ([0, 0], [0, 0], {}, "binary"),
        ([-1, 1], [1, 1], {}, "binary"),
        ([True], [False], {}, "binary"),
        (["a", "b"], ["a", "a"], {"positive": "a"}, "binary"),
        ([1, 2], [1, 1], {"positive": 2}, "binary"),
        (["a", "b"], ["a", "c"], {}, "multiclass"),
        ([1, 2, 3], [1, 2, 3], {}, "multiclass"),
        ([0, 1], [0, 2], {}, "multiclass"),
        (["a"], ["a"], {}, "multiclass"),
        (["a"], ["a"], {"positive": "a"}, "binary"),
        ([0, 1], [1, 1], {"task": "multiclass"}, "multiclass"),
        ([[0, 1], [1, 1]], [[0, 1], [1, 0]], {}, "multilabel"),
        (["a", "a"], ["a", "a"], {"labels": ["a", "b"], "positive": "b"}, "binary"),
        (list(range(100)), list(range(100)), {}, "multiclass"),
    ],
)
def test_the_task_is_inferred(truth, said, options, task):
    evaluation = assay.evaluate(truth, said, **options)
    assert evaluation.task == task
    assert evaluation.reason


def test_two_labels_need_a_positive_one_unless_it_is_plain():
    with pytest.raises(assay.AssayError, match="positive='yes'"):
        assay.evaluate(["no", "yes"], ["no", "yes"])
    with pytest.raises(assay.AssayError, match="never guessed"):
        assay.evaluate([1, 2], [1, 2])


def test_declared_labels_fix_the_order_and_the_empty_classes():
    evaluation = assay.evaluate(["low", "high"], ["low", "low"], labels=["low", "middle", "high"])
    assert evaluation.confusion.labels == ("low", "middle", "high")
    assert "'middle'" in evaluation["recall_macro"].note


def test_one_class_gives_what_is_defined_and_says_what_is_not():
    evaluation = assay.evaluate([1, 1, 1], [1, 1, 0])
    assert evaluation["recall"].value == pytest.approx(2 / 3)
    assert np.isnan(evaluation["specificity"].value)
    assert np.isnan(evaluation["mcc"].value)
    assert {"one-class", "few-cases", "undefined"} <= {note.code for note in evaluation.notes}


def test_the_positive_label_may_come_as_text():
    assert assay.evaluate([1, 2, 2], [1, 2, 1], positive="2")["recall"].value == 0.5
