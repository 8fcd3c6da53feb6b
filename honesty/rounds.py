"""How many replications a cell makes: as many as it names, or a share of them where somebody wants a quick look."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

LEAST = 20
"""Fewer replications say nothing about a share."""

_shares = [1.0]


def rounds(full: int) -> int:
    """Return how many of these replications are made in this run."""
    return max(min(full, LEAST), round(full * _shares[-1]))


@contextmanager
def shortened(share: float) -> Iterator[None]:
    """Make every cell inside use this share of its replications."""
    _shares.append(share)
    try:
        yield
    finally:
        _shares.pop()
