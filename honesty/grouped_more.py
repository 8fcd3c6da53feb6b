"""Cells of our own about groups: validations, crossed groupings, masks of patients, thresholds that were chosen."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator

import numpy as np
from scipy import stats

import assay
from honesty.cell import CONSERVATIVE, Cell, Measured
from honesty.rounds import rounds

WIDE = (0.935, 0.98)
CROSSED = (0.90, 1.0)
"""Two-way variances of few judges are rough, and the result says so."""

SPECIFICITY = 0.9
AT = f"recall_at_specificity(specificity={SPECIFICITY})"


class Sign:
    """A classifier that learns nothing: what it scores on new cases is known."""

    _estimator_type = "classifier"

    def get_params(self, deep: bool = True) -> dict[str, object]:
        """Return that there are no settings."""
        return {}

    def set_params(self, **settings: object) -> Sign:
        """Change nothing."""
        return self

    def fit(self, cases: np.ndarray, labels: np.ndarray) -> Sign:
        """Learn nothing."""
        return self

    def predict(self, cases: np.ndarray) -> np.ndarray:
        """Answer by the sign of the first column."""
        return (cases[:, 0] > 0).astype(int)


def _measured(held: list[bool], **others: list[bool]) -> Measured:
    share = float(np.mean(held))
    named = {name.replace("_", " "): float(np.mean(kept)) for name, kept in others.items()}
    return Measured(share, math.sqrt(share * (1 - share) / len(held)), others=named)


def _validated(part: str, groups: int, count: int, rng: np.random.Generator) -> Measured:
    """Patients with several images, whose errors go together: a model that learns nothing, by 10 folds of patients."""
    error = float(stats.norm.sf(1.0 / math.sqrt(2.0)))
    held, ignored = [], []
    for place in range(rounds(count)):
        group = np.repeat(np.arange(groups), rng.geometric(0.2, groups))
        labels = rng.integers(0, 2, len(group))
        hard = rng.normal(size=groups)[group]
        side = 2 * labels - 1
        cases = (side * (1.0 + hard + rng.normal(size=len(group))))[:, None]
        for kept, given in ((held, group), (ignored, None)):
            scheme = "10-fold" if given is None else "grouped 10-fold"
            found = assay.validate(
                Sign(), cases, labels, group=given, scheme=scheme, metrics="error_rate", seed=place, task="binary"
            )
            made = getattr(found["error_rate"], part)
            kept.append(made.low <= error <= made.high)
    return _measured(held, groups_ignored=ignored)


def _crossed(questions: int, judges: int, count: int, rng: np.random.Generator) -> Measured:
    """Every judge marks every question; both are hard or easy."""
    value = float(stats.norm.cdf(1.0 / math.sqrt(1.0 + 0.5 + 0.5)))
    held, one_way, ignored = [], [], []
    question, judge = np.repeat(np.arange(questions), judges), np.tile(np.arange(judges), questions)
    for _ in range(rounds(count)):
        lean = rng.normal(0, math.sqrt(0.5), questions)[question] + rng.normal(0, math.sqrt(0.5), judges)[judge]
        right = (rng.normal(size=len(question)) + lean + 1.0 > 0).astype(int)
        truth = np.ones(len(question), dtype=int)
        asked = {"labels": [0, 1], "positive": 1, "metrics": "accuracy"}
        for kept, given in ((held, [question, judge]), (one_way, question), (ignored, None)):
            made = assay.evaluate(truth, right, group=given, **asked)["accuracy"]
            kept.append(made.low <= value <= made.high)
    return _measured(held, one_grouping=one_way, groups_ignored=ignored)


def _images(patients: int, count: int, rng: np.random.Generator) -> Measured:
    """Patients with several masks each; some patients are hard. A share of 2 / (2 + 6) of pixels is wrong."""
    held, ignored = [], []
    for _ in range(rounds(count)):
        group = np.repeat(np.arange(patients), rng.integers(2, 6, patients))
        wrong = rng.beta(2.0, 6.0, patients)[group]
        truth = rng.integers(0, 2, (len(group), 8, 8))
        drawn = np.where(rng.random(truth.shape) < wrong[:, None, None], 1 - truth, truth)
        for kept, given in ((held, group), (ignored, None)):
            made = assay.evaluate(list(truth), list(drawn), task="segmentation", metrics="accuracy", group=given)[
                "accuracy"
            ]
            kept.append(made.low <= 0.75 <= made.high)
    return _measured(held, groups_ignored=ignored)


def _thresholds(groups: int, count: int, rng: np.random.Generator) -> Measured:
    """Recall at a specificity where the threshold is chosen on images of the same patients."""
    spread = math.sqrt(2.0)
    value = float(stats.norm.sf(stats.norm.ppf(SPECIFICITY) - 1.8 / spread))
    held, ignored = [], []
    for _ in range(rounds(count)):
        group = np.repeat(np.arange(groups), rng.geometric(0.25, groups))
        truth = rng.integers(0, 2, groups)[group]
        score = 1.8 * truth + rng.normal(size=groups)[group] + rng.normal(size=len(group))
        for kept, given in ((held, group), (ignored, None)):
            made = assay.evaluate(truth, score=score, group=given, metrics=AT)[AT]
            kept.append(made.low <= value <= made.high)
    return _measured(held, groups_ignored=ignored)


def cells() -> Iterator[Cell]:
    """Yield the cells about groups in validations, crossed groups, groups of images, and thresholds over groups."""
    share = functools.partial
    for part, asked in (("pooled", WIDE), ("mean", CONSERVATIVE)):
        yield Cell("GV", f"validate, {part} error rate, grouped", "G=60, geometric, 10 folds",
                   "JK logit t(G_eff)" if part == "pooled" else "NB interval", share(_validated, part, 60, 400),
                   asked)  # fmt: skip
    yield Cell("GX", "share, two crossed groupings", "40 questions by 12 judges", "two-way jackknife",
               share(_crossed, 40, 12, 600), CROSSED, uniform=False)  # fmt: skip
    yield Cell("GI", "pixel accuracy, masks of patients", "40 patients of 2 to 5", "JK logit t(G_eff)",
               share(_images, 40, 300), WIDE)  # fmt: skip
    yield Cell("GT", "recall at specificity .9, grouped", "G=100, geometric", "chosen again",
               share(_thresholds, 100, 400), WIDE)  # fmt: skip
