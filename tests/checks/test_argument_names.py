"""An argument that is not known is answered with the one that was meant, in every public call."""

from __future__ import annotations

import inspect

import pytest

import assay
from assay import stats
from assay.checks.argument_names import CALLED_ELSEWHERE

CALLS = (
    "evaluate", "compare", "rank", "validate", "plan", "gate", "merge", "report", "load", "against", "outcomes",
    "history", "bias_variance", "learning_curve", "complexity_curve", "Running",
)  # fmt: skip


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: assay.evaluate([0, 1], [0, 1], pos_label=1), "no argument 'pos_label'. It is called `positive` here"),
        (lambda: assay.evaluate(y_true=[0, 1]), "'y_true'. It is called `truth` here"),
        (lambda: assay.validate(None, [[1]], [1], cv=5), "'cv'. It is called `scheme` here"),
        (lambda: assay.compare([0, 1], [0, 1], [1, 1]), "takes only `truth` without a name, and 3 values came"),
        (lambda: assay.merge(1, 2), "pass one list of them"),
        (lambda: assay.gate(), "needs `result` and `require`"),
        (lambda: assay.evaluate([0, 1], truth=[0, 1]), "got `truth` twice"),
        (lambda: stats.wilson(3, 10, levl=0.9), "Did you mean 'level'"),
        (lambda: stats.wilson(), "needs `successes` and `n`"),
    ],
)
def test_the_argument_that_was_meant_is_named(call, said):
    with pytest.raises(assay.AssayError) as refused:
        call()
    assert said in str(refused.value)
    assert isinstance(refused.value, TypeError)


@pytest.mark.parametrize("name", CALLS)
def test_every_call_says_which_arguments_it_has(name):
    with pytest.raises(assay.AssayError, match="has no argument 'nonsense_that_nobody_means'"):
        getattr(assay, name)(nonsense_that_nobody_means=1)


def test_no_name_of_another_tool_is_an_argument_of_ours():
    ours = set(inspect.signature(assay.evaluate).parameters)
    theirs = {other for name, others in CALLED_ELSEWHERE.items() if name in ours for other in others}
    assert theirs & ours <= {"labels"}


def test_an_error_inside_a_call_is_not_taken_for_a_wrong_argument():
    def loss(truth, prediction):
        raise TypeError("broken inside")

    with pytest.raises(Exception, match="broken inside"):
        assay.evaluate([1.0, 2.0], [1.0, 2.5], task="regression", metrics=loss)
