"""What a metric may declare of itself, beside its formula: the fields of its card, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypedDict

from assay.stats.arithmetic import Numbers

if TYPE_CHECKING:
    from assay.metrics.cards import Card
    from assay.metrics.families import Family, Need


class Essentials(TypedDict):
    """What every metric declares."""

    label: str
    formula: str
    bounds: tuple[float, float]
    better: str
    undefined: str
    reading: str


class Declaration(Essentials, total=False):
    """The fields of a Card but for those that the function itself tells; `Card` says what each means."""

    aliases: tuple[str, ...]
    label_with: str
    macro_aliases: tuple[str, ...]
    share_of: str | None
    rising_with: tuple[str, Callable[[Numbers], Numbers]] | None
    of_mean_recall: tuple[float, float] | None
    two_classes: tuple[float, float] | None
    beware: str | None
    reference: str | None
    headline: bool
    family: Family | None
    requires: tuple[Need, ...]
    unit: int
    loss: Callable[..., Numbers] | None
    mean_of: str | None
    needs: tuple[str, ...]
    variant: str | None
    needs_cases: bool
    average: str | None
    averaged: Card | None
    reduction: str | None
    parameters: Mapping[str, object]
