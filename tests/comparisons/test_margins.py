"""Margins: equivalence and non-inferiority are read off the interval that is reported."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats as scipy_stats

import assay

RNG = np.random.default_rng(12)
N = 400
TRUTH = RNG.random(N) < 0.4
SCORES = {
    name: 1 / (1 + np.exp(-(shift * TRUTH - shift / 2 + RNG.normal(size=N))))
    for name, shift in (("a", 2.4), ("b", 1.6), ("c", 1.5))
}
AMOUNT = RNG.normal(20, 4, N)
PREDICTED = {"near": AMOUNT + RNG.normal(0, 1, N), "far": AMOUNT + RNG.normal(0, 1.4, N)}


def test_a_margin_gives_equivalence_and_non_inferiority():
    close = {"b": SCORES["b"], "c": SCORES["b"] + 1e-4 * RNG.normal(size=N)}
    found = assay.compare(TRUTH, score=close, metrics="roc_auc", margin=0.05)["roc_auc"].pairs[0]
    assert found.margin.equivalent
    assert "equivalent within 0.05" in found.verdict
    better = assay.compare(AMOUNT, prediction=PREDICTED, metrics="mae", margin=0.1)["mae"].pairs[0]
    assert better.margin.non_inferior
    assert not better.margin.equivalent
    worse = assay.compare(AMOUNT, prediction=dict(reversed(PREDICTED.items())), metrics="mae", margin=0.1)["mae"].pairs[
        0
    ]
    assert not worse.margin.non_inferior


@pytest.mark.parametrize(("first", "second"), [("near", "far"), ("far", "near")])
def test_margins_have_the_p_values_of_one_sided_t_tests(first, second):
    """Schuirmann 1987: not worse is one t test against the margin, equivalence the larger p of two."""
    margin = 0.42
    both = {first: PREDICTED[first], second: PREDICTED[second]}
    found = assay.compare(AMOUNT, prediction=both, metrics="mae", margin=margin)["mae"].pairs[0].margin
    lost = np.abs(PREDICTED[first] - AMOUNT) - np.abs(PREDICTED[second] - AMOUNT)
    not_worse = scipy_stats.ttest_1samp(lost, margin, alternative="less").pvalue
    not_better = scipy_stats.ttest_1samp(lost, -margin, alternative="greater").pvalue
    assert found.p_non_inferiority == pytest.approx(not_worse, rel=1e-6, abs=1e-10)
    assert found.p_equivalence == pytest.approx(max(not_worse, not_better), rel=1e-6)
    assert found.non_inferior == (not_worse <= 0.05)
    assert found.equivalent == (max(not_worse, not_better) <= 0.05)


def test_a_margin_is_judged_by_the_interval_that_is_reported():
    tiny = assay.compare([1, 1, 0], prediction={"a": [1, 1, 0], "b": [1, 1, 0]}, margin=0.01)["accuracy"].pairs[0]
    assert not tiny.margin.equivalent
    rng = np.random.default_rng(1)
    wrong = []
    for _ in range(300):
        cells = rng.multinomial(30, [0.9, 0.0, 0.1, 0.0])
        truth = np.ones(30, int)
        one = np.repeat([1, 1, 0, 0], cells)
        two = np.repeat([1, 0, 1, 0], cells)
        found = assay.compare(truth, prediction={"a": one, "b": two}, metrics="accuracy", margin=0.1)["accuracy"].pairs[
            0
        ]
        wrong.append(found.margin.non_inferior)
    assert np.mean(wrong) <= 0.1
