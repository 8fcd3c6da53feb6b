"""Every number that scikit-learn also computes must be the same to 1e-12."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn import metrics as sk

import assay

WEIGHTS = [False, True]
KINDS = ["integers", "strings", "objects"]


def cases(classes, kind, weighted, seed=0, n=400):
    rng = np.random.default_rng(seed)
    truth = rng.choice(classes, n, p=rng.dirichlet(np.full(classes, 5.0)))
    said = np.where(rng.random(n) < 0.7, truth, rng.integers(0, classes, n))
    weight = rng.lognormal(0, 1, n) if weighted else None
    names = {"integers": np.arange(classes) * 3 - 4, "strings": np.array([f"klasse {i}" for i in range(classes)])}
    labels = names["strings"].astype(object) if kind == "objects" else names[kind]
    return labels[truth], labels[said], weight


@pytest.mark.parametrize("weighted", WEIGHTS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(5))
def test_binary_metrics_are_equal(kind, weighted, seed):
    truth, said, weight = cases(2, kind, weighted, seed)
    positive = sorted(set(truth.tolist()))[1]
    ours = assay.evaluate(truth, said, positive=positive, weight=weight)
    words = {"sample_weight": weight}
    own = {**words, "pos_label": positive}
    theirs = {
        "accuracy": sk.accuracy_score(truth, said, **words),
        "error_rate": sk.zero_one_loss(truth, said, **words),
        "recall": sk.recall_score(truth, said, **own),
        "precision": sk.precision_score(truth, said, **own),
        "specificity": sk.recall_score(truth, said, pos_label=sorted(set(truth.tolist()))[0], **words),
        "negative_predictive_value": sk.precision_score(truth, said, pos_label=sorted(set(truth.tolist()))[0], **words),
        "f1": sk.f1_score(truth, said, **own),
        "f2": sk.fbeta_score(truth, said, beta=2, **own),
        "f0_5": sk.fbeta_score(truth, said, beta=0.5, **own),
        "jaccard": sk.jaccard_score(truth, said, **own),
        "balanced_accuracy": sk.balanced_accuracy_score(truth, said, **words),
        "informedness": sk.balanced_accuracy_score(truth, said, adjusted=True, **words),
        "mcc": sk.matthews_corrcoef(truth, said, **words),
        "kappa": sk.cohen_kappa_score(truth, said, **words),
    }
    assert {name: ours[name].value for name in theirs} == pytest.approx(theirs, rel=0, abs=1e-12)
    if kind == "integers" and not weighted:
        plr, nlr = sk.class_likelihood_ratios(truth, said, labels=sorted(set(truth.tolist())))
        assert ours["likelihood_ratio_positive"].value == pytest.approx(plr, abs=1e-10)
        assert ours["likelihood_ratio_negative"].value == pytest.approx(nlr, abs=1e-12)


@pytest.mark.parametrize("weighted", WEIGHTS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("classes", [3, 5, 20])
def test_multiclass_metrics_and_averages_are_equal(classes, kind, weighted):
    truth, said, weight = cases(classes, kind, weighted, seed=classes, n=3000)
    ours = assay.evaluate(truth, said, weight=weight)
    words = {"sample_weight": weight}
    theirs = {
        "accuracy": sk.accuracy_score(truth, said, **words),
        "balanced_accuracy": sk.balanced_accuracy_score(truth, said, **words),
        "mcc": sk.matthews_corrcoef(truth, said, **words),
        "kappa": sk.cohen_kappa_score(truth, said, **words),
    }
    for average in ("macro", "micro", "weighted"):
        theirs[f"precision_{average}"] = sk.precision_score(truth, said, average=average, **words)
        theirs[f"recall_{average}"] = sk.recall_score(truth, said, average=average, **words)
        theirs[f"f1_{average}"] = sk.f1_score(truth, said, average=average, **words)
        theirs[f"f2_{average}"] = sk.fbeta_score(truth, said, beta=2, average=average, **words)
        theirs[f"jaccard_{average}"] = sk.jaccard_score(truth, said, average=average, **words)
    assert {name: ours[name].value for name in theirs} == pytest.approx(theirs, rel=0, abs=1e-12)
    report = sk.classification_report(truth, said, output_dict=True, **words)
    for label, own in ours.per_class.items():
        assert own["precision"].value == pytest.approx(report[str(label)]["precision"], abs=1e-12)
        assert own["f1"].value == pytest.approx(report[str(label)]["f1-score"], abs=1e-12)
        assert own["recall"].n == pytest.approx(report[str(label)]["support"], rel=1e-12)


@pytest.mark.parametrize("weights", ["linear", "quadratic"])
def test_weighted_kappa_is_equal_and_follows_the_order_of_labels(weights, rng):
    order = ["low", "middle", "high"]
    truth, said = rng.choice(order, 300), rng.choice(order, 300)
    name = f"kappa(weights={weights})"
    ours = assay.evaluate(truth, said, labels=order, metrics=name)[name]
    assert ours.value == pytest.approx(sk.cohen_kappa_score(truth, said, labels=order, weights=weights), abs=1e-12)
    assert ours.low < ours.value < ours.high


@pytest.mark.parametrize("weighted", WEIGHTS)
def test_multilabel_metrics_are_equal(weighted, rng):
    truth = rng.random((300, 6)) < rng.uniform(0.2, 0.6, 6)
    said = np.where(rng.random((300, 6)) < 0.85, truth, ~truth)
    weight = rng.random(300) if weighted else None
    ours = assay.evaluate(truth.astype(int), said.astype(int), weight=weight)
    words = {"sample_weight": weight}
    theirs = {
        "subset_accuracy": sk.accuracy_score(truth, said, **words),
        "hamming_loss": sk.hamming_loss(truth, said, **words),
    }
    for average in ("macro", "micro", "weighted"):
        theirs[f"precision_{average}"] = sk.precision_score(truth, said, average=average, **words)
        theirs[f"f1_{average}"] = sk.f1_score(truth, said, average=average, **words)
        theirs[f"jaccard_{average}"] = sk.jaccard_score(truth, said, average=average, **words)
    assert {name: ours[name].value for name in theirs} == pytest.approx(theirs, rel=0, abs=1e-12)
    per_label = sk.f1_score(truth, said, average=None, **words)
    assert [ours.per_class[label]["f1"].value for label in range(6)] == pytest.approx(list(per_label), abs=1e-12)


def test_integer_weights_equal_repeated_rows_in_value(rng):
    truth, said = rng.integers(0, 3, 200), rng.integers(0, 3, 200)
    times = rng.integers(1, 5, 200)
    weighted = assay.evaluate(truth, said, weight=times)
    repeated = assay.evaluate(np.repeat(truth, times), np.repeat(said, times))
    assert {name: one.value for name, one in weighted.items()} == pytest.approx(
        {name: one.value for name, one in repeated.items()}, abs=1e-12
    )
    assert weighted["accuracy"].high - weighted["accuracy"].low > repeated["accuracy"].high - repeated["accuracy"].low
