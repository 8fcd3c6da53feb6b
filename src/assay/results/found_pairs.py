"""The pair of models that somebody asks for, among those that were compared."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from assay.checks.labels import same
from assay.checks.words import text_of
from assay.errors import samples as errors


class OfTwo(Protocol):
    """What was found about two models."""

    @property
    def a(self) -> object:
        """The first."""

    @property
    def b(self) -> object:
        """The second."""


P = TypeVar("P", bound=OfTwo)


def found_pair(pairs: Iterable[P], a: object, b: object, where: str = "") -> P:
    """Return the pair of two models, in whichever order they are named, or refuse models that were not compared."""
    listed = list(pairs)
    for pair in listed:
        if (same(pair.a, a) and same(pair.b, b)) or (same(pair.a, b) and same(pair.b, a)):
            return pair
    wanted = " against ".join(text_of(model) or type(model).__name__ for model in (a, b))
    known = dict.fromkeys(f"{pair.a} against {pair.b}{where}" for pair in listed)
    raise errors.unknown_pair(wanted + where, list(known))
