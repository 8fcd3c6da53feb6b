"""What a printed page holds: whole pictures, no empty parts, and nothing about what only a screen can do."""

from __future__ import annotations

import numpy as np

import assay


def test_on_paper_no_picture_is_higher_than_the_sheet_and_nothing_tells_how_to_use_a_slider(visit):
    rng = np.random.default_rng(8)
    parts = [f"part {place:02d}" for place in np.arange(1200) % 60]
    truth = rng.integers(0, 2, 1200)
    many = assay.evaluate(truth, np.where(rng.random(1200) < 0.8, truth, 1 - truth), by=parts)
    page = visit(many, 794)
    page.emulate_media(media="print")
    heights = page.evaluate(
        "[...document.querySelectorAll('main figure svg')].map((it) => it.getBoundingClientRect().height)"
    )
    assert 700 < max(heights) < 269 * 96 / 25.4
    page = visit(assay.evaluate(truth, score=rng.random(1200)), 794)
    assert page.locator("#live .screen").is_visible()
    page.emulate_media(media="print")
    assert not page.locator("#live .screen").is_visible()
    ranked = assay.rank({name: rng.random(30).tolist() for name in "abcdefghijkl"}, method="nemenyi")
    page = visit(ranked, 794)
    assert page.locator("#details").is_visible()
    page.emulate_media(media="print")
    assert not page.locator("#details").is_visible()
