"""Detection: equal to pycocotools where it is right, right where it is not, and honest about few images."""

from __future__ import annotations

import contextlib
import copy
import io
import json
import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import assay
from assay.counting.box_matching import match
from assay.inputs.box_geometry import overlaps
from assay.inputs.boxes import read_detections
from assay.intervals.detection_intervals import optimism

TWELVE = (
    "mean_ap", "ap50", "ap75", "mean_ap_small", "mean_ap_medium", "mean_ap_large", "average_recall_1",
    "average_recall_10", "average_recall", "average_recall_small", "average_recall_medium", "average_recall_large",
)  # fmt: skip


def scene(seed, images=8, labels=3, most=40, crowds=0.1, ties=True, first_id=1, borders=True):
    """Random boxes: crowds, ties in scores, areas on the borders between sizes, empty images."""
    rng = np.random.default_rng(seed)
    annotations, found = [], []
    for image in range(images):
        truths = [] if rng.random() < 0.15 else list(range(int(rng.integers(1, 9))))
        boxes = []
        for _ in truths:
            side = rng.choice([32.0, 96.0, *rng.uniform(5, 150, 4)]) if borders else rng.uniform(5, 150)
            box = [*rng.uniform(0, 300, 2), side, side if rng.random() < 0.5 else rng.uniform(5, 150)]
            label = int(rng.integers(labels))
            boxes.append((label, box))
            whole = {"image_id": image + 1, "category_id": label + 1, "bbox": box, "area": box[2] * box[3]}
            mark = {"id": first_id + len(annotations), "iscrowd": int(rng.random() < crowds)}
            annotations.append({**mark, **whole})
        for _ in range(int(rng.integers(0, most))):
            label, box = int(rng.integers(labels)), [*rng.uniform(0, 300, 2), *rng.uniform(5, 150, 2)]
            if boxes and rng.random() < 0.7:
                own, near = boxes[rng.integers(len(boxes))]
                label = own if rng.random() < 0.8 else label
                box = [float(side * (1 + rng.normal(0, 0.08))) for side in near]
            score = float(rng.random())
            found.append({"image_id": image + 1, "category_id": label + 1, "bbox": [float(side) for side in box],
                          "score": round(score, 1) if ties else score})  # fmt: skip
    truth = {
        "images": [{"id": image + 1, "width": 500, "height": 500} for image in range(images)],
        "annotations": annotations,
        "categories": [{"id": label + 1, "name": f"kind {label}"} for label in range(labels)],
    }
    return truth, found


def reference(truth, found):
    coco = pytest.importorskip("pycocotools.coco")
    cocoeval = pytest.importorskip("pycocotools.cocoeval")
    with contextlib.redirect_stdout(io.StringIO()):
        known = coco.COCO()
        known.dataset = copy.deepcopy(truth)
        known.createIndex()
        judge = cocoeval.COCOeval(known, known.loadRes(copy.deepcopy(found)), "bbox")
        judge.evaluate()
        judge.accumulate()
        judge.summarize()
    return np.where(judge.stats < 0, np.nan, judge.stats)


def numbers(truth, found):
    result = assay.evaluate(truth, found, task="detection", metrics=list(TWELVE))
    return np.array([result[name].value for name in TWELVE])


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("most", [2, 40, 300])
def test_the_twelve_numbers_of_pycocotools(seed, most):
    truth, found = scene(seed, images=4 if most == 300 else 8, most=most)
    if not found:
        pytest.skip("pycocotools takes no empty list of detections")
    expected = reference(truth, found)
    assert numbers(truth, found) == pytest.approx(expected, abs=1e-12, nan_ok=True)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_an_annotation_with_the_id_0_counts_like_any_other():
    truth, _ = scene(3, crowds=0.0, first_id=0)
    perfect = [
        {"image_id": one["image_id"], "category_id": one["category_id"], "bbox": one["bbox"], "score": 0.9}
        for one in truth["annotations"]
    ]
    assert numbers(truth, perfect)[0] == pytest.approx(1.0)
    assert reference(truth, perfect)[0] < 0.999


