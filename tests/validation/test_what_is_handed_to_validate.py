"""What is handed to validate and the curves is asked about at the same door as everything else."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

import assay

X, Y = np.arange(60.0).reshape(30, 2), np.arange(30) % 2
HOSTILE = [1j, np.array(["a", "b"]), ["a", "b"], {"a": 1}, object(), 0.5, ...]


@pytest.mark.parametrize("argument", ["checkpoint", "announce", "progress", "allow_many_fits"])
@pytest.mark.parametrize("value", HOSTILE, ids=lambda value: type(value).__name__)
def test_what_names_no_file_is_no_function_and_no_flag_is_refused(argument, value):
    with pytest.raises(assay.AssayError):
        assay.validate(DecisionTreeClassifier(), X, Y, scheme="2-fold", **{argument: value})


def test_more_fits_than_anybody_means_are_refused_before_they_are_listed():
    for call in (
        lambda: assay.learning_curve(DecisionTreeClassifier(), X, Y, sizes=[10, 15], repeats=2**63),
        lambda: assay.bias_variance(DecisionTreeClassifier(), X, Y, rounds=10**7),
        lambda: assay.schemes.KFold(2**63),
    ):
        with pytest.raises(assay.AssayError, match=r"At most|to 100,000,000"):
            call()


def test_values_that_cannot_be_written_down_are_refused():
    deep: list[object] = []
    for _ in range(2000):
        deep = [deep]
    with pytest.raises(assay.AssayError, match="written down"):
        assay.complexity_curve(DecisionTreeClassifier(), X, Y, parameter="max_depth", values=deep)


def test_somebody_who_cannot_be_told_the_number_of_fits_is_named():
    with pytest.raises(assay.AssayError, match="announce="):
        assay.validate(DecisionTreeClassifier(), X, Y, scheme="2-fold", announce=lambda: True)
