"""Average precision of few images is flattered, and its interval is moved down by all of that."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from assay.counting.box_matching import match
from assay.inputs.boxes import read_detections
from assay.intervals.detection_intervals import FEW_TRUTHS, HALVES, LESS_OPTIMISM, ImageSample, _limits
from assay.intervals.estimating import estimate
from assay.metrics.find import find

IMAGES = [{"boxes": [[5, 5, 20 + k, 30], [40, 40, 60, 70]], "labels": [1, 2]} for k in range(12)]
FOUND = [{"boxes": image["boxes"], "labels": [1, 2], "scores": [0.9, 0.8]} for image in IMAGES]
VALUE, SPREAD = 0.5, 0.02


def sample() -> ImageSample:
    read = read_detections(IMAGES, FOUND, None)
    return ImageSample(match(read.truth, read.found, len(read.images), read.labels, pixels=read.scale.pixels), 0.95, 0)


def many(images: int) -> ImageSample:
    rng = np.random.default_rng(images)
    truth = [{"boxes": [[5, 5, 20 + k % 9, 30], [40, 40, 60, 70]], "labels": [1, 2]} for k in range(images)]
    found = [
        {"boxes": one["boxes"], "labels": rng.permutation([1, 2]).tolist(), "scores": rng.random(2).tolist()}
        for one in truth
    ]
    read = read_detections(truth, found, None)
    return ImageSample(match(read.truth, read.found, len(read.images), read.labels, pixels=read.scale.pixels), 0.95, 0)


def limits(halves: float, of_precision: bool = True):
    drawn = VALUE + SPREAD * math.sqrt(12) / 11 * np.resize([-1.0, 1.0], 12)  # as leaving out each of 12 images gives
    return _limits(VALUE, lambda _: np.append(drawn, np.full(HALVES, halves)), sample(), of_precision, "undefined")


@pytest.mark.parametrize("rise", [0.002, 0.005, 0.01])
def test_the_interval_is_moved_by_the_whole_optimism(rise):
    flattered, plain = limits(VALUE + rise), limits(VALUE)
    expected = rise * (1 + FEW_TRUTHS / math.sqrt(12))
    assert plain.low - flattered.low == pytest.approx(expected)
    assert plain.high - flattered.high == pytest.approx(expected)
    assert flattered.value == VALUE
    assert flattered.method in LESS_OPTIMISM.values()


def test_an_optimism_that_matters_is_said_with_its_size():
    made = limits(VALUE + 0.01)
    assert f"about {0.01 * (1 + FEW_TRUTHS / math.sqrt(12)):.3f} too high" in made.note
    assert limits(VALUE).note is None


def test_halves_that_score_less_do_not_move_the_interval():
    assert limits(VALUE - 0.05).low == pytest.approx(limits(VALUE).low)


def test_a_metric_that_is_not_flattered_stays_where_it_is():
    assert limits(VALUE + 0.01, of_precision=False).low == pytest.approx(limits(VALUE).low)


def test_up_to_200_images_are_left_out_one_by_one_and_more_are_drawn_again():
    card = find("ap50")
    few, more = (estimate(card, many(images)) for images in (40, 210))
    assert few.method == "jackknife, less optimism"
    assert more.method == "images, less optimism"


def test_the_width_over_few_images_is_tukeys_jackknife_of_matches_without_each_image():
    card, sample = find("average_recall"), many(40)
    rest = [np.delete(np.arange(40), image) for image in range(40)]
    without = np.array([float(card.function(sample.matches.of_images(kept))) for kept in rest])
    error = math.sqrt(39 / 40 * np.sum((without - without.mean()) ** 2))
    made = estimate(card, sample)
    assert made.high - made.low == pytest.approx(2 * stats.t.ppf(0.975, 39) * error, rel=1e-5)


def test_every_half_comes_with_the_other_one():
    for images in (12, 13):
        halves = many(images).weights[-HALVES:].reshape(HALVES // 2, 2, images)
        assert (halves.sum(axis=2) == images // 2).all()
        assert (halves.sum(axis=1) <= 1).all()
