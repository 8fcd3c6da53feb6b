"""Results as plain data and as JSON: nan and infinities are null, with the reason beside them."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence

import numpy as np

from assay.reports.slice_gaps import slice_gaps, weakest_slice
from assay.results.evaluation import Estimates, Evaluation
from assay.results.slices import Slices

SCHEMA = "assay.evaluation/1"
MOST_SLICES = 200
"""A document lists the first so many slices; `ev.slices.to_frame()` has all of them."""


def evaluation_data(evaluation: Evaluation) -> dict[str, object]:
    """Return an evaluation as nested plain values, in the order people read them."""
    choices = evaluation.choices
    baseline = evaluation.baseline
    return {
        "schema": SCHEMA,
        "assay": choices.version,
        "task": evaluation.task,
        "reason": evaluation.reason,
        "n": evaluation.n,
        "units": evaluation.units,
        "grouping": evaluation.grouping.to_dict() if evaluation.grouping else None,
        "level": choices.level,
        "seed": choices.seed,
        "method": choices.method,
        "methods": dict(evaluation.methods),
        "engine": choices.engine,
        "positive": evaluation.positive,
        "metrics": _estimates(evaluation.estimates),
        "per_class": {str(label): _estimates(own) for label, own in evaluation.per_class.items()},
        "confusion": evaluation.confusion.to_dict() if evaluation.confusion else None,
        "baseline": {"label": baseline.label, "accuracy": baseline.accuracy.to_dict()} if baseline else None,
        "baselines": {name: _estimates(own) for name, own in evaluation.baselines.items()},
        "threshold": choices.threshold,
        "operating_points": [point.to_dict() for point in evaluation.operating_points],
        "curves": {name: curve.to_dict(_kept(evaluation)) for name, curve in evaluation.curves.items()},
        "slices": _slices(evaluation),
        "slice_gaps": _slice_gaps(evaluation),
        "weakest_slice": _weakest(evaluation),
        "notes": [note.to_dict() for note in evaluation.notes],
    }


def _slices(evaluation: Evaluation) -> list[dict[str, object]]:
    """Return every slice with the metrics shown, and the first of them against the rest; [] without by=."""
    slices = evaluation.slices
    if not isinstance(slices, Slices):
        return []
    tests = {test.key: test for test in slices.against_rest(slices.shown[0])} if slices.shown else {}
    return [
        {
            **slices.columns(key),
            "n": slices.sizes[key],
            "metrics": _estimates({name: slices.judge.metric(key, name) for name in slices.shown}),
            "against_rest": {slices.shown[0]: tests[key].to_dict()} if key in tests else {},
        }
        for key in list(slices)[:MOST_SLICES]
    ]


def _slice_gaps(evaluation: Evaluation) -> dict[str, object]:
    """Return the largest gap and ratio between slices by metric; {} without by=."""
    slices = evaluation.slices
    return {gap.metric: gap.to_dict() for gap in slice_gaps(slices)} if isinstance(slices, Slices) else {}


def _weakest(evaluation: Evaluation) -> dict[str, object] | None:
    """Return the slice that is worst in the first metric, of several columns pairs of slices too."""
    slices = evaluation.slices
    if not isinstance(slices, Slices):
        return None
    test = weakest_slice(slices)
    return None if test is None else {"metric": slices.shown[0], **test.to_dict()}


def _kept(evaluation: Evaluation) -> list[float]:
    """Return the thresholds whose points a shortened curve must keep."""
    return [point.threshold for point in evaluation.operating_points]


def to_json(data: Mapping[str, object]) -> str:
    """Write plain data as one JSON document that any parser accepts."""
    return json.dumps(finite(data), ensure_ascii=False, indent=2, allow_nan=False)


def finite(value: object) -> object:
    """Replace every nan and infinity by None, all the way down, and numpy's types by Python's."""
    if isinstance(value, Mapping):
        return {str(key): finite(item) for key, item in value.items()}
    if isinstance(value, np.generic):
        return finite(value.item())
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, np.ndarray):
        return finite(value.tolist())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [finite(item) for item in value]
    return value if isinstance(value, str | int | bool | None) else str(value)


def _estimates(estimates: Estimates) -> dict[str, object]:
    return {name: estimate.to_dict() for name, estimate in estimates.items()}
