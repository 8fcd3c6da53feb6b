"""Segmentations that were judged apart merge to what one call over all images gives."""

from __future__ import annotations

import numpy as np
import pytest

import assay
from assay.errors import AssayError

RNG = np.random.default_rng(3)
TRUTH = [RNG.integers(0, 2 if place < 8 else 3, (12, 12)) for place in range(24)]
SAID = [np.where(RNG.random((12, 12)) < 0.8, mask, 0) for mask in TRUTH]
SITE = ["a", "b"] * 12


def judged(rows, **options):
    return assay.evaluate(TRUTH[rows], SAID[rows], task="segmentation", **options)


def numbers(result):
    ends = ("value", "low", "high")
    return {f"{name} {end}": getattr(made, end) for name, made in result.items() for end in ends}


def test_files_of_images_merge_to_one_call_over_all_of_them(tmp_path):
    parts = [judged(slice(0, 8)), judged(slice(8, 24))]
    files = [part.save(tmp_path / f"{place}.json") for place, part in enumerate(parts)]
    merged, whole = assay.merge([assay.load(file) for file in files]), judged(slice(0, 24))
    assert numbers(merged) == pytest.approx(numbers(whole), rel=1e-12, nan_ok=True)
    assert merged.confusion.labels == whole.confusion.labels
    assert merged.confusion.counts.tolist() == whole.confusion.counts.tolist()
    assert merged.per_class.keys() == whole.per_class.keys()
    assert merged.choices.engine == "merged"


def test_a_file_of_images_comes_back_as_it_was(tmp_path):
    result = judged(slice(8, 24), metrics=["jaccard_macro", "boundary_iou"])
    loaded = assay.load(result.save(tmp_path / "images.json"))
    assert loaded.to_json() == result.to_json()
    assert str(loaded) == str(result)


def test_slices_of_images_merge(tmp_path):
    parts = [judged(rows, by=SITE[rows], metrics=["accuracy"]) for rows in (slice(0, 10), slice(10, 24))]
    merged = assay.merge([assay.load(part.save(tmp_path / "images.json")) for part in parts])
    whole = judged(slice(0, 24), by=SITE, metrics=["accuracy"])
    for key in "ab":
        assert numbers(merged.slices[key]) == pytest.approx(numbers(whole.slices[key]), rel=1e-12, nan_ok=True)


def test_tables_of_single_images_are_left_out_where_small_cells_are(tmp_path):
    loaded = assay.load(judged(slice(0, 24)).save(tmp_path / "images.json", smallest=5))
    assert "tables of single images are left out" in loaded.notes[-1].message
    with pytest.raises(AssayError, match="it holds estimates, but no summary"):
        assay.merge([loaded])


def test_parts_that_ignore_other_pixels_are_refused():
    with pytest.raises(AssayError, match="differ in `ignore`: None and 2"):
        assay.merge([judged(slice(0, 8)), judged(slice(8, 24), ignore=2)])
