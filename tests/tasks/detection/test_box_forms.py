"""Boxes in another form: said before anything else, with what to type, and typing that gives COCO's numbers."""

from __future__ import annotations

import contextlib
import copy
import io
import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest

import assay

sys.path.insert(0, str(Path(__file__).parent))
from box_scenes import FORMS, coco, lists, scene, tables

TWELVE = (
    "mean_ap", "ap50", "ap75", "mean_ap_small", "mean_ap_medium", "mean_ap_large", "average_recall_1",
    "average_recall_10", "average_recall", "average_recall_small", "average_recall_medium", "average_recall_large",
)  # fmt: skip
PAIRS = [(one, two) for one in FORMS for two in FORMS]
TYPED = re.compile(r'Type boxes="([a-z,]+)" \(--boxes ([a-z,]+)\)\.')


def judged(pair, **options):
    return assay.evaluate(*pair, task="detection", **options)


def numbers(result):
    return np.array([result[name].value for name in TWELVE])


def pycocotools(truth, found):
    """The twelve numbers of pycocotools for boxes in COCO's own form."""
    known_coco = pytest.importorskip("pycocotools.coco")
    cocoeval = pytest.importorskip("pycocotools.cocoeval")
    with contextlib.redirect_stdout(io.StringIO()):
        known = known_coco.COCO()
        known.dataset = copy.deepcopy(truth)
        known.createIndex()
        judge = cocoeval.COCOeval(known, known.loadRes(copy.deepcopy(found)), "bbox")
        judge.evaluate()
        judge.accumulate()
        judge.summarize()
    return np.where(judge.stats < 0, np.nan, judge.stats)


def codes(result):
    return [note.code for note in result.notes]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("forms", PAIRS)
def test_whatever_the_forms_are_naming_them_gives_the_numbers_of_pycocotools(forms):
    truth, found = scene(1)
    expected = pycocotools(truth, found)
    text = ",".join(forms)
    containers = [
        coco(truth, found, forms), coco(truth, found, forms, sized=False), coco(truth, found, forms, areas=False),
        tables(truth, found, forms), lists(truth, found, forms),
        tables(truth, found, forms, columns=("x1", "y1", "x2", "y2")),
    ]  # fmt: skip
    for pair in containers:
        for given in (text, forms, list(forms)):
            assert numbers(judged(pair, boxes=given)) == pytest.approx(expected, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("sized", [True, False])
@pytest.mark.parametrize("forms", [pair for pair in PAIRS if pair != ("xywh", "xywh")])
@pytest.mark.parametrize("seed", range(3))
def test_boxes_that_look_like_another_form_are_told_first_and_the_advice_works(seed, forms, sized):
    truth, found = scene(seed)
    expected = numbers(judged((truth, found)))
    pair = coco(truth, found, forms, sized)
    result = judged(pair)
    if forms == ("cxcywh", "cxcywh") and not sized:
        assert result["mean_ap"].value == pytest.approx(expected[0], abs=0.1)  # all boxes are shifted alike
        return
    first = result.notes[0]
    assert first.code == "box-form"
    assert "look like" in first.message
    python, command_line = TYPED.search(first.message).groups()
    assert python == command_line
    advised = judged(pair, boxes=python)
    assert numbers(advised) == pytest.approx(expected, abs=1e-9, nan_ok=True)
    assert "box-form" not in codes(advised)
    assert str(result).split()[:2] == first.message.split()[:2]
    assert result.to_dict()["notes"][0]["code"] == "box-form"


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    "options",
    [
        {}, {"found": 0.1, "junk": 30}, {"found": 0.0, "junk": 20}, {"noise": 0.3}, {"largest": 460, "smallest": 250},
        {"images": 2}, {"images": 40, "largest": 40}, {"junk": 0, "images": 1}, {"noise": 0.0, "junk": 99},
    ],
)  # fmt: skip
def test_boxes_in_their_own_form_are_never_doubted(seed, options):
    truth, found = scene(seed, **options)
    if not found:
        return
    named = tables(truth, found, ("xyxy", "xyxy"), columns=("x1", "y1", "x2", "y2"))
    centred = tables(truth, found, ("cxcywh", "cxcywh"), columns=("cx", "cy", "w", "h"))
    own = coco(truth, found), coco(truth, found, sized=False), tables(truth, found), named, centred, lists(truth, found)
    for pair in own:
        assert "box-form" not in codes(judged(pair, metrics="ap50"))


@pytest.mark.parametrize("form", FORMS)
def test_one_word_reads_both_sides_or_the_prediction_alone_and_says_which(form):
    truth, found = scene(5)
    expected = numbers(judged((truth, found)))
    alike = judged(coco(truth, found, (form, form)), boxes=form)
    assert numbers(alike) == pytest.approx(expected, abs=1e-9, nan_ok=True)
    assert "box-form-of-truth" not in codes(alike)
    alone = judged(coco(truth, found, ("xywh", form)), boxes=form)
    assert numbers(alone) == pytest.approx(expected, abs=1e-9, nan_ok=True)
    told = [note.message for note in alone.notes if note.code == "box-form-of-truth"]
    assert bool(told) == (form != "xywh")
    assert all(f'boxes="xywh,{form}"' in message for message in told)


