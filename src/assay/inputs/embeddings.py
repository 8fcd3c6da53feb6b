"""Embeddings of tokens that a user made with a model of their own: one (tokens, dimensions) table per text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.errors import encoders as errors

Vectors = NDArray[np.float64]


class NamedVectors(list[Any]):
    """Embeddings, one item per text, and the name of the model that made them."""

    def __init__(self, items: Iterable[Any], model: str | None = None) -> None:
        super().__init__(items)
        self.model = model


@dataclass(frozen=True, eq=False)
class Embedded:
    """Token embeddings of candidates and references; `model` is None where the user did not name it.

    Vectors of zeros have no direction, so that no cosine can be taken: `blank` counts those that were left out.
    """

    candidates: tuple[Vectors, ...]
    references: tuple[tuple[Vectors, ...], ...]
    model: str | None
    reason: str = "embeddings were given"
    dropped: int = 0
    places: tuple[int, ...] = ()
    blank: int = 0


def named_vectors(given: Mapping[Any, Any]) -> NamedVectors:
    """Read {"model": name, "embeddings": [...]}."""
    if not hasattr(given.get("embeddings"), "__len__"):
        raise errors.embeddings_unnamed(list(given))
    return NamedVectors(given["embeddings"], str(given["model"]) if given.get("model") is not None else None)


def is_embedded(side: Sequence[Any]) -> bool:
    """Say whether one side holds embeddings rather than texts."""
    return isinstance(side, NamedVectors) or (len(side) > 0 and _table(side[0]) is not None)


def read_embedded(truth: Sequence[Any], prediction: Sequence[Any]) -> Embedded:
    """Check that both sides are embeddings of one model, of one size, and of real numbers."""
    models = [getattr(side, "model", None) for side in (truth, prediction)]
    if models[0] != models[1]:
        raise errors.models_differ(models[0], models[1])
    candidates = [_checked(tables, "prediction", place) for place, tables in enumerate(prediction)]
    references = []
    for place, tables in enumerate(truth):
        single = _table(tables) is not None
        references.append(tuple(_checked(each, "truth", place) for each in ([tables] if single else tables)))
    empty = [place + 1 for place, listed in enumerate(references) if not listed]
    if empty:
        raise errors.no_embeddings("truth", empty[0])
    given = [*candidates, *(each for listed in references for each in listed)]
    sizes = {table.shape[1] for table in given}
    if len(sizes) > 1:
        raise errors.dimensions_differ(sorted(sizes))
    blank = sum(int((~table.any(axis=1)).sum()) for table in given)
    if blank:
        candidates = [_without_blanks(table) for table in candidates]
        references = [tuple(map(_without_blanks, listed)) for listed in references]
    return Embedded(tuple(candidates), tuple(references), models[0], blank=blank)


def _without_blanks(table: Vectors) -> Vectors:
    return np.asarray(table[table.any(axis=1)])


def _table(given: Any) -> Vectors | None:
    """Return a table of numbers, None for anything else."""
    if hasattr(given, "detach"):
        given = given.detach().cpu().double().numpy()
    if isinstance(given, np.ndarray) and given.ndim == 2 and given.dtype.kind == "f":
        return given
    return None


def _checked(given: Any, name: str, place: int) -> Vectors:
    table = _table(given)
    if table is None or not table.shape[1]:
        raise errors.not_embeddings(name, place + 1)
    if not np.isfinite(table).all():
        raise errors.embeddings_not_finite(name, place + 1)
    return table.astype(float, copy=False)
