"""What the threshold slider of a page needs: the confusion table at up to 1,000 thresholds, and where presets point."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special

from assay.curves.thresholds import counts_at, thresholds
from assay.metrics.cards import cards
from assay.reports import numbers
from assay.reports.words import plain_label
from assay.results.evaluation import Evaluation
from assay.summaries.binary_counts import BinaryCounts, ClassCounts

MOST = 1000
PRESETS = {"Youden": "Youden", "best f1": "Best F1", "FPR <= 0.05": "FPR at most 5%"}


def live_data(evaluation: Evaluation) -> dict[str, Any] | None:
    """Return thresholds with tp and fp at each, strictest last; None where there is no single score to cut."""
    judged = evaluation.thresholds
    table = getattr(judged, "table", None)
    if table is None or not table.positive_total or not table.negative_total:
        return None
    every, counts = thresholds(table), counts_at(table)
    points = {point.rule: point.threshold for point in evaluation.operating_points}
    marked = [threshold for threshold in points.values() if np.isfinite(threshold)]
    if evaluation.choices.threshold is not None:
        marked.append(_reached(every, evaluation.choices.threshold))
    keep = _places(every, counts, marked)[::-1]
    places = {float(every[place]): number for number, place in enumerate(keep)}
    start = _reached(every, evaluation.choices.threshold if evaluation.choices.threshold is not None else marked[0])
    negative, positive = (plain_label(label) for label in judged.labels)
    return {
        "threshold": [None if np.isinf(one) else float(one) for one in every[keep]],
        "tp": np.asarray(counts.tp)[keep].tolist(),
        "fp": np.asarray(counts.fp)[keep].tolist(),
        "positives": float(table.positive_total),
        "negatives": float(table.negative_total),
        "labels": {"negative": negative, "positive": positive},
        "start": places[start],
        "weighted": bool(table.weighted),
        "whole": len(keep) == len(every),
        "z": float(special.ndtri((1 + evaluation.level) / 2)),
        "presets": [
            {"name": PRESETS.get(rule, rule), "place": places[threshold]}
            for rule, threshold in points.items()
            if (rule in PRESETS or rule.startswith("least cost")) and threshold in places
        ],
        "costs": list(judged.costs or (1, 5)),
        "shown": _shown(judged.at(start) if np.isfinite(start) else None, counts, keep[places[start]], start),
        "metrics": [
            {"name": card.name, "label": card.label, "share": card.share_of is not None}
            for card in cards()
            if card.reads in (BinaryCounts, ClassCounts) and not card.needs and card.average is None
        ],
    }


def _shown(point: Any, counts: BinaryCounts, place: int, threshold: float) -> dict[str, Any]:
    """Return the numbers at the threshold that the page begins with, so that they stand there without a script."""
    cells = {name: numbers.count(float(np.asarray(getattr(counts, name))[place])) for name in ("tp", "fp", "fn", "tn")}
    values = {} if point is None else {name: numbers.number(one.value) for name, one in point.estimates.items()}
    return {"cells": cells, "values": values, "threshold": numbers.threshold(threshold)}


def _reached(every: np.ndarray, threshold: float) -> float:
    """Return the threshold among `every` (falling) that calls the same cases positive as the one asked for."""
    reaching = every[every >= threshold]
    return float(reaching[-1]) if len(reaching) else float(every[0])


def _places(every: np.ndarray, counts: BinaryCounts, marked: list[float]) -> np.ndarray:
    """Choose at most 1,000 thresholds, evenly along the ROC curve; both ends and the marked ones are kept."""
    if len(every) <= MOST:
        return np.arange(len(every))
    steps = np.abs(np.diff(np.asarray(counts.tp))) + np.abs(np.diff(np.asarray(counts.fp)))
    length = np.concatenate([[0.0], np.cumsum(steps)])
    kept = np.flatnonzero(np.isin(every, marked))
    along = np.searchsorted(length, np.linspace(0, length[-1], MOST - len(kept) - 2))
    return np.unique(np.concatenate([np.minimum(along, len(every) - 1), [0, len(every) - 1], kept]))
