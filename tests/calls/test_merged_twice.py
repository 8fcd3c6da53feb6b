"""Results that came twice are named, and small ones that agree by chance are not."""

from __future__ import annotations

import numpy as np

import assay

RNG = np.random.default_rng(0)


def scored(n: int):
    score = RNG.random(n)
    return assay.evaluate((RNG.random(n) < score).astype(int), score=score)


def said(result) -> list[str]:
    return [note.message for note in result.notes if note.code == "merged-twice"]


def test_the_same_result_twice_is_said_whatever_way_it_came(tmp_path):
    first, second = scored(60), scored(60)
    loaded = assay.load(first.save(tmp_path / "first.json"))
    message = said(assay.merge([first, second, loaded]))
    assert len(message) == 1
    assert "1 and 3 are the same in every value" in message[0]


def test_a_merged_result_does_not_say_it_again():
    first, second = scored(60), scored(60)
    once = assay.merge([first, first])
    assert said(once)
    assert not said(assay.merge([once, second]))


def test_small_tables_that_agree_by_chance_are_left_alone():
    parts = [assay.evaluate([0, 1] * 5, RNG.integers(0, 2, 10).tolist(), labels=[0, 1], positive=1) for _ in range(40)]
    assert not said(assay.merge(parts))


def test_parts_that_differ_are_left_alone():
    assert not said(assay.merge([scored(60), scored(60)]))
