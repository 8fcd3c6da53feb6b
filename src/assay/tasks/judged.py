"""Models judged on the same cases, with what paired comparisons of them need."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from assay.comparisons.difference import Difference
from assay.inputs.batches import Part
from assay.inputs.blocks import Block
from assay.inputs.labels import LabelColumn
from assay.metrics.cards import Card
from assay.metrics.find import find
from assay.results.evaluation import Evaluation
from assay.results.note import Note
from assay.stats.arithmetic import Numbers
from assay.summaries.binary_counts import Tables

Compare = Callable[[Card, int, int], Difference]
Apart = Callable[[int, int], float]
"""Says on what share of the cases two models answer differently: 0 where they are alike."""


@dataclass(frozen=True, eq=False)
class Judged:
    """Models with their evaluations, the metrics to compare, how to compare two of them, and how far they are apart.

    `scale` is the unit in which differences were measured; `notes` are those that the whole comparison opens with.
    `plans` say how each model was judged on the cases of `block`, for whoever judges them again by groups; where the
    cases stay where they are, `summaries` hold what those of each model came to. Without either models cannot be
    compared by groups.
    """

    models: tuple[object, ...]
    evaluations: Mapping[object, Evaluation]
    cards: tuple[Card, ...]
    compare: Compare
    apart: Apart
    scale: float = 1.0
    notes: tuple[Note, ...] = ()
    plans: Mapping[object, Any] = field(default_factory=dict)
    block: Block | None = None
    summaries: Mapping[object, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse cases that nobody could judge again."""
        unplanned = [model for model in self.models if model not in self.plans]
        if self.block is not None and unplanned:
            raise ValueError(f"Judged.block needs a plan for every model; there is none for {unplanned!r}")


class CountedTogether(Protocol):
    """What was counted in every image or segment for all models, from which some of them can be taken."""

    def judged(self) -> Judged:
        """Judge the models, and say how two of them are compared."""

    def taken(self, rows: NDArray[np.intp]) -> CountedTogether:
        """Return what was counted in some of the images or segments."""

    def kept(self) -> NDArray[np.bool_] | None:
        """Say of each item handed over whether it was kept, None where all of them were."""


def compared_cards(
    evaluations: Mapping[object, Evaluation], everything: bool, usual: Sequence[str]
) -> tuple[Card, ...]:
    """Return the metrics that every model has: all of them, or those compared unless others are named."""
    first = next(iter(evaluations.values()))
    shared = set.intersection(*(set(evaluation.estimates) for evaluation in evaluations.values()))
    if everything:
        cards = [find(name) for name in first.estimates if name in shared]
        return tuple(card for card in cards if card.average is None or card.reads is Tables)
    names = [name for name in usual if name in first.estimates]
    if "f1" in names and "f1_macro" in names:
        names.remove("f1_macro")
    names = [name for name in names or list(first.estimates)[:2] if name in shared] or sorted(shared)[:2]
    return tuple(find(name) for name in names)


def apart_blocks(block: Block, models: Sequence[object], weight: Numbers | None = None) -> Apart:
    """Return what says on what share of the cases, by weight where it is given, two models have different parts."""

    def apart(first: int, second: int) -> float:
        left, right = models[first], models[second]
        different = np.zeros(block.rows, dtype=bool)
        for part in ("prediction", "score"):
            if block.has(part, left) != block.has(part, right):
                return 1.0
            if block.has(part, left):
                different |= _different(block.parts[part, left], block.parts[part, right])
        return float(np.average(different, weights=weight)) if different.any() else 0.0

    return apart


def _different(first: Part, second: Part) -> NDArray[np.bool_]:
    """Say of every case whether two columns hold something else there."""
    if isinstance(first, LabelColumn) and isinstance(second, LabelColumn):
        if first.labels == second.labels:
            return np.asarray(first.codes != second.codes)
        labels = tuple(dict.fromkeys([*first.labels, *second.labels]))
        return np.asarray(first.over(labels) != second.over(labels))
    left, right = np.asarray(first), np.asarray(second)
    if left.shape != right.shape:
        return np.ones(len(left), dtype=bool)
    return np.asarray((left != right).reshape(len(left), -1).any(axis=1))
