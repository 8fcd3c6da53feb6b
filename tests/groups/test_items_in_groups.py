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


def jackknifed(value: float, moves: list[float]) -> float:
    return (len(moves) - 1) / len(moves) * float(np.sum(np.square(moves)))


@pytest.mark.parametrize("task", TASKS)
def test_two_groupings_of_items_cross(task: str) -> None:
    """The variances of both are added and that of their cells is taken off, as written out here."""
    truth, answers, metrics, count = TASKS[task]
    first, second = np.arange(count) // 4, np.arange(count) % 6
    found = assay.evaluate(truth, answers["a"], task=task, metrics=metrics, group=[first, second])
    assert found.grouping.sizes == (count // 4 if count % 4 == 0 else count // 4 + 1, 6)
    assert "crossed-groups" in {note.code for note in found.notes}
    name = metrics[0]
    alone = [
        assay.evaluate(truth, answers["a"], task=task, metrics=metrics, group=group)[name] for group in (first, second)
    ]
    assert found[name].high - found[name].low >= min(made.high - made.low for made in alone)


def test_the_crossed_variance_of_texts_is_the_two_way_formula() -> None:
    from scipy import special, stats

    first, second = np.arange(60) // 4, np.arange(60) % 6
    right = np.array([a == b for a, b in zip(TEXTS, SAID["a"], strict=True)], dtype=float)
    value = right.mean()

    def variance(group: np.ndarray) -> float:
        names = np.unique(group)
        return jackknifed(value, [right[group != name].mean() - value for name in names])

    total = variance(first) + variance(second) - variance(first * 6 + second)
    total = max(total, variance(first), variance(second))
    reach = stats.t.ppf(0.975, 5) * np.sqrt(total) / (value * (1 - value))
    found = assay.evaluate(TEXTS, SAID["a"], task="text", metrics="exact_match", group=[first, second])["exact_match"]
    expected = special.expit(special.logit(value) + np.array([-reach, reach]))
    assert (found.low, found.high) == pytest.approx(tuple(expected), abs=1e-9)


def test_two_columns_of_the_data_cross() -> None:
    import polars as pl

    frame = pl.DataFrame(
        {"reference": TEXTS, "said": SAID["a"], "doc": [k // 4 for k in range(60)], "judge": [k % 6 for k in range(60)]}
    )
    asked = {"task": "text", "metrics": "token_f1"}
    found = assay.evaluate("reference", "said", data=frame, group=["doc", "judge"], **asked)
    arrays = assay.evaluate(TEXTS, SAID["a"], group=[frame["doc"].to_numpy(), frame["judge"].to_numpy()], **asked)
    assert found.grouping.names == ("doc", "judge")
    assert (found["token_f1"].low, found["token_f1"].high) == (arrays["token_f1"].low, arrays["token_f1"].high)


def test_crossed_groupings_compare_systems() -> None:
    crossed = [np.arange(60) // 4, np.arange(60) % 6]
    pair = assay.compare(TEXTS, prediction=SAID, task="text", metrics="token_f1", group=crossed)["token_f1"].pairs[0]
    assert pair.test == "t over groups"


def test_segments_without_a_group_are_refused_or_left_out() -> None:
    group = [None if k in (3, 7) else k // 3 for k in range(60)]
    asked = {"task": "text", "metrics": "token_f1"}
    with pytest.raises(assay.AssayError, match="names no group for 2 of 60 segments; the first of them is segment 4"):
        assay.evaluate(TEXTS, SAID["a"], group=group, **asked)
    dropped = assay.evaluate(TEXTS, SAID["a"], group=group, missing="drop", **asked)
    kept = [k for k in range(60) if k not in (3, 7)]
    direct = assay.evaluate([TEXTS[k] for k in kept], [SAID["a"][k] for k in kept], group=np.array(kept) // 3, **asked)
    assert dropped.n == 58
    assert (dropped["token_f1"].low, dropped["token_f1"].high) == (direct["token_f1"].low, direct["token_f1"].high)
    assert "dropped" in {note.code for note in dropped.notes}


def test_groups_stay_with_their_segments_where_a_text_is_missing() -> None:
    said = [None if k == 0 else text for k, text in enumerate(SAID["a"])]
    asked = {"task": "text", "metrics": "token_f1"}
    dropped = assay.evaluate(TEXTS, said, group=np.arange(60) // 3, missing="drop", **asked)["token_f1"]
    direct = assay.evaluate(TEXTS[1:], SAID["a"][1:], group=np.arange(1, 60) // 3, **asked)["token_f1"]
    assert (dropped.low, dropped.high) == (direct.low, direct.high)


@pytest.mark.parametrize("task", ["segmentation", "detection"])
def test_an_image_without_a_group_is_named(task: str) -> None:
    truth, answers, metrics, count = TASKS[task]
    group = [None if k == 4 else k // 3 for k in range(count)]
    with pytest.raises(assay.AssayError, match=f"no group for 1 of {count} images; the first of them is image 5"):
        assay.evaluate(truth, answers["a"], task=task, metrics=metrics, group=group)


@pytest.mark.parametrize(("task", "label", "metric"), [("segmentation", 1, "recall"), ("detection", 1, "ap50")])
def test_copies_of_every_image_in_its_group_tell_nothing_new_of_a_label(task: str, label: int, metric: str) -> None:
    truth, answers, _, count = TASKS[task]
    group = np.arange(count) // 2
    once = assay.evaluate(truth, answers["a"], task=task, group=group)
    four = assay.evaluate(list(truth) * 4, list(answers["a"]) * 4, task=task, group=np.tile(group, 4))
    alone = assay.evaluate(list(truth) * 4, list(answers["a"]) * 4, task=task)
    widths = [ev.per_class[label][metric].high - ev.per_class[label][metric].low for ev in (once, four, alone)]
    assert once.per_class[label][metric].method == "jackknife over groups"
    assert widths[1] == pytest.approx(widths[0], rel=0.1)
    assert widths[2] < 0.8 * widths[1]


def test_a_label_of_masks_is_the_jackknife_written_out() -> None:
    from scipy import special, stats

    group = np.arange(30) // 3
    found = assay.evaluate(MASKS, DRAWN["a"], task="segmentation", group=group).per_class[1]["recall"]

    def recall(rows: np.ndarray) -> float:
        truth = np.concatenate([MASKS[k].ravel() for k in rows])
        drawn = np.concatenate([DRAWN["a"][k].ravel() for k in rows])
        return float(np.mean(drawn[truth == 1] == 1))

    every = np.arange(30)
    value = recall(every)
    variance = jackknifed(value, [recall(every[group != own]) - value for own in range(10)])
    reach = stats.t.ppf(0.975, 9) * np.sqrt(variance) / (value * (1 - value))
    expected = special.expit(special.logit(value) + np.array([-reach, reach]))
    assert (found.low, found.high) == pytest.approx(tuple(expected), abs=1e-4)


def test_the_best_threshold_of_detections_knows_the_groups() -> None:
    found = assay.evaluate(BOXES, FOUND["b"], task="detection", group=np.arange(24) // 3)
    assert found.operating_points[0].estimates["recall"].method == "jackknife over groups"


def test_runs_of_words_know_the_groups() -> None:
    found = assay.evaluate(TEXTS, SAID["a"], task="text", metrics="ngram_precision", group=np.arange(60) // 6)
    methods = {made.method for own in found.per_class.values() for made in own.values()}
    assert "jackknife over groups" in methods
    assert "segments" not in methods


def test_the_signature_of_bleu_gives_no_draws_of_single_segments() -> None:
    grouped = assay.evaluate(TEXTS, SAID["a"], task="text", metrics="bleu", group=np.arange(60) // 6)
    alone = assay.evaluate(TEXTS, SAID["a"], task="text", metrics="bleu")
    assert "μ" in alone.signatures["bleu"]
    assert "μ" not in grouped.signatures["bleu"]


def test_the_note_on_groups_of_one_names_the_unit() -> None:
    found = assay.evaluate(TEXTS, SAID["a"], task="text", metrics="token_f1", group=np.arange(60))
    assert "Every segment is a group of its own" in next(n.message for n in found.notes if n.code == "groups-of-one")
