"""The report of ten million cases: how long it takes to write, and how large it is."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import assay

CASES = 10_000_000
MOST_SECONDS, MOST_BYTES = 5.0, 1_500_000


def lines() -> Iterator[str]:
    """Yield one line a measurement."""
    rng = np.random.default_rng(0)
    truth = rng.random(CASES) < 0.3
    score = 1 / (1 + np.exp(-(1.5 * rng.standard_normal(CASES) + 2 * truth - 1.5)))
    result = assay.evaluate(truth, score=score)
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        path = assay.report(result, Path(folder) / "page.html")
        seconds, size = time.perf_counter() - start, path.stat().st_size
    for what, value, most, unit in (
        ("report of 1e+07 scores, written in", seconds, MOST_SECONDS, "s"),
        ("report of 1e+07 scores, size", size / 1e6, MOST_BYTES / 1e6, "MB"),
    ):
        verdict = "met" if value <= most else "MISSED"
        yield f"{what:<58} {value:9.2f} {unit}   at most {most:g} {unit}   {verdict}"
