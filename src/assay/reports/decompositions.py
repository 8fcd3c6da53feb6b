"""Bias and variance laid out as a Document, as data and as a frame."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from assay.reports.document import Column, Document, Table
from assay.reports.kinds import data_of, frame_of, lay_out
from assay.reports.words import plain_label
from assay.results.bias_variance import BiasVariance, Decomposition
from assay.results.frames import frame_of_rows
from assay.results.significant import significant

if TYPE_CHECKING:
    import polars as pl


@lay_out.register
def _(decomposition: Decomposition) -> Document:
    return Document(
        title="Bias and variance",
        opening=_parts_words(decomposition),
        tables=(_parts_table(decomposition),),
        notes=tuple(note.message for note in decomposition.notes),
        hints=(),
        signature=(
            f"assay {decomposition.version} · {decomposition.loss} loss · "
            f"{decomposition.rounds} rounds · seed {decomposition.seed}"
        ),
    )


def _parts_words(decomposition: Decomposition) -> tuple[str, ...]:
    what = f"{plain_label(decomposition.model)}, {decomposition.loss} loss: {decomposition.source}."
    if decomposition.parameter is None:
        part = decomposition.parts[0]
        known = part.noise if part.noise == part.noise else 0.0
        reducible = part.total - known
        share = part.variance / reducible if reducible > 0 else 0.0
        within = "" if part.noise == part.noise else " (noise included in the bias)"
        return (what, f"Of what a better model could save{within}, {share:.0%} is variance and {1 - share:.0%} bias.")
    ranked = min(decomposition.parts, key=lambda part: part.total)
    first, last = decomposition.parts[0], decomposition.parts[-1]
    best = f"{decomposition.parameter}={ranked.at!r} ({significant(ranked.total, 4)})"
    lines = [what, f"The {decomposition.loss} loss is least at {best}."]
    for end in (first, last):
        if end is ranked or end.total <= ranked.total + 2 * ranked.error:
            continue
        under = end.bias - ranked.bias > end.variance - ranked.variance
        word = "underfits: it is the bias that grows" if under else "overfits: it is the variance that grows"
        lines.append(
            f"At {end.at!r} it {word} (bias {significant(end.bias, 4)}, variance {significant(end.variance, 4)})."
        )
    return tuple(lines)


def _parts_table(decomposition: Decomposition) -> Table:
    bias = "bias²" if decomposition.loss == "squared" else "bias"
    columns = (
        *((Column(decomposition.parameter, align="right"),) if decomposition.parameter else ()),
        *(Column(head, align="right") for head in (bias, "variance", "noise", "total", "± (Monte Carlo)")),
    )
    rows = tuple(_parts_row(part, decomposition.parameter is not None) for part in decomposition.parts)
    return Table(columns, rows, remark="±: the standard error of the total, as other rounds would give another one")


def _parts_row(part: BiasVariance, named: bool) -> tuple[str, ...]:
    parts = (part.bias, part.variance, part.noise)
    shown = tuple("in the bias" if math.isnan(value) else significant(value, 4) for value in parts)
    return (
        *((plain_label(repr(part.at)),) if named else ()),
        *shown,
        significant(part.total, 4),
        significant(part.error, 2),
    )


@data_of.register
def _(decomposition: Decomposition) -> dict[str, object]:
    return {
        "schema": "assay.bias-variance/1",
        "assay": decomposition.version,
        "model": decomposition.model,
        "loss": decomposition.loss,
        "rounds": decomposition.rounds,
        "fits": decomposition.fits,
        "seed": decomposition.seed,
        "parameter": decomposition.parameter,
        "source": decomposition.source,
        "parts": [part.to_dict() for part in decomposition.parts],
        "notes": [note.to_dict() for note in decomposition.notes],
    }


@frame_of.register(Decomposition)
def _(decomposition: Decomposition) -> pl.DataFrame:
    rows = [{**part.to_dict(), "at": str(part.at) if part.at is not None else None} for part in decomposition.parts]
    return frame_of_rows(rows)
