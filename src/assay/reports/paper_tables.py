"""Tables for papers: models against metrics, each cell an estimate written in one of two styles."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from assay.checks.words import one_of
from assay.errors import samples as errors
from assay.reports.kinds import paper_rows
from assay.reports.latex import escape, row
from assay.reports.latex_floats import NEEDS, floated, label_of
from assay.results import numbers
from assay.results.estimate import Estimate
from assay.results.significant import significant

STYLES = ("interval", "plus-minus")
LOPSIDED = 2
"""Intervals with one side more than so many times the other are written out, as ± would mislead."""


def paper_table(result: object, style: str) -> str:
    """Write a booktabs table with "0.891 (0.874, 0.908)" or "89.1 ± 1.7" cells."""
    if one_of(style, STYLES) is None:
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
    lines = [f"\\begin{{tabular}}{{l{'r' * (len(head) - 1)}}}", "\\toprule"]
    lines += [row(head), "\\midrule", *(row(cells) for cells in body), "\\bottomrule", "\\end{tabular}"]
    estimates = [made for cells in rows.values() for made in cells.values()]
    caption = f"{_what(rows)}. {_reading(estimates, style, body)}"
    return f"% needs {NEEDS}\n" + floated("\n".join(lines), caption, label_of("estimates", style)) + "\n"


def _what(rows: Mapping[str, Mapping[str, Estimate]]) -> str:
    """Say what the table shows."""
    return "The model's metrics" if len(rows) == 1 else f"{len(rows)} models compared"


def _reading(estimates: Sequence[Estimate], style: str, body: Sequence[Sequence[str]]) -> str:
    """Say what stands in the cells: ± and brackets are never left to be guessed."""
    level = escape(numbers.percent(estimates[0].level)) if estimates else ""
    cells = " ".join(cell for cells in body for cell in cells[1:])
    told = []
    if "\\pm" in cells:
        share = ", shares in percent" if style == "plus-minus" else ""
        told.append(f"$\\pm$ is half the width of the {level} confidence interval{share}")
    if ", " in cells:
        told.append(f"brackets hold {level} confidence intervals")
    text = "; ".join(told) or "No interval is known"
    return f"{text[0].upper()}{text[1:]}."


def _cell(estimate: Estimate, style: str) -> str:
    """Write an estimate: shares with three decimals, or in percent; numbers in a unit with the digits they support."""
    if not estimate.defined:
        return "--"
    value, low, high = estimate.value, estimate.low, estimate.high
    if estimate.method == "none" or not math.isfinite(high - low):
        return f"{significant(value, 4)} (no interval)"
    lowest, highest = estimate.bounds
    share = highest - lowest <= 2
    sides = sorted((value - low, high - value))
    if style == "plus-minus" and sides[1] <= LOPSIDED * sides[0]:
        return _plus_minus(value, (high - low) / 2, share)
    if share:
        return f"{value:.3f} ({low:.3f}, {high:.3f})"
    ends = numbers.metric_interval(estimate.unit, estimate).strip("[]")
    return f"{numbers.metric_number(estimate.unit, estimate)} ({ends})"


def _plus_minus(value: float, half: float, share: bool) -> str:
    """Write a value and half its interval with the same decimals, two digits of the half."""
    if share:
        return f"${100 * value:.1f} \\pm {100 * half:.1f}$"
    last = 1 - math.floor(math.log10(half)) if half > 0 else 3
    first, second = (f"{round(part, last):,.{max(last, 0)}f}".replace(",", "{,}") for part in (value, half))
    return f"${first} \\pm {second}$"
