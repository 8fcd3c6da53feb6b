"""Random streams: what numbers are drawn for decides which ones they are."""

from __future__ import annotations

import numpy as np

from assay.stats.streams import Stream


def test_no_two_streams_share_a_number():
    assert sorted(Stream.__members__) == sorted(stream.name for stream in Stream)
    assert len({int(stream) for stream in Stream}) == len(Stream.__members__)


def test_a_stream_is_numpys_child_of_the_seed_with_its_number():
    theirs = np.random.default_rng(np.random.SeedSequence(7, spawn_key=(int(Stream.EFFECTS), 3)))
    assert (Stream.EFFECTS.of(7, 3).random(5) == theirs.random(5)).all()
