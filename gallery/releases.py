"""What stands before and after a result: how many cases are enough, whether a release may pass, what changed since."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import polars as pl

import assay
from gallery.example import Example
from gallery.tumours import SEED


def churn() -> pl.DataFrame:
    """Draw customers of three regions and what two versions of a model say of them."""
    rng = np.random.default_rng(SEED)
    n = 1500
    region = rng.choice(["north", "south", "islands"], n, p=[0.55, 0.4, 0.05])
    left = rng.random(n) < 0.3
    wrong = {"old": np.where(left, 0.24, 0.12), "new": np.where(left, 0.16, 0.11)}
    noise = rng.random(n)
    answers = {name: np.where(noise < share, ~left, left) for name, share in wrong.items()}
    words = {name: np.where(values, "left", "stayed") for name, values in {"customer": left, **answers}.items()}
    return pl.DataFrame({**words, "region": region})


def _gate() -> Any:
    metrics = ["recall", "precision", "specificity"]
    options = {"positive": "left", "by": "region", "metrics": metrics}
    result = assay.compare("customer", prediction=["old", "new"], data=churn(), **options)
    return assay.gate(
        result,
        [
            "recall of new >= 0.8",
            "precision of new >= 0.85",
            "new better than old in recall",
            "new no worse than old by 0.01 in specificity",
            "new no worse than old by 0.02 in recall in every region",
        ],
    )


def _plan() -> Any:
    return assay.plan("accuracy", difference=0.03, expect=0.9)


def _history() -> Any:
    """Save twelve nightly runs; the model loses a twentieth of its recall on the eighth."""
    rng = np.random.default_rng(SEED)
    with TemporaryDirectory() as folder:
        paths = [Path(folder) / f"night-{night:02d}.json" for night in range(1, 13)]
        for night, path in enumerate(paths, start=1):
            ill = rng.random(900) < 0.4
            right = rng.random(900) < (0.92 if night < 8 else 0.85)
            words = [np.where(values, "ill", "well") for values in (ill, np.where(right, ill, ~ill))]
            assay.evaluate(*words, positive="ill").save(path)
        return assay.history(paths, metric="recall")


RELEASES = (
    Example("gate", "A release gate", "Requirements met, broken or unclear, and the cases that would settle them.",
            _gate, ("gate",)),
    Example("plan", "A plan", "How many cases show that one model is better than another by 3 points?", _plan,
            ("power",)),
    Example("history", "A history", "Twelve nightly runs: when did the recall change beyond noise?", _history,
            ("history",)),
)  # fmt: skip
