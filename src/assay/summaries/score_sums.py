"""Whether the scores of exclusive classes add up to 1, as probabilities do: within what writing them down leaves."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from assay.stats.arithmetic import Numbers

MILLIONTH = 1e-6
"""Probabilities in single precision may miss 1 by 1e-7 a class."""

FEWEST_DECIMALS, MOST_DECIMALS = 2, 6
"""How probabilities are commonly rounded in files."""

WHOLE = 1e-9
"""How far a float is from the number of few decimals that it was read from, at most."""


def off_one(scores: Numbers, epsilon: float = 0.0) -> NDArray[np.bool_]:
    """Say which cases have scores that rounding cannot have made of probabilities that add up to 1.

    A score of 0 can only have been rounded down, and every score by half of its last decimal at most.

    >>> off_one(np.array([[0.33, 0.33, 0.33], [0.333, 0.333, 0.324], [0.2, 0.2, 0.2]])).tolist()
    [False, True, True]
    """
    scores = np.asarray(scores, dtype=float)
    total = scores.sum(axis=1)
    off = np.abs(total - 1) > np.maximum(MILLIONTH, epsilon * total)
    widest = scores.shape[1] * _half_step(np.array([FEWEST_DECIMALS]))[0]
    near = np.flatnonzero(off & (np.abs(total - 1) <= widest + MILLIONTH))
    half = _half_step(_decimals(scores[near]))[:, None]
    least, most = np.maximum(scores[near] - half, 0.0).sum(axis=1), np.minimum(scores[near] + half, 1.0).sum(axis=1)
    off[near] = (least > 1 + MILLIONTH) | (most < 1 - MILLIONTH)
    return np.asarray(off)


def _half_step(decimals: NDArray[np.intp]) -> Numbers:
    """Return how far rounding to so many decimals moves a number at most; nothing beyond those that are looked for."""
    return np.where(decimals > MOST_DECIMALS, 0.0, np.power(10.0, -decimals.astype(float)) / 2)


def _decimals(scores: Numbers) -> NDArray[np.intp]:
    """Return with how many decimals the scores of every case were written, or one more than are looked for."""
    decimals = np.full(len(scores), MOST_DECIMALS + 1)
    for count in range(MOST_DECIMALS, FEWEST_DECIMALS - 1, -1):
        raised = scores * 10.0**count
        decimals[(np.abs(raised - np.rint(raised)) <= WHOLE * 10.0**count).all(axis=1)] = count
    return decimals
