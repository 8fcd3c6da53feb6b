"""Random replicates of cells: what the summary might have been, had other cases come along.

A cell holds a sum of weights W and a sum of squared weights Q (both are the count when nothing is weighted). It
varies like W²/Q cases of weight Q/W each, so every draw below is made on that effective count.
"""

from __future__ import annotations

import numpy as np

from assay.stats.arithmetic import Numbers

REPLICATES = 4000
"""Quantiles of 4,000 draws carry a Monte-Carlo error of about 1% of the interval's width."""

FEWEST = 500
"""The Monte-Carlo error is then about 3% of the interval's width."""

BUDGET = 8_000_000
"""Numbers drawn at most, 64 MB, unless even the fewest replicates need more."""


def affordable(cells: int) -> int:
    """Return how many replicates to draw: fewer where there are very many cells."""
    return int(np.clip(BUDGET // max(cells, 1), FEWEST, REPLICATES))


def effective(weights: Numbers, squares: Numbers) -> tuple[Numbers, Numbers]:
    """Return each cell's effective count and the weight of one effective case in it."""
    filled = (squares > 0) & (weights > 0)  # what is left of a difference of weights may be squares alone
    safe = np.where(filled, squares, 1.0)
    whole = float(np.nansum(weights))
    average = float(np.nansum(squares)) / whole if whole else 1.0
    counts = np.where(filled, weights**2 / safe, 0.0)
    return np.where(np.isnan(weights), np.nan, counts), np.where(filled, safe / np.where(filled, weights, 1.0), average)


def degrees(squares: Numbers, fourth: float, weighted: bool) -> float:
    """Return the degrees of freedom of a variance that rests on unequal weights: (sum w²)² / sum w⁴ (Satterthwaite).

    A few heavy cases make the variance itself uncertain; with equal weights it is as good as known.
    """
    return float(squares.sum() ** 2 / fourth) if weighted and fourth > 0 else np.inf


def dirichlet(
    weights: Numbers,
    squares: Numbers,
    prior: float | Numbers,
    replicates: int,
    rng: np.random.Generator,
    typical: float = 1.0,
) -> Numbers:
    """Draw cells as Gamma(count + prior): the unnormalised Dirichlet, which is all a scale-free metric needs.

    With weights, what was seen has the weight of its own cell and the prior that of a typical case, so a cell of
    very light cases is not taken for better known than an empty one. An unknown cell (nan) stays unknown. The prior is
    one number, or one per cell.
    """
    counts, scale = effective(weights, squares)
    known = ~np.isnan(counts)
    added = np.broadcast_to(prior, counts.shape)[known]
    shape = (replicates, int(known.sum()))
    if squares is weights:
        return _placed(rng.standard_gamma(counts[known] + added, shape), known)
    seen = rng.standard_gamma(counts[known], shape) * scale[known]
    return _placed(seen + rng.standard_gamma(added, shape) * typical, known)


def multinomial(
    weights: Numbers, squares: Numbers, weighted: bool, replicates: int, rng: np.random.Generator
) -> Numbers:
    """Draw cells as resampling the rows with replacement would give them, whatever the number of rows.

    With weights the number of cases in each cell is drawn as Poisson of its effective count.
    """
    counts, scale = effective(weights, squares)
    known = ~np.isnan(counts)
    if weighted:
        return _placed(rng.poisson(counts[known], (replicates, int(known.sum()))) * scale[known], known)
    total = counts[known].sum()
    return _placed(rng.multinomial(round(total), counts[known] / total, replicates).astype(float), known)


def _placed(drawn: Numbers, known: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Numbers:
    """Put the drawn cells where they belong; the unknown ones stay nan."""
    if known.all():
        return drawn.reshape(len(drawn), *known.shape)
    draws = np.full((len(drawn), *known.shape), np.nan)
    draws[:, known] = drawn
    return draws
