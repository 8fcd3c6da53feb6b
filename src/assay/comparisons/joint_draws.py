"""Differences of label metrics that other cases could have shown: the joint cells of two models, drawn again."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import special

from assay.intervals.quantiles import quantiles
from assay.stats.arithmetic import Numbers
from assay.summaries.joint_labels import Cells

DRAWS, FEWEST_DRAWS = 4000, 500
"""As many as give a 95% limit to a fortieth of its distance; fewer where many labels make many cells."""

PRIOR = 4.0
"""Jeffreys' half a case in each of the eight cells (truth, first, second) of two labels; as much over more cells."""

MOST_CELLS = 4096
"""All cells of up to 16 labels; with more labels the prior stands on as many of them, drawn at random."""

BUDGET = 4_000_000
"""Numbers drawn at the most: a tenth of a second."""


@dataclass(frozen=True)
class JointDraws:
    """Sorted differences over drawn cells, and where wanted the error of resampled cases, which widens them."""

    value: float
    differences: Numbers
    error: float = 0.0

    def limits(self, level: float) -> tuple[float, float]:
        """Return the quantiles of the draws, moved out to hold the value and the normal limits of the error."""
        tail = (1 - level) / 2
        low, high = (float(end) for end in quantiles(self.differences, np.array([tail, 1 - tail])))
        half = float(special.ndtri(1 - tail)) * self.error
        return min(low, self.value - half), max(high, self.value + half)

    @property
    def spread(self) -> float:
        """The standard deviation of the draws, or the error of resampled cases where that is larger."""
        known = self.differences[np.isfinite(self.differences)]
        drawn = float(known.std(ddof=1)) if len(known) > 1 else math.nan
        return max(drawn, self.error)


def open_cells(cells: Cells, rng: np.random.Generator) -> Cells:
    """Return the cells that further cases could fall into, with the weight of those seen plus the prior's.

    Two models that never differed so far may differ on the next case: the cells in which they would are open too.
    """
    size = cells.size
    seen = (cells.truth * size + cells.first) * size + cells.second
    code = np.arange(size**3) if size**3 <= MOST_CELLS else np.union1d(seen, rng.integers(size**3, size=MOST_CELLS))
    weight = np.full(len(code), PRIOR / len(code))
    np.add.at(weight, np.searchsorted(code, seen), cells.weight)
    return Cells(size, code // size**2, code // size % size, code % size, weight, weight)


def drawn_weights(cells: Cells, rng: np.random.Generator) -> Numbers:
    """Draw the shares of the cells from the Dirichlet distribution of their weights, one row per draw."""
    draws = max(min(DRAWS, BUDGET // len(cells.weight)), FEWEST_DRAWS)
    shares = rng.standard_gamma(cells.weight, (draws, len(cells.weight)))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))
