"""What a statistician at your shoulder would say about a set of errors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from assay.comparisons.verdicts import plain_metric
from assay.intervals.method_names import VALUES_ALONE
from assay.intervals.regression_sample import RegressionSample
from assay.intervals.tails import UNSEEN, rests_on_squares, tail_alarm
from assay.metrics.cards import Card
from assay.metrics.families import CaseShare, Largest, Spearman
from assay.results.estimate import Estimate
from assay.results.note import Note
from assay.results.significant import significant
from assay.tasks.notes import listed, method_not_applied

FEW_CASES = 30
"""The usual line between small and large samples."""
CLEAR_BIAS = 0.1
"""A taste: a bias below a tenth of the usual error is not worth a sentence."""
SQUARED = "squared"
"""The mean of squares has the tail alarm, and squares of normal errors are skewed themselves."""

Estimates = Mapping[str, Estimate]


def regression_notes(
    sample: RegressionSample, chosen: tuple[Card, ...], estimates: Estimates, coverage: float | None
) -> tuple[Note, ...]:
    """Return every note that applies, the gravest first; cases that weigh nothing have but one, on every metric."""
    if not sample.summary.worth.weight:
        return ()
    return (
        *_few_cases(sample),
        *_alarms(sample, chosen, estimates),
        *_undefined(estimates),
        *(() if sample.method == VALUES_ALONE else _without_interval(chosen, estimates)),
        *_worse_than_mean(estimates),
        *_biased(sample, estimates),
        *_correlation_without_agreement(estimates),
        *_ranges(estimates, coverage),
        *_not_applied(chosen, estimates, sample.method),
    )


def _few_cases(sample: RegressionSample) -> Iterator[Note]:
    n = round(sample.summary.worth.effective)
    if n < FEW_CASES:
        cases = "1 case says" if n == 1 else f"{n} cases say"
        message = f"{cases} little: read the intervals, not the values. From {FEW_CASES} cases on they begin to settle."
        yield Note("few-cases", message)


def _alarms(sample: RegressionSample, chosen: tuple[Card, ...], estimates: Estimates) -> Iterator[Note]:
    """Say where few errors carry everything; of so few cases that none of it could be seen, say that instead."""
    rung = (*_tails(sample, chosen), *_carried_by_few(sample, chosen, estimates))
    yield from rung
    if rung or not 0 < sample.summary.rows < UNSEEN:
        return
    if any(estimates[card.name].method != "none" and _rests_on_size(card, sample) for card in chosen):
        yield Note(
            "tails-unseen",
            f"With fewer than {UNSEEN} cases nobody can see whether rare large errors exist. If they do, intervals of "
            "RMSE, R², correlation and of means may cover less often than they say (80 to 90% was seen for 95%, 91% "
            "for Spearman's); the median absolute error does not depend on them.",
        )


def _rests_on_size(card: Card, sample: RegressionSample) -> bool:
    if isinstance(card.family, Spearman):
        return True
    return rests_on_squares(card, sample) or card.loss is not None or card.mean_of not in (None, SQUARED)


def _tails(sample: RegressionSample, chosen: tuple[Card, ...]) -> Iterator[Note]:
    if not any(rests_on_squares(card, sample) for card in chosen):
        return
    alarm = tail_alarm(sample)
    if alarm is not None:
        message = (
            f"Tail alarm: {alarm}. Intervals of RMSE, R² and correlation may then cover far less often than they say "
            "(75 to 90% was seen for 95%). Report the MAE."
        )
        yield Note("tail-alarm", message)


def _carried_by_few(sample: RegressionSample, chosen: tuple[Card, ...], estimates: Estimates) -> Iterator[Note]:
    """Say that means of what the cases contribute rest on few of them: the alarm of MAE and MAPE."""
    if sample.summary.cases is None or sample.summary.several:
        return
    skewed = {}
    for card in chosen:
        if card.average is not None or estimates[card.name].method == "none" or isinstance(card.family, CaseShare):
            continue
        carries = card.loss is not None or card.mean_of not in (None, SQUARED)
        if carries and (skew := sample.skew(card)) is not None:
            skewed[card.label] = skew
    if skewed:
        n = sample.summary.rows
        whose = listed([plain_metric(label) for label in skewed])
        yield Note(
            "skew-alarm",
            f"Skew alarm: a few of the {n:,} cases carry much of {whose}. Intervals may then cover less often than "
            "they say (85 to 92% was seen for 95%). The median absolute error does not depend on them.",
        )


def _undefined(estimates: Estimates) -> Iterator[Note]:
    by_reason: dict[str, list[str]] = {}
    for name, estimate in estimates.items():
        if not estimate.defined and not name.endswith("_macro"):
            by_reason.setdefault(estimate.note or "", []).append(estimate.label)
    for reason, names in by_reason.items():
        verb = "is" if len(names) == 1 else "are"
        yield Note("undefined", f"{listed(names)} {verb} undefined: {reason}.")


def _without_interval(chosen: tuple[Card, ...], estimates: Estimates) -> Iterator[Note]:
    """Give the reason where a metric has a value but no interval; the largest error never has one."""
    by_reason: dict[str, list[str]] = {}
    for card in chosen:
        estimate = estimates[card.name]
        if estimate.defined and estimate.method == "none" and estimate.note and not isinstance(card.family, Largest):
            by_reason.setdefault(estimate.note, []).append(card.label)
    for reason, names in by_reason.items():
        verb = "has" if len(names) == 1 else "have"
        yield Note("no-interval", f"{listed(names)} {verb} no interval: {reason}.")


def _worse_than_mean(estimates: Estimates) -> Iterator[Note]:
    explained = estimates.get("r2")
    if explained is not None and explained.value < 0:
        sure = "The model is worse" if explained.high < 0 else "On these cases the model is worse"
        yield Note("worse-than-mean", f"R² is {significant(explained.value)}: {sure} than always answering the mean.")


def _biased(sample: RegressionSample, estimates: Estimates) -> Iterator[Note]:
    """Say when the interval of the mean error leaves out 0 by a margin that matters."""
    bias, size = estimates.get("mean_error"), estimates.get("mae")
    if bias is None or size is None or not (np.isfinite(bias.low) and np.isfinite(bias.high)):
        return
    nearest = bias.low if bias.low > 0 else -bias.high if bias.high < 0 else 0.0
    if nearest > CLEAR_BIAS * size.value:
        way = "low" if bias.value > 0 else "high"
        yield Note("biased", f"Predictions are too {way} on average, by {significant(abs(bias.value))}.")


def _correlation_without_agreement(estimates: Estimates) -> Iterator[Note]:
    square, explained = estimates.get("pearson_squared"), estimates.get("r2")
    if square is None or explained is None or not (square.defined and explained.defined):
        return
    if square.low > explained.high:
        message = (
            f"The squared correlation ({significant(square.value)}) is well above R² "
            f"({significant(explained.value)}): part of the error "
            "is a wrong level or scale, which correlation forgives and R² does not. With both set right, the "
            f"predictions would explain {square.value:.1%} of the variance on these cases."
        )
        yield Note("correlation-above-r2", message)


def _ranges(estimates: Estimates, coverage: float | None) -> Iterator[Note]:
    """Hold predicted ranges to their promise, or say that it was not told."""
    covered = estimates.get("interval_coverage")
    if covered is None or not covered.defined:
        return
    if coverage is None:
        message = (
            f"The predicted ranges hold the truth in {covered.value:.1%} of the cases. Which share they promise was "
            "not said: pass it as coverage= (0.9, for instance) to have them judged by it."
        )
        yield Note("ranges", message)
        return
    kept = covered.low <= coverage <= covered.high
    verdict = "which fits" if kept else "fewer than promised" if covered.value < coverage else "more than promised"
    seen = f"{covered.value:.1%} [{covered.low:.1%}, {covered.high:.1%}]"
    yield Note(
        "ranges", f"The predicted ranges promise to hold {coverage:.4g} of the cases and hold {seen}, {verdict}."
    )


def _not_applied(chosen: tuple[Card, ...], estimates: Estimates, method: str | None) -> Iterator[Note]:
    if method is None:
        return
    used = ("log-t", "atanh-t", "t") if method == "log-t" else (method,)
    others = [card.label for card in chosen if estimates[card.name].defined and estimates[card.name].method not in used]
    if others:
        yield method_not_applied(method, others)
