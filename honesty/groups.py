"""Cells 43 to 46 and our own: cases that belong together, slices that do not differ, thresholds that were chosen."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator

import numpy as np
from scipy import special, stats

import assay
from honesty.cell import CONSERVATIVE, Cell, Measured
from honesty.rounds import rounds

ALPHA = 0.05
LEVEL = (0.0, 0.06)
WIDE = (0.935, 0.98)
FEW = ("few-groups-with-errors", "few-groups", "dominant-group")
KNOWN = (0.0, 1.0)
"""No interval is known to cover here; the result must say so."""


def _sizes(groups: int, even: bool, rng: np.random.Generator) -> np.ndarray:
    return np.full(groups, 10) if even else rng.geometric(0.1, groups)


def _measured(held: list[bool], ignored: list[bool], warned: list[bool] | None = None) -> Measured:
    share = float(np.mean(held))
    error = math.sqrt(share * (1 - share) / len(held))
    told = None if warned is None else float(np.mean(warned))
    return Measured(share, error, warned=told, others={"groups ignored": float(np.mean(ignored))})


def _share(groups: int, even: bool, icc: float, p: float, rng: np.random.Generator) -> Measured:
    """Right or wrong, beta-binomial within groups."""
    a, b = p * (1 / icc - 1), (1 - p) * (1 / icc - 1)
    held, ignored, warned = [], [], []
    for _ in range(rounds(800)):
        group = np.repeat(np.arange(groups), _sizes(groups, even, rng))
        right = rng.random(len(group)) < rng.beta(a, b, groups)[group]
        truth = np.ones(len(group), dtype=int)
        asked = {"labels": [0, 1], "positive": 1, "metrics": "accuracy"}
        found = assay.evaluate(truth, right.astype(int), group=group, **asked)
        alone = assay.evaluate(truth, right.astype(int), **asked)["accuracy"]
        held.append(found["accuracy"].low <= p <= found["accuracy"].high)
        ignored.append(alone.low <= p <= alone.high)
        warned.append(any(note.code in FEW for note in found.notes))
    return _measured(held, ignored, warned)


def _scores(rng: np.random.Generator, groups: int) -> dict[str, np.ndarray]:
    """Patients with several images; the patient moves both the truth and the score."""
    group = np.repeat(np.arange(groups), rng.geometric(0.25, groups))
    sick = rng.random(groups)[group]
    truth = (rng.random(len(group)) < 0.2 + 0.6 * sick).astype(int)
    score = special.expit(1.4 * truth - 0.7 + rng.normal(size=groups)[group] + rng.normal(size=len(group)))
    return {"group": group, "truth": truth, "score": score}


def _amounts(rng: np.random.Generator, groups: int) -> dict[str, np.ndarray]:
    group = np.repeat(np.arange(groups), rng.geometric(0.25, groups))
    truth = rng.normal(10, 2, len(group))
    return {
        "group": group,
        "truth": truth,
        "prediction": truth + rng.normal(size=groups)[group] + rng.normal(size=len(group)),
    }


def _of_scores(metric: str, groups: int, rng: np.random.Generator) -> Measured:
    whole = _scores(rng, 400_000)
    value = assay.evaluate(whole["truth"], score=whole["score"], metrics=metric)[metric].value
    held, ignored = [], []
    for _ in range(rounds(500)):
        data = _scores(rng, groups)
        for kept, group in ((held, data["group"]), (ignored, None)):
            made = assay.evaluate(data["truth"], score=data["score"], group=group, metrics=metric)[metric]
            kept.append(made.low <= value <= made.high)
    return _measured(held, ignored)


def _of_amounts(metric: str, groups: int, rng: np.random.Generator) -> Measured:
    whole = _amounts(rng, 400_000)
    value = assay.evaluate(whole["truth"], whole["prediction"], metrics=metric)[metric].value
    held, ignored = [], []
    for _ in range(rounds(500)):
        data = _amounts(rng, groups)
        for kept, group in ((held, data["group"]), (ignored, None)):
            made = assay.evaluate(data["truth"], data["prediction"], group=group, metrics=metric)[metric]
            kept.append(made.low <= value <= made.high)
    return _measured(held, ignored)


def _bleu(groups: int, rng: np.random.Generator) -> Measured:
    """Documents of several sentences; some documents are hard."""
    words = np.array([f"w{place}" for place in range(40)])

    def documents(count: int) -> tuple[list[str], list[str], np.ndarray]:
        group = np.repeat(np.arange(count), 6)
        wrong = rng.beta(1.0, 4.0, count)[group]
        texts = words[rng.integers(0, 40, (len(group), 12))]
        said = np.where(rng.random(texts.shape) < wrong[:, None], words[rng.integers(0, 40, texts.shape)], texts)
        return [" ".join(row) for row in texts], [" ".join(row) for row in said], group

    truth, said, _ = documents(8_000)
    value = assay.evaluate(truth, said, task="text", metrics="bleu")["bleu"].value
    held, ignored = [], []
    for _ in range(rounds(300)):
        truth, said, group = documents(groups)
        for kept, own in ((held, group), (ignored, None)):
            made = assay.evaluate(truth, said, task="text", metrics="bleu", group=own)["bleu"]
            kept.append(made.low <= value <= made.high)
    return _measured(held, ignored)


def _null(metric: str, groups: int, rng: np.random.Generator) -> Measured:
    """Two models that are equally good, each better in some groups: how often are they told apart?"""
    rejected, ignored = [], []
    for _ in range(rounds(2000)):
        group = np.repeat(np.arange(groups), 8)
        truth = rng.integers(0, 2, len(group))
        hard = rng.random((2, groups))[:, group] * 0.4
        wrong = dict(zip("ab", rng.random((2, len(group))) < hard, strict=True))
        models = {name: np.where(own, 1 - truth, truth) for name, own in wrong.items()}
        for kept, given in ((rejected, group), (ignored, None)):
            pair = assay.compare(truth, prediction=models, group=given, metrics=metric)[metric].pairs[0]
            kept.append(pair.p_value <= ALPHA)
    return _measured(rejected, ignored)


def _null_slices(adjusted: str, rng: np.random.Generator) -> Measured:
    """Slices that do not differ: how often is any of them told from the rest?"""
    slices = 50 if adjusted == "screened" else 10
    rejected, ignored = [], []
    for _ in range(rounds(300)):
        truth = np.ones(2000, dtype=int)
        right = (rng.random(2000) < 0.8).astype(int)
        by = [f"s{place}" for place in rng.integers(0, slices, 2000)]
        asked = {"labels": [0, 1], "positive": 1, "metrics": "accuracy"}
        tests = assay.evaluate(truth, right, by=by, **asked).slices.against_rest("accuracy")
        rejected.append(any(test.significant for test in tests))
        ignored.append(any(test.p_value <= ALPHA for test in tests))
    measured = _measured(rejected, ignored)
    return Measured(measured.coverage, measured.error, others={"not adjusted": float(np.mean(ignored))})


def _at_specificity(n: int, rng: np.random.Generator) -> Measured:
    """Recall where the specificity is 0.9: the threshold is chosen on the cases."""
    value = float(stats.norm.sf(stats.norm.ppf(0.9) - 1.3))
    held, ignored = [], []
    name = "recall_at_specificity(specificity=0.9)"
    for _ in range(rounds(800)):
        truth = (np.arange(n) < n // 2).astype(int)
        score = rng.normal(size=n) + 1.3 * truth
        made = assay.evaluate(truth, score=score, metrics=name)[name]
        held.append(made.low <= value <= made.high)
        cut = np.quantile(score[truth == 0], 0.9)
        low, high = assay.stats.wilson(int(np.sum(score[truth == 1] >= cut)), n // 2)
        ignored.append(low <= value <= high)
    measured = _measured(held, ignored)
    return Measured(measured.coverage, measured.error, others={"threshold as given": float(np.mean(ignored))})


def cells() -> Iterator[Cell]:
    """Yield the cells about groups, slices and chosen thresholds."""
    jackknife = "JK logit t(G_eff)"
    share = functools.partial
    yield Cell("43", "share, grouped", "G=20, even, ICC .5, p=.8", jackknife, share(_share, 20, True, 0.5, 0.8))
    yield Cell("44", "share, grouped", "G=50, geometric, ICC .1, p=.95", jackknife,
               share(_share, 50, False, 0.1, 0.95), WIDE)  # fmt: skip
    yield Cell("45", "share, few failing groups", "G=50, geometric, ICC .5, p=.95", jackknife,
               share(_share, 50, False, 0.5, 0.95), KNOWN, uniform=False)  # fmt: skip
    for adjusted in ("holm", "screened"):
        measure = share(_null_slices, adjusted)
        yield Cell("46", "null slices", f"n=2000, {adjusted}", "slice against rest", measure, LEVEL, uniform=False,
                   test=True)  # fmt: skip
    for metric in ("roc_auc", "f1", "log_loss"):
        yield Cell("G", f"{metric}, grouped", "G=100, geometric", jackknife, share(_of_scores, metric, 100), WIDE)
    for metric in ("rmse", "median_absolute_error"):
        yield Cell("G", f"{metric}, grouped", "G=100, geometric", jackknife, share(_of_amounts, metric, 100), WIDE)
    yield Cell("G", "bleu, grouped", "40 documents of 6", jackknife, share(_bleu, 40), CONSERVATIVE)
    for metric, groups in (("accuracy", 12), ("accuracy", 40), ("f1", 40)):
        yield Cell("G", f"{metric}, two equal models", f"G={groups}, 8 each", "flips / t", share(_null, metric, groups),
                   LEVEL, uniform=False, test=True)  # fmt: skip
    for n in (200, 1000):
        yield Cell("T", "recall at specificity .9", f"n={n}", "chosen again", share(_at_specificity, n), WIDE)
