"""Messages about slices and groups name what the user typed."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest

import assay

TRUTH = np.tile([0, 1], 50)
ANSWER = np.where(np.arange(100) < 9, 1 - TRUTH, TRUTH)
AGE = np.linspace(20, 80, 100)
ENDLESS = np.where(np.arange(100) == 3, np.inf, AGE)
GAPS = np.where(np.arange(100) == 3, np.nan, AGE)
TABLE = pl.DataFrame({"y": TRUTH, "p": ANSWER, "age": ENDLESS, "town": ["a", "b"] * 50})
SHUFFLED = pd.Series(["a", "b"] * 50, index=range(99, -1, -1))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: assay.evaluate(TRUTH, ANSWER, by=["a"] * 3), "but `by` has 3"),
        (lambda: assay.evaluate(TRUTH, ANSWER, by={"town": ["a", "b"] * 50, "age": AGE[:3]}), "but `by` has 3"),
        (lambda: assay.evaluate(TRUTH, ANSWER, by=GAPS), "`by` has 1 missing value"),
        (lambda: assay.evaluate(TRUTH, ANSWER, by=ENDLESS), "`by` has 1 infinite value"),
        (lambda: assay.evaluate("y", "p", data=TABLE, by="age"), "Correct the numbers, or drop those rows"),
        (lambda: assay.evaluate("y", "p", data=TABLE, by={"town": [0, 30]}), "`town` holds 'a'.* Edges cut numbers"),
        (lambda: assay.evaluate(pd.Series(TRUTH), ANSWER, by=SHUFFLED), r"with by\.loc\[truth\.index\]"),
        (lambda: assay.evaluate(TRUTH, ANSWER, group=[TRUTH, TRUTH[:5]]), "but `group` has 5"),
    ],
)  # fmt: skip
def test_messages_name_the_argument_or_the_column(call, words) -> None:
    with pytest.raises(assay.AssayError, match=words) as refusal:
        call()
    assert "by 1" not in str(refusal.value)
    assert "regression" not in str(refusal.value)
    assert "model's output" not in str(refusal.value)
