"""A named call of the public API, and the table of such calls that a module fills."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Call:
    """A call by its name; `page` says whether the text of its HTML page is recorded as well."""

    name: str
    run: Callable[[], object]
    page: bool = False


class Calls(list[Call]):
    """The calls of one module; their names start with the kind of call."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind

    def add(self, name: str, run: Callable[[], object], page: bool = False) -> None:
        """Add a call."""
        self.append(Call(f"{self.kind}-{name}", run, page))
