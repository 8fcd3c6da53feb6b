"""One line per version: every cell's coverage and width, so that what got worse between versions can be seen."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import assay
from honesty.cell import Cell, Measured
from honesty.verdicts import Colour, Verdict

PATH = Path(__file__).with_name("history.jsonl")
GONE = "no longer measured"

LOST = 3.0
"""A coverage that fell by more than so many Monte-Carlo errors is pointed out."""

Row = tuple[Cell, Measured, Verdict]
Kept = tuple[float, float, float | None, str, float]
"""Of a cell: coverage, its Monte-Carlo error, mean width, colour, and the seconds that it took on one core."""


def line(rows: Sequence[Row], seconds: Sequence[float]) -> dict[str, object]:
    """Return what is kept of a run of the table."""
    return _summed({cell.name: _kept(cell, *row, took) for (cell, *row), took in zip(rows, seconds, strict=True)})


def _summed(cells: Mapping[str, Kept]) -> dict[str, object]:
    colours = Counter(kept[3] for kept in cells.values())
    return {
        "version": assay.__version__,
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "core_minutes": round(sum(kept[4] for kept in cells.values()) / 60, 1),
        "cells": len(cells),
        **{colour.value: colours[colour.value] for colour in Colour},
        "coverage": dict(cells),
    }


def _kept(cell: Cell, measured: Measured, judged: Verdict, seconds: float) -> Kept:
    width = None if math.isnan(measured.width) else float(f"{measured.width:.4g}")
    return round(measured.coverage, 4), round(measured.error, 4), width, judged.colour.value, round(seconds, 1)


def read(path: Path = PATH) -> list[dict[str, object]]:
    """Return the lines, the oldest first."""
    if not path.exists():
        return []
    return [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines() if text]


def keep(new: dict[str, object], path: Path = PATH) -> list[str]:
    """Write the line of this version, in the place of an earlier one of it; say which cells lost coverage."""
    lines = read(path)
    told = _lost(lines[-1], new) if lines else []
    _write(new, lines, path)
    return told


def update(new: dict[str, object], names: Collection[str], path: Path = PATH) -> list[str]:
    """Put cells that were measured again into the line of this version; `names` are those of all cells, in order."""
    lines = read(path)
    old = next((one for one in lines if one["version"] == new["version"]), None)
    told = [] if old is None else [lost for lost in _lost(old, new) if not lost.endswith(GONE)]
    cells = {**_cells(old or {}), **_cells(new)}
    _write(_summed({name: cells[name] for name in names if name in cells}), lines, path)
    return told


def _cells(line: Mapping[str, object]) -> dict[str, Kept]:
    return cast(dict[str, Kept], line.get("coverage", {}))


def _write(new: dict[str, object], lines: Sequence[dict[str, object]], path: Path) -> None:
    kept = [*(old for old in lines if old["version"] != new["version"]), new]
    path.write_text("".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in kept), encoding="utf-8")


def _lost(old: dict[str, object], new: dict[str, object]) -> list[str]:
    """Name the cells that cover less than in the last line, and those that are gone."""
    before, after = _cells(old), _cells(new)
    told = [f"{name}: {GONE}" for name in before if name not in after]
    for name in (name for name in before if name in after):
        (was, error), (now, own) = before[name][:2], after[name][:2]
        if abs(was - now) > LOST * math.hypot(error, own) and abs(was - now) > 0.01:
            told.append(f"{name}: {100 * was:.1f} before, {100 * now:.1f} now")
    return told
