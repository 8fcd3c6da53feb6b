"""Kinds of failure: each with how often it came, and the smallest call that still does the same."""

from __future__ import annotations

from dataclasses import replace

from fuzz.running import Failure, run

STEPS = 60
"""Tries to make a failing call smaller: most are as small as they get after twenty."""

SLOW = 2.0
"""Seconds from which on a call is not made smaller: sixty tries would take minutes."""

LONGEST = 600
"""Letters of a call that are printed."""


class Kinds:
    """The failures so far, by kind."""

    def __init__(self) -> None:
        self.seen: dict[str, list[Failure]] = {}

    def add(self, failure: Failure) -> None:
        """Keep a failure."""
        self.seen.setdefault(failure.kind, []).append(failure)

    def __len__(self) -> int:
        return len(self.seen)

    def lines(self) -> list[str]:
        """Write every kind, the most common first, with its smallest call."""
        written = []
        for kind, failures in sorted(self.seen.items(), key=lambda pair: -len(pair[1])):
            text = smallest(min(failures, key=lambda failure: len(failure.trial.text))).trial.text
            shown = text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."
            written.append(f"{len(failures):5}  {kind}\n         {shown.encode('unicode_escape').decode()}")
        return written


def smallest(failure: Failure) -> Failure:
    """Return the smallest call that fails in the same way."""
    if failure.seconds > SLOW:
        return failure
    steps, smaller = 0, True
    while smaller and steps < STEPS:
        smaller = False
        for trial in failure.trial.smaller():
            steps += 1
            again = run(trial).failure
            if again is not None and again.kind == failure.kind:
                failure, smaller = replace(failure, trial=trial), True
                break
            if steps >= STEPS:
                break
    return failure
