"""Schemes: text forms, costs known beforehand, and the same parts as scikit-learn's splitters."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import model_selection as ms

from assay import AssayError, schemes

N = 60
LABELS = np.array([0, 1, 1] * 20)
GROUPS = np.repeat(np.arange(12), 5)

TEXTS = [
    "10-fold", "stratified 5x10-fold", "grouped 5-fold", "stratified grouped 5-fold", "time 5-fold",
    "time 5-fold gap 2",
    "holdout 1/3", "stratified holdout 30%", "10x holdout 12.5%", "leave-one-out", "leave-2-out", "leave-pair-out",
    "leave-one-group-out", "monte-carlo 100 at 30%", "stratified monte-carlo 7 at 1/7", "bootstrap 200 .632+",
    "bootstrap 200 .632", "bootstrap 50 of 30", "resubstitution", "nested 10-fold / 5-fold",
    "nested holdout 1/3 / monte-carlo 20 at 30%", "train/validation/test 60/20/20",
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_form_is_read_back_as_itself(text):
    assert str(schemes.parse(text)) == text
    assert schemes.parse(schemes.parse(text)) == schemes.parse(text)


def test_text_forgives_case_blanks_and_usual_names():
    assert str(schemes.parse("  Stratified  10-Fold cross-validation ")) == "stratified 10-fold"
    assert str(schemes.parse("5×2-fold")) == "5x2-fold"
    assert str(schemes.parse("random subsampling 20 at 0.25")) == "monte-carlo 20 at 25%"
    assert str(schemes.parse("holdout 1/3 / monte-carlo 20 at 30%")) == "nested holdout 1/3 / monte-carlo 20 at 30%"
    assert str(schemes.parse("leave-1-out")) == "leave-one-out"


def test_costs_of_the_source_documents():
    assert schemes.LeavePOut(5).fits(50) == 2_118_760 == math.comb(50, 5)
    assert 100 * schemes.KFold(5).fits(1000) == 500
    nested = schemes.Nested(schemes.KFold(10), schemes.KFold(5))
    assert nested.tuning_fits(1000, 100) == 5_000
    assert nested.fits(1000, candidates=100) == 5_010


@pytest.mark.parametrize("text", [text for text in TEXTS if "nested" not in text and "train/" not in text])
def test_the_cost_is_the_number_of_parts(text):
    scheme = schemes.parse(text)
    parts = list(scheme.split(N, strata=LABELS, group=GROUPS, seed=3))
    extra = 1 if ".632" in text else 0
    assert len(parts) + extra == scheme.fits(N, classes=(20, 40), groups=12)
    for part in parts:
        if text != "resubstitution":
            assert not set(part.train) & set(part.test)
        assert len(part.test)
        assert len(part.train)


SPLITTERS = {
    "10-fold": ms.KFold(10, shuffle=True, random_state=3),
    "stratified 10-fold": ms.StratifiedKFold(10, shuffle=True, random_state=3),
    "4x5-fold": ms.RepeatedKFold(n_splits=5, n_repeats=4, random_state=3),
    "stratified 4x5-fold": ms.RepeatedStratifiedKFold(n_splits=5, n_repeats=4, random_state=3),
    "grouped 5-fold": ms.GroupKFold(5, shuffle=True, random_state=3),
    "stratified grouped 5-fold": ms.StratifiedGroupKFold(5, shuffle=True, random_state=3),
    "time 5-fold gap 1": ms.TimeSeriesSplit(5, gap=1),
    "leave-one-out": ms.LeaveOneOut(),
    "leave-2-out": ms.LeavePOut(2),
    "leave-one-group-out": ms.LeaveOneGroupOut(),
    "monte-carlo 6 at 30%": ms.ShuffleSplit(6, test_size=0.3, random_state=3),
    "stratified monte-carlo 6 at 30%": ms.StratifiedShuffleSplit(6, test_size=0.3, random_state=3),
    "grouped monte-carlo 6 at 30%": ms.GroupShuffleSplit(6, test_size=0.3, random_state=3),
    "holdout 1/3": ms.ShuffleSplit(1, test_size=1 / 3, random_state=3),
}


@pytest.mark.parametrize("text", SPLITTERS)
def test_parts_are_those_of_scikit_learn(text):
    ours = schemes.parse(text).split(N, strata=LABELS, group=GROUPS, seed=3)
    groups = GROUPS if "group" in text else None
    theirs = SPLITTERS[text].split(np.zeros((N, 1)), LABELS, groups)
    for part, (train, test) in zip(ours, theirs, strict=True):
        assert np.array_equal(part.train, train)
        assert np.array_equal(part.test, test)


@given(n=st.integers(2, 40), rounds=st.integers(2, 6), seed=st.integers(0, 5))
def test_bootstrap_draws_n_cases_and_tests_on_all_others(n, rounds, seed):
    for part in schemes.Bootstrap(rounds).split(n, seed=seed):
        assert len(part.train) == n
        assert sorted({*part.train.tolist(), *part.test.tolist()}) == list(range(n))
        assert not set(part.train) & set(part.test)


@given(n=st.integers(4, 60), folds=st.integers(2, 4), repeats=st.integers(1, 3))
def test_every_case_is_tested_once_in_every_repetition(n, folds, repeats):
    parts = list(schemes.KFold(folds, repeats).split(n))
    for repeat in range(repeats):
        tested = np.concatenate([part.test for part in parts if part.repeat == repeat])
        assert sorted(tested.tolist()) == list(range(n))


def test_pairs_hold_one_case_of_each_class():
    parts = list(schemes.LeavePairOut().split(6, strata=np.array(["b", "a", "a", "b", "a", "b"])))
    assert [part.test.tolist() for part in parts][:3] == [[0, 1], [0, 2], [0, 4]]
    assert len(parts) == 9


def test_three_parts_hold_the_shares_asked_for():
    scheme = schemes.parse("train/validation/test 60/20/20")
    outer = next(scheme.split(100))
    inner = next(scheme.inner.split(len(outer.train)))
    assert (len(inner.train), len(inner.test), len(outer.test)) == (60, 20, 20)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tenfold", ["not known", "10-fold"]),
        ("1-fold", ["whole number from 2 to"]),
        ("holdout 130%", ["between 0 and 1"]),
        ("holdout 0/5", ["between 0 and 1"]),
        ("bootstrap 50 of 30 .632", ["as large as the data"]),
        ("grouped 5x5-fold", ["cannot be repeated"]),
        ("stratified grouped monte-carlo 5 at 20%", ["leave one of the two words out"]),
        ("train/validation/test 60/20/30", ["110"]),
        ("nested nested 5-fold / 5-fold / 5-fold", ["nested"]),
        (7, ["cannot split", "10-fold"]),
        ([], ["cannot split"]),
    ],
)
def test_what_is_no_scheme_is_refused_in_words(text, words):
    with pytest.raises(AssayError) as caught:
        schemes.parse(text)
    assert all(word in str(caught.value) for word in words)


@pytest.mark.parametrize(
    ("text", "n", "words"),
    [
        ("10-fold", 9, ["10 cases", "9 cases"]),
        ("stratified 10-fold", 60, ["'rare'", "4 cases", "stratified 4-fold"]),
        ("leave-2-out", 2, ["at least 3"]),
        ("time 5-fold", 4, ["at least 6"]),
        ("holdout 99.9%", 3, ["0 for training"]),
        ("leave-pair-out", 60, ["two classes", "3"]),
        ("grouped 5-fold", 60, ["group="]),
    ],
)
def test_what_the_cases_cannot_give_is_refused_in_words(text, n, words):
    strata = np.array(["rare"] * 4 + ["a", "b"] * 28)[:n] if n == 60 else None
    with pytest.raises(AssayError) as caught:
        list(schemes.parse(text).split(n, strata=strata))
    assert all(word in str(caught.value) for word in words)


def test_given_splits_are_checked():
    good = schemes.parse([([0, 1], [2]), ([1, 2], [0])])
    assert [part.test.tolist() for part in good.split(3)] == [[2], [0]]
    with pytest.raises(AssayError, match="outside 0 to 2"):
        list(schemes.parse([([0, 1], [7])]).split(3))
    masks = schemes.parse([(np.array([True, True, False]), np.array([False, False, True]))])
    assert next(masks.split(3)).test.tolist() == [2]
