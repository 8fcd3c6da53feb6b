"""Whether the labels of two columns can be compared: 1 and '1' are not the same class."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

from assay.errors import columns as errors
from assay.inputs.labels import Label


class Labelled(Protocol):
    """A column of labels, or what is known of it."""

    @property
    def name(self) -> str:
        """What messages call the column."""

    @property
    def kind(self) -> str:
        """The kind of its labels."""

    @property
    def labels(self) -> tuple[Label, ...]:
        """Its labels."""


Advise = Callable[[str, Collection[object], str, Collection[object]], str]


def same_kind(truth: Labelled, prediction: Labelled, advise: Advise) -> None:
    """Refuse labels that cannot be compared: 1 and '1' are not the same class. True and 1 are."""
    kinds = {truth.kind, prediction.kind}
    if kinds != {"boolean", "integer"} and len(kinds) > 1 and truth.labels and prediction.labels:
        examples = [(column.kind, _telling(column)) for column in (truth, prediction)]
        advice = advise(truth.name, truth.labels, prediction.name, prediction.labels)
        raise errors.mixed_kinds(f"`{truth.name}` and `{prediction.name}` mix", examples, advice)


def _telling(column: Labelled) -> Label:
    """Return the label that best shows why a column is of its kind: among strings, one that is no number."""
    words = [label for label in column.labels if isinstance(label, str) and not label.lstrip("-").isdigit()]
    return words[0] if words else column.labels[0]
