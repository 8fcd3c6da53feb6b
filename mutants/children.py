"""Forked workers: each does one job in silence, and is ended when it takes too long."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

PAUSE = 0.02
"""Seconds between two looks at the workers."""
Job = TypeVar("Job")


@dataclass(frozen=True)
class Outcome:
    """How a worker ended: its exit code, or none where time ran out."""

    code: int | None
    seconds: float


@dataclass
class Child:
    """A worker that runs."""

    pid: int
    start: float
    limit: float

    def outcome(self) -> Outcome | None:
        """Return how the worker ended, ending it if its time is up; nothing while it runs."""
        spent = time.monotonic() - self.start
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        if pid:
            return Outcome(os.waitstatus_to_exitcode(status), spent)
        if spent < self.limit:
            return None
        self.end()
        return Outcome(None, spent)

    def end(self) -> None:
        """End the worker and what it started."""
        os.killpg(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def start(work: Callable[[], int], limit: float) -> Child:
    """Fork a worker, in a process group of its own so that what it starts ends with it."""
    pid = os.fork()
    if pid:
        return Child(pid, time.monotonic(), limit)
    code = 70
    try:
        os.setpgid(0, 0)
        _silence()
        code = work()
    finally:
        os._exit(code)


def run_all(jobs: Iterable[tuple[Job, Callable[[], int], float]], workers: int) -> Iterator[tuple[Job, Outcome]]:
    """Do jobs in so many workers at a time, and yield each with its outcome as it ends."""
    waiting = iter(jobs)
    running: list[tuple[Job, Child]] = []
    try:
        while True:
            while len(running) < workers and (job := next(waiting, None)) is not None:
                running.append((job[0], start(job[1], job[2])))
            if not running:
                return
            time.sleep(PAUSE)
            for pair in list(running):
                outcome = pair[1].outcome()
                if outcome is not None:
                    running.remove(pair)
                    yield pair[0], outcome
    finally:
        for _, child in running:
            child.end()


def _silence() -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
