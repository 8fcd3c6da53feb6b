"""No argument is ignored: each one is refused by name, or it changes what comes out."""

from __future__ import annotations

import inspect
import json

import numpy as np
import pytest

import assay
from assay.errors import AssayError
from assay.pipelines.known_tasks import known_tasks
from assay.tasks.catalogue import claiming
from assay.tasks.requests import Request

RNG = np.random.default_rng(7)
N = 80
TRUTH = RNG.integers(0, 2, N)
ANSWERS = {name: np.where(RNG.random(N) < 0.2, 1 - TRUTH, TRUTH) for name in "ab"}
SCORES = {name: np.clip(0.3 * TRUTH + 0.6 * RNG.random(N) + 0.05, 0, 1) for name in "ab"}
PREDICTED = {name: TRUTH * 3.3 + RNG.normal(size=N) for name in ("truth", "a", "b")}
TABLE = {"a": [[30, 5], [4, 41]], "b": [[25, 10], [9, 36]]}
BOXES = [{"boxes": [[5, 5, 20, 20], [30, 30, 60, 60]], "labels": [1, 2]} for _ in range(4)]
FOUND = [{"boxes": [[6, 5, 20, 21], [31, 30, 60, 70]], "labels": [1, 2], "scores": [0.9, 0.4]} for _ in range(4)]
OTHERS = [{"boxes": [[9, 5, 20, 21], [31, 33, 60, 70]], "labels": [1, 2], "scores": [0.8, 0.7]} for _ in range(4)]
MASKS = [RNG.integers(0, 3, (8, 8)) for _ in range(5)]
DRAWN = {name: [np.where(RNG.random((8, 8)) < 0.2, 0, mask) for mask in MASKS] for name in "ab"}
TEXTS = [f"the cat number {k} sat on mat {k % 3}" for k in range(12)]
SAID = {
    name: [text.replace("cat", "dog") if k % step else text for k, text in enumerate(TEXTS)]
    for name, step in (("a", 2), ("b", 3))
}

EVALUATED = {
    "ready tables": {"counts": TABLE["a"], "labels": [0, 1], "rows": "truth"},
    "labels": {"truth": TRUTH, "prediction": ANSWERS["a"]},
    "scores": {"truth": TRUTH, "score": SCORES["a"]},
    "regression": {"truth": PREDICTED["truth"], "prediction": PREDICTED["a"]},
    "detection": {"truth": BOXES, "prediction": FOUND, "task": "detection"},
    "segmentation": {"truth": MASKS, "prediction": DRAWN["a"], "task": "segmentation"},
    "text": {"truth": TEXTS, "prediction": SAID["a"], "task": "text", "metrics": ["token_f1", "ngram_precision"]},
}
COMPARED = {
    "ready tables": {"counts": TABLE, "labels": [0, 1], "rows": "truth"},
    "labels": {"truth": TRUTH, "prediction": ANSWERS},
    "scores": {"truth": TRUTH, "score": SCORES},
    "regression": {"truth": PREDICTED["truth"], "prediction": {name: PREDICTED[name] for name in "ab"}},
    "detection": {"truth": BOXES, "prediction": {"a": FOUND, "b": OTHERS}, "task": "detection"},
    "segmentation": {"truth": MASKS, "prediction": DRAWN, "task": "segmentation"},
    "text": {"truth": TEXTS, "prediction": SAID, "task": "text", "metrics": ["token_f1", "ngram_precision"]},
}
CALLS = {"evaluate": (assay.evaluate, EVALUATED), "compare": (assay.compare, COMPARED)}
VALUES = {
    "truth": PREDICTED["truth"], "prediction": ANSWERS["b"], "score": SCORES["b"], "counts": TABLE["b"],
    "rows": "prediction",
    "data": {"x": [1]}, "positive": 0, "labels": [1, 0], "threshold": 0.7, "weight": np.arange(1, N + 1),
    "group": np.arange(N) // 4, "blocks": 5, "by": np.arange(N) % 2, "on": "id",
    "lower": PREDICTED["truth"] - 1, "upper": PREDICTED["truth"] + 1, "coverage": 0.9, "costs": [[0, 1], [5, 0]],
    "metrics": "error_rate", "method": "percentile", "missing": "drop", "level": 0.8, "seed": 5, "control": "b",
    "margin": 0.2, "ignore": 2, "boxes": "cxcywh", "paired": False, "task": "multilabel",
}  # fmt: skip
NEUTRAL = {
    "seed": "where nothing is drawn, no seed matters",
    "missing": "where nothing is missing, nothing is dropped",
    "paired": "cases of one's own, or the same cases, may be the only possibility",
    "labels": "the same labels in another order are the same table",
}


