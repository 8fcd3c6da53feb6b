"""Streams of random numbers: one seed gives every use its own stream, so that no two uses share their draws."""

from __future__ import annotations

import numpy as np

LIKELIHOODS, PERMUTATIONS, DIRICHLET, EFFECTS, LEARNING = 9, 10, 11, 17, 19
"""Arbitrary, but fixed (another number means other draws) and different from those of intervals and comparisons."""


def stream(seed: int, number: int) -> np.random.Generator:
    """Return the generator for the use of randomness that has this number.

    >>> bool(stream(0, EFFECTS).random() == stream(0, LEARNING).random())
    False
    """
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(number,)))
