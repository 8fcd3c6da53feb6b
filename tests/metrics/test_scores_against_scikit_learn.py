"""Every number of scores that scikit-learn also computes must be the same to 1e-12."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn import metrics as sk

import assay


def plain(rng, n):
    truth = rng.random(n) < 0.3
    return truth, 1 / (1 + np.exp(-(rng.normal(size=n) * 1.5 + 2 * truth - 1.5)))


def tied(rng, n):
    truth, score = plain(rng, n)
    return truth, score.round(1)


def constant(rng, n):
    return plain(rng, n)[0], np.full(n, 0.25)


def signed_zeros(rng, n):
    truth, score = plain(rng, n)
    return truth, np.where(score < 0.2, 0.0, np.where(score < 0.4, -0.0, score))


def single(rng, n):
    truth, score = plain(rng, n)
    return truth, score.astype(np.float32)


def rare(rng, n):
    truth, score = plain(rng, n)
    truth[:] = False
    truth[:3] = True
    return truth, score


def certain(rng, n):
    truth, score = plain(rng, n)
    return truth, np.where(score > 0.7, 1.0, np.where(score < 0.1, 0.0, score))


SHAPES = [plain, tied, constant, signed_zeros, single, rare, certain]


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
@pytest.mark.parametrize("n", [60, 2000])
def test_binary_scores_are_equal(shape, weighted, n):
    rng = np.random.default_rng(n)
    truth, score = shape(rng, n)
    weight = rng.lognormal(0, 1, n) if weighted else None
    ours = assay.evaluate(truth, score=score, weight=weight)
    words = {"sample_weight": weight}
    theirs = {
        "roc_auc": sk.roc_auc_score(truth, score, **words),
        "average_precision": sk.average_precision_score(truth, score, **words),
        "log_loss": sk.log_loss(truth, score, **words),
        "brier": sk.brier_score_loss(truth, score, **words),
        "accuracy": sk.accuracy_score(truth, score >= 0.5, **words),
        "f1": sk.f1_score(truth, score >= 0.5, zero_division=0, **words),
    }
    tolerance = 1e-12 if score.dtype == np.float64 else 1e-7
    assert {name: ours[name].value for name in theirs} == pytest.approx(theirs, rel=0, abs=tolerance)
    fpr, tpr, thresholds = sk.roc_curve(truth, score, drop_intermediate=False, **words)
    roc = ours.curves["roc"]
    assert roc.x == pytest.approx(fpr, abs=1e-12)
    assert roc.y == pytest.approx(tpr, abs=1e-12)
    assert roc.threshold == pytest.approx(thresholds, abs=1e-12)
    precision, recall, _ = sk.precision_recall_curve(truth, score, **words)
    assert ours.curves["pr"].x[::-1] == pytest.approx(recall, abs=1e-12)
    assert ours.curves["pr"].y[::-1] == pytest.approx(precision, abs=1e-12)
    for max_fpr in (0.05, 0.3, 1.0):
        name = f"partial_roc_auc(max_fpr={max_fpr})"
        ours_too = assay.evaluate(truth, score=score, weight=weight, metrics=name)[name]
        theirs_too = sk.roc_auc_score(truth, score, max_fpr=max_fpr, **words)
        assert ours_too.value == pytest.approx(theirs_too, abs=1e-12)


def test_det_points_are_those_of_scikit_learn(rng):
    truth, score = plain(rng, 500)
    fpr, fnr, _ = sk.det_curve(truth, score)
    roc = assay.evaluate(truth, score=score).curves["roc"]
    ours = set(zip(roc.x.round(12), (1 - roc.y).round(12), strict=True))
    assert set(zip(fpr.round(12), fnr.round(12), strict=True)) <= ours
    det = assay.evaluate(truth, score=score).curves["det"]
    assert np.isfinite(det.x).all()
    assert np.isfinite(det.y).all()


def test_dropping_collinear_points_leaves_the_curve_alone(rng):
    truth, score = plain(rng, 500)
    ours = assay.evaluate(truth, score=score).curves["roc"].without_collinear()
    fpr, tpr, _ = sk.roc_curve(truth, score, drop_intermediate=True)
    assert ours.area == pytest.approx(np.trapezoid(tpr, fpr), abs=1e-12)
    assert len(ours) <= len(fpr)


@pytest.mark.parametrize("weighted", [False, True])
def test_several_classes_are_equal(weighted, rng):
    n, classes = 400, 4
    truth = rng.integers(0, classes, n)
    score = rng.dirichlet(np.ones(classes), n)
    score[np.arange(n), truth] += 0.3
    score /= score.sum(axis=1, keepdims=True)
    weight = rng.random(n) + 0.1 if weighted else None
    ours = assay.evaluate(truth, score=score, weight=weight)
    words = {"sample_weight": weight}
    theirs = {
        "roc_auc_macro": sk.roc_auc_score(truth, score, multi_class="ovr", average="macro", **words),
        "roc_auc_weighted": sk.roc_auc_score(truth, score, multi_class="ovr", average="weighted", **words),
        "log_loss": sk.log_loss(truth, score, **words),
        "brier": sk.brier_score_loss(truth, score, **words),
        "accuracy": sk.accuracy_score(truth, score.argmax(axis=1), **words),
    }
    if not weighted:
        theirs["roc_auc_ovo"] = sk.roc_auc_score(truth, score, multi_class="ovo")
        theirs["average_precision_macro"] = sk.average_precision_score(np.eye(classes)[truth], score, average="macro")
        theirs["average_precision_weighted"] = sk.average_precision_score(
            np.eye(classes)[truth], score, average="weighted"
        )
    assert {name: ours[name].value for name in theirs} == pytest.approx(theirs, rel=0, abs=1e-12)
    for k in (1, 2, 3):
        name = f"top_k_accuracy(k={k})"
        expected = sk.top_k_accuracy_score(truth, score, k=k, **words)
        assert assay.evaluate(truth, score=score, weight=weight, metrics=name)[name].value == pytest.approx(
            expected, abs=1e-12
        )
    for estimate in ours.values():
        assert not estimate.defined or estimate.low <= estimate.value <= estimate.high
    assert ours.per_class[0]["roc_auc"].value == pytest.approx(
        sk.roc_auc_score(truth == 0, score[:, 0], **words), abs=1e-12
    )


def test_several_labels_are_equal(rng):
    truth = rng.random((300, 3)) < 0.4
    score = np.clip(rng.random((300, 3)) * 0.6 + truth * 0.3, 0, 1)
    ours = assay.evaluate(truth.astype(int), score=score)
    for average in ("macro", "weighted"):
        assert ours[f"roc_auc_{average}"].value == pytest.approx(
            sk.roc_auc_score(truth, score, average=average), abs=1e-12
        )
        expected = sk.average_precision_score(truth, score, average=average)
        assert ours[f"average_precision_{average}"].value == pytest.approx(expected, abs=1e-12)
    each = [sk.log_loss(truth[:, k], score[:, k]) for k in range(3)]
    assert ours["log_loss"].value == pytest.approx(np.mean(each), abs=1e-12)
    assert ours["f1_macro"].value == pytest.approx(sk.f1_score(truth, score >= 0.5, average="macro"), abs=1e-12)
    assert ours.per_class[1]["average_precision"].value == pytest.approx(
        sk.average_precision_score(truth[:, 1], score[:, 1])
    )


def test_calibration_bins_add_up_and_the_brier_score_splits(rng):
    truth, score = plain(rng, 1000)
    evaluation = assay.evaluate(truth, score=score)
    curve = evaluation.curves["calibration"]
    assert len(curve) == 15
    assert (curve.low <= curve.y).all()
    assert (curve.y <= curve.high).all()
    table = assay.metrics.ScoreTable.of_scores(score[truth], score[~truth])
    parts = assay.metrics.brier_decomposition(table)
    whole = parts["reliability"] - parts["resolution"] + parts["uncertainty"] + parts["within"]
    assert whole == pytest.approx(sk.brier_score_loss(truth, score), abs=1e-12)
    prob_true, prob_pred = sk_calibration(truth, score)
    assert curve.y == pytest.approx(prob_true, abs=0.02)
    assert curve.x == pytest.approx(prob_pred, abs=0.02)


def sk_calibration(truth, score):
    from sklearn.calibration import calibration_curve

    return calibration_curve(truth, score, n_bins=15, strategy="quantile")
