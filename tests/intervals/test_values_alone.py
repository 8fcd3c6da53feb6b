"""method="none": the values that are there with intervals, and nothing else."""

import json
import math

import numpy as np
import pytest

import assay

N = 120


def _cases() -> dict[str, dict[str, object]]:
    """Return the arguments of a call of every task."""
    rng = np.random.default_rng(0)
    truth, answer = rng.integers(0, 3, N), rng.integers(0, 3, N)
    positive, score = rng.random(N) < 0.4, rng.random(N)
    several = rng.random((N, 3)) + (truth[:, None] == np.arange(3))
    amounts = rng.normal(20, 3, N)
    masks = [rng.integers(0, 2, (8, 8)) for _ in range(6)]
    texts = [" ".join(rng.choice(["a", "b", "c", "d"], 6)) for _ in range(8)]
    box = [0.0, 0.0, 10.0, 10.0]
    boxes = {
        "images": [{"id": place} for place in range(4)],
        "categories": [{"id": 1, "name": "thing"}],
        "annotations": [{"id": place + 1, "image_id": place, "category_id": 1, "bbox": box, "area": 100.0, "iscrowd": 0}
                        for place in range(4)],
    }  # fmt: skip
    found = [{"image_id": place, "category_id": 1, "bbox": box, "score": 0.5 + place / 10} for place in range(3)]
    return {
        "labels": {"truth": truth, "prediction": answer},
        "several scores": {"truth": truth, "score": several / several.sum(axis=1, keepdims=True)},
        "scores": {"truth": positive, "score": score},
        "groups": {"truth": positive, "score": score, "group": np.arange(N) // 4},
        "slices": {"truth": positive, "prediction": score > 0.5, "by": np.arange(N) % 2},
        "sets": {"truth": rng.random((N, 4)) < 0.3, "prediction": rng.random((N, 4)) < 0.3},
        "counts": {"counts": {"tp": 5, "fp": 3, "fn": 2, "tn": 9}},
        "regression": {"truth": amounts, "prediction": amounts + rng.standard_normal(N)},
        "outputs": {"truth": amounts.reshape(-1, 2), "prediction": amounts.reshape(-1, 2) + rng.random((N // 2, 2))},
        "ranges": {"truth": amounts, "lower": amounts - 1, "upper": amounts + rng.normal(1, 2, N) ** 2},
        "texts": {"truth": texts, "prediction": texts[::-1], "task": "text"},
        "masks": {"truth": masks, "prediction": masks[::-1], "task": "segmentation"},
        "boxes": {"truth": boxes, "prediction": found, "task": "detection"},
    }


CASES = _cases()


@pytest.mark.parametrize("name", CASES)
def test_values_alone_are_those_with_intervals(name):
    usual, alone = (assay.evaluate(**CASES[name], method=method) for method in (None, "none"))
    for metric, estimate in usual.items():
        assert alone[metric].method == "none"
        assert alone[metric].value == pytest.approx(estimate.value, rel=1e-12, nan_ok=True), metric
        assert alone[metric].note or math.isnan(estimate.value)
        assert math.isnan(alone[metric].low) or math.isnan(estimate.value)


@pytest.mark.parametrize("name", CASES)
def test_values_alone_are_shown_in_every_form(name):
    alone = assay.evaluate(**CASES[name], method="none")
    assert json.loads(alone.to_json())["metrics"]
    for shown in (str(alone), alone.to_markdown(), alone.to_latex(), alone.to_prose()):
        assert "nan" not in shown
