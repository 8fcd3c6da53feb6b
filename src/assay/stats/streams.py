"""Random streams: every purpose has one of its own, so that no number depends on which others were asked for."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray


class Stream(IntEnum):
    """What random numbers are drawn for; the numbers are part of what a seed means and are never given twice."""

    DIRICHLET_CELLS = 0
    RESAMPLED_CELLS = 1
    RESAMPLED_LOSSES = 3
    CALIBRATION = 4
    RESAMPLED_SCORES = 5
    CURVE_BANDS = 6
    RESAMPLED_MEANS = 7
    LIKELIHOOD_RATIO = 9
    PERMUTED_SAMPLES = 10
    BAYESIAN_RANKS = 11
    PERMUTED_RANKS = 12
    LABEL_PAIRS = 13
    ROW_PAIRS = 14
    REGRESSION_PAIRS = 15
    SEVERAL_SCORE_PAIRS = 16
    EFFECTS = 17
    LEFT_OUT_CASES = 18
    POWER_LAW = 19
    LEARNING_PARTS = 20
    BOOTSTRAP_ROUNDS = 21
    GENERATED_ROUNDS = 22
    DETECTION_IMAGES = 23
    SEGMENTATION_IMAGES = 24
    SMOOTHED_SCORES = 25
    SCALED_RESIDUALS = 26
    FEW_IN_CLASS = 27
    RESAMPLED_ORDERS = 28
    RESAMPLED_CLASSES = 29
    SHARED_CELLS = 30

    def of(self, seed: int, *more: int) -> np.random.Generator:
        """Return the generator of this stream; `more` tells apart pairs of models and the like.

        >>> bool(Stream.LABEL_PAIRS.of(0, 0, 1).random() == Stream.LABEL_PAIRS.of(0, 0, 1).random())
        True
        """
        return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(int(self), *more)))

    @staticmethod
    def of_segments(seed: int) -> np.random.Generator:
        """Return the generator of resampled segments: sacrebleu's own, so that its numbers come out to the digit."""
        return np.random.default_rng(seed)

    @staticmethod
    def of_plans(seed: int) -> np.random.Generator:
        """Return the generator of simulated studies, of which a plan makes one kind only."""
        return np.random.default_rng(seed)

    @staticmethod
    def states(seed: tuple[int, ...], count: int) -> NDArray[np.unsignedinteger]:
        """Return seeds for so many open random states of a model."""
        return np.random.SeedSequence(seed).generate_state(count)

    def run(self, seed: int, *more: int) -> np.random.Generator:
        """Return the generator of one run among many, as validation draws its parts."""
        return np.random.default_rng([seed, int(self), *more])
