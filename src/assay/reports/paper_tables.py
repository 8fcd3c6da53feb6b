"""Tables for papers: models against metrics, each cell an estimate written in one of two styles."""

from __future__ import annotations

import math

from assay.errors import samples as errors
from assay.reports.kinds import paper_rows
from assay.reports.latex import escape, row
from assay.results.estimate import Estimate
from assay.results.significant import significant

STYLES = ("interval", "plus-minus")
LOPSIDED = 2
"""Intervals with one side more than so many times the other are written out, as ± would mislead."""


def paper_table(result: object, style: str) -> str:
    """Write a booktabs table with "0.891 (0.874, 0.908)" or "89.1 ± 1.7" cells."""
    if style not in STYLES:
        raise errors.bad_choice("style", style, STYLES)
    rows = paper_rows(result)
    metrics = list(dict.fromkeys(name for cells in rows.values() for name in cells))
    if len(rows) == 1:
        only = next(iter(rows.values()))
        head = ["Metric", "Value"]
        body = [[escape(only[name].label), _cell(only[name], style)] for name in metrics]
    else:
        labels = {name: made.label for cells in rows.values() for name, made in cells.items()}
        head = ["Model", *(escape(labels[name]) for name in metrics)]
        body = [
            [escape(model), *(_cell(cells[name], style) if name in cells else "" for name in metrics)]
            for model, cells in rows.items()
        ]
    lines = [
        "% needs \\usepackage{booktabs}; cells with ± are in percent for shares",
        f"\\begin{{tabular}}{{l{'r' * (len(head) - 1)}}}",
        "\\toprule",
    ]
    lines += [row(head), "\\midrule", *(row(cells) for cells in body)]
    return "\n".join([*lines, "\\bottomrule", "\\end{tabular}"]) + "\n"


def _cell(estimate: Estimate, style: str) -> str:
    """Write an estimate: shares with three decimals, or in percent; numbers in a unit with four digits."""
    if not estimate.defined:
        return "--"
    value, low, high = estimate.value, estimate.low, estimate.high
    if estimate.method == "none" or not math.isfinite(high - low):
        return f"{significant(value, 4)} (no interval)"
    lowest, highest = estimate.bounds
    share = highest - lowest <= 2
    sides = sorted((value - low, high - value))
    if style == "plus-minus" and sides[1] <= LOPSIDED * sides[0]:
        half = (high - low) / 2
        return (
            f"${100 * value:.1f} \\pm {100 * half:.1f}$"
            if share
            else f"${significant(value, 4)} \\pm {significant(half, 2)}$"
        )
    if share:
        return f"{value:.3f} ({low:.3f}, {high:.3f})"
    return f"{significant(value, 4)} ({significant(low, 4)}, {significant(high, 4)})"
