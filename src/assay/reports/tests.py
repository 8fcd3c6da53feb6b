"""A statistical test laid out as a Document: its numbers in a sentence, or a table of its pairs."""

from __future__ import annotations

import numpy as np

from assay.comparisons.verdicts import p_text
from assay.reports.document import Column, Document, Table
from assay.reports.kinds import data_of, lay_out
from assay.results.test import Test

MOST_PAIRS = 40
"""Pairs that a table lists, the surest first."""

TABLES = ("mean_ranks", "critical_difference")
"""What tests of pairs keep beside the pairs, and people want to see."""


@lay_out.register
def _(test: Test) -> Document:
    several = np.ndim(test.p_value) == 2
    return Document(
        title=test.method,
        opening=(_sentence(test),) if not several else (_pairs_sentence(test),),
        tables=(_pair_table(test),) if several else (_numbers(test),),
        notes=test.notes,
        hints=(),
        signature=f"{test.method} · level {test.level:g} · {test.alternative}",
        answers_first=True,
    )


def _sentence(test: Test) -> str:
    p = float(np.asarray(test.p_value))
    if p != p:
        return f"{test.method}: {_effect_name(test)} {_effect(test)}."
    verdict = "speaks against" if test.significant else "does not speak against"
    return f"{test.method}: {p_text(p)}; this {verdict} the hypothesis that {test.null}."


def _numbers(test: Test) -> Table:
    degrees = ", ".join(f"{part:.6g}" for part in test.df)
    rows = [
        ("statistic", f"{float(np.asarray(test.statistic)):.6g}"),
        ("degrees of freedom", degrees),
        ("p", f"{float(np.asarray(test.p_value)):.4g}"),
        (_effect_name(test), _effect(test)),
        *(
            (name.replace("_", " "), f"{value:.6g}")
            for name, value in test.more.items()
            if isinstance(value, float | int)
        ),
    ]
    kept = tuple((name, value) for name, value in rows if value not in ("", "nan"))
    return Table((Column(""), Column("", align="right")), kept)


def _effect_name(test: Test) -> str:
    return str(test.more.get("effect_name", "effect"))


def _effect(test: Test) -> str:
    if np.ndim(test.effect) or test.effect != test.effect:
        return ""
    shown = f"{float(np.asarray(test.effect)):.4g}"
    return shown if test.low != test.low else f"{shown} [{test.low:.4g}, {test.high:.4g}]"


def _pairs_sentence(test: Test) -> str:
    p = np.asarray(test.p_value)
    told = p[np.triu_indices(len(p), 1)]
    told = told[~np.isnan(told)]
    count = int(np.sum(told <= 1 - test.level + 1e-15))
    kept = f"; critical difference {test.more['critical_difference']:.4g}" if "critical_difference" in test.more else ""
    return f"{test.method}: {count} of {len(told)} pairs can be told apart{kept}."


def _pair_table(test: Test) -> Table:
    """Show the pairs, with mean ranks where there are some, and limits that hold for all pairs."""
    p, effect = np.asarray(test.p_value), np.asarray(test.effect)
    lows, highs = test.more.get("lows"), test.more.get("highs")
    limits: dict[tuple[int, int], str] = {}
    if isinstance(lows, np.ndarray) and isinstance(highs, np.ndarray):
        limits = {place: f"[{lows[place]:.4g}, {highs[place]:.4g}]" for place in np.ndindex(lows.shape)}
    rows = []
    for i, j in zip(*(side.tolist() for side in np.triu_indices(len(p), 1)), strict=True):
        if not np.isnan(p[i, j]):
            shown = (limits[i, j],) if limits else ()
            rows.append((f"{i + 1} - {j + 1}", f"{effect[i, j]:.4g}", *shown, f"{p[i, j]:.4g}"))
    rows.sort(key=lambda row: float(row[-1]))
    columns = (Column("pair"), Column("difference", align="right"), *((Column("for all pairs"),) if limits else ()),
               Column("p", align="right"))  # fmt: skip
    means = test.more.get("mean_ranks")
    remark = None
    if isinstance(means, np.ndarray):
        remark = f"mean ranks: {', '.join(f'{place + 1}: {mean:.4g}' for place, mean in enumerate(means))}"
    return Table(columns, tuple(rows[:MOST_PAIRS]), remark=remark)


@data_of.register
def _(test: Test) -> dict[str, object]:
    return {"schema": "assay.test/1", **test.to_dict()}
