"""A Validation laid out as a Document."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain

import assay.reports.validation_data  # noqa: F401 - registers a validation as data and as a frame
from assay.comparisons.verdicts import plain_metric
from assay.intervals.estimating import described
from assay.reports.comparisons import APART, metric_tables
from assay.reports.document import Bar, Cell, Column, Document, Table
from assay.reports.kinds import (
    Decision,
    Explained,
    decisions_of,
    explained_metrics,
    lay_out,
    load_kind,
    paper_rows,
    slice_tables,
)
from assay.reports.leaders import listed, told_from_chance, who_leads
from assay.reports.listing import FIRST, case_table
from assay.reports.ranges import Range, heading, shared
from assay.reports.standings import FEWEST_MODELS, standings_table
from assay.reports.words import card_of, plain_label, sentence
from assay.results import numbers
from assay.results.comparison import MetricComparison
from assay.results.estimate import Estimate
from assay.results.validation import FoldScores, ModelValidation, Validation

MOST_FOLDS = 20
"""A taste: more folds are shown in the data alone."""
MOST_METRICS = 5
"""Columns of metrics that fit into 80."""
MOST_MODELS = 5
"""A taste: more models are one table."""
MOST_SENTENCES = 3
"""A taste: more sentences are not read before the table."""
MOST_MAIN = 3
"""A taste: more tables hide which one matters."""
SMALLEST_PART = 3
"""Test parts with fewer cases are not listed one by one."""


@lay_out.register
def _(validation: Validation) -> Document:
    metrics = compared_metrics(validation)
    each = [metric_tables(metric, validation.level) for metric in metrics]
    together = [standings_table(metrics)] if len(metrics) > 1 and len(validation.models) >= FEWEST_MODELS else []
    tables = [*together, *chain.from_iterable(each)]
    tables += [_score_table(validation, model) for model in validation.models.values()]
    if validation.test_size >= SMALLEST_PART and len(validation.only.seconds) > 1:
        tables.append(_fold_table(validation))
    tables += [_chosen_table(model) for model in validation.models.values() if any(model.chosen)]
    tables += slices_of_models(validation)
    return Document(
        title="Validation",
        opening=_opening(validation, metrics),
        tables=tuple(tables),
        notes=tuple(note.message for note in validation.notes),
        hints=(),
        signature=_signature(validation),
        main=len(together) + sum(len(own) for own in each[:MOST_MAIN]) if metrics else 1,
        closing=(f"For the paper: {paragraph(validation)}",),
        headline=who_leads(metrics) if metrics else None,
        listed=tuple(case_table(validation.listed, "case", FIRST if len(validation.models) == 1 else APART)),
    )


def slices_of_models(validation: Validation) -> Iterable[Table]:
    """Yield the slices of every model, where the tested cases were cut."""
    for model in validation.models.values():
        if model.slices:
            load_kind(model.slices)
            for table in slice_tables(model.slices):
                yield (
                    table
                    if len(validation.models) == 1
                    else replace(table, caption=f"{plain_label(model.name)}: {table.caption}")
                )


def compared_metrics(validation: Validation) -> list[MetricComparison]:
    """Return every metric in which models were compared, each model's mean over the folds as its value."""
    tables = []
    for name, scores in validation.only.items():
        pairs = tuple(pair for pair in validation.pairs if pair.metric == name)
        if pairs:
            models: dict[object, Estimate] = {model: own[name].mean for model, own in validation.models.items()}
            card = card_of(name)
            described_models = {model: described(card, mean) for model, mean in models.items()}
            tables.append(MetricComparison(name, scores.label, scores.better, described_models, pairs, card.unit))
    return tables


def _opening(validation: Validation, metrics: Sequence[MetricComparison]) -> tuple[str, ...]:
    where = f"{validation.source}: " if validation.source else ""
    fits = "1 fit" if validation.fits == 1 else f"{validation.fits:,} fits"
    if validation.succeeded < validation.fits:
        fits = f"{fits} planned, {validation.succeeded:,} succeeded"
    first = (
        f"{where}{numbers.cases(validation.n)}, {validation.scheme}: {fits}. "
        f"{validation.task.capitalize()}, because {validation.reason}."
    )
    told = [_answer(model) for model in list(validation.models.values())[:MOST_MODELS]]
    leads = [who_leads(metrics)] if metrics else []
    few = len(validation.pairs) <= MOST_SENTENCES
    verdicts = [sentence(pair.verdict) for pair in validation.pairs] if few else [told_from_chance(metrics)]
    return (first, *leads, *told, *verdicts, f"Intervals are for {validation.target}.")


