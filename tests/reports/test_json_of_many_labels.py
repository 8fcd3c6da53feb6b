"""A JSON document of very many labels stays small, keeps its shape, and says what it leaves out."""

import json

import numpy as np

import assay


def judged(labels):
    rng = np.random.default_rng(3)
    truth = np.arange(3 * labels) % labels
    answer = np.where(rng.random(len(truth)) < 0.7, truth, rng.integers(0, labels, len(truth)))
    return assay.evaluate(truth, answer, task="multiclass")


def test_every_label_keeps_its_usual_metrics_and_the_table_the_labels_with_the_most_mistakes():
    result = judged(700)
    text = result.to_json()
    document = json.loads(text)
    assert len(text) < 4e6
    assert list(document["per_class"]) == list(map(str, range(700)))
    assert all(set(own) == {"precision", "recall", "f1"} for own in document["per_class"].values())
    assert document["per_class"]["41"]["f1"]["value"] == result.per_class[41]["f1"].value
    assert document["per_class"]["41"]["f1"]["low"] == result.per_class[41]["f1"].low
    table = document["confusion"]
    counts = np.array(table["counts"])
    assert table["labels"][-1] == "other labels"
    assert counts.shape == (500, 500) == (len(table["labels"]), len(table["labels"]))
    assert counts.sum() == result.n
    whole = result.confusion.counts
    kept = table["labels"][:-1]
    np.testing.assert_array_equal(counts[:-1, :-1], whole[np.ix_(kept, kept)])
    np.testing.assert_array_equal(counts.sum(axis=1)[:-1], whole.sum(axis=1)[kept])
    (note,) = [note for note in document["notes"] if note["code"] == "shortened"]
    assert "Of 700 labels" in note["message"]
    assert json.loads(result.to_json()) == document


def test_fewer_labels_are_written_whole():
    result = judged(60)
    document = json.loads(result.to_json())
    assert len(document["confusion"]["labels"]) == 60
    assert len(document["per_class"]["0"]) == len(result.per_class[0]) > 10
    assert "shortened" not in [note["code"] for note in document["notes"]]
