"""Cases that belong together, and cases that share something: groups and slices."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

import assay
from gallery.example import Example
from gallery.tumours import SEED


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


def _shops() -> Any:
    """Draw parcels of forty depots in three sizes; late ones are missed in a few depots."""
    rng = np.random.default_rng(SEED)
    n = 12_000
    depot = rng.choice([f"depot {place:02d}" for place in range(1, 41)], n, p=rng.dirichlet(np.full(40, 3.0)))
    size = rng.choice(["letter", "parcel", "pallet"], n, p=[0.5, 0.4, 0.1])
    late = rng.random(n) < 0.2
    weak = np.isin(depot, ["depot 07", "depot 19", "depot 33"]) | (size == "pallet")
    said = np.where(rng.random(n) < np.where(weak, 0.25, 0.08), ~late, late)
    table = {"late": np.where(late, "late", "on time"), "said": np.where(said, "late", "on time")}
    data = pl.DataFrame({**table, "depot": depot, "size": size})
    return assay.evaluate("late", "said", data=data, positive="late", by=["depot", "size"])


PARTS = (
    Example("patients", "Patients and sites", "Images of 220 patients: a patient is one unit, a site is a slice.",
            _patients, ("slices",)),
    Example("fairness", "Fairness", "Loans: does the model treat three regions alike? Gaps and ratios of five rates.",
            _loans, ("slices",)),
    Example("slices", "Many slices", "Late parcels of forty depots in three sizes: where is the model weak?",
            _shops, ("slices",)),
)  # fmt: skip
