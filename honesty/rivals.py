"""Coverage beside rivals: the default interval and those of other methods, worked out here, on the same draws."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

import numpy as np

from assay.results.evaluation import Evaluation
from honesty.cell import Measured
from honesty.rounds import rounds
from honesty.simulation import ratios

Data = TypeVar("Data")
Ends = tuple[float, float]
REPLICATIONS = 800
RIVAL_DRAWS = 150
"""Rivals are measured on the first draws alone: they cost as much as the default."""


def beside(
    draw: Callable[[], Data],
    judge: Callable[[Data], Evaluation],
    metric: str,
    truth: float,
    rivals: Mapping[str, Callable[[Data], Ends]] | None = None,
    warning: str | Collection[str] | None = None,
    replications: int = REPLICATIONS,
) -> Measured:
    """Measure how often the default interval, and each rival's, holds the truth."""
    rivals = rivals or {}
    codes = {warning} if isinstance(warning, str) else set(warning or ())
    held: list[bool] = []
    widths: list[float] = []
    warned: list[bool] = []
    others: dict[str, list[bool]] = {name: [] for name in rivals}
    wide: dict[str, list[float]] = {name: [] for name in rivals}
    for turn in range(replications := rounds(replications)):
        data = draw()
        evaluation = judge(data)
        made = evaluation[metric]
        if math.isnan(made.value):
            continue
        held.append(made.low <= truth <= made.high)
        widths.append(made.high - made.low)
        warned.append(any(note.code in codes for note in evaluation.notes))
        for name, rival in rivals.items() if turn < RIVAL_DRAWS else ():
            low, high = rival(data)
            others[name].append(low <= truth <= high)
            wide[name].append(high - low)
    share = float(np.mean(held))
    return Measured(
        share,
        math.sqrt(share * (1 - share) / len(held)),
        float(np.mean(widths)),
        1 - len(held) / replications,
        warned=float(np.mean(warned)) if warning else None,
        others={name: float(np.mean(kept)) for name, kept in others.items()},
        ratios=ratios(widths, wide),
    )
