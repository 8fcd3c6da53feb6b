"""Cells of our own: mean average precision on few images, the truth being that of a large pool of images."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator

import numpy as np

from assay.counting.box_matching import match
from assay.inputs.boxes import Boxes
from assay.intervals.detection_intervals import ImageSample
from assay.intervals.estimating import estimate
from assay.metrics.find import find
from assay.summaries.matches import Matches
from honesty.cell import Cell, Measured
from honesty.rounds import rounds
from honesty.simulation import ratios

POOL = 3000


def _pool(labels: int, rng: np.random.Generator) -> Matches:
    """Draw a pool of images: about seven things each, two thirds of which a detector finds more or less well."""
    counts = rng.poisson(7, POOL)
    image = np.repeat(np.arange(POOL), counts)
    label = rng.integers(0, labels, len(image))
    box = np.concatenate([rng.uniform(0, 400, (len(image), 2)), rng.uniform(8, 200, (len(image), 2))], axis=1)
    truth = Boxes(image, label, box, box[:, 2] * box[:, 3])
    seen = rng.random(len(image)) < 0.8
    near = box[seen] * (1 + rng.normal(0, 0.06, (int(seen.sum()), 4)))
    false = rng.poisson(5, POOL)
    stray = np.concatenate([rng.uniform(0, 400, (false.sum(), 2)), rng.uniform(8, 200, (false.sum(), 2))], axis=1)
    boxes = np.concatenate([near, stray])
    found = Boxes(
        np.concatenate([image[seen], np.repeat(np.arange(POOL), false)]),
        np.concatenate([label[seen], rng.integers(0, labels, false.sum())]),
        boxes,
        boxes[:, 2] * boxes[:, 3],
        np.concatenate([rng.beta(4, 2, len(near)), rng.beta(2, 4, len(stray))]),
    )
    return match(truth, found, POOL, tuple(range(labels)))


def coverage(metric: str, labels: int, images: int, count: int, rng: np.random.Generator) -> Measured:
    """See how often the interval from some images of the pool holds the value of the whole pool."""
    pool, card = _pool(labels, rng), find(metric)
    truth = float(card.function(pool))
    held, percentile, widths, percentile_widths = [], [], [], []
    for place in range(count := rounds(count)):
        sample = ImageSample(pool.of_images(rng.choice(POOL, images, replace=False)), 0.95, place)
        found = estimate(card, sample)
        low, high = np.quantile(sample.drawn(card), [0.025, 0.975])
        held.append(found.low <= truth <= found.high)
        percentile.append(low <= truth <= high)
        percentile_widths.append(float(high - low))
        widths.append(found.high - found.low)
    share = float(np.mean(held))
    error = math.sqrt(share * (1 - share) / count)
    others = {"percentile": float(np.mean(percentile))}
    return Measured(share, error, float(np.mean(widths)), others=others,
                    ratios=ratios(widths, {"percentile": percentile_widths}))  # fmt: skip


def cells() -> Iterator[Cell]:
    """Yield the cells about detections."""
    for metric, labels, images, count in (
        ("mean_ap", 3, 100, 400),
        ("mean_ap", 20, 100, 300),
        ("mean_ap", 20, 400, 200),
        ("mean_ap", 80, 300, 200),
        ("ap50", 20, 100, 1200),
        ("average_recall", 20, 100, 300),
    ):
        measure = functools.partial(coverage, metric, labels, images, count)
        yield Cell(
            "I", f"{metric}, {labels} labels", f"{images} images", "images, less optimism", measure, (0.915, 1.0)
        )
