"""Median times of two things done in turn, so that a busy machine is unkind to both alike."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

REPEATS = 5


@dataclass(frozen=True)
class Race:
    """Our time beside a peer's, and the most that the ratio should be."""

    name: str
    ours: float
    theirs: float
    peer: str
    target: float

    @property
    def ratio(self) -> float:
        """Our time over theirs."""
        return self.ours / self.theirs

    def line(self) -> str:
        """Write one row of the table."""
        verdict = "met" if self.ratio <= self.target else "MISSED"
        return (
            f"{self.name:<58} {1e3 * self.ours:9.1f} ms   {self.peer:<28} {1e3 * self.theirs:9.1f} ms   "
            f"ratio {self.ratio:6.3f}   at most {self.target:g}   {verdict}"
        )


def race(
    name: str,
    ours: Callable[[], object],
    peer: str,
    theirs: Callable[[], object],
    target: float,
    repeats: int = REPEATS,
) -> Race:
    """Run both once to warm up, then in turn; compare medians."""
    ours()
    if repeats > 1:
        theirs()
    times: dict[str, list[float]] = {"ours": [], "theirs": []}
    for _ in range(repeats):
        for key, work in (("ours", ours), ("theirs", theirs)):
            start = time.perf_counter()
            work()
            times[key].append(time.perf_counter() - start)
    return Race(name, statistics.median(times["ours"]), statistics.median(times["theirs"]), peer, target)
