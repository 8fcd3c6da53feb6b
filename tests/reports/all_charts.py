"""One result of every kind that can be drawn, for tests that walk through all charts there are."""

from __future__ import annotations

from functools import cache

import numpy as np
from sklearn.datasets import load_diabetes, load_iris
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import assay
from assay.reports.charts.catalogue import charts_of

RNG = np.random.default_rng(8)
TRUTH = (RNG.random(200) < 0.4).astype(int)
SCORE = np.clip(0.3 * TRUTH + 0.7 * RNG.random(200), 0, 1)
HOSTILE = ("<script>alert(1)</script>", 'a "quoted" & <b>bold</b>', "nul \x00 bell \x07 esc \x1b", "]]>--><!-- \ud800")


def scores(shift):
    return np.clip(SCORE + shift * RNG.standard_normal(200), 0, 1)


def boxes():
    """Return boxes that are there, and boxes that a detector found a little beside them."""
    truth, found = [], []
    for _ in range(12):
        corner, size = RNG.uniform(0, 200, (4, 2)), RNG.uniform(20, 80, (4, 2))
        labels = [HOSTILE[place % 2] for place in range(4)]
        truth.append({"boxes": np.hstack([corner, corner + size]), "labels": labels})
        moved = corner + size * RNG.normal(0, 0.1, (4, 2))
        found.append({"boxes": np.hstack([moved, moved + size]), "labels": labels, "scores": RNG.random(4)})
    return truth, found


def masks():
    """Return masks of three classes, and the same moved a little."""
    truth = [np.kron(RNG.integers(0, 3, (4, 4)), np.ones((8, 8), int)) for _ in range(6)]
    return truth, [np.roll(mask, 2, axis=1) for mask in truth]


@cache
def results():
    """Return results by kind; names and labels are hostile wherever a user chooses them."""
    iris, amounts = load_iris(return_X_y=True), RNG.normal(size=150)
    labels = np.array(HOSTILE)[RNG.integers(0, 4, 120)]
    table = RNG.normal(size=(8, 4)) + np.arange(4)
    tree = DecisionTreeClassifier(random_state=0)
    texts = [f"the cat number {place} sat on mat {place % 3}" for place in range(12)]
    said = {"one": [text.replace("sat", "is") for text in texts], HOSTILE[0]: [text[:-4] for text in texts]}
    truth = np.where(TRUTH == 1, HOSTILE[0], HOSTILE[2])
    return {
        "scores": assay.evaluate(truth, score=SCORE, positive=HOSTILE[0]),
        "margins": assay.evaluate(TRUTH, score=10 * SCORE - 3),
        "labels": assay.evaluate(labels, np.roll(labels, 3)),
        "classes": assay.evaluate(RNG.integers(0, 3, 90), score=RNG.dirichlet([1, 1, 1], 90)),
        "amounts": assay.evaluate(amounts, amounts + RNG.normal(size=150)),
        "detection": assay.evaluate(*boxes(), task="detection"),
        "segmentation": assay.evaluate(*masks(), task="segmentation"),
        "text": assay.evaluate(texts, said["one"], task="text"),
        "comparison": assay.compare(
            TRUTH, score={name: scores(0.1 * place) for place, name in enumerate(HOSTILE[:3])}, margin=0.1,
            metrics=["accuracy", "roc_auc"],
        ),
        "systems": assay.compare(texts, prediction=said, task="text"),
        "ranking": assay.rank({name: table[:, place] for place, name in enumerate(HOSTILE)}),
        "control": assay.rank({f"m{place}": table[:, place] for place in range(4)}, control="m0"),
        "validation": assay.validate({HOSTILE[1]: tree, "near": KNeighborsClassifier()}, *iris, scheme="3-fold"),
        "learning": assay.learning_curve(KNeighborsClassifier(), *iris, sizes=[10, 20, 40, 80], repeats=3),
        "complexity": assay.complexity_curve(tree, *iris, parameter="max_depth", values=[1, 2, 3], scheme="3-fold"),
        "parts": assay.bias_variance(
            DecisionTreeRegressor(random_state=0), *load_diabetes(return_X_y=True), rounds=5, parameter="max_depth",
            values=[1, 3],
        ),
        "gate": assay.gate(
            assay.compare(TRUTH, prediction={name: TRUTH ^ (RNG.random(200) < 0.2) for name in HOSTILE[1:3]}),
            [f"accuracy of '{HOSTILE[1]}' >= 0.7", f"f1.value of '{HOSTILE[1]}' >= 0.99",
             f"'{HOSTILE[1]}' within 0.02 of '{HOSTILE[2]}' in f1"],
        ),
        "plan": assay.plan("accuracy", difference=0.02, expect=0.9),
        "test": assay.stats.two_proportions_z(30, 100, 45, 100),
    }  # fmt: skip


def every_chart():
    """Return every kind with every chart that it has."""
    return [(kind, chart) for kind, result in results().items() for chart in charts_of(result)]
