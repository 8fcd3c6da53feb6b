"""Segmentation of large masks, beside torchmetrics on the processor (where torch is installed)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import assay
from benchmarks.timing import Race, race

IMAGES, SIDE, CLASSES = 500, 1024, 20
HELD = 20
"""Masks kept in memory; the five hundred are these again and again."""


def races() -> Iterator[Race]:
    """Yield the race, or say why there is none."""
    try:
        import torch
        from torchmetrics.classification import MulticlassJaccardIndex
    except ImportError:
        print("segmentation: torchmetrics is not installed (pip install torch torchmetrics), so there is no race")
        return
    rng = np.random.default_rng(0)
    blocks = rng.integers(0, CLASSES, (HELD, SIDE // 32, SIDE // 32)).astype(np.uint8)
    truth = blocks.repeat(32, axis=1).repeat(32, axis=2)
    said = np.where(rng.random(truth.shape) < 0.1, rng.integers(0, CLASSES, truth.shape), truth).astype(np.uint8)
    pairs = [(truth[place % HELD], said[place % HELD]) for place in range(IMAGES)]
    tensors = [(torch.from_numpy(said[place]), torch.from_numpy(truth[place])) for place in range(HELD)]

    def ours() -> None:
        assay.evaluate([one for one, _ in pairs], [one for _, one in pairs], task="segmentation", metrics="mean_iou")

    def theirs() -> None:
        metric = MulticlassJaccardIndex(num_classes=CLASSES)
        for place in range(IMAGES):
            metric.update(*tensors[place % HELD])
        metric.compute()

    name = f"{IMAGES} masks of {SIDE} x {SIDE}, {CLASSES} classes, mean IoU with interval"
    yield race(name, ours, "torchmetrics, no interval", theirs, 0.5, repeats=1)
