"""What every result promises, looked at from outside: intervals hold their values, nothing is nan without a word."""

from __future__ import annotations

import json
import math
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

import assay
from assay.results.comparison import MetricComparison
from assay.results.rendered import Rendered

SLACK = 1e-9
"""Rounding of sums; anything larger is a broken promise."""

ALLOWED = "\n\t"
"""The control characters that a text of several lines may hold."""

BIDI = {*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C}
"""Characters that turn the direction of what follows (Unicode UAX 9)."""


class BrokenPromiseError(AssertionError):
    """A result is not what results promise to be."""


def demand(holds: object, promise: str) -> None:
    """Refuse a result that does not hold a promise."""
    if not holds:
        raise BrokenPromiseError(promise)


def look(result: object, *forms: str) -> object:
    """Check what a call gave back, and what it shows in some forms; return it."""
    for part in parts(result):
        examine(part)
    if isinstance(result, Rendered):
        show(result, *forms)
    elif type(result).__module__.startswith("assay"):
        readable("repr", repr(result))
    return result


def parts(result: object) -> Iterator[object]:
    """Yield a result and everything inside it that is a number with an interval, a test or a curve."""
    yield result
    if isinstance(result, Mapping):
        for key in result:
            yield from parts(result[key])
        for name in ("per_class", "curves", "operating_points"):
            yield from parts(getattr(result, name, ()))
    elif isinstance(result, assay.Comparison):
        for metric in result.metrics.values():
            yield from metric.models.values()
            yield from metric.pairs
    elif isinstance(result, tuple | list) and not isinstance(result, assay.Interval):
        for part in result[:20]:
            yield from parts(part)
    elif isinstance(result, assay.OperatingPoint):
        yield from result.estimates.values()


def examine(part: object) -> None:
    """Check one number, test or curve."""
    if isinstance(part, assay.Estimate):
        examine_estimate(part)
    elif isinstance(part, assay.Interval):
        demand(part.low <= part.high, "low <= high of an interval")
    elif isinstance(part, assay.Test):
        examine_test(part)
    elif isinstance(part, assay.Curve):
        examine_curve(part)
    elif isinstance(part, assay.Comparison):
        for metric in part.metrics.values():
            examine_differences(metric)
    elif isinstance(part, assay.Pair):
        examine_estimate(part.difference)
        demand(math.isnan(part.p_value) or 0 <= part.p_value <= 1, "p-value of a pair from 0 to 1")


def examine_differences(metric: MetricComparison) -> None:
    """Check that differences, where there are any, are those of the values beside them."""
    for pair in metric.pairs:
        first, second, seen = metric.models[pair.a].value, metric.models[pair.b].value, pair.difference.value
        expected, size = first - second, max(1.0, abs(first), abs(second))
        if not (math.isnan(seen) or math.isinf(first) or math.isinf(second)):
            demand(abs(seen - expected) <= SLACK * size, f"a difference of other values: {metric.label}, {pair.test}")


def examine_estimate(estimate: assay.Estimate) -> None:
    """Check that an estimate lies in its interval, its interval in its bounds, and that nan has a reason."""
    value, low, high = estimate.value, estimate.low, estimate.high
    lowest, highest = estimate.bounds
    name = estimate.label
    if math.isnan(value):
        demand(estimate.note, f"nan without a note: {name}")
        return
    if math.isnan(low) or math.isnan(high):
        demand(estimate.note or estimate.method == "none", f"limit is nan without a note: {name}, {estimate.method}")
        return
    slack = SLACK * max(1.0, abs(value)) if math.isfinite(value) else 0.0
    demand(low - slack <= value <= high + slack, f"value outside its interval: {name}, {estimate.method}")
    demand(low >= lowest - SLACK and high <= highest + SLACK, f"limits outside bounds: {name}, {estimate.method}")


def examine_test(test: assay.Test) -> None:
    """Check that p-values are probabilities, and that one that is missing has a reason."""
    p = np.asarray(test.p_value, dtype=float)
    known = p[~np.isnan(p)]
    demand(((known >= 0) & (known <= 1)).all(), f"p-value from 0 to 1: {test.method}")
    demand(p.ndim or not np.isnan(p).any() or test.notes, f"p-value is nan without a note: {test.method}")
    if not (math.isnan(test.low) or math.isnan(test.high)):
        demand(test.low <= test.high, f"low <= high of a test: {test.method}")


def examine_curve(curve: assay.Curve) -> None:
    """Check that the band of a curve lies around it."""
    demand(len(curve.x) == len(curve.y), f"lengths of the curve {curve.name}")
    if curve.low is None or curve.high is None:
        return
    inside = np.isnan(curve.low) | np.isnan(curve.high) | np.isnan(curve.y)
    inside |= (curve.low <= curve.y + SLACK) & (curve.y <= curve.high + SLACK)
    demand(inside.all(), f"band around the curve {curve.name}")


def show(result: Rendered, *forms: str) -> None:
    """Write a result in forms and read back those that can be read."""
    readable("print", str(result))
    json.loads(result.to_json(), parse_constant=refuse_constant)
    with tempfile.TemporaryDirectory() as folder:
        for form in forms:
            SHOWN[form](result, Path(folder))


def refuse_constant(name: str) -> float:
    """Refuse NaN and Infinity, which strict JSON does not know."""
    raise BrokenPromiseError(f"{name} in JSON")


def saved(result: Rendered, folder: Path) -> None:
    """Check that a result comes back from its file as it was."""
    loaded = assay.load(result.save(folder / "saved.json"))
    beyond = isinstance(result, Mapping) and any(math.isinf(result[name].value) for name in result)
    left = ("curves", "notes", "slices") if beyond else ("curves", "notes")
    first, second = (without(left, json.loads(one.to_json())) for one in (loaded, result))
    demand(alike(first, second), f"loading gives another {type(result).__name__}")


def alike(first: object, second: object) -> bool:
    """Say whether two documents are one but for rounding: slices that were summed are not added up from cases again."""
    if isinstance(first, dict) and isinstance(second, dict):
        return first.keys() == second.keys() and all(alike(first[name], second[name]) for name in first)
    if isinstance(first, list) and isinstance(second, list):
        return len(first) == len(second) and all(map(alike, first, second))
    if isinstance(first, float) and isinstance(second, float):
        return math.isclose(first, second, rel_tol=SLACK, abs_tol=SLACK)
    return first == second


def without(left: tuple[str, ...], document: dict[str, object]) -> dict[str, object]:
    """Return a document without what is left out of files on purpose, and the notes that say so.

    Sums beyond the largest float keep no summary, and then the file holds no slices either.
    """
    return {name: part for name, part in document.items() if name not in left}


def reported(suffix: str) -> object:
    """Return a check of a report by its suffix."""

    def check(result: Rendered, folder: Path) -> None:
        text = assay.report(result, folder / f"report{suffix}").read_text(encoding="utf-8")
        readable(f"report{suffix}", text)

    return check


SHOWN = {
    "saved": saved,
    "page": reported(".html"),
    "markdown": reported(".md"),
    "latex": reported(".tex"),
    "frame": lambda result, folder: result.to_frame(),
    "prose": lambda result, folder: readable("prose", result.to_prose()),
}
"""The forms that a result is looked at in beside print and JSON."""


def readable(where: str, text: str) -> None:
    """Refuse control characters, and those that turn the direction of a line, in what people read."""
    for letter in set(text) - set(ALLOWED):
        code = ord(letter)
        demand(code >= 32 and not 0x7F <= code <= 0x9F, f"control character {code:#x} in {where}")
        demand(code not in BIDI, f"bidi control {code:#x} in {where}")
