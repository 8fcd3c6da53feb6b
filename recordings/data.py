"""Small data of every kind, drawn from fixed seeds, that the calls judge."""

from __future__ import annotations

import numpy as np
import polars as pl

RNG = np.random.default_rng(20240607)
CASES = 60
MANY = 150

TRUTH = (RNG.random(CASES) < 0.45).astype(int)
ANSWERS, OTHER, THIRD = (np.where(RNG.random(CASES) < wrong, 1 - TRUTH, TRUTH) for wrong in (0.15, 0.3, 0.35))
SCORES, OTHER_SCORES, THIRD_SCORES = (
    np.clip(0.25 + 0.5 * TRUTH + RNG.normal(0, noise, CASES), 0.01, 0.99).round(3) for noise in (0.2, 0.35, 0.45)
)
MARGINS = (8 * SCORES - 4).round(2)
"""Decision values that are no probabilities."""
WEIGHT = RNG.uniform(0.5, 3, CASES).round(2)
EXTREME = np.where(np.arange(CASES) == 7, 1e6, WEIGHT)
ZEROS = np.where(np.arange(CASES) % 5 == 0, 0.0, WEIGHT)
WORDS = np.where(TRUTH == 1, "ill", "well")
WORDS_SAID = np.where(ANSWERS == 1, "ill", "well")
GAPPED = [None if place in (3, 17, 44) else int(answer) for place, answer in enumerate(ANSWERS)]

ANIMALS = np.array(["bird", "cat", "dog"])
CODES = RNG.integers(0, 3, CASES)
CODES_SAID, CODES_OTHER = (
    np.where(RNG.random(CASES) < wrong, RNG.integers(0, 3, CASES), CODES) for wrong in (0.3, 0.5)
)
CLASSES, SAID, SAID_OTHER = ANIMALS[CODES], ANIMALS[CODES_SAID], ANIMALS[CODES_OTHER]


def class_scores(strength: float) -> np.ndarray:
    """Draw probabilities of the three animals."""
    raw = RNG.gamma(1.0, 1.0, (CASES, 3)) + strength * np.eye(3)[CODES]
    return raw / raw.sum(axis=1, keepdims=True)


CLASS_SCORES, CLASS_SCORES_OTHER = class_scores(1.5), class_scores(0.7)

FLAGS = (RNG.random((CASES, 3)) < [0.5, 0.3, 0.2]).astype(int)
FLAGS_SAID, FLAGS_OTHER = (np.where(RNG.random((CASES, 3)) < wrong, 1 - FLAGS, FLAGS) for wrong in (0.15, 0.3))
FLAG_SCORES = np.clip(0.3 + 0.4 * FLAGS + RNG.normal(0, 0.2, (CASES, 3)), 0.01, 0.99).round(3)

PRICES = RNG.gamma(4.0, 5.0, CASES).round(2) + 0.5
GUESSES, GUESSES_OTHER, GUESSES_THIRD = (
    (PRICES + RNG.normal(bias, noise, CASES)).round(3) for bias, noise in ((0.0, 2.0), (0.6, 3.0), (-0.4, 3.2))
)
LOWER, UPPER = (GUESSES - 3).round(3), (GUESSES + 3.5).round(3)
OUTPUTS = np.column_stack([PRICES, RNG.normal(0, 1, CASES).round(3)])
OUTPUTS_SAID = (OUTPUTS + RNG.normal(0, 0.8, OUTPUTS.shape)).round(3)
INTEGERS = RNG.permutation(np.arange(1000, 1000 + MANY * 3, 3))
INTEGERS_SAID = INTEGERS + RNG.integers(-9, 10, MANY)

FRAME = pl.DataFrame(
    {
        "truth": TRUTH, "answer": ANSWERS, "other": OTHER, "score": SCORES, "rival": OTHER_SCORES, "margin": MARGINS,
        "weight": WEIGHT, "word": WORDS, "word_said": WORDS_SAID, "animal": CLASSES, "animal_said": SAID,
        "p_bird": CLASS_SCORES[:, 0], "p_cat": CLASS_SCORES[:, 1], "p_dog": CLASS_SCORES[:, 2],
        "flag_a": FLAGS[:, 0], "flag_b": FLAGS[:, 1], "said_a": FLAGS_SAID[:, 0], "said_b": FLAGS_SAID[:, 1],
        "price": PRICES, "guess": GUESSES, "guess_other": GUESSES_OTHER, "lower": LOWER, "upper": UPPER,
        "second": OUTPUTS[:, 1], "second_said": OUTPUTS_SAID[:, 1], "gapped": pl.Series(GAPPED, dtype=pl.Int64),
    }
)  # fmt: skip
WHOLE = pl.DataFrame({"count": INTEGERS, "counted": INTEGERS_SAID})

FEATURES = RNG.normal(0, 1, (48, 3)).round(3)
TARGET = (FEATURES[:, 0] + 0.5 * FEATURES[:, 1] + RNG.normal(0, 0.7, 48) > 0).astype(int)
NUMBERS = (3 * FEATURES[:, 0] - FEATURES[:, 2] + RNG.normal(0, 0.5, 48)).round(3)
PATIENTS = np.repeat(np.arange(12), 4)
REGIONS = np.tile(["north", "south"], 24)

RANKED = {
    name: (0.6 + gain + level).round(3)
    for name, gain, level in zip(
        ["bayes", "tree", "forest", "boosting"], [0.0, 0.02, 0.06, 0.065],
        (np.linspace(0, 0.2, 10) + RNG.normal(0, 0.015, (4, 10))), strict=True)
}  # fmt: skip
