"""Samples of plain numbers, checked once for every test."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real
from typing import Any

import numpy as np

from assay.errors import samples as errors
from assay.stats.arithmetic import Numbers

LARGEST = 1e150
ALTERNATIVES = ("two-sided", "greater", "less")


def sample(values: object, name: str = "values", least: int = 1, test: str = "This test") -> Numbers:
    """Return values as floats, or refuse what is not a sample of finite numbers."""
    try:
        found = np.asarray(values, dtype=float).ravel()
    except (TypeError, ValueError) as problem:
        raise errors.not_a_sample(name, "does not hold numbers") from problem
    bad = int(np.count_nonzero(~np.isfinite(found)))
    if bad:
        raise errors.not_a_sample(name, f"holds {bad} values that are missing or infinite")
    if len(found) and float(np.max(np.abs(found))) > LARGEST:
        raise errors.not_a_sample(name, f"holds numbers beyond {LARGEST:g}, whose squares cannot be added")
    if len(found) < least:
        raise errors.too_few("values", len(found), least, test)
    return found


def differences(first: object, second: object, test: str, least: int = 1) -> Numbers:
    """Return first - second of paired samples; one sample alone is taken as the differences."""
    one = sample(first, "first", least, test)
    if second is None:
        return one
    two = sample(second, "second", least, test)
    if len(one) != len(two):
        raise errors.not_paired(len(one), len(two))
    return one - two


def groups(samples: Sequence[object], test: str, least: int = 2) -> list[Numbers]:
    """Return several samples, each with at least two values."""
    first: Any = samples[0] if samples else ()
    if len(samples) == 1 and np.ndim(first) == 2:
        samples = list(np.asarray(first).T)
    if len(samples) < 2:
        raise errors.too_few("samples", len(samples), 2, test)
    return [sample(values, f"sample {place + 1}", least, test) for place, values in enumerate(samples)]


def score_table(table: object, test: str, least: int = 2) -> Numbers:
    """Return a table, rows data sets and columns models, or refuse it."""
    try:
        found = np.asarray(table, dtype=float)
    except (TypeError, ValueError) as problem:
        raise errors.not_an_array("does not hold numbers") from problem
    if found.ndim != 2:
        raise errors.not_an_array(f"has {found.ndim} dimension{'s' if found.ndim != 1 else ''}")
    if found.shape[1] < 2:
        raise errors.too_few_models(found.shape[1])
    if not np.isfinite(found).all():
        raise errors.not_an_array("holds missing or infinite scores")
    if float(np.max(np.abs(found), initial=0.0)) > LARGEST:
        raise errors.not_an_array(f"holds numbers beyond {LARGEST:g}, whose squares cannot be added")
    if len(found) < least:
        raise errors.too_few("data sets", len(found), least, test)
    return found


def check_choice(name: str, value: object, known: Sequence[str]) -> str:
    """Return an option, or refuse one that does not exist."""
    if value not in known:
        raise errors.bad_choice(name, value, known)
    return str(value)


def check_number(name: str, value: object, low: float, high: float, expected: str) -> float:
    """Return a number strictly between two bounds, or refuse it."""
    if isinstance(value, bool) or not isinstance(value, Real) or not low < float(value) < high:
        raise errors.bad_number(name, value, expected)
    return float(value)


def tails(left: float, right: float, alternative: str) -> float:
    """Return the p-value from the probabilities of what is at most, and at least, as large."""
    return {"less": left, "greater": right}.get(alternative, min(1.0, 2 * min(left, right)))