def test_a_single_box_in_another_form_is_told_too():
    truth = {
        "images": [{"id": 1, "width": 100, "height": 100}],
        "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [20, 30, 40, 50], "area": 2000}],
        "categories": [{"id": 1, "name": "cat"}],
    }
    found = [{"image_id": 1, "category_id": 1, "bbox": [20, 30, 60, 80], "score": 0.9}]
    wrong = judged((truth, found))
    assert wrong.notes[0].code == "box-form"
    assert 'boxes="xyxy"' in wrong.notes[0].message
    assert judged((truth, found), boxes="xyxy")["mean_ap"].value == 1


@pytest.mark.parametrize("forms", [("xywh", "xywh"), ("cxcywh", "cxcywh"), ("xyxy", "xywh"), ("xywh", "xyxy")])
def test_lists_that_cannot_be_corners_are_refused_with_what_to_type(forms):
    truth, found = scene(3)
    with pytest.raises(assay.AssayError) as caught:
        judged(lists(truth, found, forms))
    message = str(caught.value)
    assert re.match(r"The boxes of `(truth|prediction)` look like ", message)
    typed = TYPED.search(message).group(1)
    expected = numbers(judged((truth, found)))
    assert numbers(judged(lists(truth, found, forms), boxes=typed)) == pytest.approx(expected, abs=1e-9, nan_ok=True)


def test_one_box_that_is_inside_out_among_many_is_no_other_form():
    truth, found = scene(3)
    so, said = lists(truth, found)
    said[0]["boxes"][0] = said[0]["boxes"][0][2:] + said[0]["boxes"][0][:2]
    with pytest.raises(assay.AssayError, match=r"`prediction` has 1 of .* boxes of negative size"):
        judged((so, said))


@pytest.mark.parametrize("sides", [(True, True), (False, True), (True, False)])
@pytest.mark.parametrize("form", FORMS)
def test_parts_of_images_become_pixels_where_sizes_are_known(form, sides):
    truth, found = scene(2)
    expected = numbers(judged((truth, found)))
    pixels, parts = (coco(truth, found, (form, form), scale=scale) for scale in ((1, 1), (1 / 640, 1 / 480)))
    pair = [parts[place] if sides[place] else pixels[place] for place in (0, 1)]
    result = judged(pair, boxes=form)
    assert numbers(result) == pytest.approx(expected, abs=1e-9, nan_ok=True)
    assert result.notes[0].code == "relative-boxes"
    assert "multiplied by its width and height" in result.notes[0].message


def test_parts_of_images_without_sizes_have_no_small_medium_and_large():
    truth, found = scene(2)
    expected = judged((truth, found))
    parts = tables(truth, found, scale=(1 / 640, 1 / 480))
    result = judged(parts)
    for name in TWELVE:
        if name.endswith(("small", "medium", "large")):
            assert np.isnan(result[name].value)
            assert "width and height are not known" in result[name].note
        else:
            assert result[name].value == pytest.approx(expected[name].value, abs=1e-9)
    assert result.notes[0].code == "relative-boxes"
    assert "columns image_width and image_height" in result.notes[0].message
    sized = [frame.assign(image_width=640, image_height=480) for frame in parts]
    for pair in (sized, (sized[0], parts[1]), (parts[0], sized[1])):
        told = judged(pair)
        assert told.notes[0].code == "relative-boxes"
        if pair == sized:
            assert numbers(told) == pytest.approx(numbers(expected), abs=1e-9, nan_ok=True)


def test_parts_of_images_in_another_form_are_told_too():
    truth, found = scene(2)
    yolo = coco(truth, found, ("cxcywh", "cxcywh"), scale=(1 / 640, 1 / 480), areas=False)
    for pair in (yolo, tables(truth, found, ("cxcywh", "cxcywh"), scale=(1 / 640, 1 / 480))):
        result = judged(pair)
        assert codes(result)[:2] == ["box-form", "relative-boxes"]
        typed = TYPED.search(result.notes[0].message).group(1)
        assert typed == "cxcywh"
        right = judged((truth, found))["mean_ap"].value
        assert judged(pair, boxes=typed)["mean_ap"].value == pytest.approx(right, abs=1e-9)


def test_parts_of_images_beside_pixels_are_refused_where_no_size_is_known():
    truth, found = scene(2)
    pixels, parts = tables(truth, found), tables(truth, found, scale=(1 / 640, 1 / 480))
    for pair, names in (((pixels[0], parts[1]), "`prediction` lie"), ((parts[0], pixels[1]), "`truth` lie")):
        with pytest.raises(assay.AssayError, match=f"The boxes of {names} between 0 and 1"):
            judged(pair)


def test_page_and_terminal_begin_with_the_doubt(tmp_path):
    truth, found = scene(4)
    pair = coco(truth, found, ("xywh", "xyxy"))
    result = judged(pair)
    sentence = result.notes[0].message
    assert " ".join(str(result).split()).startswith(sentence)
    assert " ".join(str(result).split()).count(sentence) == 1
    page = tmp_path / "page.html"
    assay.report(result, page)
    body = page.read_text().partition("<body")[2].replace("&#34;", '"')
    assert 0 < body.index(sentence) < body.index("mAP is")
    assert result.to_markdown().index("look like corners") < result.to_markdown().index("mAP is")
    right = judged((truth, found))
    assert "look like" not in str(right)


