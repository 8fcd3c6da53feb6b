"""Chooses the tests that can notice a mutant: those that run through its lines, the nearest and fastest first."""

from __future__ import annotations

from collections.abc import Iterable

from mutants.mutant import Mutant
from mutants.touched_lines import TestRecord


class Selection:
    """Tests by the lines that they touch."""

    def __init__(self, records: Iterable[TestRecord]) -> None:
        self.by_line: dict[tuple[str, int], list[TestRecord]] = {}
        for record in records:
            for line in record.lines:
                self.by_line.setdefault(line, []).append(record)

    def tests_for(self, mutant: Mutant, patience: float) -> list[TestRecord]:
        """Return tests that touch a mutant, the nearest first, until they take longer than `patience` together."""
        touching = {one.name: one for line in mutant.lines for one in self.by_line.get(line, ())}
        chosen, spent = [], 0.0
        for record in sorted(touching.values(), key=lambda one: (distance(one, mutant), one.seconds)):
            chosen.append(record)
            spent += record.seconds
            if spent > patience:
                break
        return chosen


def distance(record: TestRecord, mutant: Mutant) -> int:
    """Return 0 for a test that names the mutant's function, 1 for one of its folder's tests or examples, else 2."""
    name = mutant.function.split(".")[-1].strip("_")
    if name and name in record.name.split("::")[-1]:
        return 0
    return 1 if record.name.startswith((f"tests/{mutant.folder}/", f"src/assay/{mutant.file}")) else 2
