"""Boxes that overlap enough are found by a cut through space as by looking at every pair."""

import numpy as np
import pytest

from assay.counting import box_pairs
from assay.inputs.box_geometry import overlaps


def scene(seed: int, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Return boxes from slivers to half the image, and keys."""
    rng = np.random.default_rng(seed)
    width = np.exp(rng.uniform(-2, 4, (size, 2))) * (rng.random((size, 2)) > 0.02)
    return np.hstack([rng.uniform(-20, 100, (size, 2)).round(1), width]), rng.integers(0, 3, size)


@pytest.mark.parametrize("least", [1e-9, 0.1, 0.5])
@pytest.mark.parametrize("block", [0, 7, 1000])
def test_blocks_of_near_boxes_hold_every_pair_that_overlaps_enough(least, block, monkeypatch):
    monkeypatch.setattr(box_pairs, "MOST_PAIRS", max(block, 1))
    (truth, own), (found, sought) = scene(1, 90), scene(2, 120)
    found[:40] = truth[:40] * 1.02
    crowd = np.random.default_rng(3).random(90) < 0.2
    table = overlaps(found[:, None], truth[None], np.broadcast_to(crowd, (120, 90)))
    expected = np.argwhere((table >= least) & (sought[:, None] == own))
    detection, partner, overlap = box_pairs.overlapping(truth, found, (own, sought), crowd, least)
    assert np.column_stack([detection, partner]).tolist() == expected.tolist()
    assert overlap.tolist() == table[detection, partner].tolist()


def test_no_truths_at_all_overlap_nothing(monkeypatch):
    monkeypatch.setattr(box_pairs, "MOST_PAIRS", -1)
    boxes, keys = scene(1, 5)
    none, no_keys = np.zeros((0, 4)), np.zeros(0, int)
    for pair in ((none, no_keys, boxes, keys), (boxes, keys, none, no_keys)):
        detection, partner, overlap = box_pairs.overlapping(
            pair[0], pair[2], (pair[1], pair[3]), np.zeros(len(pair[0]), bool), 0.5
        )
        assert len(detection) == len(partner) == len(overlap) == 0
