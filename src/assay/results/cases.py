"""The cases behind a result, for whoever asks to see the ones that matter most."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.errors import cases as errors

if TYPE_CHECKING:
    import polars as pl

    from assay.results.evaluation import Evaluation

MOST = 1000
"""So many cases are listed at most: they are to be looked at one by one."""


def check_count(most: object) -> int:
    """Return how many cases to list, or refuse a number that is none."""
    if isinstance(most, bool) or not isinstance(most, int) or not 1 <= most <= MOST:
        raise errors.bad_number_of_cases(most)
    return most


class Behind(ABC):
    """Cases that a result was made from; they are not stored with it."""

    @abstractmethod
    def worst(self, evaluation: Evaluation, most: int) -> pl.DataFrame:
        """Return the cases that matter most, the worst first."""

    @abstractmethod
    def keyed(self, key: Sequence[str]) -> KeyedCases:
        """Return truth and answers of every case by the columns that name it."""


class BehindSeveral(ABC):
    """Cases that several models, or fits of one, were judged on; they are not stored with the result."""

    @abstractmethod
    def worst(self, most: int) -> pl.DataFrame:
        """Return the cases that matter most, the worst first."""


@dataclass(frozen=True)
class KeyedCases:
    """Every case by the key that names it: what is so, and what was answered; kept only where somebody asks for it.

    `key` are the names of the columns that name a case, `keys` their values, one tuple for each of them. `answered` is
    "prediction" or "score"; `classes` are the classes that several columns of scores are about, None for one column.
    """

    key: tuple[str, ...]
    keys: tuple[tuple[str, ...], ...]
    truth: tuple[object, ...]
    answered: str
    answers: tuple[tuple[object, ...], ...]
    classes: tuple[object, ...] | None = None

    @property
    def count(self) -> int:
        """How many cases there are."""
        return len(self.truth)

    def truths(self) -> Mapping[tuple[str, ...], object]:
        """Return what is so, by key."""
        return dict(zip(zip(*self.keys, strict=True), self.truth, strict=True))


@dataclass(frozen=True)
class CaseTable:
    """Cases that a report is to show, because its reader asked for them."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]

    @classmethod
    def of(cls, frame: pl.DataFrame) -> CaseTable:
        """Return the cases of a frame."""
        return cls(tuple(frame.columns), tuple(frame.rows()))

    def to_list(self) -> list[dict[str, object]]:
        """Return every case as plain values by column."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]
