"""A progress bar with the time left, on stderr and only where somebody can see it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(title: str, total: int, wanted: bool | None = None) -> Iterator[Callable[[int], None]]:
    """Yield a function that says how many steps were done; `wanted` None shows the bar on a terminal only."""
    shown = sys.stderr.isatty() if wanted is None else wanted
    if not shown or total < 2:
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        yield lambda count: bar.advance(task, count)
