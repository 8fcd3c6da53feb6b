"""Pairs of models as tables: the difference with its interval, p and test, and what several pairs do to them."""

from __future__ import annotations

from collections.abc import Sequence

from assay.comparisons.names_of_tests import test_name
from assay.comparisons.verdicts import plain_metric
from assay.reports.document import Cell, Column, Table
from assay.reports.words import plain_label
from assay.results import numbers
from assay.results.comparison import MetricComparison, Pair
from assay.results.estimate import Estimate

FEWEST_FOLDED = 4
"""From so many pairs on a page folds them away: a matrix of differences says the same at a glance."""


def pair_table(metric: MetricComparison, level: float) -> Table:
    """Show the pairs of a metric, each with its difference, interval, p and test; many pairs are folded away."""
    margins = any(pair.margin is not None for pair in metric.pairs)
    tested = max((pair.tested for pair in metric.pairs), default=1)
    columns = (
        Column("pair", wrap=True),
        Column("difference", align="right"),
        Column(f"{numbers.percent(level)} interval"),
        *((Column(f"for {tested} pairs"),) if tested > 1 else ()),
        Column("adjusted p" if tested > 1 else "p", align="right"),
        Column("test", wrap=True),
        *((Column("margin"),) if margins else ()),
    )
    many = len(metric.pairs) >= FEWEST_FOLDED
    pairs = sorted(metric.pairs, key=lambda pair: pair.p_adjusted) if many else metric.pairs
    rows = tuple(_pair_row(pair, metric.unit, margins) for pair in pairs)
    folded = f"All {len(pairs)} pairs in {plain_metric(metric.label)}, with intervals and tests" if many else None
    about = f"Differences in {plain_metric(metric.label)}"
    return Table(columns, rows, remark="; ".join(pair_words(metric, level)) or None, folded=folded, about=about)


def pair_words(metric: MetricComparison, level: float) -> list[str]:
    """Say how the pairs of a metric were judged: which test and why, and what several pairs do to it."""
    reasons = list(dict.fromkeys(pair.reason for pair in metric.pairs if pair.difference.defined))
    return [*reasons[:1], *adjustment_words(metric.pairs, level)]


def adjustment_words(pairs: Sequence[Pair], level: float) -> list[str]:
    """Explain what several pairs do to p and to intervals, and every way in which the two can seem to disagree."""
    tested = max((pair.tested for pair in pairs), default=1)
    if tested == 1:
        return []
    share, each = numbers.percent(level), f"{100 * (1 - (1 - level) / tested):.4g}%"
    words = [
        f"p is adjusted over {tested} pairs (Holm), * can be told apart; the {share} interval is that of a pair alone, "
        f"the one for {tested} pairs holds for all of them at once (Bonferroni, {each} each)"
    ]
    if any(pair.lost_to_adjustment and pair.excludes_zero for pair in pairs):
        words.append(lost_words(tested))
    if any(pair.significant and _reaches_zero(pair.simultaneous) for pair in pairs):
        words.append("Holm tells more pairs apart than Bonferroni's intervals do, so that some of those with * reach 0")
    return words


def lost_words(tested: int) -> str:
    """Say what a pair lost to the others: its own interval excludes 0, but it is one of several."""
    return f"† the interval alone excludes 0, but for {tested} pairs that is not enough"


def mark_of(pair: Pair) -> str:
    """Mark a pair that can be told apart, and one that could be if it were the only one."""
    return "*" if pair.significant else "†" if pair.lost_to_adjustment and pair.excludes_zero else " "


def _reaches_zero(interval: Estimate | None) -> bool:
    return interval is not None and interval.low <= 0 <= interval.high


def _pair_row(pair: Pair, unit: int, margins: bool) -> tuple[Cell, ...]:
    p = numbers.p_value(pair.p_adjusted)
    words = (_margin_word(pair),) if margins else ()
    alone = pair.tested == 1
    together = () if alone else ("" if pair.simultaneous is None else numbers.metric_interval(unit, pair.simultaneous),)
    return (
        f"{plain_label(pair.a)} - {plain_label(pair.b)}",
        numbers.metric_number(unit, pair.difference),
        numbers.metric_interval(unit, pair.difference),
        *together,
        f"{p} {mark_of(pair)}",
        test_name(pair.test),
        *words,
    )


def _margin_word(pair: Pair) -> str:
    if pair.margin is None:
        return ""
    if not pair.margin.equivalent and not pair.margin.non_inferior:
        beyond = max(pair.difference.low, -pair.difference.high) > pair.margin.margin
        return "larger" if beyond else "open"
    return "equivalent" if pair.margin.equivalent else "not worse"
