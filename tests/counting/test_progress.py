"""A bar is shown where somebody can see it, and only for work that takes its time."""

from __future__ import annotations

import sys

import pytest

from assay.counting import progress as module
from assay.counting.progress import progress


@pytest.fixture
def terminal(monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)


def test_quick_work_shows_nothing_even_on_a_terminal(capsys, terminal):
    with progress("pairs", 3) as advance:
        for _ in range(3):
            advance(1)
    assert capsys.readouterr().err == ""


def test_long_work_shows_how_far_it_is_on_a_terminal_only(capsys, terminal, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    with progress("pairs compared", 3) as advance:
        for _ in range(3):
            advance(1)
    assert "pairs compared" in capsys.readouterr().err
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False)
    with progress("pairs compared", 3) as advance:
        advance(3)
    assert capsys.readouterr().err == ""
