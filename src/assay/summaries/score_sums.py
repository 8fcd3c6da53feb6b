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
    """Say which cases have scores whose sum is further from 1 than rounding each of them explains.

    >>> off_one(np.array([[0.33, 0.33, 0.33], [0.333, 0.333, 0.324], [0.2, 0.2, 0.2]])).tolist()
    [False, True, True]
    """
    classes = scores.shape[1]
    gap = np.abs(scores.sum(axis=1) - 1)
    off = gap > max(MILLIONTH, classes * epsilon)
    near = np.flatnonzero(off & (gap <= _explained(classes, FEWEST_DECIMALS)))
    off[near] = gap[near] > _explained(classes, _decimals(scores[near]))
    return np.asarray(off)


def _explained(classes: int, decimals: NDArray[np.intp] | int) -> Numbers:
    """Return how far rounding so many scores to so many decimals may take their sum from 1."""
    return np.asarray(classes / 2 * np.power(10.0, -np.asarray(decimals)) + MILLIONTH)


def _decimals(scores: Numbers) -> NDArray[np.intp]:
    """Return with how many decimals the scores of every case were written, or one more than are looked for."""
    decimals = np.full(len(scores), MOST_DECIMALS + 1)
    for count in range(MOST_DECIMALS, FEWEST_DECIMALS - 1, -1):
        raised = scores * 10.0**count
        decimals[(np.abs(raised - np.rint(raised)) <= WHOLE * 10.0**count).all(axis=1)] = count
    return decimals
