"""Images and segments are units already; group= groups them further."""

from __future__ import annotations

import numpy as np
import pytest

import assay

RNG = np.random.default_rng(2)
TEXTS = [f"the cat number {k} sat on mat {k % 3} and looked at dog {k % 7}" for k in range(60)]
SAID = {
    name: [text.replace("cat", "dog") if k % step == 0 else text for k, text in enumerate(TEXTS)]
    for name, step in (("a", 4), ("b", 5))
}
MASKS = [RNG.integers(0, 3, (12, 12)) for _ in range(30)]
DRAWN = {
    name: [np.where(RNG.random((12, 12)) < share, 0, mask) for mask in MASKS]
    for name, share in (("a", 0.2), ("b", 0.3))
}
BOXES = [{"boxes": [[5, 5, 25, 25], [40, 40, 70, 70]], "labels": [1, 2]} for _ in range(24)]


def shifted(size: float) -> list[dict[str, object]]:
    """Find every box a little off."""
    moved = [(np.array(one["boxes"]) + RNG.normal(0, size, (2, 4))).tolist() for one in BOXES]
    return [{"boxes": boxes, "labels": [1, 2], "scores": RNG.random(2).tolist()} for boxes in moved]


FOUND = {"a": shifted(1.5), "b": shifted(3.0)}
TASKS = {
    "text": (TEXTS, SAID, ["bleu", "token_f1", "exact_match"], 60),
    "segmentation": (MASKS, DRAWN, ["accuracy", "jaccard_macro", "jaccard_per_image"], 30),
    "detection": (BOXES, FOUND, ["mean_ap", "recall"], 24),
}


@pytest.mark.parametrize("task", TASKS)
def test_every_interval_is_the_jackknife_over_groups(task: str) -> None:
    truth, answers, metrics, count = TASKS[task]
    group = np.arange(count) // 3
    found = assay.evaluate(truth, answers["a"], task=task, metrics=metrics, group=group)
    assert found.units == count // 3
    assert {found[name].method for name in metrics} == {"jackknife over groups"}
    for name in metrics:
        moves = []
        for own in range(count // 3):
            kept = np.flatnonzero(group != own)
            rest = assay.evaluate([truth[k] for k in kept], [answers["a"][k] for k in kept], task=task, metrics=metrics)
            moves.append(rest[name].value - found[name].value)
        groups = len(moves)
        error = np.sqrt((groups - 1) / groups * np.sum(np.square(moves)))
        width = found[name].high - found[name].low
        assert width == pytest.approx(2 * 2.1 * error, rel=0.45)


@pytest.mark.parametrize("task", TASKS)
def test_models_are_compared_over_groups(task: str) -> None:
    truth, answers, metrics, count = TASKS[task]
    found = assay.compare(truth, prediction=answers, task=task, metrics=metrics[:1], group=np.arange(count) // 3)
    pair = found[metrics[0]].pairs[0]
    assert pair.test in ("sign flips of groups", "t over groups")
    assert found.units == count // 3


def test_a_column_of_the_data_groups_segments(tmp_path) -> None:
    import polars as pl

    frame = pl.DataFrame({"reference": TEXTS, "said": SAID["a"], "document": [k // 4 for k in range(60)]})
    found = assay.evaluate("reference", "said", data=frame, task="text", metrics="token_f1", group="document")
    assert found.units == 15


def test_groups_of_another_length_are_refused() -> None:
    with pytest.raises(assay.AssayError, match="59 values for 60 segments"):
        assay.evaluate(TEXTS, SAID["a"], task="text", group=np.arange(59) // 3)
