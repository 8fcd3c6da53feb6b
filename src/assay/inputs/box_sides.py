"""One side of a detection task before its boxes are understood: four numbers per box, in a form that may be another."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from assay.inputs.box_geometry import Places, as_sized
from assay.stats.arithmetic import Numbers

BEYOND = 1.05
"""Parts of an image are at most 1; boxes that were not cut at its edge reach a little further."""
PIXEL, PART = 1.0, 0.01
"""How far a box may leave its image before it counts as leaving it: in pixels, and as a part of the image."""


@dataclass(frozen=True, eq=False)
class Side:
    """Boxes of the truth, or of the prediction, as they were handed in.

    `own` is the form that whatever held them says, `limits` the width and height of the image of each box (infinite
    where they are not known), `area` what the truth states, nan where it states nothing.
    """

    name: str
    image: Places
    label: Places
    numbers: Numbers
    own: str
    limits: Numbers
    area: Numbers | None = None

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def relative(self) -> bool:
        """Whether all numbers are parts of an image rather than pixels."""
        inside = len(self) > 0 and self.numbers.min() >= 1 - BEYOND and self.numbers.max() <= BEYOND
        return bool(inside and (self.numbers % 1 != 0).any() and self.limits.max() > BEYOND)

    def in_pixels(self) -> Side:
        """Return the same boxes, parts of an image turned into pixels; the sizes of all images must be known."""
        area = self.area
        if area is not None and not (area > BEYOND).any():
            area = area * self.limits.prod(axis=1)
        return replace(self, numbers=self.numbers * np.tile(self.limits, 2), area=area)

    def in_parts(self) -> Side:
        """Return the same boxes as parts of an image whose width and height are 1."""
        return replace(self, limits=np.ones_like(self.limits))

    def sized(self, form: str) -> Numbers:
        """Return the boxes as corner and size, read in a form."""
        return as_sized(self.numbers, form)

    def inside_out(self, form: str) -> np.ndarray:
        """Say which boxes would have a negative width or height."""
        return np.asarray((self.sized(form)[:, 2:] < 0).any(axis=1))

    def possible(self, form: str) -> bool:
        """Say whether no box is inside out, and none is smaller than what the truth states it to hold."""
        if self.inside_out(form).any():
            return False
        if self.area is None:
            return True
        stated = np.nan_to_num(self.area, nan=0.0)
        # Areas are of masks, rounded by whoever wrote them: a pixel, or a thousandth, is no contradiction.
        return bool((stated <= 1.001 * self.sized(form)[:, 2:].prod(axis=1) + 1).all())

    def leaving(self, form: str) -> np.ndarray:
        """Say which boxes leave their image; where its size is not known, those that begin before it does."""
        box = self.sized(form)
        slack = PART if len(self) and self.limits.max() <= 1 else PIXEL
        far = box[:, :2] + box[:, 2:] - self.limits
        return np.asarray(((box[:, :2] < -slack) | (far > slack)).any(axis=1))

    def rising(self) -> bool:
        """Say whether the last two numbers rise with the first two, as only those of corners do.

        The further to the right a box begins, the less wide it can be; but the further to the right it ends.
        """
        if len(self) < 10 or self.inside_out("xyxy").any():  # fewer boxes show no trend
            return False
        with np.errstate(invalid="ignore", divide="ignore"):
            trends = [np.corrcoef(self.numbers[:, axis], self.numbers[:, axis + 2])[0, 1] for axis in (0, 1)]
        return all(trend > 0.5 for trend in trends)
