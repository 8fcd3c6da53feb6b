"""What the unit of amounts must not change: p-values are the same, and limits are the same amounts."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

import assay
from fuzz import comparing
from fuzz.looking import demand

CLOSE = 1e-8
"""What sums of other numbers may differ by, as a share."""

Columns = dict[str, list[object]]

UNITS = (2.0**-60, 2.0**-30, 2.0**40, 2.0**90)
"""Powers of two, so that nothing is rounded on the way."""

LOGARITHMS = {"msle", "rmsle"}
"""Metrics that add 1 to an amount, which only means something in its own unit."""

METHODS = ("percentile", "bca", "bootstrap-t", "jackknife")
"""Ways to make intervals that may be asked for."""

AMOUNTS = ("truth", "prediction", "lower", "upper")


def in_another_unit(columns: Columns, options: Mapping[str, object]) -> None:
    """Amounts in another unit give the values, limits and p-values that go with it, of one model and of two."""
    if options.get("task") != "regression":
        return
    rng = np.random.default_rng(len(columns["truth"]))
    unit = float(rng.choice(UNITS))
    turned = {
        name: [float(value) * unit for value in values] if name in AMOUNTS else values  # type: ignore[arg-type]
        for name, values in columns.items()
    }
    groups = {"group": rng.integers(0, 4, len(columns["truth"])).tolist()} if rng.random() < 0.5 else {}
    method = {"method": str(rng.choice(METHODS))} if not groups and rng.random() < 0.5 else {}
    _one_model(columns, turned, {**options, **groups, **method}, unit)
    if "prediction" in columns:
        _two_models(columns, turned, {**options, "metrics": "all"}, unit)


def _one_model(columns: Columns, turned: Columns, options: Mapping[str, object], unit: float) -> None:
    here, there = (assay.evaluate(**cases, **options) for cases in (columns, turned))  # type: ignore[arg-type]
    for name in set(here) - LOGARITHMS:
        ours, theirs = ((own.value, own.low, own.high) for own in (here[name], there[name]))
        method = here[name].method
        demand(_in_some_unit(ours, theirs, unit), f"another unit: {name}, {method}, {ours} and {theirs}")


def _two_models(columns: Columns, turned: Columns, options: Mapping[str, object], unit: float) -> None:
    here, there = (comparing.compared(comparing.two_models(cases), options) for cases in (columns, turned))
    for name in set(here.metrics) - LOGARITHMS:
        for ours, theirs in zip(here.metrics[name].pairs, there.metrics[name].pairs, strict=True):
            demand(_close(ours.p_value, theirs.p_value), f"another unit: p of {name}, {ours.test}")
            first, second = ((own.value, own.low, own.high) for own in (ours.difference, theirs.difference))
            demand(_in_some_unit(first, second, unit), f"another unit: difference in {name}, {ours.test}")


def _in_some_unit(ours: tuple[float, ...], theirs: tuple[float, ...], unit: float) -> bool:
    """Say whether numbers are others times the same power of the unit."""
    return any(
        all(_close(first * unit**power, second) for first, second in zip(ours, theirs, strict=True))
        for power in (0, 1, 2)
    )


def _close(first: float, second: float) -> bool:
    return math.isclose(first, second, rel_tol=CLOSE, abs_tol=0.0) or (math.isnan(first) and math.isnan(second))
