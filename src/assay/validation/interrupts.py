"""Tell a user who pressed Ctrl-C from a model that raised KeyboardInterrupt or called sys.exit itself."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def listening() -> Iterator[Callable[[], bool]]:
    """Yield a function that says whether an interrupt came from outside since the beginning.

    Only the main thread hears signals, so in any other an interrupt was raised by what runs there.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield lambda: False
        return
    heard: list[int] = []

    def note(number: int, frame: FrameType | None) -> object:
        heard.append(number)
        return before(number, frame)

    signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(heard)
    finally:
        signal.signal(signal.SIGINT, before)


def ending(problem: BaseException) -> str | None:
    """Say in words how a model tried to end the whole program, None if it did not.

    >>> ending(SystemExit(0)), ending(ValueError("no"))
    ('it called sys.exit(0), which would have ended the program', None)
    """
    if isinstance(problem, SystemExit):
        code = "" if problem.code is None else repr(problem.code)
        return f"it called sys.exit({code}), which would have ended the program"
    if isinstance(problem, KeyboardInterrupt):
        return "it raised KeyboardInterrupt, which would have ended the program"
    return None
