"""One page of the gallery: what it is called, and how its result is made when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Example:
    """A result to show, and the charts of it that are also kept as pictures; `cases` are listed on its page.

    `page` says whether it has a report of its own.
    """

    key: str
    title: str
    words: str
    make: Callable[[], Any]
    charts: tuple[str, ...]
    cases: int | None = None
    page: bool = True
