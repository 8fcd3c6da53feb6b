"""Why a metric has no value here, in words and with the names of the classes that are to blame."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from assay.errors.tree import quote, quote_all
from assay.metrics.cards import Card
from assay.metrics.families import Need
from assay.summaries.binary_counts import BinaryCounts, Tables
from assay.summaries.view import View


@dataclass(frozen=True)
class Reasons:
    """Explains undefined values on one view of the data; `part` is what a table stands for."""

    view: View
    labels: tuple[object, ...]
    positive: int | None
    part: str = "class"

    def why(self, card: Card, index: int | None) -> str:
        """Return the reason, for the whole (None) or for one class."""
        if card.reads is BinaryCounts:
            place = self.positive if index is None else index
            return self._why_table(card, "positive" if place is None else quote(self.labels[place]), place)
        empty = self._named(np.asarray(self.view.tables.positives) == 0)
        if empty and card.average != "micro" and card.needs_cases:
            return (
                f"{self._parts(empty)} has no positive cases"
                if self.part != "class"
                else f"{self._parts(empty)} has no cases"
            )
        if np.isnan(np.asarray(self.view.tables.tn)).any() and self._needs_true_negatives(card):
            return "the number of true negatives is not known"
        if card.averaged is not None and card.average != "micro":
            return self._why_average(card.averaged)
        return card.undefined.format(positive=f"any {self.part}")

    def _why_table(self, card: Card, positive: str, place: int | None) -> str:
        tables = self.view.tables
        table = tables.pooled() if place is None else tables.table(place)
        if np.isnan(table.tn) and self._needs_true_negatives(card):
            return "the number of true negatives is not known"
        both = Need.BOTH_CLASSES in card.requires
        if both and table.positives == 0:
            return f"no case is {positive}"
        if both and table.negatives == 0:
            return f"every case is {positive}"
        return card.undefined.format(positive=positive)

    def _needs_true_negatives(self, card: Card) -> bool:
        """Try the formula on a table where only the true negatives are missing."""
        formula = card.averaged or card
        if formula.reads is BinaryCounts:
            return bool(np.isnan(formula(View(self.view.tables, BinaryCounts(1.0, 1.0, 1.0, np.nan)))))
        return not issubclass(formula.reads, Tables) or formula.reads is not Tables

    def _why_average(self, averaged: Card) -> str:
        each = np.asarray(averaged(View(self.view.tables, BinaryCounts(*self.view.tables.stack()))))
        blamed = self._named(np.isnan(each))
        reason = averaged.undefined.format(positive="it")
        return f"for {self._parts(blamed)}, {reason}" if blamed else reason

    def _named(self, flags: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> list[object]:
        return [label for label, flag in zip(self.labels, flags, strict=True) if flag]

    def _parts(self, labels: list[object]) -> str:
        return f"{self.part} {quote_all(labels, 3)}"
