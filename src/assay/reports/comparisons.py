"""A Comparison laid out as a Document, as plain data and as a frame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING

from assay.gates.settling import rounded_up, times_as_many
from assay.reports.document import Document, Table
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
from assay.reports.leaders import told_from_chance, who_leads
from assay.reports.listing import case_table
from assay.reports.pair_tables import pair_table
from assay.reports.paragraphs import comparison_paragraph
from assay.reports.standings import FEWEST_MODELS, matrix_table, model_table, standings_table
from assay.reports.words import plain_label, sentence
from assay.results import numbers
from assay.results.comparison import Comparison, MetricComparison, Pair
from assay.results.estimate import Estimate
from assay.results.frames import frame_of_rows

if TYPE_CHECKING:
    import polars as pl

SCHEMA = "assay.comparison/1"
MOST_SENTENCES = 4
"""A taste: more sentences are not read before the table."""
APART = "that the models differ on most"
"""Why cases of a comparison are listed."""
MOST_MAIN = 3
"""A taste: more tables hide which one matters."""


@lay_out.register
def _(comparison: Comparison) -> Document:
    if comparison.slices:
        load_kind(comparison.slices)
    metrics = list(comparison.values())
    together = [standings_table(metrics)] if len(metrics) > 1 and len(comparison.models) >= FEWEST_MODELS else []
    each = [metric_tables(metric, comparison.level) for metric in metrics]
    sliced = compared_slice_tables(comparison.slices, comparison)
    tables = [*together, *chain.from_iterable(each), *sliced]
    document = Document(
        title="Comparison",
        opening=_opening(comparison),
        tables=tuple(tables),
        sliced=len(sliced),
        notes=tuple(note.message for note in comparison.notes),
        hints=_hints(comparison),
        signature=_signature(comparison),
        main=len(together) + sum(len(own) for own in each[:MOST_MAIN]),
        prose=comparison_paragraph(comparison),
        headline=who_leads(metrics, comparison.control),
        listed=tuple(case_table(comparison.listed, comparison.unit, APART)),
    )
    return led_by(comparison.notes, document)


def metric_tables(metric: MetricComparison, level: float) -> list[Table]:
    """Return the tables of one metric: the models, their differences at a glance, and pair by pair."""
    return [model_table(metric, level), *matrix_table(metric, level), pair_table(metric, level)]


def _opening(comparison: Comparison) -> tuple[str, ...]:
    where = f"{comparison.source}: " if comparison.source else ""
    cases = numbers.cases(comparison.n, comparison.unit)
    how = f"on the same {cases}" if comparison.paired else f"on cases of their own, {cases} in all"
    who = f"{where}{len(comparison.models)} models {how}"
    what = f"{who}. {comparison.task.capitalize()}, because {comparison.reason}."
    metrics = list(comparison.values())
    verdicts = [sentence(verdict) for verdict in comparison.verdicts]
    told = verdicts if len(verdicts) <= MOST_SENTENCES else [told_from_chance(metrics)]
    return (what, who_leads(metrics, comparison.control), *told)


def _hints(comparison: Comparison) -> tuple[str, ...]:
    """Say how many cases would have been enough for the first difference that does not show."""
    for metric in comparison.values():
        for pair in metric.pairs:
            times = None if pair.significant or pair.alike else times_as_many(pair.difference, 0.0)
            if times is not None and times > 1:
                gap = numbers.number(abs(pair.difference.value))
                enough = rounded_up(times * comparison.units)
                unit = comparison.unit if comparison.grouping is None else "group"
                return (
                    f"a difference of {gap} in {metric.name} would show with about {enough:,} {unit}s: "
                    f"assay.plan({metric.name!r}, difference={gap}, like=result)",
                )
    return ()


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
        **({} if comparison.listed is None else {"cases": comparison.listed.to_list()}),
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
    return frame_of_rows(rows)
