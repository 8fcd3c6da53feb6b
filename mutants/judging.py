"""Runs the tests of each mutant in a worker of its own and says what became of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import pytest

from mutants.children import Outcome, run_all
from mutants.importing import install
from mutants.mutant import Mutant
from mutants.selecting import Selection, distance
from mutants.suite import options
from mutants.touched_lines import TestRecord

SLOWER = 5.0
"""How many times longer than usual the tests of a mutant may take before it counts as endless."""
STARTING = 30.0
"""Seconds for the imports of a worker."""
KILLED, SURVIVED, ENDLESS, UNTOUCHED = "killed", "survived", "timed out", "touched by no test"


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant, after how many tests at most, and how long it took."""

    mutant: Mutant
    fate: str
    tests: int
    seconds: float

    @property
    def died(self) -> bool:
        """Whether a test noticed the mutant; one that never ends is noticed too."""
        return self.fate in (KILLED, ENDLESS)


def judge(mutants: list[Mutant], selection: Selection, patience: float, workers: int) -> Iterator[Verdict]:
    """Yield the verdict on every mutant as it falls."""
    chosen = [(mutant, selection.tests_for(mutant, patience)) for mutant in mutants]
    yield from (Verdict(mutant, UNTOUCHED, 0, 0.0) for mutant, tests in chosen if not tests)
    jobs = (((mutant, tests), partial(run_tests, mutant, tests), limit(tests)) for mutant, tests in chosen if tests)
    for (mutant, tests), outcome in run_all(jobs, workers):
        yield Verdict(mutant, fate(outcome), len(tests), outcome.seconds)


def run_tests(mutant: Mutant, tests: list[TestRecord]) -> int:
    """Run tests on a mutant until one fails: first the near ones, so that files far away are not even imported."""
    install(mutant)
    for far in (False, True):
        names = [test.name for test in tests if (distance(test, mutant) > 1) == far]
        code = int(pytest.main([*options(), "-x", *names])) if names else 0
        if code:
            return code
    return 0


def limit(tests: list[TestRecord]) -> float:
    """Return how many seconds the tests may take."""
    return STARTING + SLOWER * sum(test.seconds for test in tests)


def fate(outcome: Outcome) -> str:
    """Read the exit code of pytest; anything but success is a kill, a module that cannot be imported included."""
    if outcome.code is None:
        return ENDLESS
    return SURVIVED if outcome.code == pytest.ExitCode.OK else KILLED
