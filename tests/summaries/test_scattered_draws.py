"""Draws of large tables, a block at a time."""

from __future__ import annotations

import numpy as np
import pytest

from assay.summaries import draws


@pytest.mark.parametrize("weighted", [False, True])
def test_blocks_of_draws_add_up_to_the_draws(weighted, monkeypatch):
    monkeypatch.setattr(draws, "BLOCK", 100)
    rng = np.random.default_rng(0)
    weights = rng.integers(1, 9, 30).astype(float)
    squares = weights * rng.uniform(0.5, 2, 30) if weighted else weights
    whole = draws.dirichlet(weights, squares, 0.01, 17, np.random.default_rng(3), 0.8)
    added = np.zeros((17, 30))
    for turns, block in draws.dirichlet_blocks(weights, squares, 0.01, 17, np.random.default_rng(3), 0.8):
        assert block.size <= 100
        added[turns] += block
    assert added == pytest.approx(whole, rel=1e-12)
