"""Slices of images and segments: models are compared on each as compare would on its items alone."""

from __future__ import annotations

import numpy as np
import pytest

import assay
from assay.errors import InputError

RNG = np.random.default_rng(4)
N = 24
SITE = np.array(["north", "south"])[np.arange(N) % 2]
NORTH = np.flatnonzero(SITE == "north")
TEXTS = [f"the cat number {k} sat on the mat today" for k in range(N)]
MASKS = RNG.integers(0, 3, (N, 6, 6))


def blurred(masks, share):
    return np.where(RNG.random(masks.shape) < share, (masks + 1) % 3, masks)


def noisy(share):
    return [" ".join("dog" if RNG.random() < share else word for word in text.split()) for text in TEXTS]


def boxes(shift):
    places = [np.array([[5, 5, 20, 20], [40, 40, 60 + k, 70]], dtype=float) for k in range(N)]
    moved = [own + RNG.normal(0, shift, own.shape) if shift else own for own in places]
    listed = [{"boxes": own.tolist(), "labels": ["cat", "dog"]} for own in moved]
    return [{**own, "scores": RNG.random(2).tolist()} for own in listed] if shift else listed


TASKS = {
    "text": (TEXTS, {"a": noisy(0.1), "b": noisy(0.3)}, "token_f1", {}),
    "segmentation": (list(MASKS), {"a": list(blurred(MASKS, 0.1)), "b": list(blurred(MASKS, 0.3))}, "accuracy", {}),
    "detection": (boxes(0), {"a": boxes(1.0), "b": boxes(4.0)}, "ap50", {"boxes": "xyxy"}),
}


def taken(values, rows):
    return [values[row] for row in rows]


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("group", [None, np.arange(N) // 4])
def test_a_slice_is_compared_as_its_items_alone_would_be(task, group):
    truth, models, metric, more = TASKS[task]
    options = {"task": task, "metrics": metric, **more}
    made = assay.compare(truth, prediction=models, by={"site": SITE}, group=group, **options)
    assert dict(made.slices.sizes) == {"north": 12, "south": 12}
    alone = assay.compare(
        taken(truth, NORTH), prediction={name: taken(own, NORTH) for name, own in models.items()},
        group=None if group is None else group[NORTH], **options,
    )  # fmt: skip
    ours, theirs = made.slices["north"][metric].pairs[0], alone[metric].pairs[0]
    assert ours.difference == theirs.difference
    assert (ours.p_value, ours.test) == (theirs.p_value, theirs.test)
    whole = assay.compare(truth, prediction=models, group=group, **options)
    assert made[metric].pairs[0] == whole[metric].pairs[0]


def test_slices_are_gated_shown_and_stored():
    truth, models, metric, _ = TASKS["text"]
    made = assay.compare(truth, prediction=models, task="text", metrics=metric, by={"site": SITE})
    found = assay.gate(made, f"a better than b in {metric} in every site").requirements[0]
    assert [part.part for part in found.parts] == ["north", "south"]
    assert "Differences in token F1 by site" in str(made)
    assert len(made.slices.where(metric)) == 2


def test_segments_with_gaps_keep_their_slices():
    truth, models, metric, _ = TASKS["text"]
    gappy = [None if k == 1 else text for k, text in enumerate(truth)]
    made = assay.compare(gappy, prediction=models, task="text", metrics=metric, by={"site": SITE}, missing="drop")
    assert dict(made.slices.sizes) == {"north": 12, "south": 11}


def test_as_many_values_as_items_are_needed():
    truth, models, metric, _ = TASKS["text"]
    with pytest.raises(InputError, match="Give a value for every segment"):
        assay.compare(truth, prediction=models, task="text", metrics=metric, by=SITE[:5])
