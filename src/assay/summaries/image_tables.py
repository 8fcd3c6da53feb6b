"""One confusion table per image: pixels by their true and their predicted class."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assay.stats.arithmetic import Number, ratio
from assay.summaries.label_counts import LabelCounts
from assay.summaries.view import View


@dataclass(frozen=True, eq=False)
class ImageTables:
    """Tables of all images, rows truth; merged by putting them side by side. `pixels` is how many were counted.

    `boundaries` holds shared and united boundary pixels of every image and class, where they were asked for; `extra`
    names masks that had no partner, `skipped` files that were no masks. With `weights` (draw, image) means and sums
    over images have the draws in front.
    """

    labels: tuple[object, ...]
    tables: NDArray[np.int64]
    positive: int | None = None
    boundaries: NDArray[np.float64] | None = None
    extra: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    weights: NDArray[np.float32] | None = None

    @property
    def images(self) -> int:
        """How many images there are."""
        return len(self.tables)

    @property
    def pixels(self) -> int:
        """How many pixels were counted."""
        return int(self.tables.sum())

    def merge(self, other: ImageTables) -> ImageTables:
        """Return the summary of both sets of images; labels must be the same."""
        if self.labels != other.labels:
            raise ValueError("tables of other labels cannot be merged")
        if (self.boundaries is None) != (other.boundaries is None):
            raise ValueError("tables with boundaries and tables without cannot be merged")
        edges = [part.boundaries for part in (self, other) if part.boundaries is not None]
        return replace(
            self,
            tables=np.concatenate([self.tables, other.tables]),
            boundaries=np.concatenate(edges) if edges else None,
            extra=(*self.extra, *other.extra),
            skipped=(*self.skipped, *other.skipped),
            weights=None,
        )

    def pooled(self) -> LabelCounts:
        """Return the table of all pixels together."""
        return LabelCounts.of_counts(self.labels, self.tables.sum(axis=0), self.positive)

    def weighed(self, weights: np.ndarray) -> View:
        """Return pooled tables of weighted images, a draw on the leading axis, as metrics read them."""
        size = len(self.labels)
        cells = np.asarray(weights, dtype=float) @ self.tables.reshape(len(self.tables), -1).astype(float)
        return self.pooled().view(np.asarray(cells).reshape(len(weights), size, size))

    def each(self) -> View:
        """Return the table of every image, the images on the leading axis."""
        return self.pooled().view(np.asarray(self.tables, dtype=float))

    def mean_over_images(self, each: NDArray[np.float64]) -> Number:
        """Return the mean of what each image has, leaving out those that have nothing; for every draw, if weighed."""
        known = np.isfinite(each)
        weights = np.ones(self.images) if self.weights is None else self.weights.astype(np.float64)
        kept = weights[..., known]
        return ratio(kept @ each[known], kept.sum(axis=-1))

    def boundary_sums(self) -> NDArray[np.float64]:
        """Return shared and united boundary pixels of all images together: (draw,) class, (shared, united)."""
        if self.boundaries is None:
            return np.zeros((len(self.labels), 2))
        weights = np.ones(self.images) if self.weights is None else self.weights
        return np.asarray(np.tensordot(weights, self.boundaries, axes=1))
