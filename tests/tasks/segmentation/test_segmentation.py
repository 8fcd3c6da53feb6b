"""Segmentation: the metrics of labels over pixels, equal to scikit-learn's, with intervals over images."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, f1_score, jaccard_score

import assay
from assay.counting.boundaries import boundary
from assay.counting.masks import count_pixels
from assay.inputs.masks import read_mask_pairs

RNG = np.random.default_rng(2)


def masks(images=12, classes=4, size=(20, 30), noise=0.25):
    truth = [RNG.integers(0, classes, size).astype(np.uint8) for _ in range(images)]
    wrong = [RNG.random(size) < noise * RNG.random() * 2 for _ in range(images)]
    pairs = zip(truth, wrong, strict=True)
    said = [np.where(off, RNG.integers(0, classes, size), so).astype(np.uint8) for so, off in pairs]
    return truth, said


def flat(masks_):
    return np.concatenate([mask.ravel() for mask in masks_])


def test_pixels_are_judged_as_labels_are():
    truth, said = masks()
    found = assay.evaluate(truth, said, task="segmentation")
    so, answer = flat(truth), flat(said)
    assert found["pixel_accuracy"].value == pytest.approx(accuracy_score(so, answer))
    assert found["mean_iou"].value == pytest.approx(jaccard_score(so, answer, average="macro"))
    assert found["jaccard_weighted"].value == pytest.approx(jaccard_score(so, answer, average="weighted"))
    assert found["f1_macro"].value == pytest.approx(f1_score(so, answer, average="macro"))
    per_class = jaccard_score(so, answer, average=None)
    dice = f1_score(so, answer, average=None)
    for label in range(4):
        assert found.per_class[label]["jaccard"].value == pytest.approx(per_class[label])
        assert found.per_class[label]["f1"].value == pytest.approx(dice[label])
    each = [jaccard_score(a.ravel(), b.ravel(), average="macro") for a, b in zip(truth, said, strict=True)]
    assert found["jaccard_per_image"].value == pytest.approx(np.mean(each))
    right = [np.mean(a == b) for a, b in zip(truth, said, strict=True)]
    assert found["accuracy_per_image"].value == pytest.approx(np.mean(right))
    assert found.n == 12


def test_pixels_that_do_not_count_are_left_out():
    truth, said = masks()
    marked = [mask.copy() for mask in truth]
    for mask in marked:
        mask[:5] = 255
    found = assay.evaluate(marked, said, task="segmentation", ignore=255)
    kept = flat(marked) != 255
    assert found["accuracy"].value == pytest.approx(accuracy_score(flat(marked)[kept], flat(said)[kept]))
    assert found.confusion.labels == (0, 1, 2, 3)


def test_arrays_lists_folders_and_files_are_the_same(tmp_path):
    from PIL import Image

    truth, said = masks(images=3)
    expected = assay.evaluate(truth, said, task="segmentation")["mean_iou"]
    stacked = assay.evaluate(np.stack(truth), np.stack(said), task="segmentation")["mean_iou"]
    assert stacked == expected
    for name, parts in (("truth", truth), ("said", said)):
        (tmp_path / name).mkdir()
        for place, mask in enumerate(parts):
            if place % 2:
                np.save(tmp_path / name / f"{place}.npy", mask)
            else:
                Image.fromarray(mask).save(tmp_path / name / f"{place}.png")
    folders = assay.evaluate(tmp_path / "truth", tmp_path / "said", task="segmentation")["mean_iou"]
    assert folders == expected
    (tmp_path / "said" / "2.png").unlink()
    with pytest.raises(assay.AssayError, match="'2'"):
        assay.evaluate(tmp_path / "truth", tmp_path / "said", task="segmentation")


def test_merged_images_equal_the_whole():
    truth, said = masks(images=6)
    whole = count_pixels(read_mask_pairs(truth, said), None, None)
    cuts, labels = (slice(0, 2), slice(2, 6)), [0, 1, 2, 3]
    parts = [count_pixels(read_mask_pairs(truth[cut], said[cut]), labels, None) for cut in cuts]
    assert np.array_equal(parts[0].merge(parts[1]).tables, whole.tables)
    assert whole.pixels == 6 * 20 * 30


def test_intervals_hold_their_values_and_know_that_images_go_together():
    truth, said = masks(images=20)
    found = assay.evaluate(truth, said, task="segmentation")
    for estimate in found.values():
        if estimate.defined:
            assert estimate.low <= estimate.value <= estimate.high
    pixels = assay.evaluate(flat(truth), flat(said), task="multiclass", metrics="accuracy")["accuracy"]
    assert found["accuracy"].high - found["accuracy"].low > 2 * (pixels.high - pixels.low)
    one = assay.evaluate(truth[:1], said[:1], task="segmentation")["accuracy"]
    assert (one.low, one.high) == (0, 1)
    assert "one image" in one.note


def test_boundaries_are_the_rims_of_classes():
    mask = np.zeros((9, 9), bool)
    mask[2:7, 2:7] = True
    assert boundary(mask, 1).sum() == 16
    assert boundary(mask, 2).sum() == 24
    assert boundary(mask, 9).sum() == 25
    assert not boundary(np.zeros((3, 3), bool), 1).any()
    truth = [np.pad(np.ones((30, 30), np.uint8), 10)] * 3
    same = assay.evaluate(truth, truth, task="segmentation", metrics="boundary_iou")["boundary_iou"]
    assert same.value == 1
    moved = [np.roll(mask, 2, axis=1) for mask in truth]
    both = assay.evaluate(truth, moved, task="segmentation", metrics=["boundary_iou", "mean_iou"])
    assert both["boundary_iou"].value < both["mean_iou"].value


def test_two_segmenters_on_the_same_images():
    truth, said = masks(images=30, noise=0.2)
    worse = [np.where(RNG.random(mask.shape) < 0.3, RNG.integers(0, 4, mask.shape), mask) for mask in truth]
    found = assay.compare(truth, prediction={"good": said, "worse": worse}, task="segmentation")
    pair = found["jaccard_macro"].pairs[0]
    assert pair.test == "paired over images"
    assert pair.difference.value == pytest.approx(
        found["mean_iou"].models["good"].value - found["mean_iou"].models["worse"].value
    )
    same = assay.compare(truth, prediction={"a": said, "b": said}, task="segmentation", metrics="accuracy")
    assert same["accuracy"].pairs[0].p_value == 1


@pytest.mark.parametrize(
    ("truth", "said", "options", "words"),
    [
        ([np.zeros((4, 5), int)], [np.zeros((5, 4), int)], {}, ["4 x 5", "5 x 4"]),
        ([np.zeros((4, 5, 3), int)], [np.zeros((4, 5), int)], {}, ["3 channels"]),
        ([np.full((4, 5), 0.5)], [np.zeros((4, 5), int)], {}, ["whole number"]),
        ([np.zeros((4, 5), int)] * 2, [np.zeros((4, 5), int)], {}, ["2 masks", "1"]),
        ([np.full((4, 5), -1)], [np.zeros((4, 5), int)], {}, ["from -1"]),
        ([np.full((4, 5), 7)], [np.zeros((4, 5), int)], {"labels": [0, 1]}, ["7", "labels="]),
        ([], [], {}, ["no masks"]),
        ("nowhere", "nowhere", {}, ["nowhere"]),
        ([np.zeros((4, 5), int)], [np.zeros((4, 5), int)], {"metrics": "roc_auc"}, ["roc_auc"]),
    ],
)
def test_what_is_no_mask_is_refused_in_words(truth, said, options, words):
    with pytest.raises(assay.AssayError) as caught:
        assay.evaluate(truth, said, task="segmentation", **options)
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_a_pickled_array_is_not_loaded(tmp_path):
    np.save(tmp_path / "a.npy", np.array([[{"x": 1}]], dtype=object), allow_pickle=True)
    with pytest.raises(assay.AssayError, match="cannot be read as a mask"):
        assay.evaluate([tmp_path / "a.npy"], [tmp_path / "a.npy"], task="segmentation")


def test_command_line_and_page(tmp_path, capsys):
    from assay.cli import main as cli

    truth, said = masks(images=3)
    for name, parts in (("truth", truth), ("said", said)):
        (tmp_path / name).mkdir()
        for place, mask in enumerate(parts):
            np.save(tmp_path / name / f"{place}.npy", mask)
    folders = [str(tmp_path / "truth"), str(tmp_path / "said")]
    page = tmp_path / "page.html"
    assert cli.run(["evaluate", *folders, "--task", "segmentation", "--report", str(page)]) == 0
    assert "Mean IoU" in capsys.readouterr().out
    assert "</html>" in page.read_text()
    both = ["--prediction", f"a={folders[1]}", "--prediction", f"b={folders[1]}"]
    assert cli.run(["compare", folders[0], "--task", "segmentation", *both]) == 0


def folder(path, names, suffix=".npy"):
    from PIL import Image

    path.mkdir(exist_ok=True)
    for place, name in enumerate(names):
        mask = np.full((4, 5), place, np.uint8)
        if suffix == ".npy":
            np.save(path / f"{name}.npy", mask)
        else:
            Image.fromarray(mask).save(path / f"{name}{suffix}")
    return path


@pytest.mark.parametrize("side", ["truth", "said"])
@pytest.mark.parametrize("other", [".png", ".bmp", ".tif", ".PNG"])
def test_two_masks_of_one_image_in_a_folder_are_refused_by_name(tmp_path, side, other):
    folders = {name: folder(tmp_path / name, ["x", "y"]) for name in ("truth", "said")}
    folder(folders[side], ["x"], other)
    with pytest.raises(assay.AssayError) as caught:
        assay.evaluate(folders["truth"], folders["said"], task="segmentation")
    assert all(word in str(caught.value) for word in ("'x.npy'", f"'x{other}'", "one image")), str(caught.value)
    with pytest.raises(assay.AssayError, match=r"'x\.npy'"):
        assay.compare(folders["truth"], prediction={"a": folders["said"], "b": folders["said"]}, task="segmentation")


def test_whatever_lies_in_a_folder_and_is_not_judged_is_told(tmp_path):
    truth, said = folder(tmp_path / "truth", "xy"), folder(tmp_path / "said", ["x", "y", "z"])
    (truth / "w.jpg").write_bytes(b"")
    (said / "more").mkdir()
    (said / ".hidden").write_bytes(b"")
    told = {
        note.code: note.message
        for found in (
            assay.evaluate(truth, said, task="segmentation"),
            assay.compare(truth, prediction={"a": said, "b": said}, task="segmentation"),
        )
        for note in found.notes
    }
    assert told["extra-masks"] == "1 predicted mask has no truth of the same name and was left out: 'z'."
    assert told["skipped-files"] == "2 entries of the folders are no mask and were not read: 'w.jpg', 'more/'."
    (truth / "z.npy").write_bytes((said / "z.npy").read_bytes())
    (said / "x.npy").unlink()
    with pytest.raises(assay.AssayError, match="'x'"):
        assay.evaluate(truth, said, task="segmentation")
    only = tmp_path / "only"
    only.mkdir()
    (only / "a.jpg").write_bytes(b"")
    with pytest.raises(assay.AssayError, match=r"holds no masks \(it holds 'a.jpg'\)"):
        assay.evaluate(only, said, task="segmentation")


def test_files_whose_names_say_another_order_are_refused(tmp_path):
    truth, said = folder(tmp_path / "truth", "xy"), folder(tmp_path / "said", "xy")
    turned = [said / "y.npy", said / "x.npy"]
    for so in ([truth / "x.npy", truth / "y.npy"], truth):
        with pytest.raises(assay.AssayError, match=r"At place 0 .* 'x\.npy' and .* 'y\.npy'"):
            assay.evaluate(so, turned, task="segmentation")
        assert assay.evaluate(so, turned[::-1], task="segmentation")["accuracy"].value == 1
    renamed = folder(tmp_path / "renamed", ["a_out", "b_out"])
    found = assay.evaluate(truth, [renamed / "a_out.npy", renamed / "b_out.npy"], task="segmentation")
    assert found["accuracy"].value == 1