def test_worked_examples_36_to_39_from_ready_matches():
    hits = [True, False, True, False, True, True, True]
    steps = {12: (0.303968, 0.321429, 0.350649), 16: (0.227976, 0.241071, 0.285714)}
    for truths, expected in steps.items():
        found = assay.evaluate(counts={"hit": hits, "truths": truths}, task="detection")
        names = ("ap50_steps", "ap50_all_points", "ap50_11_points")
        assert [found[name].value for name in names] == pytest.approx(expected, abs=5e-7)
    curve = assay.evaluate(counts={"hit": hits, "truths": 12}, task="detection").curves["pr: all"]
    assert curve.x[1:] == pytest.approx([1 / 12, 2 / 12, 3 / 12, 4 / 12, 5 / 12])
    assert curve.y[1:] == pytest.approx([1, 5 / 7, 5 / 7, 5 / 7, 5 / 7])
    for called, expected in enumerate([1, 0.5, 0.6667, 0.5, 0.6, 0.6667, 0.7143], start=1):
        scores = np.linspace(0.9, 0.1, len(hits))
        ready = {"hit": hits, "truths": 12, "score": scores}
        cut = assay.evaluate(counts=ready, task="detection", threshold=float(scores[called - 1]))
        assert cut["precision"].value == pytest.approx(expected, abs=5e-5)
        assert cut["recall"].value == pytest.approx(sum(hits[:called]) / 12)


def test_overlaps_of_known_boxes():
    same = np.array([[0.0, 0, 10, 10]])
    assert overlaps(same, same) == pytest.approx(1)
    assert overlaps(same, np.array([[20.0, 0, 10, 10]])) == pytest.approx(0)
    assert overlaps(same, np.array([[0.0, 0, 10, 5]])) == pytest.approx(0.5)
    assert overlaps(same, np.array([[0.0, 0, 100, 100]]), np.array([True])) == pytest.approx(1)
    assert overlaps(np.zeros((1, 4)), np.zeros((1, 4))) == pytest.approx(0)


@given(st.integers(0, 30))
def test_merged_images_equal_the_whole_and_order_does_not_matter(seed):
    truth, found = scene(seed, images=6, ties=False)
    rows = read_detections(truth, found)
    whole = match(rows.truth, rows.found, 6, rows.labels)
    parts = whole.of_images(np.arange(4)).merge(whole.of_images(np.arange(4, 6)))
    assert parts.average_precisions == pytest.approx(whole.average_precisions, nan_ok=True)
    order = np.random.default_rng(seed).permutation(len(found))
    mixed = [found[place] for place in order]
    assert numbers(truth, mixed) == pytest.approx(numbers(truth, found), nan_ok=True)


@pytest.mark.parametrize("seed", range(4))
def test_every_interval_holds_its_value_and_stays_in_bounds(seed):
    truth, found = scene(seed, images=20)
    result = assay.evaluate(truth, found, task="detection")
    for estimate in result.values():
        if estimate.defined:
            assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1
            assert estimate.low < estimate.high
    for own in result.per_class.values():
        assert all(one.low <= one.value <= one.high for one in own.values() if one.defined)


def test_tables_and_lists_give_the_same_as_coco():
    truth, found = scene(7, crowds=0.0, borders=False)
    expected = numbers(truth, found)
    names = {one["id"]: one["name"] for one in truth["categories"]}

    def frame(objects, scored, form):
        boxes = np.array([one["bbox"] for one in objects])
        columns = {
            "image": [one["image_id"] for one in objects],
            "label": [names[one["category_id"]] for one in objects],
        }
        if scored:
            columns["score"] = [one["score"] for one in objects]
        corners = {
            "xywh": dict(zip(("x", "y", "width", "height"), boxes.T, strict=True)),
            "xyxy": dict(
                zip(("xmin", "ymin", "xmax", "ymax"), [*boxes.T[:2], *(boxes.T[:2] + boxes.T[2:])], strict=True)
            ),
            "centre": dict(zip(("cx", "cy", "w", "h"), [*(boxes.T[:2] + boxes.T[2:] / 2), *boxes.T[2:]], strict=True)),
        }[form]
        return pd.DataFrame({**columns, **corners})

    for form in ("xywh", "xyxy", "centre"):
        ours = numbers(frame(truth["annotations"], False, form), frame(found, True, form))
        assert ours == pytest.approx(expected, abs=1e-9, nan_ok=True)
    images = [one["id"] for one in truth["images"]]

    def listed(objects, image, scored):
        own = [one for one in objects if one["image_id"] == image]
        boxes = np.array([one["bbox"] for one in own]).reshape(-1, 4)
        corners = np.concatenate([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]], axis=1)
        item = {"boxes": corners, "labels": [one["category_id"] for one in own]}
        return {**item, "scores": [one["score"] for one in own]} if scored else item

    both = (truth["annotations"], False), (found, True)
    pair = [[listed(objects, image, scored) for image in images] for objects, scored in both]
    assert numbers(*pair) == pytest.approx(expected, abs=1e-9, nan_ok=True)


