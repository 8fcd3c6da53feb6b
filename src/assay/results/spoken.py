"""How notes and hints name what can be passed: as Python has it, or in the words of whoever shows the result."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

SPOKEN: ContextVar[Callable[[str], str]] = ContextVar("spoken", default=str)
"""Turns a note into the words of the command line, where a command prints it."""
