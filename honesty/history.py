"""One line per version: every cell's coverage and width, so that what got worse between versions can be seen."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import assay
from honesty.cell import Cell, Measured
from honesty.verdicts import Colour, Verdict

PATH = Path(__file__).with_name("history.jsonl")
LOST = 3.0
"""A coverage that fell by more than so many Monte-Carlo errors is pointed out."""

Row = tuple[Cell, Measured, Verdict]


def line(rows: Sequence[Row], seconds: float) -> dict[str, object]:
    """Return what is kept of a whole run of the table."""
    colours = Counter(judged.colour for _, _, judged in rows)
    return {
        "version": assay.__version__,
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "minutes": round(seconds / 60, 1),
        "cells": len(rows),
        **{colour.value: colours[colour] for colour in Colour},
        "coverage": {cell.name: _kept(measured) for cell, measured, _ in rows},
    }


def _kept(measured: Measured) -> list[float | None]:
    width = None if math.isnan(measured.width) else float(f"{measured.width:.4g}")
    return [round(measured.coverage, 4), round(measured.error, 4), width]


def read(path: Path = PATH) -> list[dict[str, object]]:
    """Return the lines, the oldest first."""
    if not path.exists():
        return []
    return [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines() if text]


def keep(new: dict[str, object], path: Path = PATH) -> list[str]:
    """Write the line of this version, in the place of an earlier one of it; say which cells lost coverage."""
    lines = read(path)
    told = _lost(lines[-1], new) if lines else []
    kept = [*(old for old in lines if old["version"] != new["version"]), new]
    path.write_text("".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in kept), encoding="utf-8")
    return told


def _lost(old: dict[str, object], new: dict[str, object]) -> list[str]:
    """Name the cells that cover less than in the last line, and those that are gone."""
    before, after = old["coverage"], new["coverage"]
    assert isinstance(before, dict)  # noqa: S101
    assert isinstance(after, dict)  # noqa: S101
    told = [f"{name}: no longer measured" for name in before if name not in after]
    for name in (name for name in before if name in after):
        (was, error, _), (now, own, _) = before[name], after[name]
        if abs(was - now) > LOST * math.hypot(error, own) and abs(was - now) > 0.01:
            told.append(f"{name}: {100 * was:.1f} before, {100 * now:.1f} now")
    return told
