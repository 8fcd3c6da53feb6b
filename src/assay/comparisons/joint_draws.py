"""Differences of label metrics that other cases could have shown: the joint cells of two models, drawn again."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from scipy import special

from assay.intervals.quantiles import equal_tails
from assay.stats.arithmetic import Numbers
from assay.stats.streams import Stream
from assay.summaries.joint_labels import Cells

DRAWS, FEWEST_DRAWS = 4000, 500
"""As many as give a 95% limit to a fortieth of its distance; fewer where many labels make many cells."""

PRIOR = 4.0
"""Jeffreys' half a case in each of the eight cells (truth, first, second) of two labels; as much over more cells."""

MOST_CELLS = 4096
"""All cells of up to 16 labels; with more labels the prior stands on as many of them, drawn at random."""

BUDGET = 4_000_000
"""Numbers drawn at the most: a tenth of a second."""

FEWEST_BEYOND = 10
"""Draws that must lie beyond a limit: the share that so few say is wrong by a third (1 / sqrt(10))."""

LARGEST_TOLD = 0.25
"""Of so few draws that ten are more than a quarter of them, the quartiles are where limits grow from."""

MOST_SHARED, MOST_KEPT = 8, 1000
"""Two labels make eight cells; a thousand kept columns of 4,000 draws are 32 MB."""


@dataclass(frozen=True)
class JointDraws:
    """Differences over drawn cells, and where wanted the error of resampled cases, which widens them."""

    value: float
    differences: Numbers
    error: float = 0.0

    def limits(self, level: float) -> tuple[float, float]:
        """Return the quantiles of the draws, moved out to hold the value and the normal limits of the error.

        Of many pairs together levels are asked that no draws can tell: limits grow from the last that they can as those
        of a normal distribution do.
        """
        tail = (1 - level) / 2
        defined = max(int(np.count_nonzero(~np.isnan(self.differences))), 1)
        told = min(max(tail, FEWEST_BEYOND / defined), LARGEST_TOLD)
        low, high = (float(end) for end in equal_tails(self.differences, 1 - 2 * told))
        z = float(special.ndtri(1 - tail))
        if told > tail:
            further = z / float(special.ndtri(1 - told)) - 1
            low, high = low - further * max(self.value - low, 0.0), high + further * max(high - self.value, 0.0)
        half = z * self.error
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


@dataclass(frozen=True)
class CellDraws:
    """The shares of cells drawn from the Dirichlet distribution of their weights.

    Drawing is most of the work where hundreds of models make thousands of pairs of two labels. What is drawn of a cell
    depends on its place and on how many cases fell into it alone, so that pairs share it.
    """

    seed: int
    kept: dict[tuple[int, float], Numbers] = field(default_factory=dict)

    def shares(self, cells: Cells, rng: np.random.Generator) -> Numbers:
        """Return the shares, one row per draw; those of many cells are drawn with `rng`."""
        if len(cells.weight) <= MOST_SHARED:
            gammas = np.column_stack([self._shared(*cell) for cell in enumerate(cells.weight.tolist())])
        else:
            draws = max(min(DRAWS, BUDGET // len(cells.weight)), FEWEST_DRAWS)
            gammas = rng.standard_gamma(cells.weight, (draws, len(cells.weight)))
        return np.asarray(gammas / gammas.sum(axis=1, keepdims=True))

    def _shared(self, place: int, weight: float) -> Numbers:
        drawn = self.kept.get((place, weight))
        if drawn is None:
            if len(self.kept) >= MOST_KEPT:
                self.kept.clear()
            drawn = Stream.SHARED_CELLS.of(self.seed, place, int(weight)).standard_gamma(weight, DRAWS)
            self.kept[place, weight] = drawn
        return drawn
