"""Comparisons: all pairs of ten models beside the thirty numbers alone; a ranking beside pairwise Wilcoxon tests."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import numpy as np
import pandas as pd
from sklearn.metrics import accuracy_score, f1_score, roc_auc_score

import assay
from benchmarks.timing import Race, race


def cases(n: int, models: int) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Draw truth and the probabilities of several models."""
    rng = np.random.default_rng(0)
    truth = rng.random(n) < 0.3
    scores = {
        f"model {place}": 1 / (1 + np.exp(-(1.5 * rng.standard_normal(n) + (2 + 0.01 * place) * truth - 1.5)))
        for place in range(models)
    }
    return truth, scores


def races() -> Iterator[Race]:
    """Yield one race after the other."""
    truth, scores = cases(1_000_000, 10)

    def numbers() -> None:
        for score in scores.values():
            said = score >= 0.5
            accuracy_score(truth, said)
            f1_score(truth, said)
            roc_auc_score(truth, score)

    yield race(
        "10 models, 3 metrics, all 45 pairs tested: 1e+06 cases",
        lambda: assay.compare(truth, score=scores, metrics=["accuracy", "f1", "roc_auc"]),
        "the 30 numbers alone",
        numbers,
        1,
        repeats=3,
    )
    yield from _ranking()


def _ranking() -> Iterator[Race]:
    import scikit_posthocs

    rng = np.random.default_rng(1)
    table = rng.normal(size=(200, 50)) + np.linspace(0, 0.5, 50)
    frame = pd.DataFrame(table, columns=[f"m{place}" for place in range(50)])
    melted = frame.melt(var_name="model", value_name="score")

    def theirs() -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            scikit_posthocs.posthoc_wilcoxon(melted, val_col="score", group_col="model", p_adjust="holm")

    yield race(
        "rank: 50 models x 200 data sets, Wilcoxon and Holm",
        lambda: assay.rank(frame),
        "scikit-posthocs",
        theirs,
        0.1,
        repeats=3,
    )
