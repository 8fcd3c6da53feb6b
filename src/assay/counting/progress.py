"""A progress bar with the time left, on stderr, where somebody can see it and work takes its time."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

PATIENCE = 1.0
"""Seconds after which a bar appears: what is done sooner needs none, and flickers with one."""


@contextmanager
def progress(title: str, total: int, wanted: bool | None = None) -> Iterator[Callable[[int], None]]:
    """Yield a function that says how many steps were done; `wanted` None shows the bar on a terminal only."""
    shown = sys.stderr.isatty() if wanted is None else wanted
    if not shown or total < 2:
        yield lambda count: None
        return
    with ExitStack() as open_bar:
        yield _Steps(title, total, open_bar, time.monotonic() + (0.0 if wanted else PATIENCE))


class _Steps:
    """Steps done so far, shown as soon as they last long enough."""

    def __init__(self, title: str, total: int, open_bar: ExitStack, shown_from: float) -> None:
        self.title, self.total, self.open_bar, self.shown_from = title, total, open_bar, shown_from
        self.done = 0
        self.update: Callable[[int], None] | None = None

    def __call__(self, count: int) -> None:
        self.done += count
        if self.update is None and time.monotonic() >= self.shown_from:
            self.update = self._opened()
        if self.update is not None:
            self.update(self.done)

    def _opened(self) -> Callable[[int], None]:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        bar = self.open_bar.enter_context(Progress(*columns, console=Console(stderr=True), transient=True))
        task = bar.add_task(self.title, total=self.total)
        return lambda done: bar.update(task, completed=done)
