"""Whatever metric is asked for, of whatever is judged: there is an answer, or a refusal in words."""

from __future__ import annotations

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
    truth, role, one, other, options = JUDGED[kind]
    answered = 0
    for card in metrics.cards():
        for call, given in ((assay.evaluate, one), (assay.compare, {"a": one, "b": other})):
            try:
                result = call(truth, **{role: given}, metrics=card.name, **options)
            except assay.AssayError as refused:
                assert str(refused).strip()
                continue
            answered += 1
            if isinstance(result, assay.Evaluation):
                assert result[card.name].value == result[card.name].value or result[card.name].note
    assert answered > 10
