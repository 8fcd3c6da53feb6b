"""Models compared on more cases than are held: the same numbers as with all cases at hand."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import assay
from assay.engines import stream

ROWS = 6_000
METRICS = ["mae", "rmse", "r2", "pearson", "mean_error", "nmae"]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    rng = np.random.default_rng(0)
    sick, price = rng.integers(0, 2, ROWS), rng.normal(50, 9, ROWS)
    kind = np.array(["cat", "dog", "emu"])[rng.integers(0, 3, ROWS)]
    columns = {
        "sick": sick,
        "p": np.clip(sick * 0.3 + rng.random(ROWS) * 0.7, 0, 1),
        "q": np.clip(sick * 0.25 + rng.random(ROWS) * 0.75, 0, 1),
        "price": price,
        "low": price + rng.normal(0, 3, ROWS),
        "high": price + rng.normal(1, 3.2, ROWS),
        "kind": kind,
        "one": np.where(rng.random(ROWS) < 0.8, kind, "cat"),
        "two": np.where(rng.random(ROWS) < 0.75, kind, "dog"),
        "weight": rng.random(ROWS) + 0.5,
    }
    path = tmp_path_factory.mktemp("compared") / "cases.parquet"
    pl.DataFrame(columns).write_parquet(path)
    return path


@pytest.fixture
def few_are_held(monkeypatch):
    monkeypatch.setattr(stream, "BATCH", 1_300)
    monkeypatch.setattr(stream, "MOST_KEPT", 100)


CALLS = {
    "scores": {"truth": "sick", "score": {"a": "p", "b": "q"}},
    "scores above a threshold": {"truth": "sick", "score": {"a": "p", "b": "q"}, "metrics": ["roc_auc", "gini"]},
    "labels": {"truth": "kind", "prediction": {"a": "one", "b": "two"}},
    "regression": {"truth": "price", "prediction": {"a": "low", "b": "high"}, "metrics": METRICS},
}


@pytest.mark.parametrize("weight", [None, "weight"])
@pytest.mark.parametrize("call", CALLS)
def test_sums_over_batches_give_what_the_cases_give(call, weight, table, few_are_held, monkeypatch):
    summed = assay.compare(data=table, weight=weight, **CALLS[call])
    monkeypatch.setattr(stream, "MOST_KEPT", 10**9)
    held = assay.compare(data=table, weight=weight, **CALLS[call])
    assert list(summed.metrics) == list(held.metrics)
    for name, metric in held.metrics.items():
        ours, theirs = summed.metrics[name].pairs[0], metric.pairs[0]
        assert ours.test == theirs.test, name
        numbers = [(pair.difference.value, pair.difference.low, pair.difference.high) for pair in (ours, theirs)]
        assert numbers[0] == pytest.approx(numbers[1], rel=1e-8, abs=1e-12), name
        assert ours.p_value == pytest.approx(theirs.p_value, rel=1e-6), name


def test_models_that_answer_alike_are_called_so_without_their_cases(table, few_are_held):
    scores = assay.compare("sick", score={"a": "p", "b": "p"}, data=table, metrics=["log_loss", "f1"])
    labels = assay.compare("kind", prediction={"a": "one", "b": "one"}, data=table, metrics="f1_macro")
    numbers = assay.compare("price", prediction={"a": "low", "b": "low"}, data=table)
    for compared in (scores, labels, numbers):
        for metric in compared.metrics.values():
            assert metric.pairs[0].alike


def test_a_difference_that_needs_the_cases_is_left_out_with_the_reason(table, few_are_held):
    compared = assay.compare("sick", score={"a": "p", "b": "q"}, data=table, metrics=["ks", "roc_auc"])
    assert np.isnan(compared.metrics["ks"].pairs[0].difference.value)
    assert "more than are held" in compared.metrics["ks"].pairs[0].reason
    assert compared.metrics["roc_auc"].pairs[0].p_value < 0.05
