"""Dirichlet weights of data sets, drawn once for any number of pairs of models over the same ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from assay.stats.arithmetic import Numbers
from assay.stats.effect_intervals import in_order
from assay.stats.streams import Stream

BLOCK = 400_000
"""Numbers of a block: its single-precision copies stay in the cache of a core."""

MOST_KEPT = 8_000_000
"""Weights that are kept for the next pair (130 MB with their sums); more are drawn anew."""

PRODUCTS, FEWEST_DRAWS = 10_000_000, 500
"""Pairs times draws that are added up for pseudo-medians (a tenth of a second), and the fewest draws of limits."""

HALF = 0.5 - 1e-12
"""Half of the weight, but for rounding."""

PRIOR = 0.5
"""The prior is half a case with a difference of 0 (Benavoli et al. 2017)."""


@dataclass(frozen=True)
class SignedRankDraws:
    """Weights of so many data sets, and of the difference of 0 that is the prior."""

    size: int
    draws: int
    seed: int

    def probabilities(self, values: Numbers, rope: float) -> tuple[float, float, float]:
        """Return how often each of left, rope and right has the largest weight.

        In every draw left is the weight of all pairs of data sets whose differences add up to less than -2 ropes, each
        pair as heavy as the product of its two weights. Sorted, those that go with one data set are the first few: a
        running sum of the weights holds what they weigh.
        """
        ordered = in_order(values)
        left, right = Staircase.of(ordered, rope), Staircase.of(-ordered[::-1], rope)
        counts = np.zeros(3)
        for block in self._blocks():
            counts += block.won(left, right)
        shares = counts / self.draws
        return float(shares[0]), float(shares[1]), float(shares[2])

    def pseudo_medians(self, values: Numbers) -> Numbers:
        """Return the median of all pairwise means in every draw, each pair as heavy as the product of its weights."""
        places = np.concatenate([[0.0], in_order(values)])
        row, column = np.triu_indices(len(places))
        means = (places[row] + places[column]) / 2
        order = np.argsort(means, kind="stable")
        row, column, means = row[order], column[order], means[order]
        times = np.where(row == column, 1.0, 2.0)[:, None]
        most = max(PRODUCTS // len(means), FEWEST_DRAWS)
        step = max(BLOCK // len(means), 1)
        medians: list[float] = []
        for block in self._blocks():
            weights = np.concatenate([block.prior[None], block.weights])
            for start in range(0, min(weights.shape[1], most - len(medians)), step):
                part = weights[:, start : start + step]
                heavy = np.cumsum(part[row] * part[column] * times, axis=0) >= HALF
                medians += means[heavy.argmax(axis=0)].tolist()
            if len(medians) >= most:
                break
        return np.array(medians)

    def _blocks(self) -> Iterator[Weights]:
        yield from self._kept if self.draws * (self.size + 1) <= MOST_KEPT else self._drawn()

    @cached_property
    def _kept(self) -> tuple[Weights, ...]:
        return tuple(self._drawn())

    def _drawn(self) -> Iterator[Weights]:
        rng = Stream.BAYESIAN_RANKS.of(self.seed)
        shape = np.concatenate([[PRIOR], np.ones(self.size)])
        step = max(BLOCK // (self.size + 1), 1)
        for start in range(0, self.draws, step):
            weights = rng.standard_gamma(shape, (min(step, self.draws - start), self.size + 1))
            weights /= weights.sum(axis=1, keepdims=True)
            yield Weights(weights[:, 0].copy(), np.ascontiguousarray(weights[:, 1:].T))


@dataclass(frozen=True, eq=False)
class Staircase:
    """Which pairs of sorted differences add up to less than -2 ropes.

    `inside` are the differences that do so with themselves, `with_prior` those that do so with the prior's 0; `reach`
    says for each one inside with how many it does so.
    """

    inside: int
    with_prior: int
    reach: NDArray[np.intp]

    @classmethod
    def of(cls, rising: Numbers, rope: float) -> Staircase:
        """Find the steps in rising differences."""
        inside = int(np.count_nonzero(rising + rising < -2 * rope))
        reach = np.count_nonzero(rising[:inside, None] + rising < -2 * rope, axis=1)
        return cls(inside, int(np.count_nonzero(rising < -2 * rope)), np.asarray(reach))

    def share(self, prior: Numbers, weights: Numbers, sums: Numbers) -> Numbers:
        """Return what the pairs weigh in every draw; pairs of different data sets count twice."""
        steps = np.einsum("ij,ij->j", weights[: self.inside], sums[self.reach])
        return np.asarray(2 * (steps + prior * sums[self.with_prior]) - sums[self.inside] ** 2)


@dataclass(frozen=True, eq=False)
class Weights:
    """A block of draws: the weight of the prior, and those of the data sets in rising order, one column per draw."""

    prior: Numbers
    weights: Numbers

    def won(self, left: Staircase, right: Staircase) -> Numbers:
        """Count the draws in which left, rope and right are largest; single precision decides where it can."""
        prior, *single = self._single
        shares = _shares(left, right, prior, *single)
        # A sum of n products in single precision is off by less than n + 3 roundings of the whole, which is 1.
        doubt = np.float32(8 * (len(self.weights) + 3) * np.finfo(np.float32).eps)
        border = shares.max(axis=0) - doubt
        near = shares > border
        open_draws = near.sum(axis=0, dtype=np.int8) > 1
        counts = np.count_nonzero(near & ~open_draws, axis=1).astype(float)
        if open_draws.any():
            weights = self.weights[:, open_draws]
            whole = _running(weights), weights[::-1], _running(weights[::-1])
            shares = _shares(left, right, self.prior[open_draws], weights, *whole)
            best = shares == shares.max(axis=0)
            counts += (best / best.sum(axis=0)).sum(axis=1)
        return np.asarray(counts)

    @cached_property
    def _single(self) -> list[Numbers]:
        falling = self.weights[::-1]
        ways = self.prior, self.weights, _running(self.weights), falling, _running(falling)
        return [np.ascontiguousarray(way, dtype=np.float32) for way in ways]


def _shares(
    left: Staircase, right: Staircase, prior: Numbers, rising: Numbers, sums: Numbers, falling: Numbers, back: Numbers
) -> Numbers:
    below, above = left.share(prior, rising, sums), right.share(prior, falling, back)
    return np.stack([below, 1 - below - above, above])


def _running(weights: Numbers) -> Numbers:
    """Return the sum of the first 0, 1, 2 ... weights of every draw."""
    return np.concatenate([np.zeros((1, weights.shape[1])), np.cumsum(weights, axis=0)])
