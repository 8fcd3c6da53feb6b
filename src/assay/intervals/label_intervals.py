"""A card and a sample make an Estimate: value, interval, method, number of cases, and a word where one is due."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from assay.intervals import delta, resampling, shares
from assay.intervals.choose import Choice, choose
from assay.intervals.estimating import described, estimate_from
from assay.intervals.method_names import NOT_ASKED, VALUES_ALONE
from assay.intervals.quantiles import Limits
from assay.intervals.sample import Sample
from assay.intervals.undefined import Reasons
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


@dataclass(frozen=True)
class LabelSample:
    """Cells with their replicates, the level and the method asked for, and why metrics are undefined on them."""

    draws: Sample
    level: float
    method: str | None
    reasons: Reasons


@estimate_from.register
def _(sample: LabelSample, card: Card) -> Estimate:
    summary = sample.draws.summary
    if card.average == "micro" and isinstance(summary, TableSet) and card.averaged is not None:
        return estimate_from(replace(sample, draws=Sample(summary.pooled(), sample.draws.seed)), card.averaged)
    values = np.asarray(card(sample.draws.view), dtype=float)
    return _estimates(card, sample, values.reshape(1), whole=True)[0]


def part_estimates(card: Card, sample: LabelSample) -> Sequence[Estimate]:
    """Return a metric with its interval for every part of a OneVsRest summary."""
    values = np.asarray(card(sample.draws.view), dtype=float)
    return [described(card, made) for made in _estimates(card, sample, values, whole=False)]


def limits_alone(card: Card, sample: LabelSample) -> Limits:
    """Return low and high of a metric for tables side by side, without the words of estimates."""
    values = np.asarray(card(sample.draws.view), dtype=float)
    return _limits_within(card, sample, values, values)[1]


def _limits_within(card: Card, sample: LabelSample, values: Numbers, shown: Number) -> tuple[Choice, Limits]:
    """Return the limits within the bounds of the metric, around its value; all that is possible where there is none.

    Quantiles of draws are the draws' own: at a level near 0 they would leave the value out.
    """
    choice, (low, high) = _first_that_works(card, sample, shown)
    if choice.method == "none":
        return choice, (np.full_like(values, np.nan), np.full_like(values, np.nan))
    undefined = np.isnan(values)
    lowest, highest = card.bounds
    lows, highs = (np.minimum(np.maximum(end, lowest), highest) for end in (low, high))
    lows, highs = np.fmin(lows, values), np.fmax(highs, values)
    return choice, (np.where(undefined, lowest, lows), np.where(undefined, highest, highs))


def _estimates(card: Card, sample: LabelSample, values: Numbers, whole: bool) -> list[Estimate]:
    shown, draws = values[0] if whole else values, sample.draws
    choice, (lows, highs) = _limits_within(card, sample, values, shown)
    undefined = np.isnan(values)
    names, sizes = _method_names(card, draws, shown, choice, len(values)), _sizes(card, draws, len(values))
    independent = card.share_of is not None and not draws.summary.weighted
    without = NOT_ASKED if sample.method == VALUES_ALONE else None
    return [
        Estimate(
            value=float(values[index]),
            low=float(lows[index]),
            high=float(highs[index]),
            level=sample.level,
            method=names[index],
            n=sizes[index],
            note=sample.reasons.why(card, None if whole else index) if undefined[index] else without,
            independent=independent,
        )
        for index in range(len(values))
    ]


def _first_that_works(card: Card, sample: LabelSample, value: Number) -> tuple[Choice, Limits]:
    """Use the method asked for; where it has no answer (every replicate undefined, say), the default."""
    draws = sample.draws
    choice = choose(card, draws.summary, sample.method)
    limits = _limits(card, draws, value, choice, sample.level)
    empty = ~np.isnan(np.asarray(value)) & np.isnan(limits[0])
    if sample.method is None or choice.method == "none" or not empty.any():
        return choice, limits
    choice = choose(card, draws.summary)
    return choice, _limits(card, draws, value, choice, sample.level)


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
    if choice.method not in shares.GUARDS:
        return [choice.method + suffix] * count
    if card.share_of is None:
        cases = np.asarray(sample.view.classes.cases)
        rare = is_rare(np.asarray(sample.view.classes.correct), cases)
    else:
        rare = is_rare(*shares.successes(card, sample, value))
    flags = np.broadcast_to(rare, (count,))
    guard = shares.GUARDS[choice.method]
    return [(f"wilson+{guard}" if flag else "wilson") + suffix for flag in flags]


def _sizes(card: Card, sample: Sample, count: int) -> list[float]:
    if card.share_of is None:
        return [sample.summary.rows] * count
    whole = np.broadcast_to(shares.denominator(card, sample), (count,))
    return [_whole_number(float(number)) for number in whole]


def _whole_number(number: float) -> float:
    return int(number) if np.isfinite(number) and number == int(number) else number
