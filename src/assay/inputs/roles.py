"""What a column is for: truth, prediction, score, weight ..., and how it is read for that."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

Key = tuple[str, object]
"""A part and the model that it belongs to: ("truth", None), ("score", "forest")."""


class Kind(Enum):
    """How the values of a column are read."""

    LABEL = "label"
    SCORE = "score"
    NUMBER = "number"
    WEIGHT = "weight"


@dataclass(frozen=True)
class Role:
    """A part that columns of a table play; several columns make one part with a column for each class or output.

    `shown` is what messages call it. `model` names whose part it is, where several models are compared. `names` are
    those of its several columns, `chosen` says that the user named each of them on purpose.
    """

    part: str
    kind: Kind
    columns: tuple[str, ...]
    shown: str
    model: object = None
    stacked: bool = False
    names: tuple[object, ...] | None = None
    chosen: bool = False

    @property
    def key(self) -> Key:
        """The part and the model that it belongs to."""
        return self.part, self.model
