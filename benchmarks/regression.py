"""Regression: every smooth metric and median with its interval, beside scikit-learn's five without any."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy import stats
from sklearn import metrics as peers

import assay
from assay.metrics.regression.averages import AVERAGES
from benchmarks.timing import Race, race

RANKS = ("spearman", "kendall")
FIVE = (
    peers.mean_absolute_error,
    peers.mean_squared_error,
    peers.r2_score,
    peers.median_absolute_error,
    peers.mean_absolute_percentage_error,
)


def cases(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw truth and predictions."""
    rng = np.random.default_rng(0)
    truth = rng.normal(20, 3, n)
    return truth, truth + rng.standard_normal(n)


def names() -> list[str]:
    """Return every metric of regression that needs no parameter, the rank correlations left out."""
    averages = {card.name for card in AVERAGES}
    return [
        card.name
        for card in assay.metrics.cards()
        if card.of_regression
        and not card.needs
        and card.name not in averages
        and card.name not in RANKS
        and not card.name.startswith("interval")
    ]


def races() -> Iterator[Race]:
    """Yield one race after the other."""
    truth, prediction = cases(1_000_000)
    asked = names()
    yield race(
        f"{len(asked)} regression metrics with intervals: 1e+06 cases",
        lambda: assay.evaluate(truth, prediction, metrics=asked),
        "five, no intervals",
        lambda: [peer(truth, prediction) for peer in FIVE],
        1.5,
    )
    yield race(
        "Spearman with its interval: 1e+06 cases",
        lambda: assay.evaluate(truth, prediction, metrics="spearman"),
        "scipy's value",
        lambda: stats.spearmanr(truth, prediction).statistic,
        1,
    )
