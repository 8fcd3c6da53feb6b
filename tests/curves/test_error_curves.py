"""Curves of errors: the CDF, its area, histograms, and which of two models leads where."""

from __future__ import annotations

import numpy as np
import pytest

import assay
from assay.curves import dominance

RNG = np.random.default_rng(8)
TRUTH = RNG.normal(0, 3, 500)
NEAR, FAR = TRUTH + RNG.normal(0, 1, 500), TRUTH + RNG.normal(0, 2, 500)


def test_the_error_cdf_rises_from_zero_to_one_and_its_area_over_is_the_mae():
    ev = assay.evaluate(TRUTH, NEAR)
    curve = ev.curves["error_cdf"]
    assert (curve.y[0], curve.y[-1]) == (0, pytest.approx(1))
    assert (np.diff(curve.x) >= 0).all()
    over = np.sum(np.diff(curve.x) * (1 - curve.y[:-1]))
    assert over == pytest.approx(ev["mae"].value)
    assert curve.note.startswith("the area over the curve")


def test_the_histogram_holds_every_error():
    curve = assay.evaluate(TRUTH, NEAR).curves["error_histogram"]
    assert curve.y.sum() == pytest.approx(1)
    whole = np.arange(200)
    constant = assay.evaluate(whole, whole + 1).curves["error_histogram"]
    assert constant.y.max() == pytest.approx(1)


def test_residuals_and_predictions_are_whole_in_python():
    curves = assay.evaluate(TRUTH, NEAR).curves
    assert len(curves["residuals"]) == len(curves["predicted"]) == 500
    assert curves["residuals"].y == pytest.approx((TRUTH - NEAR)[np.argsort(NEAR)])
    with pytest.raises(KeyError, match="error_cdf"):
        curves["roc"]


def test_a_better_model_dominates_and_says_where():
    near, far = assay.evaluate(TRUTH, NEAR), assay.evaluate(TRUTH, FAR)
    spans = near.errors.dominance(far.errors, ("near", "far"))
    lead = sum(span.end - span.start for span in spans if span.leader == "near")
    assert lead > 0.9 * sum(span.end - span.start for span in spans)
    backwards = far.errors.dominance(near.errors, ("far", "near"))
    assert [(span.start, span.leader) for span in backwards] == [(span.start, span.leader) for span in spans]
    assert dominance(near.curves["error_cdf"], near.curves["error_cdf"]) == ()