def written(result) -> str:
    document = json.loads(result.to_json())
    return json.dumps({**document, "choices": {**document.get("choices", {}), "seed": None, "missing": None}})


def attempt(function, arguments):
    try:
        return function(**arguments), ""
    except AssayError as refusal:
        return None, str(refusal)


def accepted_by(function, judged, arguments) -> frozenset[str]:
    """Return what the task takes that these arguments name, or that the cases speak for."""
    defaults = {name: parameter.default for name, parameter in inspect.signature(function).parameters.items()}
    try:
        claimed = claiming(Request.of(function, defaults | arguments))
    except AssayError:
        claimed = None
    return (claimed or next(task for task in known_tasks() if task.name == judged)).accepts


CASES = [
    (call, judged, name)
    for call, (function, bases) in CALLS.items()
    for judged in bases
    for name in inspect.signature(function).parameters
    if name not in bases[judged]
]


UNSUITED = {
    ("regression", "labels"): "cannot be classes",
    ("regression", "metrics"): "is not defined for",
    ("detection", "metrics"): "is not defined for",
}
"""Accepted arguments whose value here does not suit what is judged: what is said, where it does not name them."""


@pytest.mark.parametrize(("call", "judged", "name"), CASES)
def test_an_argument_is_refused_or_changes_the_result(call, judged, name):
    function, bases = CALLS[call]
    base = bases[judged]
    result, refusal = attempt(function, {**base, name: VALUES[name]})
    accepted = accepted_by(function, judged, {**base, name: VALUES[name]})
    if result is None:
        expected = UNSUITED.get((judged, name), name) if name in accepted else name
        assert expected in refusal, refusal
        return
    assert name in accepted, f"{name} was taken for {judged}"
    if name not in NEUTRAL:
        assert written(result) != written(function(**base))


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("judged", EVALUATED)
def test_every_argument_of_a_call_has_a_value_here_and_a_meaning_somewhere(call, judged):
    function, bases = CALLS[call]
    for name in inspect.signature(function).parameters:
        assert name in VALUES, "a new argument must be tried here"
        assert any(name in task.accepts for task in known_tasks())
    assert function(**bases[judged]) is not None


def test_ready_tables_are_compared_by_metrics_with_parameters():
    found = assay.compare(counts=TABLE, labels=[0, 1], rows="truth", metrics=["f_beta(beta=3)", "kappa"])
    alone = assay.evaluate(counts=TABLE["a"], labels=[0, 1], rows="truth", metrics="f_beta(beta=3)")
    assert found["f_beta(beta=3)"].models["a"].value == alone["f_beta(beta=3)"].value


def test_what_ranges_promise_is_said_and_never_taken_from_the_level():
    truth = RNG.normal(size=400)
    ranges = {"lower": np.full(400, -1.645), "upper": np.full(400, 1.645)}
    unsaid = assay.evaluate(truth, **ranges)
    assert "interval_score" not in unsaid
    assert any("coverage=" in note.message for note in unsaid.notes)
    for level in (0.9, 0.95):
        said = assay.evaluate(truth, **ranges, coverage=0.9, level=level)
        named = assay.evaluate(truth, **ranges, metrics="interval_score(coverage=0.9)")
        assert said["interval_score"].value == named["interval_score"].value
        (told,) = [note.message for note in said.notes if note.code == "ranges"]
        assert "promise to hold 0.9 of the cases" in told
        assert told.endswith("which fits.")
    broken = assay.evaluate(truth, lower=ranges["lower"] / 2, upper=ranges["upper"] / 2, coverage=0.9)
    assert any(note.code == "ranges" and "fewer" in note.message for note in broken.notes)
    with pytest.raises(AssayError, match="coverage=90"):
        assay.evaluate(truth, **ranges, coverage=90)
    with pytest.raises(AssayError, match="no ranges"):
        assay.evaluate(truth, truth, coverage=0.9)


def test_validate_refuses_a_positive_label_for_numbers():
    from sklearn.linear_model import LinearRegression

    with pytest.raises(AssayError, match="positive= has no meaning for a regression"):
        assay.validate(LinearRegression(), PREDICTED["a"][:, None], PREDICTED["truth"], positive=1)


@pytest.mark.parametrize("call", CALLS)
def test_a_positive_label_beside_a_multiclass_task_is_refused(call):
    function, bases = CALLS[call]
    for judged in ("labels", "scores"):
        with pytest.raises(AssayError, match=r"positive=1 was given.*Leave it out"):
            function(**bases[judged], task="multiclass", positive=1)
