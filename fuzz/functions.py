"""Everything public, found by reflection: a function that is new today is called today."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, is_dataclass
from functools import cache

import assay
from assay import curves, metrics, schemes, stats
from assay.errors import AssayError
from assay.metrics.cards import Card
from fuzz.usual import COUNTS, RESIDUALS, SCORE_TABLE

PACKAGES = {"assay": assay, "stats": stats, "metrics": metrics, "curves": curves, "schemes": schemes}

SCENES_ONLY = {"assay.evaluate", "assay.compare", "assay.Running", "assay.outcomes"}
"""Calls whose arguments belong together: `fuzz/scenes.py` makes them."""

SUMMARIES = {
    "BinaryCounts": COUNTS,
    "ClassCounts": f"{COUNTS}.both_classes()",
    "Tables": f"{COUNTS}.both_classes()",
    "Residuals": RESIDUALS,
    "ScoreTable": SCORE_TABLE,
}
"""What formulas read, where a line can write it; others are called with something wrong only."""


@dataclass(frozen=True)
class Function:
    """A public function by its name in trials."""

    name: str
    call: Callable[..., object]
    card: Card | None = None

    @property
    def parameters(self) -> tuple[inspect.Parameter, ...]:
        """Its parameters, in order."""
        return tuple(inspect.signature(self.call).parameters.values())


@cache
def functions() -> tuple[Function, ...]:
    """Return every public function and class that is made to be called, without those of scenes."""
    return tuple(function for function in everything_public() if function.name not in SCENES_ONLY)


def everything_public() -> Iterator[Function]:
    """Yield every public callable of every public package, metrics with their cards."""
    cards = {card.name: card for card in metrics.cards()}
    for package, module in PACKAGES.items():
        for name in module.__all__:
            value = getattr(module, name)
            if callable(value) and not is_result(package, value):
                yield Function(f"{package}.{name}", value, cards.get(name) if package == "metrics" else None)


def is_result(package: str, value: object) -> bool:
    """Say whether a class is made by assay and not by its users."""
    if not isinstance(value, type):
        return False
    made = package in ("assay", "curves") and (is_dataclass(value) or issubclass(value, tuple))
    return made or issubclass(value, AssayError) or package == "metrics" or inspect.isabstract(value)
