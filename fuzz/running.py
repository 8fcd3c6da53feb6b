"""Run a trial as a user would, in a folder of its own, and say in which way it failed, if it did."""

from __future__ import annotations

import os
import re
import signal
import tempfile
import time
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from types import FrameType

from assay.errors import AssayError
from fuzz.looking import BrokenPromiseError, readable
from fuzz.trial import Trial

PATIENCE = 20.0
"""Seconds that no call on small data may take."""


WAITING = 6
"""How many times as long a call may take by the clock, on a machine that does other things too."""


@dataclass(frozen=True)
class Failure:
    """What a call did that it must not; calls that fail in one way share the kind."""

    kind: str
    trial: Trial
    seconds: float


@dataclass(frozen=True)
class Outcome:
    """How a call ended: "answered", "refused" with a message of ours, "not made" (the text itself), or "failed"."""

    end: str
    failure: Failure | None = None


class TooSlowError(BaseException):
    """The call takes too long; not an Exception, so that nothing below takes it for one of its own."""


def run(trial: Trial, patience: float = PATIENCE) -> Outcome:
    """Run a trial and say how it ended."""
    start = time.monotonic()
    end, kind = attempt(trial.text, patience)
    return Outcome(end) if kind is None else Outcome("failed", Failure(kind, trial, time.monotonic() - start))


def attempt(text: str, patience: float) -> tuple[str, str | None]:
    """Run source text; return how it ended, and the kind of its failure."""
    end: str = "answered"
    with warnings.catch_warnings(record=True) as warned, in_own_folder():
        warnings.simplefilter("always")
        try:
            with silent(), at_most(patience):
                exec(compile(text, "<trial>", "exec"), names())
        except KeyboardInterrupt:
            raise
        except BaseException as problem:
            end, kind = ended(problem, patience)
            if kind is not None:
                return end, kind
    ours = [one for one in warned if one.filename != "<trial>" and "matrix subclass" not in str(one.message)]
    return end, warning_kind(ours[0]) if ours else None


def warning_kind(warned: warnings.WarningMessage) -> str:
    """Name a warning by its words and the line that it came from."""
    where = f"{os.sep}".join(warned.filename.split(os.sep)[-2:])
    return f"warning: {warned.category.__name__}: {without_values(str(warned.message))} in {where}:{warned.lineno}"


def ended(problem: BaseException, patience: float) -> tuple[str, str | None]:
    """Say how a call ended that raised something, and in which way that is a failure."""
    if isinstance(problem, AssayError):
        return "refused", badly_said(problem)
    if isinstance(problem, TooSlowError):
        return "failed", f"over {patience:g} s in {place_of(problem)}"
    if isinstance(problem, BrokenPromiseError):
        return "failed", f"promise: {problem}"
    place = place_of(problem)
    if not place:
        return "not made", None
    return "failed", f"{type(problem).__name__}: {without_values(str(problem))} in {place}"


def badly_said(problem: AssayError) -> str | None:
    """Say what is wrong with a message: nothing in it, or characters that nobody can read."""
    try:
        if not str(problem).strip():
            return f"an empty message in {place_of(problem)}"
        readable("a message", str(problem))
    except BrokenPromiseError as broken:
        return f"promise: {broken} from {place_of(problem)}"
    return None


def names() -> dict[str, object]:
    """Return the names that trials may use."""
    from fuzz import names as known

    return {name: getattr(known, name) for name in known.__all__}


def place_of(problem: BaseException) -> str:
    """Return the last function of assay that an exception came through, nothing where it came through none."""
    frames = traceback.extract_tb(problem.__traceback__)
    ours = [frame for frame in frames if f"{os.sep}assay{os.sep}" in frame.filename]
    return "" if not ours else f"{ours[-1].filename.rsplit(f'{os.sep}assay{os.sep}', 1)[1]}:{ours[-1].name}"


def without_values(message: str) -> str:
    """Return the first line of a message without numbers and quoted values: what calls of one kind share.

    >>> without_values("could not convert string to float: 'abc' at 12")
    'could not convert string to float: … at #'
    """
    line = message.strip().splitlines()[0] if message.strip() else ""
    line = re.sub(r"'[^']*'|\"[^\"]*\"|0x[0-9a-f]+", "…", line)
    return re.sub(r"-?\d[\d.e+-]*", "#", line)[:120]


@contextmanager
def in_own_folder() -> Iterator[None]:
    """Work in an empty folder that is removed afterwards."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


@contextmanager
def silent() -> Iterator[None]:
    """Keep what is printed to oneself."""
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        yield


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Stop what takes more of the processor's time, or, where it waits for something, several times as long."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooSlowError

    timers = {signal.SIGPROF: (signal.ITIMER_PROF, seconds), signal.SIGALRM: (signal.ITIMER_REAL, WAITING * seconds)}
    before = {number: signal.signal(number, stop) for number in timers}
    for timer, limit in timers.values():
        signal.setitimer(timer, limit)
    try:
        yield
    finally:
        for timer, _ in timers.values():
            signal.setitimer(timer, 0)
        for number, handler in before.items():
            signal.signal(number, handler)
