"""Labels: everything assay says about a million of them, beside one classification_report."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sklearn.metrics import classification_report

import assay
from benchmarks.timing import Race, race

N = 1_000_000


def everything(truth: object, said: object, **options: object) -> None:
    """Ask for all metrics with intervals, those of every class included."""
    evaluation = assay.evaluate(truth, said, **options)  # type: ignore[arg-type]
    assert evaluation.per_class  # noqa: S101


def races() -> Iterator[Race]:
    """Yield one race after the other."""
    rng = np.random.default_rng(0)
    for classes in (2, 10):
        truth = rng.integers(0, classes, N)
        said = np.where(rng.random(N) < 0.8, truth, rng.integers(0, classes, N))
        names = np.array([f"class {number}" for number in range(classes)])
        positive = {"positive": names[1]} if classes == 2 else {}
        kinds = {
            "integers": (truth, said, {}, 0.2),
            "numpy strings": (names[truth], names[said], positive, 0.125),
            "Python strings": (names.astype(object)[truth], names.astype(object)[said], positive, 0.125),
        }
        for kind, (left, right, options, target) in kinds.items():
            yield race(
                f"all label metrics, intervals: 1e6 {kind}, {classes} classes",
                lambda left=left, right=right, options=options: everything(left, right, **options),
                "classification_report",
                lambda left=left, right=right: classification_report(left, right),
                target,
            )
