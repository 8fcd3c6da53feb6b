"""Tables side by side: every metric, and every limit, is what the table has alone."""

from __future__ import annotations

import numpy as np
import pytest

import assay


@pytest.mark.parametrize("level", [0.9, 0.95])
def test_limits_along_thresholds_are_those_at_each_threshold(level):
    rng = np.random.default_rng(8)
    truth = rng.random(90) < 0.3
    score = np.round(np.clip(0.3 * truth + rng.random(90) * 0.7, 0, 1), 2)
    thresholds = assay.evaluate(truth, score=score, level=level, seed=2).thresholds
    at = [-1.0, 0.0, *np.linspace(0.1, 0.9, 20), 1.0, np.inf]
    along = thresholds.limits_along(at, thresholds.cell_cards)
    assert len(along) > 20
    for place, threshold in enumerate(at):
        point = thresholds.at(threshold) if np.isfinite(threshold) else None
        for card in thresholds.cell_cards if point else ():
            alone = point[card.name]
            assert along[card.name][place].tolist() == pytest.approx((alone.low, alone.high), abs=0, nan_ok=True)
