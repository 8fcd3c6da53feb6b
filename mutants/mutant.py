"""One small change of one source file, and the source with that change made."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "assay"
FOLDERS = ("stats", "metrics", "intervals", "comparisons")
"""The folders whose numbers are mutated."""

Lines = frozenset[tuple[str, int]]
"""Lines of source files: (file, number)."""


@dataclass(frozen=True)
class Span:
    """A piece of source: lines count from 1, columns are bytes from 0, as `ast` gives them."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True)
class Mutant:
    """A piece of a file that is replaced; a test must touch one of `lines` to notice it."""

    file: str
    function: str
    span: Span
    replacement: str
    lines: Lines

    @property
    def folder(self) -> str:
        """The folder of `src/assay` that the file is in."""
        return self.file.split("/")[0]

    @property
    def module(self) -> str:
        """The name under which the file is imported."""
        return ".".join(("assay", *Path(self.file).with_suffix("").parts)).removesuffix(".__init__")

    @property
    def before(self) -> str:
        """The lines that change, as they are."""
        return " ".join(b"".join(self._lines()).decode().split())

    @property
    def after(self) -> str:
        """The lines that change, as the mutant has them."""
        lines, span = self._lines(), self.span
        kept = lines[0][: span.column], lines[-1][span.end_column :]
        return " ".join(self.replacement.encode().join(kept).decode().split())

    @property
    def identity(self) -> tuple[str, str, str, str]:
        """What names this mutant although other lines move."""
        return self.file, self.function, self.before, self.after

    def rank(self, seed: int) -> str:
        """Return the place in the order of sampling, which no change of other lines moves."""
        return hashlib.sha256("\0".join((str(seed), *self.identity)).encode()).hexdigest()

    def source(self) -> bytes:
        """Return the file with the change made."""
        lines, span = source_lines(self.file), self.span
        start = sum(map(len, lines[: span.line - 1])) + span.column
        end = sum(map(len, lines[: span.end_line - 1])) + span.end_column
        text = b"".join(lines)
        return text[:start] + self.replacement.encode() + text[end:]

    def _lines(self) -> tuple[bytes, ...]:
        return source_lines(self.file)[self.span.line - 1 : self.span.end_line]


@cache
def source_lines(file: str) -> tuple[bytes, ...]:
    """Return the lines of a source file, each with its line break."""
    return tuple((SOURCE / file).read_bytes().splitlines(keepends=True))


def source_files() -> list[str]:
    """Return every file of the folders that are mutated, relative to `src/assay`."""
    return sorted(str(path.relative_to(SOURCE)) for folder in FOLDERS for path in (SOURCE / folder).rglob("*.py"))
