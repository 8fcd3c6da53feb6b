"""Pixels or parts of an image: boxes between 0 and 1 are told from others, and made pixels where that can be done."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from assay.errors import detections as errors
from assay.inputs.box_sides import Side


@dataclass(frozen=True)
class Scale:
    """Which sides held parts of an image; `pixels` says whether all boxes are in pixels now."""

    relative: tuple[str, ...] = ()
    pixels: bool = True


def same_scale(truth: Side, detections: Side) -> tuple[Side, Side, Scale]:
    """Return both sides in pixels, or both as parts of their images where no size of an image is known."""
    sides = truth, detections
    relative = tuple(side.name for side in sides if side.relative)
    if not relative:
        return truth, detections, Scale()
    if all(np.isfinite(side.limits).all() for side in sides):
        actual, predicted = (side.in_pixels() if side.name in relative else side for side in sides)
        return actual, predicted, Scale(relative)
    others = [side for side in sides if side.name not in relative and len(side)]
    if others:
        raise errors.other_scale(relative[0], others[0].name, float(others[0].numbers.max()))
    return truth.in_parts(), detections.in_parts(), Scale(relative, False)
