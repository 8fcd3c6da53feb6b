"""Scores of models that say how likely a tumour is malignant, made once for all pages that need them."""

from __future__ import annotations

from functools import cache

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

SEED = 7


@cache
def tumours() -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Return what the tumours of the test half are, and five models' scores of them."""
    data = load_breast_cancer()
    names = data.target_names[data.target]
    parts = train_test_split(data.data[:, :8], names, test_size=0.5, random_state=SEED, stratify=names)
    train, test, seen, unseen = parts
    models = {
        "logistic": make_pipeline(StandardScaler(), LogisticRegression()),
        "forest": RandomForestClassifier(100, random_state=SEED),
        "tree": DecisionTreeClassifier(min_samples_leaf=15, random_state=SEED),
        "boosting": HistGradientBoostingClassifier(random_state=SEED, max_iter=60),
        "neighbours": make_pipeline(StandardScaler(), KNeighborsClassifier(9)),
    }
    scores = {}
    for name, model in models.items():
        model.fit(train, seen)
        scores[name] = model.predict_proba(test)[:, list(model.classes_).index("malignant")]
    return unseen, scores
