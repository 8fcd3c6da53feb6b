"""A Comparison laid out as a Document, as plain data and as a frame."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from assay.reports import numbers
from assay.reports.document import Bar, Cell, Column, Document, Table
from assay.reports.documents import led_by
from assay.reports.kinds import (
    Decision,
    Explained,
    compared_slice_tables,
    compared_slices_data,
    data_of,
    decisions_of,
    explained_metrics,
    frame_of,
    lay_out,
    load_kind,
    paper_rows,
)
from assay.reports.paragraphs import comparison_paragraph
from assay.reports.words import plain_label, sentence
from assay.results.comparison import Comparison, MetricComparison, Pair
from assay.results.estimate import Estimate

if TYPE_CHECKING:
    import polars as pl

SCHEMA = "assay.comparison/1"
MOST_PAIRS = 15
MOST_SENTENCES = 4
MOST_MAIN = 3


@lay_out.register
def _(comparison: Comparison) -> Document:
    if comparison.slices:
        load_kind(comparison.slices)
    tables = []
    for metric in comparison.values():
        tables.append(_model_table(metric, comparison.level))
        tables.append(pair_table(metric, comparison.level))
    tables += compared_slice_tables(comparison.slices, comparison)
    document = Document(
        title="Comparison",
        opening=_opening(comparison),
        tables=tuple(tables),
        notes=tuple(note.message for note in comparison.notes),
        hints=(),
        signature=_signature(comparison),
        main=2 * min(len(comparison), MOST_MAIN),
        prose=comparison_paragraph(comparison),
    )
    return led_by(comparison.notes, document)


def _opening(comparison: Comparison) -> tuple[str, ...]:
    where = f"{comparison.source}: " if comparison.source else ""
    cases = numbers.cases(comparison.n, comparison.unit)
    how = f"on the same {cases}" if comparison.paired else f"on cases of their own, {cases} in all"
    who = f"{where}{len(comparison.models)} models {how}"
    what = f"{who}. {comparison.task.capitalize()}, because {comparison.reason}."
    verdicts = [sentence(verdict) for verdict in comparison.verdicts]
    told = verdicts
    if len(verdicts) > MOST_SENTENCES:
        clear = [pair for metric in comparison.values() for pair in metric.pairs if pair.significant]
        told = [f"{len(clear)} of {len(verdicts)} differences can be told from chance."]
        told += [sentence(pair.verdict) for pair in clear[: MOST_SENTENCES - 1]]
    return (what, *told)


def _signature(comparison: Comparison) -> str:
    choices = comparison.choices
    parts = [
        f"assay {choices.version}",
        f"level {choices.level:g}",
        f"seed {choices.seed}",
        "Holm over the pairs of a metric",
    ]
    if comparison.grouping is not None:
        parts.append(comparison.grouping.told)
    if choices.threshold is not None:
        parts.append(f"threshold {choices.threshold:g}")
    if choices.weighted:
        parts.append("weighted")
    if comparison.control is not None:
        parts.append(f"control {plain_label(comparison.control)}")
    if comparison.margin is not None:
        parts.append(f"margin {comparison.margin:g}")
    return " · ".join(
        [*parts, "paired" if comparison.paired else "unpaired", numbers.cases(comparison.n, comparison.unit)]
    )


def _model_table(metric: MetricComparison, level: float) -> Table:
    lowest, highest = next(iter(metric.models.values())).bounds
    bounded = math.isfinite(highest - lowest)
    columns = (
        Column(metric.label, wrap=True),
        Column("value", align="right"),
        Column(f"{numbers.percent(level)} interval"),
        *((Column("range"),) if bounded else ()),
    )
    rows = []
    order = [*metric.order, *(model for model in metric.models if model not in metric.order)]
    for model in order:
        estimate = metric.models[model]
        bar = Bar(estimate.low, estimate.value, estimate.high, lowest, highest)
        numbers_shown = numbers.metric_number(estimate.unit, estimate), numbers.metric_interval(estimate.unit, estimate)
        cells: tuple[Cell, ...] = (plain_label(model), *numbers_shown, *((bar,) if bounded else ()))
        rows.append(cells)
    return Table(columns, tuple(rows))


def pair_table(metric: MetricComparison, level: float) -> Table:
    """Show the pairs of a metric, each with its difference, interval, p and test."""
    margins = any(pair.margin is not None for pair in metric.pairs)
    tested = max((pair.tested for pair in metric.pairs), default=1)
    columns = (
        Column("difference", wrap=True),
        Column("", align="right"),
        Column(f"{numbers.percent(level)} interval"),
        *((Column(f"for {tested} pairs"),) if tested > 1 else ()),
        Column("adjusted p" if tested > 1 else "p", align="right"),
        Column("test", wrap=True),
        *((Column("margin"),) if margins else ()),
    )
    pairs = metric.pairs if len(metric.pairs) <= MOST_PAIRS else sorted(metric.pairs, key=lambda pair: pair.p_adjusted)
    rows = tuple(_pair_row(pair, metric.unit, margins) for pair in pairs[:MOST_PAIRS])
    more = [f"and {len(pairs) - MOST_PAIRS:,} more pairs"] if len(pairs) > MOST_PAIRS else []
    reasons = list(dict.fromkeys(pair.reason for pair in metric.pairs if pair.difference.defined))
    told = [*more, *reasons[:1], *adjustment_words(metric.pairs, level)]
    return Table(columns, rows, remark="; ".join(told) or None)


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
        words.append(f"† the interval alone excludes 0, but for {tested} pairs that is not enough")
    if any(pair.significant and _reaches_zero(pair.simultaneous) for pair in pairs):
        words.append("Holm tells more pairs apart than Bonferroni's intervals do, so that some of those with * reach 0")
    return words


def _reaches_zero(interval: Estimate | None) -> bool:
    return interval is not None and interval.low <= 0 <= interval.high


def _pair_row(pair: Pair, unit: int, margins: bool) -> tuple[Cell, ...]:
    p = "" if pair.p_adjusted != pair.p_adjusted else "<0.001" if pair.p_adjusted < 0.001 else f"{pair.p_adjusted:.3f}"
    words = (_margin_word(pair),) if margins else ()
    mark = " *" if pair.significant else " †" if pair.lost_to_adjustment and pair.excludes_zero else "  "
    alone = pair.tested == 1
    together = () if alone else ("" if pair.simultaneous is None else numbers.metric_interval(unit, pair.simultaneous),)
    return (
        f"{plain_label(pair.a, 16)} - {plain_label(pair.b, 16)}",
        numbers.metric_number(unit, pair.difference),
        numbers.metric_interval(unit, pair.difference),
        *together,
        f"{p}{mark}",
        pair.test,
        *words,
    )


def _margin_word(pair: Pair) -> str:
    if pair.margin is None:
        return ""
    if not pair.margin.equivalent and not pair.margin.non_inferior:
        beyond = max(pair.difference.low, -pair.difference.high) > pair.margin.margin
        return "larger" if beyond else "open"
    return "equivalent" if pair.margin.equivalent else "not worse"


def comparison_data(comparison: Comparison) -> dict[str, object]:
    """Return a comparison as nested plain values."""
    if comparison.slices:
        load_kind(comparison.slices)
    choices = comparison.choices
    return {
        "schema": SCHEMA,
        "assay": choices.version,
        "task": comparison.task,
        "reason": comparison.reason,
        "n": comparison.n,
        "units": comparison.units,
        "slices": compared_slices_data(comparison.slices, comparison),
        "grouping": comparison.grouping.to_dict() if comparison.grouping else None,
        "level": choices.level,
        "seed": choices.seed,
        "engine": choices.engine,
        "paired": comparison.paired,
        "models": list(comparison.models),
        "control": comparison.control,
        "margin": comparison.margin,
        "correction": "holm",
        "metrics": {
            name: {
                "label": metric.label,
                "better": metric.better,
                "models": {str(model): estimate.to_dict() for model, estimate in metric.models.items()},
                "pairs": [pair.to_dict() for pair in metric.pairs],
            }
            for name, metric in comparison.items()
        },
        "notes": [note.to_dict() for note in comparison.notes],
    }


def _end(pair: Pair, end: str) -> float:
    """Return an end of the interval for all pairs at once; that of the pair alone where it is the only one."""
    return float(getattr(pair.simultaneous or pair.difference, end))


@data_of.register
def _(comparison: Comparison) -> dict[str, object]:
    return comparison_data(comparison)


@paper_rows.register
def _(comparison: Comparison) -> dict[str, Mapping[str, Estimate]]:
    return {str(model): {name: own.models[model] for name, own in comparison.items()} for model in comparison.models}


@explained_metrics.register
def _(comparison: Comparison) -> Iterable[Explained]:
    for name, metric in comparison.items():
        yield name, next(iter(metric.models.values())), ""


@decisions_of.register
def _(comparison: Comparison) -> Iterable[Decision]:
    for metric in comparison.values():
        for pair in metric.pairs:
            yield pair.test, pair.reason, pair.verdict, pair.significant


@frame_of.register(Comparison)
def _(comparison: Comparison) -> pl.DataFrame:
    import polars as pl

    rows = [
        {
            "metric": name,
            "a": str(pair.a),
            "b": str(pair.b),
            "difference": pair.difference.value,
            "low": pair.difference.low,
            "high": pair.difference.high,
            "test": pair.test,
            "statistic": float(pair.statistic),
            "p_value": pair.p_value,
            "p_adjusted": pair.p_adjusted,
            "tested": pair.tested,
            "simultaneous_low": _end(pair, "low"),
            "simultaneous_high": _end(pair, "high"),
            "verdict": pair.verdict,
        }
        for name, metric in comparison.items()
        for pair in metric.pairs
    ]
    return pl.DataFrame(rows)
