"""The colour of a cell: what everybody may expect of it, what it promises itself, and what is known to fail."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from honesty.cell import Cell, Measured, within
from honesty.known import FAILURES, WIDER

BELOW, ABOVE = 0.015, 0.020
"""The uniform target of a level: from 1.5 points below to 2 points above it, 93.5 to 97 at 95% (STATISTICS 11)."""

FLOOR = 0.025
"""An interval fails where it holds the truth more than 2.5 points too seldom: below 92.5% at 95%."""

LEVEL, MOST = 0.060, 0.065
"""A test of the 5% level may reject in 6% of the samples where nothing is to be found, and fails beyond 6.5%."""

ALARM = 0.95
"""The share of the samples in which the alarm of a known failure must ring."""

AS_WIDE = 1.10
"""How wide the default may be beside the narrowest rival that covers."""


class Colour(Enum):
    """What a cell shows."""

    GREEN = "green"
    AMBER = "amber"
    KNOWN = "known"
    RED = "red"


SHADES = {Colour.GREEN: "32", Colour.AMBER: "33", Colour.KNOWN: "35", Colour.RED: "31"}


@dataclass(frozen=True)
class Verdict:
    """A colour with the words that say why it is not green."""

    colour: Colour
    why: str = ""


def verdict(cell: Cell, measured: Measured, slack: float = 0.0) -> Verdict:
    """Judge a cell; `slack` is what few replications are forgiven; widths are then not judged."""
    error = measured.error + slack / 2
    if cell.name in FAILURES:
        return _known(cell, measured, slack)
    if cell.needs_warning and (measured.warned or 0.0) < ALARM - slack:
        return Verdict(Colour.RED, "the alarm does not ring")
    if not within(measured.coverage, cell.target, error):
        return Verdict(Colour.RED, "misses its target")
    if measured.mean is not None and not within(measured.mean, cell.mean_target, 0.0):
        return Verdict(Colour.RED, "the mean misses its target")
    if failing(cell, measured, error):
        return Verdict(Colour.RED, "fails")
    rival, ratio = narrowest(cell, measured) if not slack else ("", 0.0)
    if ratio > AS_WIDE and cell.name not in WIDER:
        return Verdict(Colour.RED, f"{ratio:.2f} times as wide as {rival}")
    if ratio > AS_WIDE:
        return Verdict(Colour.AMBER, f"{ratio:.2f} times as wide as {rival}")
    if failing(cell, measured, 0.0):
        return Verdict(Colour.AMBER, "beyond the bound by less than two errors")
    low, high = usual(cell)
    if within(measured.coverage, (low, high), error):
        return Verdict(Colour.GREEN)
    return Verdict(Colour.AMBER, "conservative" if not cell.test and measured.coverage > high else "a wider target")


def _known(cell: Cell, measured: Measured, slack: float) -> Verdict:
    if (measured.warned or 0.0) < ALARM - slack:
        return Verdict(Colour.RED, "a known failure whose alarm does not ring")
    if not failing(cell, measured, 0.0):
        return Verdict(Colour.AMBER, "known to fail, and holds here")
    return Verdict(Colour.KNOWN, "fails, and says so")


def failing(cell: Cell, measured: Measured, error: float) -> bool:
    """Say whether a cell is below 92.5% (at 95%), or above 6.5% where it is a test, by more than two errors."""
    share = round(measured.coverage, 3)
    if cell.test:
        return share > MOST + 2 * error
    return share < cell.level - FLOOR - 2 * error


def usual(cell: Cell) -> tuple[float, float]:
    """Return the target that every cell is held against, whatever its own: green is what lies in it."""
    if cell.test:
        return 0.0, LEVEL
    if cell.target[0] == 1.0:
        return cell.target
    return cell.level - BELOW, min(cell.level + ABOVE, (1 + cell.level) / 2)


def narrowest(cell: Cell, measured: Measured) -> tuple[str, float]:
    """Return the narrowest rival that covers, and how wide the default is beside it; 0 where there is none."""
    covering = {
        name: ratio
        for name, ratio in measured.ratios.items()
        if round(measured.others[name], 3) >= cell.level - FLOOR
    }  # fmt: skip
    name = max(covering, key=covering.__getitem__, default="")
    return name, covering.get(name, 0.0)
