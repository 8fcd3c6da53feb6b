"""Metrics of masks that are not read off the table of all pixels: means over images, and overlap of boundaries."""

from __future__ import annotations

import numpy as np

from assay.metrics.cards import metric
from assay.metrics.families import Boundaries
from assay.metrics.vision.detection import average
from assay.stats.arithmetic import Number, ratio
from assay.summaries.image_tables import ImageTables

NOTHING = "no image holds a class"
READING = "{label} is {value}; 1 is a mask without a wrong pixel."


@metric(
    label="Mean IoU of an image", formula="mean over images of the mean over its classes of TP / (TP + FP + FN)",
    bounds=(0, 1), better="higher", undefined=NOTHING, reading=READING, aliases=("image_iou",),
)  # fmt: skip
def jaccard_per_image(tables: ImageTables) -> Number:
    """Overlap of a typical image: small things count as much as large ones."""
    view = tables.each().tables
    each = average(np.asarray(ratio(view.tp, view.tp + view.fp + view.fn)), (-1,))
    return tables.mean_over_images(np.asarray(each))


@metric(
    label="Pixel accuracy of an image", formula="mean over images of the share of right pixels", bounds=(0, 1),
    better="higher", undefined=NOTHING, reading=READING,
)  # fmt: skip
def accuracy_per_image(tables: ImageTables) -> Number:
    """Share of right pixels in a typical image, whatever its size."""
    right = np.trace(tables.tables, axis1=1, axis2=2).astype(float)
    return tables.mean_over_images(np.asarray(ratio(right, tables.tables.sum(axis=(1, 2)).astype(float))))


@metric(
    label="Boundary IoU", formula="mean over classes of shared / united boundary pixels (2% of the diagonal wide)",
    bounds=(0, 1), better="higher", undefined="no class has a boundary", reading=READING, family=Boundaries(),
    reference="Cheng et al. 2021",
)  # fmt: skip
def boundary_iou(tables: ImageTables) -> Number:
    """Overlap near the edges, where masks of large things differ."""
    total = tables.boundary_sums()
    return average(np.asarray(ratio(total[..., 0], total[..., 1])), (-1,))
