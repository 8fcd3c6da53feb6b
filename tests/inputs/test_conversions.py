"""Labels of different kinds are refused with a conversion that works when it is followed."""

from __future__ import annotations

import pytest

import assay
from assay.errors import AssayError

CASES = {
    "numbers as text": ([1, 0, 1, 0], ["1", "0", "0", "0"], "`prediction` with float(...)"),
    "whole floats and text": ([1.0, 0.0, 1.0], ["1", "0", "0"], "`prediction` with float(...)"),
    "truth as text": (["1", "0", "1"], [1, 0, 0], "`truth` with float(...)"),
    "booleans and numbers as text": ([True, False, True], ["1", "0", "0"], "`prediction` with float(...)"),
    "booleans and their names": ([True, False, True], ["True", "False", "False"], "`truth` with str(...)"),
    "some number among words": ([1, 2, 1], ["1", "2", "many"], "`truth` with str(...)"),
    "1 and '1' in one column": ([1, "1", 0], [1, 1, 0], "every label with float(...)"),
}


@pytest.mark.parametrize("title", CASES)
def test_the_advice_brings_the_labels_together(title):
    truth, prediction, advice = CASES[title]
    with pytest.raises(AssayError) as caught:
        assay.evaluate(truth, prediction)
    assert advice in str(caught.value)
    convert = float if "float" in advice else str
    columns = {"truth": truth, "prediction": prediction}
    for name in columns:
        if f"`{name}`" in advice or "every label" in advice:
            columns[name] = [convert(label) for label in columns[name]]
    options = {} if convert is float else {"task": "multiclass"}
    found = assay.evaluate(**columns, **options)
    kept = {str(label) for label in found.confusion.labels}
    assert len(kept) <= 3
    assert found["accuracy"].value >= 0.5


def test_labels_with_nothing_in_common_are_not_turned_into_four():
    with pytest.raises(AssayError, match="no label in common") as caught:
        assay.evaluate([1, 0, 1], ["yes", "no", "yes"])
    assert "dictionary" in str(caught.value)
    said = [{"yes": 1, "no": 0}[label] for label in ["yes", "no", "yes"]]
    assert assay.evaluate([1, 0, 1], said)["accuracy"].value == 1


def test_a_coco_file_without_a_task_suggests_detection(tmp_path):
    path = tmp_path / "instances.json"
    path.write_text('{"images": [], "annotations": [{"bbox": [1, 2, 3, 4]}]}')
    for call in (
        lambda: assay.evaluate(str(path), str(path)),
        lambda: assay.evaluate("truth", "prediction", data=path),
        lambda: assay.compare("truth", prediction=["a", "b"], data=path),
    ):
        with pytest.raises(AssayError, match="task='detection'"):
            call()
    other = tmp_path / "settings.json"
    other.write_text('{"a": 1}')
    with pytest.raises(AssayError, match=r"\.jsonl"):
        assay.evaluate("truth", "prediction", data=other)
