"""Tables that only texts have: runs of words in all forms, the worst segments, those that differ most, signatures."""

from __future__ import annotations

from collections.abc import Mapping

from assay.metrics.text.ngrams import FORMS
from assay.reports import numbers
from assay.reports.document import Column, Table
from assay.reports.words import card_of, plain_label
from assay.results.evaluation import Evaluation
from assay.results.segments import Examples

LONGEST_TEXT = 400
SIDES = ("ngram_precision", "ngram_recall")
NAMED = {"BLEU", "chrF", "TER", "bert"}
"""Beginnings of signatures that papers quote."""


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


def segment_metric(evaluation: Evaluation) -> str | None:
    """Return the metric by which single segments are shown: the first of those shown that has a value for most."""
    table = evaluation.segments
    if table is None or not any(table.candidates):
        return None
    named = (name for name in table.scores if table.known_for_most(name) and card_of(name).better != "neither")
    return next(named, None)


def worst_table(evaluation: Evaluation) -> Table | None:
    """Show the segments that score worst by themselves."""
    name, table = segment_metric(evaluation), evaluation.segments
    if name is None or table is None or len(table) < 2:
        return None
    columns = (
        Column("segment", align="right"), Column(card_of(name).label, align="right"), Column("reference", wrap=True),
        Column("candidate", wrap=True),
    )  # fmt: skip
    rows = tuple(
        (
            f"{table.number(place):,}",
            numbers.number(float(table.scores[name][place])),
            _text(" / ".join(table.references[place])),
            _text(table.candidates[place]),
        )
        for place in table.worst(name, card_of(name).better)
    )
    return Table(columns, rows, caption=f"The segments with the worst {card_of(name).label}, each judged by itself:")


def example_table(examples: Examples) -> Table:
    """Show the segments on which two systems differ most, with what both said."""
    label = card_of(examples.metric).label
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
