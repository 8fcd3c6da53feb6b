"""Every working ends with the number that its function gives for the example."""

from __future__ import annotations

import ast
import doctest
import inspect
import re

import numpy as np
import pytest
from statsmodels.stats.power import TTestPower

from assay import Test as Outcome
from assay import stats
from assay.reports.statistics import function_text, statistics_text, worked
from assay.stats.working import WORKINGS, working

MORE = ("critical_difference", "right")
"""Other numbers that a working may end with."""


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
        said = (result.statistic, result.effect, result.p_value, *map(result.more.get, MORE))
        return [float(number) for value in said if value is not None for number in np.ravel(value)]
    return [float(number) for number in np.ravel(getattr(result, "high", result))]


@pytest.mark.parametrize("name", WORKINGS)
def test_a_working_ends_with_what_the_function_gives(name):
    told = worked(getattr(stats, name))
    assert told is not None
    last = float(re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", told)[-1])
    assert any(last == pytest.approx(value, rel=1e-3) for value in numbers_of(result_of(name))), (told, name)


TABLE = [[1, 4, 2, 9], [3, 5, 1, 8], [2, 6, 4, 7], [5, 3, 1, 9], [2, 4, 1, 8]]


@pytest.mark.parametrize("name", ["conover", "siegel_castellan"])
def test_the_working_of_pairs_of_columns_is_that_of_the_first_and_the_last(name):
    told, statistic = working(name, {"table": TABLE}), getattr(stats, name)(TABLE).statistic
    assert told.startswith("first and last: ")
    assert told.endswith(f" = {statistic[0, -1]:.4g}")


@pytest.mark.parametrize(("effect", "n"), [(0.5, 8), (-0.9, 6)])
def test_the_working_of_a_power_is_exact_to_its_last_digit(effect, n):
    told = working("t_test_power", {"effect": effect, "n": n})
    assert told.endswith(f" = {stats.t_test_power(effect, n):.4g}")
    assert told.endswith(f" = {TTestPower().power(effect, n, 0.05):.4g}")


def test_the_working_of_mcnemar_says_where_there_is_nothing_to_work_with():
    assert working("mcnemar", {"b": 0, "c": 0}).endswith("with b + c = 0: nothing tells the models apart")


@pytest.mark.parametrize("name", stats.__all__)
def test_a_page_fits_a_terminal_and_shows_the_call_without_types(name):
    lines = function_text(name).split("\n")
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith(f"{name}(")
    assert "->" not in lines[0]
    assert "'object'" not in lines[0]


def test_the_list_fits_a_terminal():
    assert max(map(len, statistics_text().split("\n"))) <= 80


def test_the_call_and_the_parameters_of_mcnemar_are_readable():
    told = function_text("mcnemar")
    assert told.startswith("mcnemar(b, c=None, n=None, *, method='mid-p', level=0.95)\n")
    assert "    level : float, default 0.95\n        Confidence level." in told


def test_a_folded_example_still_runs():
    told = function_text("five_by_two_f").split("Example\n")[1].split("\n\n")[0]
    outcome = doctest.DocTestRunner(verbose=False).run(
        doctest.DocTestParser().get_doctest(told, {"five_by_two_f": stats.five_by_two_f}, "page", None, 0)
    )
    assert (outcome.failed, outcome.attempted) == (0, 2)


def test_functions_without_a_working_have_no_formula_of_a_line():
    """They add up every table, draw, or take functions."""
    assert set(stats.__all__) - set(WORKINGS) == {
        "bayesian_signed_rank", "fisher_power", "likelihood_ratio_test", "mann_whitney_power", "mcnemar_power",
        "two_proportions_power", "wilcoxon_power",
    }  # fmt: skip
