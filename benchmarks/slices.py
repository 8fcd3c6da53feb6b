"""Slices: every slice of very many cases in one call, beside one evaluation without slices and beside fairlearn."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sklearn.metrics import accuracy_score, precision_score, recall_score

import assay
from benchmarks.timing import Race, race


def races() -> Iterator[Race]:
    """Yield one race after the other."""
    rng = np.random.default_rng(0)
    n = 10_000_000
    truth = rng.integers(0, 2, n).astype(np.int8)
    score = 0.7 * rng.random(n) + 0.3 * truth
    slices = rng.integers(0, 1000, n)

    def sliced() -> None:
        found = assay.evaluate(truth, score=score, by=slices).slices
        assert len(found.estimates("accuracy")) == len(found.estimates("roc_auc")) == 1000  # noqa: S101

    yield race("accuracy and AUC with intervals of 1,000 slices: 1e7 cases", sliced, "one evaluation, no slices",
               lambda: assay.evaluate(truth, score=score), 3.0, repeats=3)  # fmt: skip
    yield _fairlearn(rng)


def _fairlearn(rng: np.random.Generator) -> Race:
    from fairlearn.metrics import MetricFrame

    n = 1_000_000
    truth = rng.integers(0, 2, n)
    answer = np.where(rng.random(n) < 0.2, 1 - truth, truth)
    slices = rng.integers(0, 100, n)
    metrics = {"accuracy": accuracy_score, "recall": recall_score, "precision": precision_score}

    def ours() -> None:
        found = assay.evaluate(truth, answer, by=slices).slices
        for name in metrics:
            found.estimates(name)

    def theirs() -> None:
        MetricFrame(metrics=metrics, y_true=truth, y_pred=answer, sensitive_features=slices).by_group  # noqa: B018

    return race("accuracy, recall, precision of 100 slices: 1e6 cases", ours, "fairlearn MetricFrame", theirs, 0.05,
                repeats=3)  # fmt: skip
