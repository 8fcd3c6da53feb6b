"""What an engine is: it opens data as a table of columns, and reduces the table batch by batch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol, Self, TypeVar

from assay.inputs.batches import Batch
from assay.inputs.blocks import Block


class Mergeable(Protocol):
    """A summary of some rows; summaries of parts merge to that of the whole."""

    def merge(self, other: Self) -> Self:
        """Return the summary of both parts."""


Summary = TypeVar("Summary", bound=Mergeable)
Reduced = TypeVar("Reduced", bound=Mergeable, covariant=True)

Step = Callable[[Batch], Summary | None]
"""What a batch adds to a summary, None where it adds nothing. It must pickle, as engines may run it elsewhere."""


class Reducer(Protocol[Reduced]):
    """What a block of cases adds to the summary of a task: a small value that pickles."""

    def reduce(self, block: Block) -> Reduced:
        """Return the summary of a block."""


class Table(Protocol):
    """Columns that an engine holds; `engine` names it in signatures, `where` names the data in messages.

    Where rows have no order, batches have no first row, so that no message numbers rows.
    """

    @property
    def engine(self) -> str:
        """What signatures call the engine."""

    @property
    def where(self) -> str:
        """What messages call the data."""

    @property
    def gathers(self) -> bool:
        """Whether the cases themselves may be gathered here; else nothing but summaries without cases is made."""

    def reduce(
        self, step: Step[Summary], columns: Sequence[str], enough: Callable[[Summary], bool] | None = None
    ) -> Summary | None:
        """Apply a step to every batch of some columns and merge the results; stop early where enough is known."""

    def keeps(self, rows: int) -> bool:
        """Say whether the columns in use of so many rows may be kept in memory."""


class ColumnTable(Table, Protocol):
    """A table of columns that the caller handed over one by one; `lengths` says how many rows each has."""

    @property
    def lengths(self) -> Mapping[str, int]:
        """How many rows each column has."""


class Engine(Protocol):
    """Opens one kind of data."""

    def open(self, data: object, columns: Sequence[str]) -> Table | None:
        """Return the data as a table that has these columns, None where they are of another kind."""


def merged(parts: Iterable[Summary | None]) -> Summary | None:
    """Merge summaries as a tree, neighbours first: bounds widen with the depth of the tree, not with its leaves."""
    stack: list[tuple[int, Summary]] = []
    for summary in parts:
        if summary is None:
            continue
        size = 1
        while stack and stack[-1][0] == size:
            summary, size = stack.pop()[1].merge(summary), 2 * size
        stack.append((size, summary))
    whole: Summary | None = None
    for _, summary in reversed(stack):
        whole = summary if whole is None else summary.merge(whole)
    return whole


def present(summary: Summary | None) -> Summary:
    """Return the summary of rows of which there are some."""
    if summary is None:
        raise LookupError("there are no rows")
    return summary
