"""Random replicates of a score table: the weights at its scores, redrawn; the scores themselves stay sorted."""

from __future__ import annotations

import numpy as np

from assay.stats.arithmetic import Numbers
from assay.summaries.score_table import ScoreTable

MOST_ATOMS = 256
"""Atoms of a table that is redrawn: the draws give the spread alone, which hardly feels the merging. A taste."""

FROM_NORMAL = 10_000
"""From this many cases on, weights are drawn from the normal law that the multinomial approaches."""


def few_atoms(table: ScoreTable) -> ScoreTable:
    """Merge neighbouring scores until at most 256 are left."""
    return table if len(table.score) <= MOST_ATOMS else table.compressed(MOST_ATOMS // 2 - 1)


def resample(table: ScoreTable, rng: np.random.Generator, replicates: int | None = None) -> ScoreTable:
    """Draw weights as resampling the rows would give them, for a table of few atoms."""
    atoms = few_atoms(table)
    # Quantiles settle with fewer draws where the law is nearly normal.
    count = replicates or (2000 if table.rows < FROM_NORMAL else 1000)
    weights = np.concatenate([atoms.positives, atoms.negatives])
    squares = np.concatenate([atoms.positive_squares, atoms.negative_squares])
    drawn = _draw(weights, squares, table, count, rng)
    return atoms.replicates(drawn[:, : len(atoms.score)], drawn[:, len(atoms.score) :])


def _draw(weights: Numbers, squares: Numbers, table: ScoreTable, count: int, rng: np.random.Generator) -> Numbers:
    if table.rows >= FROM_NORMAL or table.weighted:
        noise = rng.standard_normal((count, len(weights)))
        noise *= np.sqrt(squares)
        noise += weights
        return np.maximum(noise, 0.0, out=noise)
    drawn: Numbers = rng.multinomial(table.rows, weights / weights.sum(), count).astype(float)
    return drawn