def test_confusion_holds_every_truth_and_every_detection_once():
    truth, found = scene(2, crowds=0.0)
    result = assay.evaluate(truth, found, task="detection", threshold=0.3)
    counts = result.confusion.counts
    assert result.confusion.labels[-1] == "background"
    assert counts[:-1].sum() == len(truth["annotations"])
    assert counts[:, :-1].sum() == sum(one["score"] >= 0.3 for one in found)


def test_no_detections_and_no_truth():
    truth, found = scene(1)
    nothing = assay.evaluate(truth, [], task="detection")
    assert nothing["mean_ap"].value == 0
    assert any(note.code == "no-detections" for note in nothing.notes)
    empty = {**truth, "annotations": []}
    undefined = assay.evaluate(empty, found, task="detection")["mean_ap"]
    assert np.isnan(undefined.value)
    assert "no label has a truth" in undefined.note


def test_few_images_flatter_and_say_so():
    few, many = (assay.evaluate(*scene(4, images=images, labels=3), task="detection") for images in (25, 40))
    told = {note.code: note.message for note in few.notes}
    assert told["few-images"] == "With 25 images the intervals are rough."
    assert "few-images" not in [note.code for note in many.notes]
    rise = float(re.search(r"about (\d\.\d+) too high", few["mean_ap"].note).group(1))
    assert f"about {rise:.3f} too high" in told["optimism"]
    middle = (few["mean_ap"].low + few["mean_ap"].high) / 2
    assert middle == pytest.approx(few["mean_ap"].value - rise, abs=0.002)


def test_what_halving_adds_is_taken_off_three_and_a_half_times_where_a_label_has_four_truths():
    """1 + 5/√m times, by hand: m = 4 gives 3.5 and m = 25 gives 2; a fall is no optimism, and nothing falls below 0."""
    halves = np.array([0.52, np.nan, 0.56])
    assert optimism(0.5, halves, truths=4) == pytest.approx(0.04 * 3.5)
    assert optimism(0.5, halves, truths=25) == pytest.approx(0.04 * 2)
    assert optimism(0.5, halves, truths=0.5) == pytest.approx(0.04 * 6)
    assert optimism(0.6, halves, truths=4) == 0
    assert optimism(0.1, halves, truths=4) == pytest.approx(0.1)
    assert optimism(0.5, np.array([np.nan]), truths=4) == 0


def test_where_nothing_is_flattered_nothing_is_said_of_it():
    truth, _ = scene(4, images=40, crowds=0.0)
    perfect = [{**one, "score": 0.9} for one in truth["annotations"]]
    result = assay.evaluate(truth, perfect, task="detection")
    assert "flatter" not in result["mean_ap"].note
    assert "optimism" not in [note.code for note in result.notes]


def broken(change):
    truth, found = scene(5)
    change(truth, found)
    return truth, found


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda truth, found: found[0].update(bbox=[0, 0, -5, 3]), ["1 of", "negative size", "image"]),
        (
            lambda truth, found: truth["annotations"][0].update(bbox=[0, float("nan"), 5, 3]),
            ["truth", "missing or infinite"],
        ),
        (lambda truth, found: found[0].pop("score"), ["1 of", "no score"]),
        (lambda truth, found: found[0].pop("bbox"), ["'bbox'"]),
        (lambda truth, found: found[0].update(image_id=999), ["999", "truth does not have"]),
        (lambda truth, found: found[0].update(category_id=77), ["77"]),
        (lambda truth, found: truth["annotations"][1].update(id=truth["annotations"][0]["id"]), ["same id"]),
        (lambda truth, found: truth["images"].append(truth["images"][0]), ["images with the same id"]),
        (lambda truth, found: truth.pop("categories"), ["not a COCO file", "categories"]),
    ],
)
def test_broken_files_are_refused_in_words(change, words):
    truth, found = broken(change)
    with pytest.raises(assay.AssayError) as caught:
        assay.evaluate(truth, found, task="detection")
    assert all(word in str(caught.value) for word in words), str(caught.value)


