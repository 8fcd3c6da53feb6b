"""Every working ends with the number that its function gives for the example."""

from __future__ import annotations

import ast
import doctest
import inspect
import re

import numpy as np
import pytest

from assay import Test as Outcome
from assay import stats
from assay.reports.statistics import function_text, worked
from assay.stats.working import WORKINGS


def result_of(name: str) -> object:
    """Return what the function says of the call in its example whose arguments are plain values."""
    function = getattr(stats, name)
    for example in doctest.DocTestParser().get_examples(inspect.getdoc(function)):
        for node in ast.walk(ast.parse(example.source)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                if name == "mcnemar":
                    node.keywords.append(ast.keyword("method", ast.Constant("chi-square")))
                values = [ast.literal_eval(value) for value in node.args]
                return function(*values, **{own.arg: ast.literal_eval(own.value) for own in node.keywords})
    raise AssertionError(f"{name} has no example")


def numbers_of(result: object) -> list[float]:
    if isinstance(result, Outcome):
        single = (result.statistic, result.effect, result.p_value, result.more.get("critical_difference"))
        return [float(value) for value in single if value is not None and np.ndim(value) == 0]
    return [result.high] if hasattr(result, "high") else [float(result)]


@pytest.mark.parametrize("name", WORKINGS)
def test_a_working_ends_with_what_the_function_gives(name):
    told = worked(getattr(stats, name))
    assert told is not None
    last = float(re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", told)[-1])
    assert any(last == pytest.approx(value, rel=1e-3) for value in numbers_of(result_of(name))), (told, name)


def test_a_working_is_shown_within_the_width_of_a_terminal():
    lines = function_text("chi_square_fit").split("Working\n")[1].split("\n\n")[0].split("\n")
    assert len(lines) > 1
    assert max(map(len, lines)) <= 80