def test_comparisons_doubt_by_name_and_each_model_may_have_its_form(tmp_path):
    truth, found = scene(6)
    _, corners = coco(truth, found, ("xywh", "xyxy"))
    models = {"a": found, "b": corners}
    result = assay.compare(truth, prediction=models, task="detection")
    assert result.notes[0].code == "box-form"
    assert result.notes[0].message.startswith("b: The boxes of the prediction look like corners")
    assert 'Type boxes={"b": "xyxy"} (--boxes b=xyxy).' in result.notes[0].message
    assert str(result).startswith("b: The boxes of the prediction look like")
    right = assay.compare(truth, prediction=models, task="detection", boxes={"b": "xyxy"})
    assert right["mean_ap"].pairs[0].difference.value == pytest.approx(0)
    assert "box-form" not in codes(right)
    both = assay.compare(truth, prediction={"a": corners, "b": corners}, task="detection")
    assert both.notes[0].message.startswith("The boxes of the prediction look like corners")
    assert TYPED.search(both.notes[0].message).group(1) == "xyxy"
    settled = assay.compare(truth, prediction={"a": corners, "b": corners}, task="detection", boxes="xyxy")
    assert settled["mean_ap"].models["a"].value == pytest.approx(judged((truth, found))["mean_ap"].value)
    with pytest.raises(assay.AssayError, match="'c'"):
        assay.compare(truth, prediction=models, task="detection", boxes={"c": "xyxy"})
    paths = {name: tmp_path / f"{name}.json" for name in ("truth", "a", "b")}
    for name, data in {"truth": truth, **models}.items():
        paths[name].write_text(json.dumps(data))
    shown = command_line("compare", paths["truth"], "--prediction", f"a={paths['a']}", "--prediction",
                         f"b={paths['b']}", "--boxes", "b=xyxy")  # fmt: skip
    assert shown["metrics"]["mean_ap"]["models"]["b"]["value"] == right["mean_ap"].models["b"].value


def command_line(command, *words):
    """Run the command line, and return the JSON it prints."""
    from assay.cli import main as cli

    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert cli.run([command, *map(str, words), "--task", "detection", "--json"]) == 0
    return json.loads(out.getvalue())


@pytest.mark.parametrize("typed", ["xyxy", "xywh,xyxy", "xywh"])
def test_the_command_line_gives_the_same_numbers(tmp_path, typed):
    truth, found = scene(7)
    pair = coco(truth, found, ("xywh", "xyxy"))
    paths = [tmp_path / name for name in ("truth.json", "found.json")]
    for path, data in zip(paths, pair, strict=True):
        path.write_text(json.dumps(data))
    shown, known = command_line("evaluate", *paths, "--boxes", typed), judged(pair, boxes=typed)
    assert {name: one["value"] for name, one in shown["metrics"].items()} == {
        name: one.value if one.defined else None for name, one in known.items()
    }
    assert [note["code"] for note in shown["notes"]] == codes(known)


@pytest.mark.parametrize("given", ["xxyy", "", "xywh,xyxy,xywh", 4, ["xywh", 3], {"a": "xyxy"}])
def test_unknown_forms_are_refused(given):
    with pytest.raises(assay.AssayError, match=r"is no form of boxes\. It must be one of 'xywh'"):
        judged(scene(1), boxes=given)


def test_boxes_are_refused_where_they_mean_nothing(tmp_path):
    from assay.cli import main as cli

    mask, labels, texts = np.zeros((1, 4, 4), int), [1, 0, 1, 0], ["a", "b"]
    calls = {
        "segmentation": (mask, mask), "text": (texts, texts), None: (labels, labels), "binary": (labels, labels),
        "multiclass": (labels, labels), "regression": ([1.5, 2.5], [1.5, 2.0]),
    }  # fmt: skip
    for task, (truth, prediction) in calls.items():
        with pytest.raises(assay.AssayError, match="boxes="):
            assay.evaluate(truth, prediction, task=task, boxes="xyxy")
        with pytest.raises(assay.AssayError, match="boxes="):
            assay.compare(truth, prediction={"a": prediction, "b": prediction}, task=task, boxes="xyxy")
    with pytest.raises(assay.AssayError, match="boxes="):
        assay.evaluate(labels, score=[0.1, 0.2, 0.3, 0.4], boxes="xywh")
    with pytest.raises(assay.AssayError, match="`counts` and `boxes`"):
        assay.evaluate(counts={"hit": [1], "truths": 1}, task="detection", boxes="xywh")
    table = tmp_path / "t.csv"
    table.write_text("so,said\n1,1\n0,0\n")
    words = [str(table), "--truth", "so", "--prediction", "said", "--boxes", "xyxy"]
    assert cli.run(["evaluate", *words]) == 2
    assert cli.run(["compare", *words, "--prediction", "again=said"]) == 2
