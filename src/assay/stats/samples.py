"""Samples of plain numbers, checked once for every test."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from assay.checks.arrays import NotNumbersError, floats, with_masks
from assay.checks.numbers import between
from assay.errors import samples as errors
from assay.stats.arithmetic import Numbers

LARGEST = 1e150
"""Squares of larger numbers overflow a double (1.8e308) when they are added."""

ALTERNATIVES = ("two-sided", "greater", "less")
SIDES = {"two-sided": "", "greater": "at most ", "less": "at least "}
"""How much a number is under the null hypothesis, by what the alternative looks for."""


def gaps_in(values: object, numbers: Numbers) -> str | None:
    """Say how many numbers are missing, masked or infinite, None if there are none."""
    bad = int(np.count_nonzero(~np.isfinite(numbers)))
    if not bad:
        return None
    several = "1 value that is" if bad == 1 else f"{bad} values that are"
    given = with_masks(values)
    masked = int(np.count_nonzero(np.ma.getmaskarray(given))) if isinstance(given, np.ma.MaskedArray) else 0
    return f"holds {several} missing or infinite" + (f" ({masked} masked)" if masked else "")


def sample(values: object, name: str = "values", least: int = 1, test: str = "This test") -> Numbers:
    """Return values as floats, or refuse what is not a sample of finite numbers."""
    try:
        numbers = floats(values).ravel()
    except NotNumbersError as problem:
        raise errors.not_a_sample(name, "does not hold numbers") from problem
    gaps = gaps_in(values, numbers)
    if gaps:
        raise errors.not_a_sample(name, gaps)
    if len(numbers) and float(np.max(np.abs(numbers))) > LARGEST:
        raise errors.not_a_sample(name, f"holds numbers beyond {LARGEST:g}, whose squares cannot be added")
    if len(numbers) < least:
        raise errors.too_few("values", len(numbers), least, test)
    return numbers


def paired_differences(first: object, second: object, test: str, least: int = 1) -> Numbers:
    """Return first - second of paired samples; one sample alone is taken as the differences."""
    x = sample(first, "first", least, test)
    if second is None:
        return x
    y = sample(second, "second", least, test)
    if len(x) != len(y):
        raise errors.not_paired(len(x), len(y))
    return x - y


def groups(samples: Sequence[object], test: str, least: int = 2) -> list[Numbers]:
    """Return several samples, each with at least two values."""
    if len(samples) == 1:
        samples = _columns(samples[0])
    if len(samples) < 2:
        raise errors.too_few("samples", len(samples), 2, test)
    return [sample(values, f"sample {place + 1}", least, test) for place, values in enumerate(samples)]


def _columns(table: object) -> list[object]:
    """Return the columns of a table that was handed over in place of several samples; anything else is one sample."""
    try:
        numbers = floats(table)
    except NotNumbersError:
        return [table]
    return [numbers[:, place] for place in range(numbers.shape[1])] if numbers.ndim == 2 else [table]


def score_table(table: object, test: str, least: int = 2) -> Numbers:
    """Return a table, rows data sets and columns models, or refuse it."""
    try:
        scores = floats(table)
    except NotNumbersError as problem:
        raise errors.not_an_array("does not hold numbers") from problem
    if scores.ndim != 2:
        raise errors.not_an_array(f"has {scores.ndim} dimension{'s' if scores.ndim != 1 else ''}")
    if scores.shape[1] < 2:
        raise errors.too_few_models(scores.shape[1])
    gaps = gaps_in(table, scores)
    if gaps:
        raise errors.not_an_array(gaps)
    if float(np.max(np.abs(scores), initial=0.0)) > LARGEST:
        raise errors.not_an_array(f"holds numbers beyond {LARGEST:g}, whose squares cannot be added")
    if len(scores) < least:
        raise errors.too_few("data sets", len(scores), least, test)
    return scores


def counts(values: object, name: str) -> Numbers:
    """Return counts of cases as floats, or refuse what is not whole or is negative."""
    try:
        numbers = floats(values)
    except NotNumbersError as problem:
        raise errors.not_a_sample(name, "does not hold numbers") from problem
    gaps = gaps_in(values, numbers)
    if gaps:
        raise errors.not_a_sample(name, gaps)
    wrong = numbers[(numbers < 0) | (numbers != np.rint(numbers))]
    if len(wrong):
        raise errors.not_counts(name, float(wrong[0]))
    return numbers


def check_choice(name: str, value: object, known: Sequence[str]) -> str:
    """Return an option, or refuse one that does not exist."""
    if not isinstance(value, str) or value not in known:
        raise errors.bad_choice(name, value, known)
    return str(value)


def check_number(name: str, value: object, low: float, high: float, expected: str) -> float:
    """Return a number strictly between two bounds, or refuse it."""
    number = between(value, low, high)
    if number is None:
        raise errors.bad_number(name, value, expected)
    return number


def hypothesis(what: str, value: float, alternative: str) -> str:
    """Write the null hypothesis about a number, as the alternative turns it.

    >>> hypothesis("the mean", 0.5, "two-sided"), hypothesis("the mean", 2, "greater")
    ('the mean is 0.5', 'the mean is at most 2')
    """
    return f"{what} is {SIDES[alternative]}{value:.10g}"


def tails(left: float, right: float, alternative: str) -> float:
    """Return the p-value from the probabilities of what is at most, and at least, as large."""
    return {"less": left, "greater": right}.get(alternative, min(1.0, 2 * min(left, right)))
