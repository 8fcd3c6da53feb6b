"""Much of everything: two hundred classes, twelve models over thirty data sets, rare fraud, outliers."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

import assay
from gallery.example import Example
from gallery.tumours import SEED

FAMILIES = (
    "warbler", "finch", "gull", "tern", "sparrow", "owl", "hawk", "duck", "heron", "tit", "thrush", "woodpecker",
    "swallow", "lark", "pipit", "crow", "eagle", "grebe", "plover", "wren",
)  # fmt: skip
KINDS = (
    "black", "grey", "red", "white", "marsh", "wood", "sea", "stone", "house", "snow",
)  # fmt: skip
LEARNERS = (
    "boosting", "forest", "extra-trees", "SVM", "logistic", "LDA", "k-NN", "tree", "AdaBoost", "perceptron",
    "naive-Bayes", "stump",
)  # fmt: skip


def _birds() -> Any:
    """Draw two hundred species that are taken for others of their own family."""
    rng = np.random.default_rng(SEED)
    names = np.array([f"{kind} {family}" for kind in KINDS for family in FAMILIES])
    family = np.tile(np.arange(len(FAMILIES)), len(KINDS))
    truth = rng.integers(0, len(names), 12_000)
    hard = rng.beta(1.2, 4, len(names))[truth]
    luck = rng.random(len(truth))
    within = rng.integers(0, len(KINDS), len(truth)) * len(FAMILIES) + family[truth]
    said = np.where(luck < hard, np.where(luck < 0.9 * hard, within, rng.integers(0, len(names), len(truth))), truth)
    return assay.evaluate(names[truth], names[said])


def _twelve() -> Any:
    """Draw what twelve models reach on thirty data sets; some are close, two are behind."""
    rng = np.random.default_rng(SEED)
    level = rng.uniform(0.6, 0.9, size=(30, 1))
    lead = np.array([0.06, 0.055, 0.052, 0.047, 0.04, 0.036, 0.033, 0.02, 0.018, 0.012, 0.0, -0.03])
    table = level + lead + 0.02 * rng.standard_normal((30, 12))
    return assay.rank({name: table[:, place].round(3) for place, name in enumerate(LEARNERS)}, method="nemenyi")


def _fraud() -> Any:
    """Draw payments of which one in two hundred is fraud."""
    rng = np.random.default_rng(SEED)
    n = 40_000
    fraud = rng.random(n) < 0.005
    score = 1 / (1 + np.exp(-(rng.normal(-5.5, 1.3, n) + np.where(fraud, 4.2, 0.0))))
    amount = np.exp(rng.normal(3.4, 1.1, n)).round(2)
    country = rng.choice(["CH", "DE", "FR", "IT"], n)
    payment = [f"P{place:06d}" for place in rng.permutation(900_000)[:n]]
    table = {
        "payment": payment,
        "amount": amount,
        "country": country,
        "fraud": fraud.astype(int),
        "score": score.round(5),
    }
    return assay.evaluate("fraud", score="score", data=pl.DataFrame(table), positive=1)


def _prices() -> Any:
    """Draw prices of houses; twelve of twenty thousand were entered in the wrong unit."""
    rng = np.random.default_rng(SEED)
    n = 20_000
    price = np.exp(rng.normal(12.5, 0.4, n))
    estimate = price * np.exp(rng.normal(0, 0.08, n))
    wrong = rng.choice(n, 12, replace=False)
    price[wrong] *= rng.choice([100, 1000], 12)
    district = rng.choice(["Altstadt", "Hafen", "Neubad", "Riehen"], n)
    house = [f"H{place:05d}" for place in range(n)]
    table = {"house": house, "district": district, "price": price.round(-2), "estimate": estimate.round(-2)}
    return assay.evaluate("price", "estimate", data=pl.DataFrame(table))


MANY = (
    Example("twelve-models", "Twelve models on thirty data sets", "Who can be told apart from whom?", _twelve,
            ("critical-difference",)),
    Example("two-hundred-classes", "Two hundred classes", "Species of birds, taken for others of their family.", _birds,
            ("confusion",), cases=200),
    Example("fraud", "Fraud", "One payment in two hundred is fraud; the mistakes that the model was surest of.", _fraud,
            ("pr",), cases=40),
    Example("outliers", "Outliers", "Prices of 20,000 houses: twelve carry nearly all of the squared error.", _prices,
            ("residuals",), cases=25),
)  # fmt: skip
