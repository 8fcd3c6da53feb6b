"""Tables that only texts have: runs of words in all forms, the worst segments, those that differ most, signatures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from assay.reports.class_tables import class_table
from assay.reports.comparisons import comparison_data
from assay.reports.document import Column, Document, Table
from assay.reports.evaluations import metric_table, tables_of
from assay.reports.json_document import evaluation_data
from assay.reports.kinds import data_of, lay_out
from assay.reports.words import plain_label
from assay.results import numbers
from assay.results.cases import CaseTable
from assay.results.comparison import Comparison
from assay.results.evaluation import Evaluation
from assay.results.segments import Examples
from assay.summaries.segments import FORMS
from assay.tasks.text.result import TextComparison, TextEvaluation

NGRAMS = "n-grams"
"""What the parts of a text are called where they are runs of words."""

LONGEST_TEXT = 400
"""A taste: the beginning of a longer text says which one it is."""
SIDES = ("ngram_precision", "ngram_recall")
NAMED = {"BLEU", "chrF", "TER", "bert"}
"""Beginnings of signatures that papers quote."""


@tables_of.register
def _(evaluation: TextEvaluation) -> list[Table]:
    tables = [metric_table(evaluation)]
    if evaluation.per_class:
        runs = evaluation.part == NGRAMS
        tables.append(ngram_table(evaluation) if runs else class_table(evaluation, ("precision", "recall", "f1")))
    return tables


@lay_out.register
def _(evaluation: TextEvaluation) -> Document:
    worst = None if evaluation.listed is None else worst_table(evaluation, evaluation.listed)
    listed = () if worst is None else (worst,)
    closing = quoted_signatures(evaluation.signatures)
    return replace(lay_out.dispatch(Evaluation)(evaluation), listed=listed, closing=closing)


@lay_out.register
def _(comparison: TextComparison) -> Document:
    document = lay_out.dispatch(Comparison)(comparison)
    hints = ("segments that differ most: --cases 20, or result.cases(20)",) if comparison.examples else ()
    asked = comparison.listed is not None
    appendix = tuple(example_table(comparison, examples) for examples in comparison.examples) if asked else ()
    closing = quoted_signatures(comparison.signatures)
    return replace(document, hints=hints, appendix=appendix, listed=(), closing=closing)


@data_of.register
def _(evaluation: TextEvaluation) -> dict[str, object]:
    more = {"signatures": dict(evaluation.signatures)} if evaluation.signatures else {}
    return before_notes(evaluation_data(evaluation), more)


@data_of.register
def _(comparison: TextComparison) -> dict[str, object]:
    examples = [listed.to_dict() for listed in comparison.examples] if comparison.listed is not None else []
    more = {"signatures": dict(comparison.signatures), "examples": examples} if comparison.signatures else {}
    return before_notes(comparison_data(comparison), more)


def before_notes(data: dict[str, object], more: Mapping[str, object]) -> dict[str, object]:
    """Return plain data with more of them before the notes, which come last."""
    notes = data.pop("notes")
    return {**data, **more, "notes": notes}


def ngram_table(evaluation: Evaluation) -> Table:
    """Show how many runs of n words are found on the other side, counted in three ways."""
    columns = [Column("n")]
    columns += [Column(f"{side} {form}", align="right") for side in ("P", "R") for form in FORMS]
    rows = []
    for n, estimates in evaluation.per_class.items():
        cells = [numbers.number(estimates[f"{side}_{form}"].value) for side in SIDES for form in FORMS]
        rows.append((str(n), *("–" if cell == "undefined" else cell for cell in cells)))
    remark = (
        "P precision, R recall; list counts a run each time it stands there, set once, clipped as often as the other "
        "side has it"
    )
    return Table(tuple(columns), tuple(rows), caption="Runs of n words found on the other side:", remark=remark)


def segment_metric(evaluation: TextEvaluation) -> str | None:
    """Return the metric by which single segments are shown: the first of those shown that has a value for most."""
    table = evaluation.segments
    if table is None or not any(table.candidates):
        return None
    named = (
        name for name in table.scores if table.known_for_most(name) and evaluation.estimates[name].better != "neither"
    )
    return next(named, None)


def worst_table(evaluation: TextEvaluation, listed: CaseTable) -> Table | None:
    """Show the segments that score worst by themselves, with the columns that are their owner's."""
    name = segment_metric(evaluation)
    if name is None:
        return None
    known = set(evaluation.segments.scores) if evaluation.segments is not None else set()
    kept = [column for column in listed.columns if column not in known or column == name]
    made = evaluation.estimates[name]
    headings = [made.label if column == name else column for column in kept]
    texts = ("reference", "candidate")
    columns = tuple(
        Column(plain_label(heading), "left" if column in texts else "right", wrap=column in texts)
        for heading, column in zip(headings, kept, strict=True)
    )
    rows = tuple(tuple(_shown(row[column]) for column in kept) for row in listed.to_list())
    return Table(columns, rows, caption=f"The segments with the worst {made.label}, each judged by itself")


def _shown(value: object) -> str:
    if isinstance(value, float):
        return numbers.number(value)
    return _text(str(value).replace("\n", " / "))


def example_table(comparison: Comparison, examples: Examples) -> Table:
    """Show the segments on which two systems differ most, with what both said."""
    label = comparison[examples.metric].label
    columns = (
        Column("segment", align="right"), Column("reference", wrap=True), Column(plain_label(examples.a), wrap=True),
        Column(plain_label(examples.b), wrap=True), Column("difference", align="right"),
    )  # fmt: skip
    rows = tuple(
        (
            f"{row.segment:,}",
            _text(row.reference.replace("\n", " / ")),
            f"{_text(row.a)} ({numbers.number(row.a_value)})",
            f"{_text(row.b)} ({numbers.number(row.b_value)})",
            numbers.number(row.difference),
        )
        for row in examples.rows
    )
    who = f"{plain_label(examples.a)} and {plain_label(examples.b)}"
    return Table(columns, rows, caption=f"The segments on which {who} differ most in {label}, each judged by itself:")


def quoted_signatures(signatures: Mapping[str, str]) -> tuple[str, ...]:
    """Return the signatures that papers quote."""
    return tuple(told for told in signatures.values() if told.startswith(tuple(NAMED)))


def _text(text: str) -> str:
    """Return a text on one line, not longer than a glance; control characters are shown, not done."""
    flat = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return (flat if len(flat) <= LONGEST_TEXT else f"{flat[: LONGEST_TEXT - 1]}…") or "(empty)"
