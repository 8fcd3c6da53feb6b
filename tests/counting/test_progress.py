"""A bar is shown where somebody can see it, and only for work that takes its time."""

from __future__ import annotations

import io
import sys

from assay.counting import progress as module
from assay.counting.progress import progress


class Screen(io.StringIO):
    """What a terminal was sent."""

    seen = True

    def isatty(self) -> bool:
        return self.seen


def shown(monkeypatch, seen=True):
    """Do some work and return what was written; capturing puts its own stderr in place after every fixture."""
    screen = Screen()
    screen.seen = seen
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with progress("pairs compared", 3) as advance:
        for _ in range(3):
            advance(1)
    return screen.getvalue()


def test_quick_work_shows_nothing_even_on_a_terminal(monkeypatch):
    assert shown(monkeypatch) == ""


def test_long_work_shows_how_far_it_is(monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    assert "pairs compared" in shown(monkeypatch)


def test_what_nobody_can_see_is_not_written(monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    assert shown(monkeypatch, seen=False) == ""