def _answer(model: ModelValidation) -> str:
    """Say how the model does on cases it has not seen, beside those it has."""
    name, scores = next(iter(model.items()))
    estimate = scores.mean if scores.mean.defined else scores.pooled
    card = card_of(name)
    if not estimate.defined:
        return f"{plain_label(model.name)}: {plain_metric(card.label)} is undefined: {estimate.note}."
    seen = ""
    if not math.isnan(scores.resubstitution):
        seen = f", {_value(card.unit, scores.resubstitution, estimate)} on those that trained it"
    shown = f"{numbers.metric_number(card.unit, estimate)} {numbers.metric_interval(card.unit, estimate)}"
    return f"{plain_label(model.name)}: {plain_metric(card.label)} {shown} on cases it has not seen{seen}."


def _value(unit: int, value: float, like: Estimate) -> str:
    """Write a number with the digits of an estimate."""
    return numbers.beside(unit, value, like.low, like.high)


def _score_table(validation: Validation, model: ModelValidation) -> Table:
    drawn_in = shared([scores.mean for scores in model.values()])
    columns = (
        Column(plain_label(model.name), wrap=True),
        Column("mean", align="right"),
        Column(f"{numbers.percent(validation.level)} interval"),
        Column(heading(drawn_in)),
        Column("pooled", align="right"),
        Column("sd", align="right"),
        Column("training", align="right"),
    )
    if len(model.seconds) == 1:
        kept = [place for place, column in enumerate(columns) if column.heading not in ("pooled", "sd")]
        rows = tuple(
            tuple(_score_row(scores, validation.task, drawn_in)[place] for place in kept) for scores in model.values()
        )
        return Table(tuple(columns[place] for place in kept), rows)
    rows = tuple(_score_row(scores, validation.task, drawn_in) for scores in model.values())
    remark = "mean and sd are over the folds; pooled is of all test predictions together"
    if any("point632" in scores.more for scores in model.values()):
        remark = "mean is the bootstrap estimate asked for, sd that of the rounds; pooled is of all test predictions"
    return Table(columns, rows, remark=remark)


def _score_row(scores: FoldScores, task: str, drawn_in: Range | None) -> tuple[Cell, ...]:
    card = card_of(scores.name).in_task(task)
    mean, like = scores.mean, scores.mean if scores.mean.defined else scores.pooled
    finite = math.isfinite(card.bounds[1] - card.bounds[0])
    bar = Bar(mean.low, mean.value, mean.high, *(drawn_in if drawn_in and finite else card.bounds))
    return (
        card.label,
        numbers.metric_number(card.unit, mean),
        numbers.metric_interval(card.unit, mean) if mean.defined else "",
        bar,
        _value(card.unit, scores.pooled.value, like),
        "" if math.isnan(scores.sd) else _value(card.unit, scores.sd, like),
        "" if math.isnan(scores.resubstitution) else _value(card.unit, scores.resubstitution, like),
    )


def _fold_table(validation: Validation) -> Table:
    """Show the folds: every metric of one model, or the first metric of every model."""
    several = len(validation.models) > 1
    repeats = validation.repeats > 1 and validation.fold_count > 1
    if several:
        name = next(iter(validation.only))
        heads = [plain_label(model) for model in list(validation.models)[:MOST_MODELS]]
        columns = [model[name] for model in list(validation.models.values())[:MOST_MODELS]]
        caption = f"{card_of(name).label} by fold"
    else:
        kept = list(validation.only.values())[:MOST_METRICS]
        heads, columns, caption = [card_of(scores.name).label for scores in kept], kept, None
    count = len(columns[0].folds)
    shown = range(min(count, MOST_FOLDS))
    rows = []
    for place in shown:
        repeat, fold = divmod(place, max(validation.fold_count, 1))
        mark = f"{repeat + 1}.{fold + 1}" if repeats else str(place + 1)
        rows.append((mark, *(_fold_value(scores, place) for scores in columns)))
    rest = f"and {count - MOST_FOLDS:,} more folds: result.to_frame()" if count > MOST_FOLDS else None
    first = Column("fold", align="right")
    return Table(
        (first, *(Column(head, align="right", wrap=True, short=plain_label(head, 14)) for head in heads)),
        tuple(rows),
        caption,
        rest,
    )


