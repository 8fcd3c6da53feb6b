"""Differences of a label metric when the cells (truth, first answer, second answer) are drawn from a Dirichlet law."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from assay.stats.arithmetic import Numbers
from assay.summaries.joint_labels import Cells

DRAWS, FEWEST = 2000, 200
BUDGET = 20_000_000
"""Numbers drawn at most, so that memory stays at 160 MB."""

PRIOR_MASS = 4.0
"""Half a case in each of the eight cells of two classes (Jeffreys); with more classes the mass is spread thinner."""

Measure = Callable[[Cells, Numbers], Numbers]


def draw_differences(cells: Cells, measure: Measure, rng: np.random.Generator) -> Numbers | None:
    """Return draws of the difference, None where there are too many possible cells.

    Cells that no case fell into have a chance too: that is what a bootstrap of the cases cannot show.
    """
    size = cells.size
    possible = size**3
    if possible * FEWEST > BUDGET:
        return None
    counts = np.full(possible, PRIOR_MASS / possible)
    counts[(cells.truth * size + cells.first) * size + cells.second] += cells.weight
    code = np.arange(possible)
    every = Cells(size, code // size**2, code // size % size, code % size, counts, counts)
    drawn = rng.dirichlet(counts, max(min(DRAWS, BUDGET // possible), FEWEST)) * cells.weight.sum()
    differences = measure(every, drawn)
    return differences[np.isfinite(differences)]
