"""Scores: everything assay says about a million of them, beside one roc_auc_score."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

import numpy as np
from sklearn.metrics import roc_auc_score

import assay
from benchmarks.timing import Race, race


def cases(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw truth and probabilities, all distinct."""
    rng = np.random.default_rng(0)
    truth = rng.random(n) < 0.3
    return truth, 1 / (1 + np.exp(-(1.5 * rng.standard_normal(n) + 2 * truth - 1.5)))


def everything(truth: np.ndarray, score: np.ndarray) -> None:
    """Ask for all label and score metrics with intervals, and build the curves."""
    evaluation = assay.evaluate(truth, score=score)
    for name in ("roc", "pr"):
        assert len(evaluation.curves[name]) > 1  # noqa: S101


def races() -> Iterator[Race]:
    """Yield one race after the other."""
    for n, target in ((1_000_000, 0.45), (10_000_000, 0.3)):
        truth, score = cases(n)
        yield race(
            f"all label and score metrics, curves, intervals: {n:.0e} cases",
            lambda truth=truth, score=score: everything(truth, score),
            "roc_auc_score",
            lambda truth=truth, score=score: roc_auc_score(truth, score),
            target,
            repeats=5 if n < 5_000_000 else 3,
        )
    truth, score = cases(1_000_000)
    yield _band(truth, score)
    yield from _bootstrap()


def _band(truth: np.ndarray, score: np.ndarray) -> Race:
    """A band of 1,000 replicates, beside a loop over resampled rows (estimated from 20 turns)."""
    table = assay.evaluate(truth, score=score, metrics="roc_auc").curves
    times = []
    for _ in range(5):
        start = time.perf_counter()
        table.band(replicates=1000)  # type: ignore[attr-defined]
        times.append(time.perf_counter() - start)
    rng = np.random.default_rng(1)
    start = time.perf_counter()
    for _ in range(20):
        picked = rng.integers(0, len(truth), len(truth))
        roc_auc_score(truth[picked], score[picked])
    loop = (time.perf_counter() - start) * 1000 / 20
    return Race("ROC band, 1,000 replicates, 1e6 cases", statistics.median(times), loop, "loop of roc_auc_score", 0.01)


def _bootstrap() -> Iterator[Race]:
    """AUC with interval at n = 2,000, beside confidenceinterval's BCa bootstrap at its default."""
    try:
        from confidenceinterval import roc_auc_score as theirs
    except ImportError:
        return
    truth, score = cases(2000)
    yield race(
        "AUC with interval, 2,000 cases",
        lambda: assay.evaluate(truth, score=score, metrics="roc_auc"),
        "confidenceinterval BCa",
        lambda: theirs(truth.astype(int), score, confidence_level=0.95, method="bootstrap_bca"),
        0.001,
        repeats=1,
    )
