"""Our own cells of classes that few cases or images show: averages over classes, mean IoU, average precision."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator

import numpy as np

import assay
from honesty.cell import Cell, Measured
from honesty.dependent import multilabel
from honesty.detections import coverage as of_detections
from honesty.labels import several
from honesty.rounds import rounds

WIDE = (0.925, 1.0)
TEN = (0.3, 0.2, 0.14, 0.1, 0.08, 0.06, 0.05, 0.04, 0.02, 0.01)
SIDE, MISSED = 8, 0.3
IMAGES, REPLICATIONS = 20_000, 300


def masks(images: int, shown: float, rng: np.random.Generator) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Draw masks of a background, a usual class and one that some images show, and that is found or missed whole."""
    truth = (rng.random((images, SIDE, SIDE)) < rng.uniform(0.2, 0.6, images)[:, None, None]).astype(int)
    rare = rng.random(images) < shown
    corner = np.zeros((images, SIDE, SIDE), dtype=bool)
    corner[rare, :3, :3] = True
    truth[corner] = 2
    wrong = rng.random(truth.shape) < rng.beta(2.0, 8.0, images)[:, None, None]
    drawn = np.where(wrong, (truth + rng.integers(1, 3, truth.shape)) % 3, truth)
    missed = rng.random(images) < MISSED
    drawn[missed[:, None, None] & corner] = 0
    return list(truth), list(drawn)


@functools.cache
def _mean_iou(shown: float) -> float:
    truth, drawn = (np.concatenate(part) for part in masks(IMAGES, shown, np.random.default_rng(1)))
    both = [np.sum((truth == k) & (drawn == k)) for k in range(3)]
    either = [np.sum((truth == k) | (drawn == k)) for k in range(3)]
    return float(np.mean(np.array(both) / np.array(either)))


def _segmented(images: int, shown: float, rng: np.random.Generator) -> Measured:
    """Where no image of a sample shows the class, its IoU is 0 or it is not there: the mean is another."""
    value, held, widths, rung = _mean_iou(shown), [], [], []
    for _ in range(rounds(REPLICATIONS)):
        truth, drawn = masks(images, shown, rng)
        judged = assay.evaluate(truth, drawn, task="segmentation", metrics="mean_iou")
        made = judged["mean_iou"]
        held.append(made.low <= value <= made.high)
        widths.append(made.high - made.low)
        rung.append(any(note.code in ("rare-class", "few-images") for note in judged.notes))
    share = float(np.mean(held))
    error = math.sqrt(share * (1 - share) / len(held))
    return Measured(share, error, float(np.mean(widths)), warned=float(np.mean(rung)))


def cells() -> Iterator[Cell]:
    """Yield our own cells of rare classes; where few images show a class, that must be said."""
    for images, shown, told in ((20, 0.15, True), (10, 0.3, True), (60, 0.3, False)):
        setting = f"{images} images, {shown:.0%} show one class"
        measure = functools.partial(_segmented, images, shown)
        yield Cell("R10", "mean IoU", setting, "images", measure, WIDE, told, uniform=False)
    for n, classes in ((60, (0.55, 0.4, 0.05)), (100, (0.55, 0.4, 0.05)), (300, TEN)):
        measure = functools.partial(several, "f1_macro", n, classes, 0.8, "small-class", replications=600)
        setting = f"K={len(classes)}, n={n}, smallest class {round(n * min(classes))}"
        yield Cell("R13", "f1_macro", setting, "Dirichlet/logit", measure, WIDE, uniform=False)
    yield Cell("R13", "f1_macro, multilabel", "n=50, 5 labels", "Dirichlet/logit",
               functools.partial(multilabel, "f1_macro", 50), WIDE, uniform=False)  # fmt: skip
    for labels, images in ((6, 50), (6, 100), (3, 50)):
        measure = functools.partial(of_detections, "ap50", labels, images, 300)
        yield Cell("R16", f"ap50, {labels} labels", f"{images} images", "each image left out, less optimism",
                   measure, WIDE, uniform=False)  # fmt: skip
