"""Bias and variance laid out as a Document, as data and as a frame."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from assay.reports.document import Column, Document, Table
from assay.reports.kinds import data_of, frame_of, lay_out
from assay.reports.words import plain_label
from assay.results.bias_variance import BiasVariance, Decomposition

if TYPE_CHECKING:
    import polars as pl


@lay_out.register
def _(found: Decomposition) -> Document:
    return Document(
        title="Bias and variance",
        opening=_parts_words(found),
        tables=(_parts_table(found),),
        notes=tuple(note.message for note in found.notes),
        hints=(),
        signature=f"assay {found.version} · {found.loss} loss · {found.rounds} rounds · seed {found.seed}",
    )


def _parts_words(found: Decomposition) -> tuple[str, ...]:
    what = f"{plain_label(found.model)}, {found.loss} loss: {found.source}."
    if found.parameter is None:
        one = found.parts[0]
        known = one.noise if one.noise == one.noise else 0.0
        reducible = one.total - known
        share = one.variance / reducible if reducible > 0 else 0.0
        within = "" if one.noise == one.noise else " (noise included in the bias)"
        return (what, f"Of what a better model could save{within}, {share:.0%} is variance and {1 - share:.0%} bias.")
    ranked = min(found.parts, key=lambda one: one.total)
    first, last = found.parts[0], found.parts[-1]
    lines = [what, f"The total is least at {found.parameter}={ranked.at!r} ({ranked.total:.4g})."]
    for end in (first, last):
        if end is ranked or end.total <= ranked.total + 2 * ranked.error:
            continue
        under = end.bias - ranked.bias > end.variance - ranked.variance
        word = "underfits: it is the bias that grows" if under else "overfits: it is the variance that grows"
        lines.append(f"At {end.at!r} it {word} (bias {end.bias:.4g}, variance {end.variance:.4g}).")
    return tuple(lines)


def _parts_table(found: Decomposition) -> Table:
    bias = "bias²" if found.loss == "squared" else "bias"
    columns = (
        *((Column(found.parameter, align="right"),) if found.parameter else ()),
        *(Column(head, align="right") for head in (bias, "variance", "noise", "total", "± (Monte Carlo)")),
    )
    return Table(columns, tuple(_parts_row(one, found.parameter is not None) for one in found.parts))


def _parts_row(one: BiasVariance, named: bool) -> tuple[str, ...]:
    parts = (one.bias, one.variance, one.noise)
    shown = tuple("in the bias" if math.isnan(value) else f"{value:.4g}" for value in parts)
    return (*((plain_label(repr(one.at)),) if named else ()), *shown, f"{one.total:.4g}", f"{one.error:.2g}")


@data_of.register
def _(found: Decomposition) -> dict[str, object]:
    return {
        "schema": "assay.bias-variance/1",
        "assay": found.version,
        "model": found.model,
        "loss": found.loss,
        "rounds": found.rounds,
        "fits": found.fits,
        "seed": found.seed,
        "parameter": found.parameter,
        "source": found.source,
        "parts": [one.to_dict() for one in found.parts],
        "notes": [note.to_dict() for note in found.notes],
    }


@frame_of.register(Decomposition)
def _(found: Decomposition) -> pl.DataFrame:
    import polars as pl

    rows = [{**one.to_dict(), "at": str(one.at) if one.at is not None else None} for one in found.parts]
    return pl.DataFrame(rows)
