"""A summary for every slice, and the one of all cases, made in one pass."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, Self, runtime_checkable

MOST_ATOMS, FEWEST_ATOMS = 1 << 20, 1 << 10
"""The tables of all slices together hold about so many scores, and the table of one at least so many."""


@runtime_checkable
class Boundable(Protocol):
    """A summary that grows with the cases unless it is told how large it may be."""

    def bounded(self, most: int) -> Self:
        """Return the summary with at most about so many entries."""


@dataclass(frozen=True, eq=False)
class BySlice:
    """Summaries by the key of their slice, with how many cases each slice holds; `crossed` keys are of two columns."""

    whole: Any
    parts: Mapping[object, Any]
    sizes: Mapping[object, int]
    crossed: frozenset[object] = frozenset()

    def merge(self, other: BySlice) -> BySlice:
        """Return the summaries of both sets of cases."""
        keys = list(dict.fromkeys([*self.parts, *other.parts]))
        most = max(MOST_ATOMS // len(keys), FEWEST_ATOMS) if keys else MOST_ATOMS
        parts = {key: bounded(_merged(self.parts.get(key), other.parts.get(key)), most) for key in keys}
        sizes = {key: self.sizes.get(key, 0) + other.sizes.get(key, 0) for key in keys}
        return BySlice(self.whole.merge(other.whole), parts, sizes, self.crossed | other.crossed)


def bounded(summary: Any, most: int) -> Any:
    """Return a summary that holds no more than so many entries, where it can be told so."""
    return summary.bounded(most) if isinstance(summary, Boundable) else summary


def _merged(first: Any, second: Any) -> Any:
    if first is None or second is None:
        return second if first is None else first
    return first.merge(second)
