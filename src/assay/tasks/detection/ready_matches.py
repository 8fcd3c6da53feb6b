"""Detections that were matched already."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral

import numpy as np

from assay.errors import detections as errors
from assay.summaries.matches import Matches


def ready_matches(ready: object) -> Matches:
    """Read detections that were matched already: which of them hit, and how many truths there were."""
    if not isinstance(ready, Mapping) or "hit" not in ready or "truths" not in ready:
        raise errors.bad_matches("need 'hit' and 'truths'")
    try:
        flags = np.asarray(ready["hit"], dtype=float)
        score = np.asarray(ready.get("score", -np.arange(len(flags))), dtype=float)
        image = np.asarray(ready.get("image", np.zeros(len(flags))), dtype=np.intp)
    except (TypeError, ValueError) as problem:
        raise errors.bad_matches("hold something that is no number") from problem
    hit, count = flags == 1, ready["truths"]
    if flags.ndim != 1 or not np.isin(flags, (0, 1)).all() or score.shape != hit.shape or image.shape != hit.shape:
        raise errors.bad_matches("need 0 or 1 for every detection, and columns of one length")
    if np.isnan(score).any() or (image < 0).any():
        raise errors.bad_matches("have missing scores or negative images")
    if isinstance(count, bool) or not isinstance(count, Integral) or int(count) < int(hit.sum()):
        raise errors.bad_matches(f"hold {int(hit.sum())} hits among {count!r} truths")
    count = int(count)
    images = int(np.max(image)) + 1 if len(image) else 1
    return Matches(
        images=images,
        labels=("all",),
        thresholds=np.array([0.5]),
        areas=("all",),
        image=image,
        label=np.zeros(len(hit), np.intp),
        score=score,
        rank=np.zeros(len(hit), np.intp),
        hit=hit[None, None, :],
        ignored=np.zeros((1, 1, len(hit)), bool),
        truth_image=np.concatenate([image[hit], np.resize(np.arange(images), count - int(hit.sum()))]),
        truth_label=np.zeros(count, np.intp),
        counted=np.ones((1, count), bool),
    )
