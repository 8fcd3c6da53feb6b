"""Every kind of column gives the same numbers, and labels keep the type the user gave them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import assay
from assay.inputs.labels import read_labels

TRUTH = ["yes", "no", "no", "yes", "yes", "no", "yes", "no"]
SAID = ["yes", "no", "yes", "yes", "no", "no", "yes", "no"]


class Tensor:
    """Quacks like a torch tensor on a GPU, for machines without torch."""

    def __init__(self, values):
        self.values = np.asarray(values)

    def detach(self):
        return self

    def cpu(self):
        return self

    def numpy(self):
        return self.values


CONTAINERS = {
    "list": list,
    "tuple": tuple,
    "numpy strings": np.array,
    "numpy objects": lambda values: np.array(values, dtype=object),
    "pandas": pd.Series,
    "pandas categorical": lambda values: pd.Series(values, dtype="category"),
    "pandas with an odd index": lambda values: pd.Series(values, index=range(100, 100 + len(values))),
    "polars": pl.Series,
    "polars categorical": lambda values: pl.Series(values, dtype=pl.Categorical),
    "polars enum": lambda values: pl.Series(values, dtype=pl.Enum(["yes", "no", "maybe"])),
    "pyarrow array": pa.array,
    "pyarrow chunks": lambda values: pa.chunked_array([values[:3], values[3:]]),
    "pyarrow dictionary": lambda values: pa.array(values).dictionary_encode(),
    "one column": lambda values: np.array(values, dtype=object).reshape(-1, 1),
}


@pytest.mark.parametrize("container", CONTAINERS.values(), ids=CONTAINERS.keys())
def test_strings_in_any_container_give_the_same_numbers(container):
    evaluation = assay.evaluate(container(TRUTH), container(SAID), positive="yes")
    assert evaluation.to_dict() == assay.evaluate(TRUTH, SAID, positive="yes").to_dict()


@pytest.mark.parametrize(
    "container", [list, np.array, pd.Series, pl.Series, pa.array, Tensor], ids=lambda kind: kind.__name__
)
@pytest.mark.parametrize("kind", [int, bool, np.int8, np.uint16, np.int64])
def test_numbers_in_any_container_give_the_same_numbers(container, kind):
    truth, said = ([kind(label == "yes") for label in column] for column in (TRUTH, SAID))
    evaluation = assay.evaluate(container(truth), container(said))
    assert evaluation.task == "binary"
    assert evaluation["recall"].value == 0.75


def test_real_torch_tensors_work():
    torch = pytest.importorskip("torch", reason="torch is not installed; the duck-typed test above covers the road")
    truth = torch.tensor([1, 0, 1, 1])
    assert assay.evaluate(truth, truth)["accuracy"].value == 1


@given(st.lists(st.text(min_size=0, max_size=6), min_size=1, max_size=80))
def test_hashed_strings_are_coded_like_sorted_ones(values):
    array = np.array(values)
    column = read_labels(array, "x")
    labels, codes = np.unique(array, return_inverse=True)
    assert list(column.labels) == labels.tolist()
    assert column.codes.tolist() == codes.tolist()


@given(st.lists(st.integers(-(2**62), 2**62), min_size=1, max_size=50))
def test_integers_of_any_size_are_coded(values):
    column = read_labels(np.array(values), "x")
    assert [column.labels[code] for code in column.codes] == values


def test_integers_beyond_those_of_c_are_coded_whether_close_or_far_apart():
    for values in ([2**63], [2**63 + 3, 2**63], [2**64 - 1, 0, 2**63], [-128, 127]):
        column = read_labels(np.array(values, dtype=np.int8 if min(values) < 0 else np.uint64), "ids")
        assert [column.labels[code] for code in column.codes] == values


def test_a_hash_collision_is_found_and_read_row_by_row(monkeypatch):
    class NoMix:
        def integers(self, low, high, width, dtype):
            return np.zeros(width, dtype=dtype)

    monkeypatch.setattr(np.random, "default_rng", lambda seed=None: NoMix())
    column = read_labels(np.array(["ab", "ba", "ab"]), "x")
    assert column.labels == ("ab", "ba")
    assert column.codes.tolist() == [0, 1, 0]


@pytest.mark.parametrize(
    ("truth", "positive", "keys"),
    [
        ([0, 1, 1], None, [0, 1]),
        ([False, True, True], None, [False, True]),
        ([-1, 1, 1], None, [-1, 1]),
        (["a", "b", "b"], "b", ["a", "b"]),
    ],
)
def test_classes_keep_the_label_the_user_gave(truth, positive, keys):
    evaluation = assay.evaluate(truth, truth, positive=positive)
    assert [(type(key), key) for key in evaluation.per_class] == [(type(key), key) for key in keys]
    assert evaluation.positive == keys[1]


def test_booleans_and_zero_one_can_be_compared():
    evaluation = assay.evaluate(np.array([True, False, True]), [1, 0, 0])
    assert evaluation["accuracy"].value == pytest.approx(2 / 3)


def test_whole_floats_are_labels_and_a_note_says_so():
    evaluation = assay.evaluate(np.array([0.0, 1.0, 1.0]), np.array([0, 1, 0]))
    assert evaluation.task == "binary"
    assert "integral-floats" in {note.code for note in evaluation.notes}
    assert list(evaluation.per_class) == [0, 1]


def test_pandas_and_python_gaps_are_all_found():
    for gap in (None, np.nan, pd.NA, pd.NaT):
        with pytest.raises(assay.AssayError, match="`truth` has 1 missing value"):
            assay.evaluate(["a", gap, "b"], ["a", "b", "b"], positive="a")
    with pytest.raises(assay.AssayError, match="first at row 1"):
        assay.evaluate(pd.Series([1, None, 0], dtype="Int64"), [1, 0, 0])
    with pytest.raises(assay.AssayError, match="first at row 1"):
        assay.evaluate(np.ma.array([1.0, 0.0, 1.0], mask=[False, True, False]), [1, 0, 0])


def test_a_frame_gives_columns_by_name():
    columns = {"y": TRUTH, "model": SAID, "w": [1.0, 2, 3, 4, 5, 6, 7, 8]}
    expected = assay.evaluate(TRUTH, SAID, positive="yes", weight=columns["w"]).to_dict()
    for frame in (pd.DataFrame(columns), pl.DataFrame(columns), pa.table(columns)):
        got = assay.evaluate("y", "model", data=frame, positive="yes", weight="w").to_dict()
        got["reason"] = expected["reason"]
        assert got == expected


def test_lists_of_column_names_are_several_labels():
    frame = pl.DataFrame({"a": [1, 0, 1], "b": [0, 0, 1], "pa": [1, 0, 0], "pb": [0, 1, 1]})
    evaluation = assay.evaluate(["a", "b"], ["pa", "pb"], data=frame)
    assert evaluation.task == "multilabel"
    assert list(evaluation.per_class) == ["a", "b"]
    assert evaluation["subset_accuracy"].value == pytest.approx(1 / 3)


def test_a_pandas_indicator_frame_is_several_labels():
    truth = pd.DataFrame({"a": [1, 0, 1], "b": [0, 0, 1]})
    assert assay.evaluate(truth, truth)["hamming_loss"].value == 0
