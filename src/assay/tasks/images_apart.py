"""The images on which compared models lie furthest apart, with what each of them did there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from assay.stats.arithmetic import Numbers

Places = NDArray[np.intp]
Told = Mapping[str, Sequence[object] | NDArray[np.generic]]
"""What is said of images, column by column."""


def furthest_apart(each: Sequence[Numbers], most: int) -> Places:
    """Return the places where the numbers of several models lie furthest apart; none where they all agree."""
    numbers = np.nan_to_num(np.asarray(each, dtype=np.float64), nan=0.0)
    gaps = numbers.max(axis=0) - numbers.min(axis=0)
    order = np.argsort(-gaps, kind="stable")[:most]
    return np.asarray(order[gaps[order] > 0])


def side_by_side(told: Mapping[object, Told]) -> Told:
    """Return every column of one model beside the same column of the others."""
    names = next(iter(told.values()))
    return {f"{name} of {model}": own[name] for name in names for model, own in told.items()}
