"""Tables of all slices counted at once are those of the cases of each slice, counted by themselves."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from sklearn.metrics import confusion_matrix

import assay
from assay.tasks.labels import sliced

RNG = np.random.default_rng(9)
N = 3000
CASES = pl.DataFrame(
    {
        "kind": RNG.choice(["ant", "bee", "cow"], N),
        "guess": RNG.choice(["ant", "bee", "cow"], N),
        "site": RNG.choice(["a", "b", "c", "d"], N, p=[0.6, 0.3, 0.099, 0.001]),
        "age": RNG.normal(50, 9, N),
    }
)
SITE, AGE = pl.col("site"), pl.col("age")
BY = {
    "one column": ("site", {"a": SITE == "a", "d": SITE == "d"}),
    "amounts": ({"age": [40, 60]}, {"below 40": AGE < 40, "40 to 60": (AGE >= 40) & (AGE < 60)}),
    "two columns": (
        {"site": "site", "age": [50]},
        {("site", "b"): SITE == "b", (("site", "b"), ("age", "below 50")): (SITE == "b") & (AGE < 50)},
    ),
}


@pytest.mark.parametrize("name", BY)
def test_every_slice_has_the_table_of_its_own_cases(name, monkeypatch):
    monkeypatch.setattr(sliced, "IN_CACHE", 100)
    by, expected = BY[name]
    slices = assay.evaluate("kind", "guess", data=CASES, by=by, metrics=["accuracy", "f1_macro"]).slices
    for key, rows in expected.items():
        truth, guess = (CASES.filter(rows)[column].to_numpy() for column in ("kind", "guess"))
        table = confusion_matrix(truth, guess, labels=["ant", "bee", "cow"])
        assert slices[key].confusion.counts.tolist() == table.tolist()
        assert slices[key]["accuracy"].value == pytest.approx((truth == guess).mean())


def test_counted_and_ordered_slices_say_the_same(monkeypatch):
    counted = assay.evaluate("kind", "guess", data=CASES, by=["site", "guess"])
    monkeypatch.setattr(sliced, "MOST_CELLS", 0)
    ordered = assay.evaluate("kind", "guess", data=CASES, by=["site", "guess"])
    assert type(counted.slices.judge.cases) is not type(ordered.slices.judge.cases)
    assert counted.to_json() == ordered.to_json()
    assert counted.slices.weakest("accuracy") == ordered.slices.weakest("accuracy")
