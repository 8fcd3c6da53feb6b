"""The one gate: whatever is handed over is a number, an array, a word, a list, a label, a path, or said to be none."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import assay
from assay.checks.arrays import NotNumbersError, floats
from assay.checks.callables import numbers_from
from assay.checks.labels import differs_from_itself, hashable, same
from assay.checks.lists import listed
from assay.checks.numbers import between, integer, real
from assay.checks.paths import path_of
from assay.checks.words import one_of
from assay.errors import AssayError


class Breaking:
    """Every way of looking at it fails."""

    def __getattribute__(self, name):
        if name in ("__class__", "__dict__"):
            return object.__getattribute__(self, name)
        raise RuntimeError("broken on purpose")

    def fail(self, *given):
        raise RuntimeError("broken on purpose")

    __eq__ = __ne__ = __hash__ = __repr__ = __str__ = __float__ = __len__ = __iter__ = __bool__ = __array__ = fail


NO_NUMBERS = [
    None, True, np.bool_(False), "3", b"3", 1j, np.complex128(1), Decimal(1), 10**400, np.timedelta64(1, "D"),
    np.ma.masked, pd.NA, pd.NaT, [1], np.array([1]), {}, object(), len,
]  # fmt: skip


@pytest.mark.parametrize("value", NO_NUMBERS, ids=lambda value: type(value).__name__)
def test_what_is_no_real_number_is_none(value):
    assert real(value) is None
    assert integer(value) is None or value == 10**400
    assert between(value, -1e308, 1e308) is None


@pytest.mark.parametrize("value", [0.5, np.float16(0.5), np.float32(0.5), Fraction(1, 2), np.longdouble(0.5)])
def test_one_real_number_is_a_float_however_it_is_held(value):
    assert real(value) == 0.5
    assert type(real(value)) is float


def test_whole_numbers_are_those_that_were_written_so():
    assert [integer(value) for value in (3, np.uint8(3), 2**70)] == [3, 3, 2**70]
    assert [integer(value) for value in (3.0, True, "3", np.timedelta64(3))] == [None] * 4


NO_ARRAYS = [
    [[1], [2, 3]], ["a"], [1j], np.array(["2024"], dtype="datetime64[D]"), np.array([1], dtype="timedelta64[D]"),
    object(), Breaking(), [object()], {"a": 1}, (part for part in [1, 2]), np.array([(1, 2.0)], dtype="i4,f8"),
]  # fmt: skip


@pytest.mark.parametrize("place", range(len(NO_ARRAYS)))
def test_what_does_not_hold_numbers_is_said_to_in_one_way(place):
    with pytest.raises(NotNumbersError):
        floats(NO_ARRAYS[place])


def test_numbers_are_read_from_whatever_holds_them():
    held = [
        [1, 2], (1.0, 2.0), range(1, 3), pd.Series([1, 2], dtype="Int64"), np.array([1, 2], dtype=np.uint64),
        [Decimal(1), Fraction(2)],
    ]  # fmt: skip
    assert all(floats(values).ravel().tolist() == [1, 2] for values in held)
    assert np.isnan(floats(np.ma.array([1.0, 2.0], mask=[False, True]))).tolist() == [False, True]


def test_words_lists_and_labels_are_asked_about_without_comparing_what_cannot_be_compared():
    assert one_of(np.array(["drop"]), ("drop",)) is None
    assert one_of("drop", ("drop",)) == "drop"
    assert listed(np.array(3)) is None
    assert listed("ab") is None
    assert listed(Breaking()) is None
    assert listed(part for part in "ab") == ["a", "b"]
    assert [hashable(value) for value in (1, ("a",), [1], ([],), Breaking())] == [True, True, False, False, False]
    assert same("a", "a")
    assert not same(np.array([1, 2]), 1)
    assert not same(Breaking(), 1)
    assert [differs_from_itself(value) for value in (np.nan, 1, Breaking(), np.array([1, 2]))] == [
        True,
        False,
        False,
        False,
    ]


def test_a_path_is_text_or_a_path():
    assert path_of("a.json") == path_of(Path("a.json")) == Path("a.json")
    for value in (3, None, ["a.json"], b"a.json"):
        with pytest.raises(AssayError, match="names no file"):
            path_of(value)


def test_somebodys_own_function_gives_numbers_or_the_reason_is_said():
    assert numbers_from(lambda values: values * 2, np.array([1.0])).tolist() == [2.0]
    for function, reason in (
        (3, "cannot be called"),
        (lambda given: 1 / 0, "ZeroDivisionError"),
        (lambda given: "x", "str"),
    ):
        with pytest.raises(NotNumbersError, match=reason):
            numbers_from(function, 1)


TABLE = [[5, 4, 7], [1, 3, 2], [16, 12, 22], [5, 4, 3]]
REFUSED = {
    "labels in lists": lambda: assay.evaluate([[1], [2, 3]], [[1], [2, 3]]),
    "labels that cannot be looked up": lambda: assay.evaluate([{1}, {2}], [{1}, {2}]),
    "labels that break": lambda: assay.evaluate([Breaking(), 1], [1, 0]),
    "a list as the positive label": lambda: assay.evaluate([1, 0], [1, 0], positive=[1]),
    "an array as the task": lambda: assay.evaluate([1, 0], [1, 0], task=np.array(["binary", "x"])),
    "an array as the policy": lambda: assay.evaluate([1, 0], [1, 0], missing=np.array(["drop", "x"])),
    "a frame as the method": lambda: assay.evaluate([1, 0], [1, 0], method=pd.DataFrame()),
    "no dimension": lambda: assay.evaluate(np.array(1), np.array(0)),
    "no dimension of metrics": lambda: assay.evaluate([1, 0], [1, 0], metrics=np.array(1)),
    "a length of time as the level": lambda: assay.evaluate([1, 0], [1, 0], level=np.timedelta64(1)),
    "a level beside 1": lambda: assay.evaluate([1, 0], [1, 0], level=1.0),
    "a seed beyond numbers": lambda: assay.evaluate([1, 0], [1, 0], seed=-(2**70)),
    "a threshold beyond floats": lambda: assay.evaluate([1, 0], score=[0.1, 0.2], threshold=10**400),
    "costs beyond floats": lambda: assay.evaluate([1, 0], [1, 0], costs={"fp": 10**400, "fn": 1}),
    "counts beyond floats": lambda: assay.evaluate(counts={"tp": 10**400, "fp": 1, "fn": 1}),
    "an empty group": lambda: assay.evaluate([1, 0], [1, 0], group={}),
    "a broken density": lambda: assay.stats.likelihood_ratio_test([1.0], len, 3),
    "draws that are no numbers": lambda: assay.stats.likelihood_ratio_test(
        [1.0], lambda x: -(x**2), lambda x: -x, draw_null=lambda rng, n: ["a"] * n
    ),
    "models beyond floats": lambda: assay.stats.critical_difference(10**400, 3),
    "a word for a number": lambda: assay.stats.bootstrap_632("a", 0.5),
    "p-values in words": lambda: assay.stats.adjust(["a"]),
    "p-values of times": lambda: assay.stats.adjust([pd.Timedelta(1)]),
    "an array as a method": lambda: assay.stats.adjust([0.5], method=np.array(["holm", "bh"])),
    "a word for a region": lambda: assay.stats.bayesian_signed_rank([1, 2], rope="x"),
    "a list for folds": lambda: assay.stats.bayesian_correlated_t([1, 2], folds=[3]),
    "complex proportions": lambda: assay.stats.two_proportions_z(1j, 2, 1, 2),
    "a frame for a flag": lambda: assay.stats.t_test([1, 2], [2, 3], paired=pd.DataFrame()),
    "a statistic that is none": lambda: assay.stats.permutation_test([1, 2], statistic=3),
    "a table where counts belong": lambda: assay.metrics.recall([[1, 2]]),
    "a summary of another kind": lambda: assay.metrics.top_k_accuracy(assay.metrics.Residuals.of([1], [2]), k=2),
    "ranges that are not there": lambda: assay.metrics.interval_width(assay.metrics.Residuals.of([1], [2])),
    "a list where scores belong": lambda: assay.curves.roc_curve([1, 2]),
    "a formula that is none": lambda: assay.curves.metric_curve(
        assay.metrics.ScoreTable.of_scores(np.array([0.9]), np.array([0.1])), "x", 3
    ),
    "text where tables belong": lambda: assay.curves.roc_points("ab"),
    "cells in words": lambda: assay.metrics.BinaryCounts(tp="a", fp=1, fn=1),
    "a share for a count of folds": lambda: assay.schemes.KFold(2.5),
    "a frame for a flag of a scheme": lambda: assay.schemes.KFold(2, stratified=pd.DataFrame()),
    "an array as a method to rank": lambda: assay.rank(TABLE, method=np.array(["bayes", "x"])),
    "a list as the control": lambda: assay.rank(TABLE, control=[1]),
    "a number as a path": lambda: assay.load(3),
    "a number for results": lambda: assay.merge(3),
    "metrics nested too deep": lambda: assay.evaluate([1, 0], [1, 0], metrics=[nested(3000)]),
}


def nested(levels):
    values = [1]
    for _ in range(levels):
        values = [values]
    return values


@pytest.mark.parametrize("name", REFUSED)
def test_what_does_not_fit_is_refused_in_words(name):
    with pytest.raises(AssayError) as caught:
        REFUSED[name]()
    assert str(caught.value).isprintable()
