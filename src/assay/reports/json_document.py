"""Results as plain data and as JSON: nan and infinities are null, with the reason beside them."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence

import numpy as np

from assay.reports.class_tables import CLASS_METRICS
from assay.reports.kinds import load_kind, slices_data
from assay.results.confusion import MOST_WRITTEN, OTHERS
from assay.results.evaluation import Estimates, Evaluation
from assay.results.note import Note

SCHEMA = "assay.evaluation/1"

ACTING = re.compile("[\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|#(?=#\\[)")
"""Letters that JSON lets stand as they are, and that nobody sees; `##[` begins a command of a runner."""


def evaluation_data(evaluation: Evaluation) -> dict[str, object]:
    """Return an evaluation as nested plain values, in the order people read them."""
    if evaluation.slices:
        load_kind(evaluation.slices)
    choices = evaluation.choices
    baseline = evaluation.baseline
    parts = evaluation._per_class_in_brief(CLASS_METRICS, MOST_WRITTEN)
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
        "metrics": estimates_data(evaluation.estimates),
        "per_class": {str(label): estimates_data(own) for label, own in parts.items()},
        "confusion": evaluation.confusion.to_dict() if evaluation.confusion else None,
        "baseline": {"label": baseline.label, "accuracy": baseline.accuracy.to_dict()} if baseline else None,
        "baselines": {name: estimates_data(own) for name, own in evaluation.baselines.items()},
        "threshold": choices.threshold,
        "operating_points": [point.to_dict() for point in evaluation.operating_points],
        "curves": {name: curve.to_dict(_kept(evaluation)) for name, curve in evaluation.curves.items()},
        **slices_data(evaluation.slices),
        **({} if evaluation.listed is None else {"cases": evaluation.listed.to_list()}),
        "notes": [note.to_dict() for note in (*evaluation.notes, *_shortened(evaluation, len(parts)))],
    }


def _shortened(evaluation: Evaluation, parts: int) -> list[Note]:
    """Say what of very many classes a document leaves out."""
    table = evaluation.confusion
    labels = 0 if table is None else len(table.labels)
    if max(parts, labels) <= MOST_WRITTEN:
        return []
    left = [f"`per_class` holds {', '.join(CLASS_METRICS[:3])} alone"] if parts > MOST_WRITTEN else []
    left += [f"`confusion` the labels with the most mistakes, and '{OTHERS}'"] if labels > MOST_WRITTEN else []
    told = f"Of {max(parts, labels):,} labels {' and '.join(left)}; all is in result.per_class and result.confusion."
    return [Note("shortened", told)]


def _kept(evaluation: Evaluation) -> list[float]:
    """Return the thresholds whose points a shortened curve must keep."""
    return [point.threshold for point in evaluation.operating_points]


def to_json(data: Mapping[str, object]) -> str:
    """Write plain data as one JSON document that any parser accepts.

    It may be printed: what would act on a terminal or a runner of GitHub Actions is written as its number.
    """
    written = json.dumps(finite(data), ensure_ascii=False, indent=2, allow_nan=False)
    return ACTING.sub(lambda match: f"\\u{ord(match[0]):04x}", written)


def finite(value: object) -> object:
    """Replace every nan and infinity by None, all the way down, and numpy's types by Python's."""
    if isinstance(value, Mapping):
        return {str(key): finite(item) for key, item in value.items()}
    if isinstance(value, np.longdouble):
        return finite(float(value))
    if isinstance(value, np.generic):
        return finite(value.item())
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, np.ndarray):
        return finite(value.tolist())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [finite(item) for item in value]
    return value if isinstance(value, str | int | bool | None) else str(value)


def estimates_data(estimates: Estimates) -> dict[str, object]:
    """Return estimates by the names of their metrics as plain values."""
    return {name: estimate.to_dict() for name, estimate in estimates.items()}
