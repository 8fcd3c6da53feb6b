"""Public names that are loaded when they are first used, so that importing a package costs next to nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def lazily(package: str, homes: Mapping[str, str]) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package; `homes` maps each name to its module, "" to one of its own.

    >>> load, names = lazily("assay.stats", {"wilson": "assay.stats.proportions"})
    >>> load("wilson").__name__, names()
    ('wilson', ['wilson'])
    """

    def load(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home = homes[name]
        value: object = getattr(import_module(home), name) if home else import_module(f"{package}.{name}")
        setattr(sys.modules[package], name, value)
        return value

    return load, lambda: sorted(homes)
