"""Intervals for metrics that are proportions, or a rising function of one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from assay.intervals.quantiles import Limits
from assay.intervals.sample import Sample
from assay.metrics.cards import FIELD_READ, Card
from assay.stats import proportion_limits as proportions
from assay.stats.arithmetic import Number, Numbers, kish
from assay.summaries.binary_counts import BinaryCounts
from assay.summaries.view import View

FORMULAS: dict[str, proportions.Formula] = {
    "wald": proportions.wald,
    "wilson": proportions.wilson,
    "wilson-corrected": proportions.wilson_corrected,
    "clopper-pearson": proportions.clopper_pearson,
    "agresti-coull": proportions.agresti_coull,
    "jeffreys": proportions.jeffreys,
    "mid-p": proportions.mid_p,
    "guarded-wilson": proportions.guarded_wilson,
    "mid-guarded-wilson": proportions.mid_guarded_wilson,
}

GUARDS = {"guarded-wilson": "clopper-pearson", "mid-guarded-wilson": "mid-p"}
"""The formulas that are chosen by default, and what widens Wilson in each where few cases succeed or fail."""

OF_ANSWERS = ("called", "passed")
"""Denominators that follow from the answers, so that they are chance as well."""


def guarded_formula(share_of: str | None) -> str:
    """Return the default formula of a proportion by its denominator."""
    return "mid-guarded-wilson" if share_of in OF_ANSWERS else "guarded-wilson"


def denominator(card: Card, sample: Sample) -> Numbers:
    """Return the weight of the cases that a proportion is a share of."""
    return _read(card, sample, "view")


def share_limits(card: Card, sample: Sample, value: Number, formula: str, level: float) -> Limits:
    """Return the limits of a proportion."""
    x, n = successes(card, sample, value)
    return reaching(*proportions.limits(FORMULAS[formula], x, n, level), x, n)


def reaching(low: Numbers, high: Numbers, x: Numbers, n: Numbers) -> Limits:
    """Let the limits of no success, and of nothing but successes, reach the value (Brown, Cai & DasGupta 2001).

    Jeffreys' equal tails alone leave 0 and 1 out.
    """
    return np.where(x <= 0, 0.0, low), np.where(x >= n, 1.0, high)


def successes(card: Card, sample: Sample, value: Number) -> tuple[Numbers, Numbers]:
    """Return successes and trials; with weights, those of the effective sample size."""
    weight, square = denominator(card, sample), _read(card, sample, "squares")
    if not sample.summary.weighted:
        return np.rint(np.where(weight > 0, np.asarray(value) * weight, 0.0)), weight
    n = kish(weight, square)
    return np.where(n > 0, np.clip(np.asarray(value), 0, 1) * n, 0.0), n


def rising_limits(
    rising_with: tuple[str, Callable[[Numbers], Numbers]], sample: Sample, formula: str, level: float
) -> Limits:
    """Return the limits of a share, carried over by the rising function that makes it this metric."""
    share_of, rise = rising_with
    table, squares = sample.view.table, sample.squares.table
    weight, square = np.asarray(getattr(table, share_of)), np.asarray(getattr(squares, share_of))
    n = kish(weight, square)
    share = np.asarray(table.tp) / np.where(weight > 0, weight, 1.0)
    low, high = reaching(*proportions.limits(FORMULAS[formula], share * n, n, level), share * n, n)
    return rise(low), rise(high)


def micro_limits(averaged: Card, sample: Sample, formula: str, level: float) -> Limits:
    """Carry the limits of accuracy over to a micro average.

    Where each case has one class, every micro average is a function of accuracy p alone: of K decisions a
    case, p are true and 1 - p false positives, 1 - p false negatives and K - 2 + p true negatives.
    """
    tables = sample.view.classes
    weight, square = np.asarray(tables.cases), np.asarray(sample.squares.classes.cases)
    n = kish(weight, square)
    p = np.asarray(tables.correct) / weight
    ends = reaching(*proportions.limits(FORMULAS[formula], p * n, n, level), p * n, n)
    first, second = (
        np.asarray(averaged(View(tables, BinaryCounts(tp=end, fp=1 - end, fn=1 - end, tn=tables.size - 2 + end))))
        for end in ends
    )
    return np.fmin(first, second), np.fmax(first, second)


def _read(card: Card, sample: Sample, what: str) -> Numbers:
    counts = getattr(getattr(sample, what), FIELD_READ[card.reads])
    return np.asarray(getattr(counts, str(card.share_of)), dtype=float)
