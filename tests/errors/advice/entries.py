"""An entry of the tables: a call that gets a message, and calls that follow each piece of its advice."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from assay.cli.main import invoke

Call = Callable[[], object]


@dataclass(frozen=True)
class Advice:
    """A message by its constructor ("columns.empty"), a call that gets it, and its advice.

    `wrong` gets the message, or, where `followed` is empty, one that holds it. `followed` maps a piece of advice, as it
    stands in the message, to a call that does what it says. A call that returns False or True says whether the numbers
    came out right. Calls run in an empty folder of their own.
    """

    message: str
    wrong: Call
    followed: Mapping[str, Call]


def write(name: str, text: str | bytes) -> str:
    """Write a small file into the folder of this call, and return its name."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return name


def command(*arguments: str) -> None:
    """Run a command of the command line; what it refuses comes as an exception."""
    invoke(list(arguments))


def after(*steps: object) -> object:
    """Return the last of several values: a way to prepare files inside a lambda."""
    return steps[-1]


def without(package: str, call):
    """Run a call as if a package were not installed."""
    real = builtins.__import__

    def refuse(name, *arguments, **options):
        if name.partition(".")[0] == package:
            raise ImportError(name)
        return real(name, *arguments, **options)

    with mock.patch("builtins.__import__", refuse):
        return call()
