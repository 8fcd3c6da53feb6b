"""The Bayesian signed-rank test beside its definition, every pair of data sets weighed on its own."""

from __future__ import annotations

import numpy as np
import pytest

from assay.stats.signed_rank_draws import SignedRankDraws
from assay.stats.streams import Stream

DRAWS = 3000


def every_pair(values, rope, seed=0):
    """Weigh all pairs (Benavoli et al. 2017, equation 7)."""
    points = np.concatenate([[0.0], np.sort(values)])
    sums = points[:, None] + points
    weights = Stream.BAYESIAN_RANKS.of(seed).standard_gamma([0.5, *np.ones(len(values))], (DRAWS, len(points)))
    weights /= weights.sum(axis=1, keepdims=True)
    left, right = (((weights @ beyond) * weights).sum(axis=1) for beyond in (sums < -2 * rope, sums > 2 * rope))
    shares = np.stack([left, 1 - left - right, right])
    best = shares == shares.max(axis=0)
    return (best / best.sum(axis=0)).mean(axis=1)


@pytest.mark.parametrize("size", [2, 3, 17, 120])
@pytest.mark.parametrize("rope", [0, 0.004, 0.02, 5])
def test_the_draws_decide_as_they_do_when_every_pair_is_weighed(size, rope):
    rng = np.random.default_rng(size)
    draws = SignedRankDraws(size, DRAWS, 0)
    samples = (
        rng.normal(0.002, 0.02, size),
        rng.normal(0, 0.01, size).round(2),
        np.zeros(size),
        -rng.random(size),
        np.full(size, rope),
    )
    for values in samples:
        assert draws.probabilities(values, rope) == pytest.approx(every_pair(values, rope), abs=1e-12)


def test_weights_that_are_not_kept_are_drawn_alike(monkeypatch):
    values = np.random.default_rng(1).normal(0.002, 0.02, 30)
    kept = SignedRankDraws(30, DRAWS, 4).probabilities(values, 0.001)
    monkeypatch.setattr("assay.stats.signed_rank_draws.MOST_KEPT", 0)
    monkeypatch.setattr("assay.stats.signed_rank_draws.BLOCK", 7000)
    assert SignedRankDraws(30, DRAWS, 4).probabilities(values, 0.001) == pytest.approx(kept, abs=1e-12)
