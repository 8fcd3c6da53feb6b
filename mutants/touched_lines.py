"""Which test touches which lines of the source, and how long it takes: one record per test file, kept on disk."""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import CodeType, FrameType

import pytest

from mutants.children import in_child
from mutants.mutant import FOLDERS, ROOT, SOURCE, Lines
from mutants.suite import options

KEPT = ROOT / ".mutants"
UNREAD = ("pages", "cli", "reports", "errors", "inputs", "schemes")
"""Folders of tests that read words and files: what they say of numbers, others say too, and sooner."""


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
        return self._line if _file_of(frame.f_code) else None

    def _line(self, frame: FrameType, event: str, argument: object) -> object:
        self.lines.add((_file_of(frame.f_code), frame.f_lineno))
        return self._line


@cache
def _file_of(code: CodeType) -> str:
    """Return the mutated file that holds a function, or nothing."""
    path = code.co_filename
    if code.co_name == "<module>" or not path.startswith(str(SOURCE)):
        return ""
    file = str(Path(path).relative_to(SOURCE))
    return file if file.split("/")[0] in FOLDERS else ""


def test_files() -> list[str]:
    """Return the test files that may notice a changed number, and the sources with examples in their docstrings."""
    tests = [path for path in sorted((ROOT / "tests").rglob("test_*.py")) if path.parent.name not in UNREAD]
    sources = [path for folder in FOLDERS for path in sorted((SOURCE / folder).rglob("*.py")) if _has_example(path)]
    return [str(path.relative_to(ROOT)) for path in (*tests, *sources)]


def _has_example(path: Path) -> bool:
    return ">>> " in path.read_text()


test_files.__test__ = False


def read_records(seconds: float) -> list[TestRecord]:
    """Return the records of every test file, making those that are missing or older than the code."""
    KEPT.mkdir(exist_ok=True)
    source = _digest(sorted(SOURCE.rglob("*.py")))
    return [record for file in test_files() for record in _records_of(file, source, seconds)]


def _records_of(file: str, source: str, seconds: float) -> list[TestRecord]:
    place = KEPT / (file.replace("/", "-") + ".json")
    digest = _digest([ROOT / file]) + source
    if not place.exists() or json.loads(place.read_text())["digest"] != digest:
        print(f"following {file}", flush=True)
        place.unlink(missing_ok=True)
        if in_child(lambda: _record(file, digest, place), seconds).code != 0:
            print(f"  not all of its tests pass within {seconds:.0f} s: those that do not are left out", flush=True)
    kept = json.loads(place.read_text()) if place.exists() else {"tests": []}
    return [TestRecord(name, spent, frozenset(map(tuple, lines))) for name, spent, lines in kept["tests"]]


def _record(file: str, digest: str, place: Path) -> int:
    recorder = Recorder()
    code = pytest.main([*options(), file], plugins=[recorder])
    tests = [(one.name, round(one.seconds, 4), sorted(one.lines)) for one in recorder.passed()]
    place.write_text(json.dumps({"digest": digest, "tests": tests}))
    return int(code)


def _digest(paths: list[Path]) -> str:
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in paths)).hexdigest()
