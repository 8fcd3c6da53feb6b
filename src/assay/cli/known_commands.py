"""The commands by name; each is imported when it is asked for, so that none pays for the others."""

from __future__ import annotations

from collections import UserDict
from collections.abc import Iterator
from importlib import import_module

import click

HOMES = {
    "compare": "compare",
    "demo": "demo",
    "evaluate": "evaluate",
    "gate": "gate",
    "history": "history",
    "merge": "saved",
    "metrics": "metrics",
    "plan": "plan",
    "rank": "rank",
    "show": "saved",
    "stats": "stats",
    "validate": "validate",
}
"""The commands, and the modules of this folder that hold them."""


class KnownCommands(UserDict[str, click.Command]):
    """A mapping from names to commands that imports what is read from it."""

    def __missing__(self, name: str) -> click.Command:
        if name not in HOMES:
            raise KeyError(name)
        self.data[name] = getattr(import_module(f"assay.cli.{HOMES[name]}"), name)
        return self.data[name]

    def __contains__(self, name: object) -> bool:
        return name in HOMES

    def __iter__(self) -> Iterator[str]:
        return iter(HOMES)

    def __len__(self) -> int:
        return len(HOMES)
