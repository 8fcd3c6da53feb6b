"""A card and a sample make an Estimate: value, interval, method, number of cases, and a word where one is due."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from assay.intervals import delta, resampling, shares
from assay.intervals.choose import Choice, choose
from assay.intervals.quantiles import Limits
from assay.intervals.sample import Sample
from assay.metrics.cards import Card
from assay.results.estimate import Estimate
from assay.stats.arithmetic import Number, Numbers
from assay.stats.proportion_limits import is_rare
from assay.summaries.table_set import TableSet

By = Callable[[Card, Sample, Number, float], Limits]

CELL_LIMITS: dict[str, By] = {
    "dirichlet": resampling.dirichlet_limits,
    "dirichlet+logit": resampling.wider_limits,
    "percentile": resampling.percentile_limits,
    "bca": resampling.bca_limits,
    "bootstrap-t": resampling.bootstrap_t_limits,
    "delta": delta.delta_limits,
    "logit": delta.logit_limits,
    "jackknife": delta.jackknife_limits,
    "mover": delta.mover_limits,
}

Why = Callable[[Card, int | None], str]
"""Says in words why a metric is undefined, for the whole or for one part."""


@dataclass(frozen=True)
class Asked:
    """What the caller wants of every estimate."""

    level: float
    method: str | None
    why: Why


def estimate(card: Card, sample: Sample, asked: Asked) -> Estimate:
    """Return a metric with its interval."""
    if card.average == "micro" and isinstance(sample.summary, TableSet) and card.averaged is not None:
        return estimate(card.averaged, Sample(sample.summary.pooled(), sample.seed), asked)
    values = np.asarray(card(sample.view), dtype=float)
    return _estimates(card, sample, values.reshape(1), asked, whole=True)[0]


def part_estimates(card: Card, sample: Sample, asked: Asked) -> Sequence[Estimate]:
    """Return a metric with its interval for every part of a OneVsRest summary."""
    return _estimates(card, sample, np.asarray(card(sample.view), dtype=float), asked, whole=False)


def _estimates(card: Card, sample: Sample, values: Numbers, asked: Asked, whole: bool) -> list[Estimate]:
    shown = values[0] if whole else values
    choice, (low, high) = _first_that_works(card, sample, shown, asked)
    undefined = np.isnan(values)
    lows = np.where(undefined, card.bounds[0], np.clip(low, *card.bounds))
    highs = np.where(undefined, card.bounds[1], np.clip(high, *card.bounds))
    if choice.method == "none":
        lows, highs = np.full_like(values, np.nan), np.full_like(values, np.nan)
    names, sizes = _method_names(card, sample, shown, choice, len(values)), _sizes(card, sample, len(values))
    return [
        Estimate(
            value=float(values[index]),
            low=float(lows[index]),
            high=float(highs[index]),
            level=asked.level,
            method=names[index],
            n=sizes[index],
            note=asked.why(card, None if whole else index) if undefined[index] else None,
        )
        for index in range(len(values))
    ]


def _first_that_works(card: Card, sample: Sample, value: Number, asked: Asked) -> tuple[Choice, Limits]:
    """Use the method asked for; where it has no answer (every replicate undefined, say), the default."""
    choice = choose(card, sample.summary, asked.method)
    limits = _limits(card, sample, value, choice, asked.level)
    empty = ~np.isnan(np.asarray(value)) & np.isnan(limits[0])
    if asked.method is None or choice.method == "none" or not empty.any():
        return choice, limits
    choice = choose(card, sample.summary)
    return choice, _limits(card, sample, value, choice, asked.level)


def _limits(card: Card, sample: Sample, value: Number, choice: Choice, level: float) -> Limits:
    nothing = np.full(np.shape(value), np.nan)
    if choice.method == "none" or np.all(np.isnan(value)):
        return nothing, nothing
    if choice.method in shares.FORMULAS:
        return _share_limits(card, sample, value, choice.method, level)
    return CELL_LIMITS[choice.method](card, sample, value, level)


def _share_limits(card: Card, sample: Sample, value: Number, formula: str, level: float) -> Limits:
    if card.share_of is not None:
        return shares.share_limits(card, sample, value, formula, level)
    if card.average == "micro" and card.averaged is not None:
        return shares.micro_limits(card.averaged, sample, formula, level)
    if card.rising_with is None:
        raise LookupError(f"{card.name} is not a proportion")
    return shares.rising_limits(card.rising_with, sample, formula, level)


def _method_names(card: Card, sample: Sample, value: Number, choice: Choice, count: int) -> list[str]:
    """Name what was really done: where the guard widened Wilson, and that weights were turned into effective counts."""
    suffix = ", effective n" if sample.summary.weighted else ""
    if choice.method != "guarded-wilson":
        return [choice.method + suffix] * count
    if card.share_of is None:
        cases = np.asarray(sample.view.classes.cases)
        rare = is_rare(np.asarray(sample.view.classes.correct), cases)
    else:
        rare = is_rare(*shares.successes(card, sample, value))
    flags = np.broadcast_to(rare, (count,))
    return [("wilson+clopper-pearson" if flag else "wilson") + suffix for flag in flags]


def _sizes(card: Card, sample: Sample, count: int) -> list[float]:
    if card.share_of is None:
        return [sample.summary.rows] * count
    whole = np.broadcast_to(shares.denominator(card, sample), (count,))
    return [_whole_number(float(number)) for number in whole]


def _whole_number(number: float) -> float:
    return int(number) if np.isfinite(number) and number == int(number) else number
