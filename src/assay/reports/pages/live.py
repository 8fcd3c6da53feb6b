"""What the threshold slider of a page needs: the counts at every threshold, intervals at its stops, and its presets."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from assay.curves.steps import HUNDREDTHS, Steps, steps_of
from assay.intervals.shares import OF_ANSWERS
from assay.metrics.cards import Card
from assay.metrics.find import find
from assay.reports.pages.packing import pack_floats, pack_pairs, pack_rising
from assay.reports.prose import filled, plain_value
from assay.reports.words import plain_label, positive_word
from assay.results import numbers
from assay.stats.proportion_limits import GUARD
from assay.tasks.scores.result import ScoreEvaluation

MOST_STOPS = 250
"""Stops of the slider; intervals that are drawn cost about 3 ms at each of them."""
MOST_STEPS, MOST_WEIGHTED_STEPS = 50_000, 18_000
"""Thresholds that a page carries; about 9 characters each, and 27 with weights."""
ONE_BY_ONE = "bootstrap-t"
"""The method whose replicates are worked out one by one: at every stop of the slider that would take a minute."""
PRESETS = {"Youden": "Youden", "best f1": "Best F1", "FPR <= 0.05": "FPR at most 5%"}


@singledispatch
def live_data(result: object) -> dict[str, Any] | None:
    """Return what the slider of a page reads; None where there is no single score to cut."""
    return None


@live_data.register
def _(evaluation: ScoreEvaluation) -> dict[str, Any] | None:
    judged = evaluation.thresholds
    table = judged.table
    if not table.positive_total or not table.negative_total:
        return None
    points = {point.rule: point.threshold for point in evaluation.operating_points}
    given = evaluation.choices.threshold
    start = float(next(iter(points.values()))) if given is None else given
    most = MOST_WEIGHTED_STEPS if table.weighted else MOST_STEPS
    every = steps_of(table)
    steps = every.thinned(most, every.place(np.array([start, *points.values()])))
    stops = _stops(steps, np.array([start, *points.values()]), table.probabilities)
    closed = judged.closed_cards()
    drawn = [card for card in judged.cell_cards if card not in closed]
    quick = replace(judged, method=None) if judged.method == ONE_BY_ONE else judged
    limits = quick.limits_along([steps.threshold(place) for place in stops], drawn)
    negative, positive = (plain_label(label) for label in judged.labels)
    return {
        **_packed(steps, table.weighted),
        "count": len(steps),
        "stops": stops.tolist(),
        "limits": {name: pack_floats(ends.ravel()) for name, ends in limits.items()},
        "positives": float(table.positives_from[0]),
        "negatives": float(table.negatives_from[0]),
        "labels": {"negative": negative, "positive": positive},
        "start": {"threshold": start if np.isfinite(start) else None, "stop": _nearest(stops, steps, start)},
        "z": float(special.ndtri((1 + evaluation.level) / 2)),
        "tail": (1 - evaluation.level) / 2,
        "guard": GUARD,
        "interval": f"{numbers.percent(evaluation.level)} interval",
        "presets": [
            {"name": PRESETS.get(rule, rule), "threshold": threshold}
            for rule, threshold in points.items()
            if (rule in PRESETS or rule.startswith("least cost")) and np.isfinite(threshold)
        ],
        "costs": list(judged.costs or (1, 5)),
        "readings": {name: _reading(name, judged.labels[1]) for name in ("recall", "precision")},
        "metrics": [_metric(card, card in closed) for card in judged.cell_cards],
    }


def shown_first(evaluation: ScoreEvaluation, live: dict[str, Any]) -> dict[str, Any]:
    """Return what stands on the page before any script runs: all numbers at the threshold it begins with."""
    judged = evaluation.thresholds
    threshold = live["start"]["threshold"]
    tp, fp, fn, tn = judged.table.at(np.inf if threshold is None else threshold)
    cells = {name: numbers.count(count) for name, count in (("tp", tp), ("fp", fp), ("fn", fn), ("tn", tn))}
    estimates = {} if threshold is None else judged.at(threshold).estimates
    told = [
        filled(find(name).reading, estimates[name], plain_value, judged.labels[1])
        for name in live["readings"]
        if name in estimates
    ]
    return {
        "cells": cells,
        "values": {name: numbers.value(estimate) for name, estimate in estimates.items()},
        "intervals": {name: numbers.interval(estimate) for name, estimate in estimates.items()},
        "threshold": "more than every score" if threshold is None else repr(threshold),
        "told": " ".join(told),
    }


def _stops(steps: Steps, marked: NDArray[np.float64], probabilities: bool) -> NDArray[np.intp]:
    """Choose where the slider stops: everywhere, or even along the ROC curve, at the hundredths and the presets."""
    wanted = np.concatenate([marked, HUNDREDTHS]) if probabilities else marked
    return steps.spread(MOST_STOPS, steps.place(wanted))


def _nearest(stops: NDArray[np.intp], steps: Steps, threshold: float) -> int:
    return int(np.searchsorted(stops, int(steps.place(threshold))))


def _packed(steps: Steps, weighted: bool) -> dict[str, object]:
    """Pack the steps: scores, and the cases at each score; weights cannot be counted, so they stand as sums."""
    if weighted:
        counts = {"tp": pack_rising(steps.tp[::-1]), "fp": pack_rising(steps.fp[::-1])}
    else:
        counts = {"cases": pack_pairs(_own(steps.tp), _own(steps.fp))}
    return {"scores": pack_rising(steps.score), **counts, "whole": steps.whole, "weighted": weighted}


def _own(running: NDArray[np.float64]) -> NDArray[np.float64]:
    """Turn cases from a score on into cases at it."""
    return np.asarray(np.rint(running - np.append(running[1:], 0.0)))


def _metric(card: Card, closed: bool) -> dict[str, object]:
    bounds = [end if np.isfinite(end) else None for end in card.bounds]
    return {
        "name": card.name,
        "label": card.label,
        "share": card.share_of if closed else None,
        "answers": card.share_of in OF_ANSWERS,
        "bounds": bounds,
    }


def _reading(name: str, positive: object) -> list[str]:
    """Return the two halves of a metric's sentence, around its number."""
    return [half.format(positive=positive_word(positive)) for half in find(name).reading.split("{hundred}")]
