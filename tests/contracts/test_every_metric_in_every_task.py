"""Whatever metric is asked for, of whatever is judged: there is an answer, or a refusal in words."""

from __future__ import annotations

import contextlib
import math

import pytest

import assay
from assay import metrics

TRUTH = [1, 0, 1, 0, 1, 0, 1, 1]
JUDGED = {
    "labels": (TRUTH, "prediction", [1, 0, 0, 0, 1, 1, 1, 1], [1, 0, 0, 1, 1, 1, 1, 1], {}),
    "scores": (TRUTH, "score", [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8], [0.8, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8], {}),
    "classes": ([*"abcabcab"], "prediction", [*"abcabcaa"], [*"abcabbba"], {}),
    "sets": ([[1, 0], [0, 1], [1, 1]], "prediction", [[1, 0], [0, 1], [1, 0]], [[1, 0], [1, 1], [0, 1]], {}),
    "numbers": ([1.5, 0, 1, 0, 1], "prediction", [1, 0.5, 0, 0, 1], [1, 0, 0, 1, 1], {}),
    "texts": (["a b", "c d", "e f"], "prediction", ["a b", "c", "e"], ["a", "c d", "e"], {"task": "text"}),
}  # fmt: skip


@pytest.mark.parametrize("kind", JUDGED)
def test_every_metric_is_answered_or_refused_in_words(kind):
    """A comparison judges every model alone too."""
    truth, role, one, other, options = JUDGED[kind]
    answered = []
    for card in metrics.cards():
        with contextlib.suppress(assay.AssayError):
            answered.append(assay.compare(truth, **{role: {"a": one, "b": other}}, metrics=card.name, **options))
    estimates = [estimate for result in answered for metric in result.values() for estimate in metric.models.values()]
    assert len(answered) > 10
    assert all(not math.isnan(estimate.value) or estimate.note for estimate in estimates)