def _fold_value(scores: FoldScores, place: int) -> str:
    value = scores.folds[place]
    if math.isnan(value):
        return "–"
    return _value(card_of(scores.name).unit, value, scores.mean if scores.mean.defined else scores.pooled)


def _chosen_table(model: ModelValidation) -> Table:
    """Show which settings were chosen, how often, and what they scored inside."""
    tally: dict[str, list[int]] = {}
    for place, chosen in enumerate(model.chosen):
        text = ", ".join(f"{key}={value!r}" for key, value in chosen.items()) or "as given"
        tally.setdefault(text, []).append(place + 1)
    ranked = sorted(tally.items(), key=lambda item: -len(item[1]))
    rows = tuple(
        (text, f"{len(places)} of {len(model.chosen)}", _listed(places)) for text, places in ranked[:MOST_FOLDS]
    )
    columns = (Column(f"{plain_label(model.name)} chose", wrap=True), Column("times"), Column("in folds", wrap=True))
    return Table(columns, rows)


def _listed(places: list[int]) -> str:
    shown = ", ".join(str(place) for place in places[:10])
    return shown if len(places) <= 10 else f"{shown} ..."


def _signature(validation: Validation) -> str:
    choices = validation.choices
    parts = [f"assay {choices.version}", validation.scheme, f"level {choices.level:g}", f"seed {choices.seed}"]
    if validation.selected_by:
        parts.append(f"settings chosen by {validation.selected_by}")
    if choices.weighted:
        parts.append("weighted")
    parts += [f"{validation.fits:,} fits", numbers.cases(validation.n)]
    if validation.grouping is not None:
        parts.append(f"tested on {validation.grouping.told}")
    return " · ".join(parts)


def paragraph(validation: Validation) -> str:
    """Write what was done and found in every metric, as a paper would."""
    models = list(validation.models.values())
    names = [plain_label(model.name) for model in models[:MOST_MODELS]]
    who = f"{', '.join(names)} and {len(models) - MOST_MODELS} more" if len(models) > MOST_MODELS else listed(names)
    groups = f", tested on {validation.grouping.told}" if validation.grouping is not None else ""
    cases = numbers.cases(validation.n)
    lines = [f"We validated {who} on {cases} by {validation.scheme} ({validation.fits:,} fits{groups})."]
    for name in list(validation.only)[:MOST_METRICS]:
        lines.append(_measured(validation, name))
        lines += [sentence(pair.verdict) for pair in validation.pairs if pair.metric == name][:MOST_SENTENCES]
    corrected = any(model[name].mean.method == "corrected-t" for model in models for name in model)
    if corrected:
        lines.append("Intervals are corrected for the training cases that folds share (Nadeau & Bengio 2003).")
    return " ".join(lines)


def _measured(validation: Validation, name: str) -> str:
    """Write what every model reached in a metric."""
    card, several = card_of(name), len(validation.models) > 1
    level = numbers.percent(validation.level)
    told = []
    for model in list(validation.models.values())[:MOST_MODELS]:
        estimate = model[name].mean if model[name].mean.defined else model[name].pooled
        ends = numbers.metric_interval(card.unit, estimate)
        shown = f"{numbers.metric_number(card.unit, estimate)} ({level} interval {ends})"
        shown = shown if estimate.defined else "undefined"
        told.append(f"{shown} for {plain_label(model.name)}" if several else shown)
    return f"{card.label} was {listed(told)}."


@paper_rows.register
def _(validation: Validation) -> dict[str, Mapping[str, Estimate]]:
    return {
        name: {metric: described(card_of(metric), scores.mean) for metric, scores in model.items()}
        for name, model in validation.models.items()
    }


@explained_metrics.register
def _(validation: Validation) -> Iterable[Explained]:
    for name, scores in validation.only.items():
        yield name, scores.mean, scores.mean.note or ""


@decisions_of.register
def _(validation: Validation) -> Iterable[Decision]:
    for pair in validation.pairs:
        yield pair.test, pair.reason, pair.verdict, pair.significant
