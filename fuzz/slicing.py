"""What slices and weights must not change: a slice is its cases, the rest is the other cases, weights have no unit."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

import assay
from assay.results.estimate import Estimate
from fuzz.looking import demand

CLOSE = 1e-8
"""What sums in another order may differ by, as a share."""

Columns = dict[str, list[object]]
TOWNS = ("east", "north", "west")


def weights_in_another_unit(columns: Columns, options: Mapping[str, object]) -> None:
    """Weights in grams and weights in ounces give the same values, and but for what is drawn the same intervals."""
    rng = np.random.default_rng(len(columns["truth"]))
    weight = rng.integers(1, 30, len(columns["truth"])) / 10
    first, second = (
        assay.evaluate(**{**columns, "weight": (weight * factor).tolist()}, **options)  # type: ignore[arg-type]
        for factor in (1.0, 1 / 28.35)
    )
    for name in set(first) - SUMS:
        _same(first[name], second[name], f"weights in another unit: {name}")
        width = first[name].high - first[name].low
        for end in ("low", "high"):
            moved = abs(getattr(first[name], end) - getattr(second[name], end))
            demand(not moved > DRAWN * width, f"weights in another unit: {name}, {end}")


SUMS = {"rss", "sst"}
"""Values that add weights up."""
DRAWN = 0.15
"""What limits may move by as a share of the interval: rounding of effective counts makes other draws."""
DEBIASED = {"calibration_error"}
"""Weights that are all 1 are none, and then the bias is counted: a slice of a weighted whole has weights."""


def slices_are_their_cases(columns: Columns, options: Mapping[str, object]) -> None:
    """A slice has the values of its cases judged alone, and the rest those of the others."""
    rng = np.random.default_rng(len(columns["truth"]))
    town = rng.choice(TOWNS, len(columns["truth"])).tolist()
    labels = {"labels": [*"abc"]} if {*"abc"} & {*map(str, columns["truth"])} else {}
    whole = assay.evaluate(**columns, **options, **labels, by=town)  # type: ignore[arg-type]
    for key in whole.slices:
        inside = [place == key for place in town]
        alone = _judged(columns, options | labels, inside)
        for name in set(alone) - DEBIASED:
            _same(whole.slices[key][name], alone[name], f"a slice as its cases: {name}")
        rest = _judged(columns, options | labels, [not flag for flag in inside])
        for name in set(rest) - DEBIASED:
            test = next(test for test in whole.slices.against_rest(name) if test.key == key)
            _same(test.rest, rest[name], f"the rest as its cases: {name}")


def _judged(columns: Columns, options: Mapping[str, object], kept: list[bool]) -> Mapping[str, Estimate]:
    """Return what some of the cases show, nothing where they cannot be judged alone."""
    part = {name: [value for value, flag in zip(values, kept, strict=True) if flag] for name, values in columns.items()}
    try:
        return assay.evaluate(**part, **options)  # type: ignore[arg-type]
    except assay.AssayError:
        return {}


def _same(first: Estimate, second: Estimate, promise: str, parts: tuple[str, ...] = ("value",)) -> None:
    for part in parts:
        pair = getattr(first, part), getattr(second, part)
        close = math.isclose(*pair, rel_tol=CLOSE, abs_tol=CLOSE) or all(map(math.isnan, pair))
        demand(close, f"{promise}, {part}")
