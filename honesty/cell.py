"""One row of the honesty table: a scenario, what was measured in it, and whether that meets the target."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

ENTROPY = 20260101
UNIFORM = (0.935, 0.970)
CONSERVATIVE = (0.935, 1.0)


@dataclass(frozen=True)
class Measured:
    """Coverage of one method in one scenario, with its Monte-Carlo error (0 where the computation is exact).

    `others` holds what rivals gave on the same draws, `ratios` how wide the default is beside those that are intervals.
    """

    coverage: float
    error: float
    width: float = math.nan
    undefined: float = 0.0
    mean: float | None = None
    warned: float | None = None
    others: dict[str, float] = field(default_factory=dict)
    ratios: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Cell:
    """A scenario of the table; `target` is what its coverage must lie in, give or take two Monte-Carlo errors.

    Tests (`test`) are measured by how often they reject; the `uniform` target of intervals is not theirs.
    """

    number: str
    scenario: str
    setting: str
    method: str
    measure: Callable[[np.random.Generator], Measured]
    target: tuple[float, float] = UNIFORM
    needs_warning: bool = False
    mean_target: tuple[float, float] = (0.945, 0.98)
    uniform: bool = True
    test: bool = False
    level: float = 0.95

    @property
    def name(self) -> str:
        """What the cell is called in the list of known failures and in the history."""
        return f"{self.number} | {self.scenario} | {self.setting}"

    def run(self) -> Measured:
        """Measure the cell from its own fixed seed, so that no cell depends on another."""
        key = tuple(ord(letter) for letter in f"{self.number} {self.setting}")
        return self.measure(np.random.default_rng(np.random.SeedSequence(ENTROPY, spawn_key=key)))

    def met(self, measured: Measured) -> bool:
        """Say whether the coverage lies in the target, and the warning fired where one is due."""
        typical = measured.mean is None or within(measured.mean, self.mean_target, 0.0)
        warned = not self.needs_warning or (measured.warned or 0) >= 0.9
        return within(measured.coverage, self.target, measured.error) and typical and warned


def within(coverage: float, target: tuple[float, float], error: float) -> bool:
    """Compare to a tenth of a point, the precision in which targets are stated, give or take two errors."""
    return target[0] - 2 * error <= round(coverage, 3) <= target[1] + 2 * error
