"""A masked entry is a gap, whatever the type of the array and whichever argument it is."""

from __future__ import annotations

import numpy as np
import pytest

import assay
from assay.errors import AssayError

TRUTH, ANSWER = [1, 0, 1, 1, 0, 0], [1, 0, 0, 1, 0, 1]
MASK = [False, True, False, False, False, False]


def kept(values):
    return [value for value, masked in zip(values, MASK, strict=True) if not masked]


@pytest.mark.parametrize("dtype", ["int64", "uint8", "float64", "float32", "bool", "U1", "object"])
@pytest.mark.parametrize("argument", ["truth", "prediction"])
def test_masked_labels_are_gaps(dtype, argument):
    columns = {"truth": np.array(TRUTH, dtype=dtype), "prediction": np.array(ANSWER, dtype=dtype)}
    columns[argument] = np.ma.array(columns[argument], mask=MASK)
    options = {"positive": "1"} if dtype == "U1" else {}
    with pytest.raises(AssayError, match=f"`{argument}` has 1 missing value"):
        assay.evaluate(**columns, **options)
    found = assay.evaluate(**columns, missing="drop", **options)
    assert dict(found) == dict(assay.evaluate(kept(TRUTH), kept(ANSWER)))


@pytest.mark.parametrize("argument", ["truth", "prediction", "score", "weight", "lower", "upper"])
def test_a_mask_counts_for_every_argument(argument):
    amounts = argument in ("lower", "upper")
    columns = {"truth": np.array(TRUTH, dtype=float), "weight": np.arange(1, 7)}
    if amounts:
        columns |= {"lower": np.zeros(6), "upper": np.full(6, 2.0)}
    elif argument == "prediction":
        columns |= {"prediction": np.array(ANSWER)}
    else:
        columns |= {"score": np.linspace(0, 1, 6)}
    columns[argument] = np.ma.array(columns[argument], mask=MASK)
    with pytest.raises(AssayError, match="1 missing value"):
        assay.evaluate(**columns)
    assert assay.evaluate(**columns, missing="drop").n == 5


def test_masked_tables_and_models_are_not_read_as_if_they_were_whole():
    table = np.ma.array([[5, 1], [2, 7]], mask=[[False, True], [False, False]])
    with pytest.raises(AssayError):
        assay.evaluate(counts=table, labels=["a", "b"], rows="truth", positive="a")
    masked = np.ma.array(ANSWER, mask=MASK)
    with pytest.raises(AssayError, match="1 missing value"):
        assay.compare(TRUTH, prediction={"a": ANSWER, "b": masked})


def test_an_array_with_an_empty_mask_is_an_ordinary_array():
    whole = np.ma.array(ANSWER, mask=False)
    assert dict(assay.evaluate(TRUTH, whole)) == dict(assay.evaluate(TRUTH, ANSWER))
