"""The results that the gallery shows, each with a name and a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import assay

SEED = 7


@dataclass(frozen=True)
class Example:
    """A result to show; `page` says whether it has a report of its own."""

    key: str
    title: str
    words: str
    result: Any
    page: bool = True


def examples() -> Iterator[Example]:
    """Yield every example."""
    truth, scores = _tumours()
    yield Example("scores", "Scores", "A tree that says how likely a tumour is malignant.",
                  assay.evaluate(truth, score=scores["tree"], positive="malignant"))  # fmt: skip
    yield Example("patients", "Patients and sites", "Images of 220 patients: a patient is one unit, a site is a slice.",
                  _patients())  # fmt: skip
    words = "Loans: does the model treat three regions alike? Gaps and ratios of five rates."
    yield Example("fairness", "Fairness", words, _loans())
    yield Example("classes", "Several classes", "Handwritten digits, read by a tree.", _digits())
    yield Example("regression", "Regression", "How far diabetes has come after a year.", _diabetes())
    yield Example("comparison", "Comparison", "Three models on the same tumours.",
                  assay.compare(truth, score=scores, positive="malignant", margin=0.03,
                                metrics=["recall", "roc_auc", "log_loss"]))  # fmt: skip
    yield Example("ranking", "Ranking", "Five models on fourteen data sets.", _ranking())
    yield from _validations()
    yield Example("detection", "Detection", "A detector on sixty drawn images.", _detection())
    yield Example("segmentation", "Segmentation", "Masks of forty drawn images.", _segmentation())
    references, systems = _translations()
    yield Example("text", "Text", "A system that describes scenes in a sentence.",
                  assay.evaluate(references, systems["short"], task="text"))  # fmt: skip
    yield Example("systems", "Systems of text", "Two systems that describe the same scenes.",
                  assay.compare(references, prediction=systems, task="text"))  # fmt: skip
    test = assay.stats.t_test([0.81, 0.84, 0.79, 0.86, 0.83], [0.78, 0.80, 0.79, 0.81, 0.80], paired=True)
    yield Example("test", "A test", "A paired t over five seeds.", test, page=False)


def _patients() -> Any:
    """Draw patients with several images at four sites; the scanner of one site is worse."""
    rng = np.random.default_rng(SEED)
    patient = np.repeat(np.arange(220), rng.geometric(0.23, 220))
    site = rng.choice(["Basel", "Bern", "Genf", "Zürich"], 220)[patient]
    sick = rng.random(220)[patient]
    malignant = (rng.random(len(patient)) < 0.15 + 0.5 * sick).astype(int)
    noise = 0.8 * rng.normal(size=220)[patient] + np.where(site == "Genf", 1.9, 0.9) * rng.normal(size=len(patient))
    score = 1 / (1 + np.exp(-(2.2 * malignant - 1.3 + noise)))
    table = {"malignant": malignant, "score": score.round(4), "site": site, "patient": patient}
    return assay.evaluate("malignant", score="score", data=pl.DataFrame(table), by="site", group="patient")


def _loans() -> Any:
    """Draw applicants of three regions; fewer of one have repaid before, and the model sees them less clearly."""
    rng = np.random.default_rng(SEED)
    region = rng.choice(["coast", "hills", "plain"], 2400, p=[0.5, 0.2, 0.3])
    repaid = (rng.random(2400) < np.where(region == "hills", 0.45, 0.6)).astype(int)
    shift = np.where(region == "hills", -0.4, 0.0) + np.where(region == "hills", 1.5, 0.8) * rng.normal(size=2400)
    score = 1 / (1 + np.exp(-(2.0 * repaid - 1.0 + shift)))
    table = {"loan": np.where(repaid == 1, "repaid", "lost"), "score": score.round(4), "region": region}
    rates = ["predicted_positive_rate", "recall", "false_positive_rate", "precision", "accuracy"]
    data = pl.DataFrame(table)
    return assay.evaluate("loan", score="score", data=data, positive="repaid", by="region", metrics=rates)


def _translations() -> tuple[list[str], dict[str, list[str]]]:
    """Write a hundred sentences, and what two systems make of them: one leaves words out, one takes wrong ones."""
    rng = np.random.default_rng(SEED)
    parts = (
        ["The old", "A young", "The tired", "A friendly", "The tall"],
        ["fisherman", "teacher", "painter", "doctor", "baker", "child"],
        ["repairs", "finds", "carries", "sells", "remembers", "draws"],
        ["a broken", "the blue", "an empty", "the last", "a heavy"],
        ["boat", "bicycle", "letter", "basket", "lamp"],
        ["near the harbour", "in the morning", "behind the school", "before the storm", "with great care"],
    )
    chosen = [[str(rng.choice(part)) for part in parts] for _ in range(100)]

    def said(lost: float, wrong: float) -> list[str]:
        lines = []
        for words in chosen:
            luck = rng.random(len(words))
            put = [
                str(rng.choice(part)) if x < wrong else word for word, part, x in zip(words, parts, luck, strict=True)
            ]
            kept = [word for word, x in zip(put, luck, strict=True) if x < 1 - lost]
            lines.append(" ".join(kept).capitalize() + ".")
        return lines

    return [" ".join(words) + "." for words in chosen], {"short": said(0.2, 0.05), "wordy": said(0.03, 0.3)}


def _tumours() -> tuple[np.ndarray, dict[str, np.ndarray]]:
    data = load_breast_cancer()
    names = data.target_names[data.target]
    parts = train_test_split(data.data[:, :8], names, test_size=0.5, random_state=SEED, stratify=names)
    train, test, seen, unseen = parts
    models = {
        "logistic": make_pipeline(StandardScaler(), LogisticRegression()),
        "forest": RandomForestClassifier(100, random_state=SEED),
        "tree": DecisionTreeClassifier(min_samples_leaf=15, random_state=SEED),
    }
    scores = {}
    for name, model in models.items():
        model.fit(train, seen)
        scores[name] = model.predict_proba(test)[:, list(model.classes_).index("malignant")]
    return unseen, scores


def _digits() -> Any:
    cases, labels = load_digits(return_X_y=True)
    train, test, seen, unseen = train_test_split(cases, labels, test_size=0.5, random_state=SEED)
    model = DecisionTreeClassifier(max_depth=8, random_state=SEED).fit(train, seen)
    return assay.evaluate(unseen, model.predict(test), score=model.predict_proba(test))


def _diabetes() -> Any:
    cases, target = load_diabetes(return_X_y=True)
    train, test, seen, unseen = train_test_split(cases, target, test_size=0.5, random_state=SEED)
    return assay.evaluate(unseen, Ridge(0.1).fit(train, seen).predict(test))


def _ranking() -> Any:
    rng = np.random.default_rng(SEED)
    level = rng.uniform(0.6, 0.9, size=(14, 1))
    table = level + np.array([0.0, 0.01, 0.015, 0.05, 0.055]) + 0.015 * rng.standard_normal((14, 5))
    names = ["naive Bayes", "tree", "k-NN", "forest", "boosting"]
    return assay.rank({name: table[:, place].round(3) for place, name in enumerate(names)})


def _detection() -> Any:
    rng = np.random.default_rng(SEED)
    kinds = ["cat", "dog", "bird", "boat"]
    truth, found = [], []
    for _ in range(60):
        count = int(rng.poisson(5))
        corner, size = rng.uniform(0, 400, (count, 2)), rng.uniform(10, 180, (count, 2))
        label = rng.integers(0, 4, count)
        truth.append({"boxes": np.hstack([corner, corner + size]), "labels": [kinds[one] for one in label]})
        seen = rng.random(count) < 0.75 + 0.06 * label
        moved = corner[seen] + size[seen] * rng.normal(0, 0.06, (int(seen.sum()), 2))
        stray = rng.uniform(0, 400, (3, 2))
        boxes = np.vstack(
            [np.hstack([moved, moved + size[seen]]), np.hstack([stray, stray + rng.uniform(10, 120, (3, 2))])]
        )
        names = [kinds[one] for one in label[seen]] + [kinds[one] for one in rng.integers(0, 4, 3)]
        scores = np.concatenate([rng.beta(5, 2, int(seen.sum())), rng.beta(2, 4, 3)])
        found.append({"boxes": boxes, "labels": names, "scores": scores})
    return assay.evaluate(truth, found, task="detection")


def _segmentation() -> Any:
    rng = np.random.default_rng(SEED)
    truth = [np.kron(rng.integers(0, 4, (4, 4)), np.ones((16, 16), int)) for _ in range(40)]
    said = [np.roll(mask, rng.integers(0, 4), axis=1) for mask in truth]
    return assay.evaluate(truth, said, task="segmentation")


def _validations() -> Iterator[Example]:
    tumours, digits = load_breast_cancer(return_X_y=True), load_digits(return_X_y=True)
    models = {"k-NN": KNeighborsClassifier(), "tree": DecisionTreeClassifier(random_state=SEED)}
    folds = assay.validate(models, *tumours, scheme="stratified 5x10-fold", metrics=["accuracy", "roc_auc"])
    yield Example("validation", "Validation", "Two models on the same folds.", folds)
    yield Example("learning", "Learning curve", "Would more digits help?",
                  assay.learning_curve(KNeighborsClassifier(), *digits))  # fmt: skip
    yield Example("complexity", "Complexity curve", "How deep a tree?",
                  assay.complexity_curve(DecisionTreeClassifier(random_state=SEED), *digits, parameter="max_depth",
                                         values=[1, 2, 3, 4, 6, 8, 10, 13, 16], scheme="5-fold"))  # fmt: skip
    yield Example("bias-variance", "Bias and variance", "A tree that grows too nervous.",
                  assay.bias_variance(DecisionTreeRegressor(random_state=SEED), *load_diabetes(return_X_y=True),
                                      parameter="max_depth", values=[1, 2, 3, 5, 8], rounds=100))  # fmt: skip
