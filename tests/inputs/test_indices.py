"""Columns of pandas that carry an index are never paired against it, whichever call reads them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression

import assay
from assay.errors import AssayError

RNG = np.random.default_rng(4)
N = 60
TRUTH = pd.Series(RNG.integers(0, 2, N), index=[f"patient {k}" for k in range(N)])
SCORE = (TRUTH * 0.5 + RNG.random(N) * 0.5).rename("score")
ANSWER = (SCORE > 0.5).astype(int)
AMOUNT = SCORE * 10
WEIGHT = pd.Series(RNG.random(N), index=TRUTH.index)
TEXT = pd.Series([f"word {k % 7}" for k in range(N)], index=TRUTH.index)
ORDER = RNG.permutation(N)


def shuffled(column):
    return column.iloc[ORDER]


CALLS = {
    "labels": lambda move: assay.evaluate(TRUTH, move(ANSWER)),
    "shuffled truth": lambda move: assay.evaluate(move(TRUTH), score=SCORE),
    "scores": lambda move: assay.evaluate(TRUTH, score=move(SCORE)),
    "weights": lambda move: assay.evaluate(TRUTH, ANSWER, weight=move(WEIGHT)),
    "two score columns": lambda move: assay.evaluate(TRUTH, score={0: 1 - SCORE, 1: move(SCORE)}),
    "a frame of scores": lambda move: assay.evaluate(TRUTH, score=move(pd.DataFrame({0: 1 - SCORE, 1: SCORE}))),
    "regression": lambda move: assay.evaluate(AMOUNT, move(AMOUNT + 1)),
    "ranges": lambda move: assay.evaluate(AMOUNT, lower=AMOUNT - 1, upper=move(AMOUNT + 1)),
    "compare": lambda move: assay.compare(TRUTH, prediction={"a": ANSWER, "b": move(1 - ANSWER)}),
    "compare scores": lambda move: assay.compare(TRUTH, score={"a": SCORE, "b": move(1 - SCORE)}),
    "compare amounts": lambda move: assay.compare(AMOUNT, prediction={"a": AMOUNT, "b": move(AMOUNT + 1)}),
    "compare apart": lambda move: assay.compare(TRUTH, prediction={"a": ANSWER, "b": move(ANSWER)}, paired=False),
    "text": lambda move: assay.evaluate(TEXT, move(TEXT), task="text", metrics="exact_match"),
    "compare texts": lambda move: assay.compare(
        TEXT, prediction={"a": TEXT, "b": move(TEXT)}, task="text", metrics="exact_match"
    ),
    "validate": lambda move: assay.validate(LogisticRegression(), pd.DataFrame({"x": SCORE}), move(TRUTH)),
    "rank": lambda move: assay.rank({"a": SCORE, "b": move(1 - SCORE)}),
    "outcomes": lambda move: assay.outcomes(TRUTH, move(ANSWER)),
}


@pytest.mark.parametrize("title", CALLS)
def test_the_same_labels_in_another_order_are_refused(title):
    with pytest.raises(AssayError, match="same index labels in another order"):
        CALLS[title](shuffled)


@pytest.mark.parametrize("title", [title for title in CALLS if title != "validate"])
def test_aligned_columns_and_bare_values_are_taken(title):
    assert CALLS[title](lambda column: column) is not None
    assert CALLS[title](lambda column: column.to_numpy()) is not None


def test_the_advice_works_when_followed():
    score = shuffled(SCORE)
    with pytest.raises(AssayError, match=r"score\.loc\[truth\.index\]"):
        assay.evaluate(TRUTH, score=score)
    truth = TRUTH
    aligned = assay.evaluate(truth, score=score.loc[truth.index])
    assert aligned["roc_auc"].value == assay.evaluate(TRUTH, score=SCORE)["roc_auc"].value


def test_other_labels_and_repeated_labels_are_paired_by_position():
    renumbered = SCORE.reset_index(drop=True)
    assert (
        assay.evaluate(TRUTH, score=renumbered)["roc_auc"].value == assay.evaluate(TRUTH, score=SCORE)["roc_auc"].value
    )
    twice = pd.Series([1, 0, 1, 0], index=[0, 0, 1, 1])
    with pytest.raises(AssayError, match="Sort both by one key"):
        assay.evaluate(twice, pd.Series([1, 0, 1, 0], index=[1, 0, 0, 1]))


def test_columns_of_other_cases_are_refused_unless_an_index_only_counts():
    first, second = SCORE.iloc[:40], TRUTH.iloc[20:]
    with pytest.raises(AssayError, match="different index labels"):
        assay.evaluate(second, score=first)
    assert assay.evaluate(second, score=first.to_numpy()).n == 40
    for counted in (pd.RangeIndex(40), pd.Index(np.arange(40)), pd.Index(list(range(40)))):
        assert assay.evaluate(second, score=first.set_axis(counted)).n == 40


def test_every_pair_of_columns_is_looked_at():
    counted = TRUTH.reset_index(drop=True)
    with pytest.raises(AssayError, match="same index labels in another order"):
        assay.compare(counted, score={"a": SCORE, "b": shuffled(SCORE)})