@pytest.mark.parametrize(
    ("truth", "found", "words"),
    [
        ("nowhere.json", [], ["nowhere.json"]),
        (5, [], ["holds no boxes"]),
        ([{"boxes": []}], [{}], ["labels"]),
        ([{"boxes": [], "labels": []}], [], ["1 images", "0"]),
        (pd.DataFrame({"image": [1], "label": [1]}), pd.DataFrame({"image": [1]}), ["box columns"]),
        ({"images": [], "annotations": [], "categories": []}, "x", ["list of detections"]),
    ],
)
def test_what_holds_no_boxes_is_refused_in_words(truth, found, words):
    with pytest.raises(assay.AssayError) as caught:
        assay.evaluate(truth, found, task="detection")
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_a_detector_against_a_worse_one_and_against_itself():
    truth, found = scene(9, images=40)
    rng = np.random.default_rng(0)
    worse = [{**one, "bbox": [float(side * (1 + rng.normal(0, 0.08))) for side in one["bbox"]]} for one in found]
    result = assay.compare(truth, prediction={"good": found, "worse": worse}, task="detection")
    pair = result["mean_ap"].pairs[0]
    assert pair.p_value < 0.05
    assert pair.difference.low > 0
    assert pair.test == "paired over images"
    same = assay.compare(truth, prediction={"a": found, "b": found}, task="detection")["mean_ap"].pairs[0]
    assert same.p_value == 1
    assert same.difference.value == 0


def test_command_line_and_page(tmp_path):
    from assay.cli import main as cli

    truth, found = scene(6)
    paths = [tmp_path / name for name in ("truth.json", "found.json", "page.html")]
    for path, data in zip(paths, (truth, found), strict=False):
        path.write_text(json.dumps(data))
    assert cli.run(["evaluate", str(paths[0]), str(paths[1]), "--task", "detection", "--report", str(paths[2])]) == 0
    assert "kind 0" in paths[2].read_text()
    assert cli.run(["evaluate", str(paths[0]), "--task", "detection"]) == 2
    both = ["--prediction", f"a={paths[1]}", "--prediction", f"b={paths[1]}"]
    assert cli.run(["compare", str(paths[0]), "--task", "detection", *both]) == 0
    bad = tmp_path / "bad.json"
    bad.write_text("{not json")
    assert cli.run(["evaluate", str(bad), str(paths[1]), "--task", "detection"]) == 2


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("most", [3, 300])
def test_other_numbers_of_detections_work_too(most):
    coco = pytest.importorskip("pycocotools.coco")
    cocoeval = pytest.importorskip("pycocotools.cocoeval")
    truth, found = scene(11, images=3, most=400)
    with contextlib.redirect_stdout(io.StringIO()):
        known = coco.COCO()
        known.dataset = copy.deepcopy(truth)
        known.createIndex()
        judge = cocoeval.COCOeval(known, known.loadRes(copy.deepcopy(found)), "bbox")
        judge.params.maxDets = [1, 2, most]
        judge.evaluate()
        judge.accumulate()
    precision = judge.eval["precision"][:, :, :, 0, 2]
    recall = judge.eval["recall"][:, :, 0, 2]
    names = [f"mean_ap(most={most})", f"average_recall(most={most})"]
    ours = assay.evaluate(truth, found, task="detection", metrics=names)
    assert ours[names[0]].value == pytest.approx(precision[precision > -1].mean(), abs=1e-12)
    assert ours[names[1]].value == pytest.approx(recall[recall > -1].mean(), abs=1e-12)
    with pytest.raises(assay.AssayError, match="most"):
        assay.evaluate(truth, found, task="detection", metrics=[names[0], "ap50"])


def test_methods_of_intervals_and_the_best_threshold():
    truth, found = scene(4, images=25)
    usual = assay.evaluate(truth, found, task="detection", metrics="average_recall")["average_recall"]
    other = assay.evaluate(truth, found, task="detection", metrics="average_recall", method="jackknife")[
        "average_recall"
    ]
    assert other.method == "jackknife"
    assert other.high - other.low == pytest.approx(usual.high - usual.low, rel=0.35)
    plain = assay.evaluate(truth, found, task="detection", metrics="mean_ap", method="percentile")["mean_ap"]
    assert plain.method == "percentile"
    corrected = assay.evaluate(truth, found, task="detection", metrics="average_recall", method="bca")["average_recall"]
    assert corrected.method == "bca"
    assert corrected.high - corrected.low == pytest.approx(usual.high - usual.low, rel=0.35)
    with pytest.raises(assay.AssayError, match="jackknife"):
        assay.evaluate(truth, found, task="detection", method="wilson")
    result = assay.evaluate(truth, found, task="detection")
    point = result.operating_points[0]
    tried = [
        assay.evaluate(truth, found, task="detection", metrics="f1", threshold=cut)["f1"].value
        for cut in sorted({one["score"] for one in found})
    ]
    assert point["f1"].value == pytest.approx(max(tried))
