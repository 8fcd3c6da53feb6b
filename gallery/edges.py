"""What is seldom shown: twelve cases, a perfect model, one that guesses, names in every script."""

from __future__ import annotations

from typing import Any

import numpy as np

import assay
from gallery.example import Example
from gallery.tumours import SEED


def _twelve_cases() -> Any:
    truth = ["ill", "ill", "ill", "ill", "ill", "well", "well", "well", "well", "well", "well", "well"]
    said = ["ill", "ill", "ill", "ill", "well", "well", "well", "well", "well", "well", "ill", "well"]
    return assay.evaluate(truth, said, positive="ill")


def _perfect() -> Any:
    rng = np.random.default_rng(SEED)
    truth = rng.random(300) < 0.4
    score = np.where(truth, rng.uniform(0.6, 1, 300), rng.uniform(0, 0.4, 300)).round(4)
    return assay.evaluate(truth, score=score)


def _guessing() -> Any:
    rng = np.random.default_rng(SEED)
    return assay.evaluate((rng.random(600) < 0.3).astype(int), score=rng.random(600).round(4))


def _scripts() -> Any:
    rng = np.random.default_rng(SEED)
    names = np.array(["Äpfel & Birnen", "苹果和梨子", "תפוחים", "яблоки", "🍎🍐", "<b>μήλα</b>", "تفاح"])
    truth = rng.integers(0, len(names), 700)
    said = np.where(rng.random(700) < 0.25, rng.integers(0, len(names), 700), truth)
    return assay.evaluate(names[truth], names[said])


def _named_models() -> Any:
    rng = np.random.default_rng(SEED)
    truth = rng.integers(0, 2, 400)
    names = {"模型 一号": 0.1, "النموذج": 0.15, "🚀 rakete_v2": 0.2, "baseline (Größe XL, mit langem Namen)": 0.3}
    answers = {name: np.where(rng.random(400) < share, 1 - truth, truth) for name, share in names.items()}
    return assay.compare(truth, prediction=answers)


EDGES = (
    Example("twelve-cases", "Twelve cases", "Hardly anything can be said, and the page says so.", _twelve_cases,
            ("metrics",)),
    Example("perfect", "A perfect model", "No mistake among 300 cases: what is still open?", _perfect, ("roc",)),
    Example("guessing", "A model that guesses", "Scores that know nothing.", _guessing, ("roc",)),
    Example("scripts", "Names in every script", "Chinese, Hebrew, Arabic, Cyrillic, Greek, emoji and markup.", _scripts,
            ("confusion",)),
    Example("model-names", "Models with strange names", "Four models in four scripts.", _named_models, ("forest",)),
)  # fmt: skip
