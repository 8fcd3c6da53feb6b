"""Which test touches which lines of the source, and how long it takes: one record per test file, kept on disk."""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from mutants.children import run_all
from mutants.mutant import FOLDERS, ROOT, SOURCE, Lines, source_files
from mutants.suite import options

KEPT = ROOT / ".mutants"
UNREAD = (
    "pages", "cli", "reports", "errors", "inputs", "schemes", "validation/test_validation_edges.py",
    "validation/test_models_that_misbehave.py", "vision/test_box_forms.py",
)  # fmt: skip
"""Tests that read words and files, many of them slow: what they say of numbers, others say too, and sooner."""


@dataclass(frozen=True)
class TestRecord:
    """A test with its duration and the lines of mutated folders that it runs through."""

    __test__ = False
    name: str
    seconds: float
    lines: Lines


@dataclass
class Recorder:
    """A pytest plugin that follows every test; what a file touches while it is imported counts for all its tests."""

    records: list[TestRecord] = field(default_factory=list)
    shared: set[tuple[str, int]] = field(default_factory=set)
    failed: set[str] = field(default_factory=set)

    def passed(self) -> list[TestRecord]:
        """Return the tests that pass as the source is: one that fails anyway would kill every mutant."""
        return [one for one in self.records if one.name not in self.failed]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember a test that fails."""
        if report.failed:
            self.failed.add(report.nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Iterator[None]:
        """Follow the import of a test file."""
        with Tracing() as tracing:
            result = yield
        self.shared |= tracing.lines
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Follow one test with its fixtures."""
        start = time.perf_counter()
        with Tracing() as tracing:
            result = yield
        lines = frozenset(tracing.lines | self.shared)
        self.records.append(TestRecord(item.nodeid, time.perf_counter() - start, lines))
        return result


class Tracing:
    """Collects the lines of mutated folders that run inside a `with` block, but for those of modules being imported."""

    def __init__(self) -> None:
        self.lines: set[tuple[str, int]] = set()

    def __enter__(self) -> Tracing:
        sys.settrace(self._enter)
        return self

    def __exit__(self, *problem: object) -> None:
        sys.settrace(None)

    def _enter(self, frame: FrameType, event: str, argument: object) -> object:
        code = frame.f_code
        return self._line if code.co_filename in _mutated() and code.co_name != "<module>" else None

    def _line(self, frame: FrameType, event: str, argument: object) -> object:
        self.lines.add((_mutated()[frame.f_code.co_filename], frame.f_lineno))
        return self._line


@cache
def _mutated() -> dict[str, str]:
    """Return the mutated files by their paths; asked at every call of a test, so that it must be quick."""
    return {str(SOURCE / file): file for file in source_files()}


def test_files() -> list[str]:
    """Return the test files that may notice a changed number, and the sources with examples in their docstrings."""
    unread = tuple(str(ROOT / "tests" / name) for name in UNREAD)
    tests = [path for path in sorted((ROOT / "tests").rglob("test_*.py")) if not str(path).startswith(unread)]
    sources = [path for folder in FOLDERS for path in sorted((SOURCE / folder).rglob("*.py")) if _has_example(path)]
    return [str(path.relative_to(ROOT)) for path in (*tests, *sources)]


def _has_example(path: Path) -> bool:
    return ">>> " in path.read_text()


test_files.__test__ = False


def read_records(seconds: float, workers: int) -> list[TestRecord]:
    """Return the records of every test file, making those that are missing or older than what they ran through."""
    KEPT.mkdir(exist_ok=True)
    stale = [file for file in test_files() if not _fresh(file, _kept(file))]
    for file, outcome in run_all(((file, partial(_record, file), seconds) for file in stale), workers):
        fault = "" if outcome.code == 0 else ", where not all tests pass or end: those are left out"
        print(f"followed {file} in {outcome.seconds:.0f} s{fault}", flush=True)
    return [
        TestRecord(name, spent, frozenset(map(tuple, lines)))
        for file in test_files()
        for name, spent, lines in _kept(file).get("tests", ())
    ]


def _fresh(file: str, kept: dict[str, Any]) -> bool:
    """Say whether neither a test file nor a mutated file that it ran through has changed."""
    read = {file, *(str(path) for path in kept.get("digests", ()))}
    return kept.get("digests") == {path: _digest(ROOT / path) for path in read}


def _kept(file: str) -> dict[str, Any]:
    place = _place(file)
    return json.loads(place.read_text()) if place.exists() else {}


def _place(file: str) -> Path:
    return KEPT / (file.replace("/", "-") + ".json")


def _record(file: str) -> int:
    recorder = Recorder()
    code = pytest.main([*options(), file], plugins=[recorder])
    tests = [(one.name, round(one.seconds, 4), sorted(one.lines)) for one in recorder.passed()]
    touched = {str((SOURCE / name).relative_to(ROOT)) for one in recorder.records for name, _ in one.lines}
    digests = {path: _digest(ROOT / path) for path in sorted({file, *touched})}
    _place(file).write_text(json.dumps({"digests": digests, "tests": tests}))
    return int(code)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else ""
