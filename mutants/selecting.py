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
        """Return tests that touch a mutant, its own folder's first, until they take longer than `patience` together."""
        touching = {one.name: one for line in mutant.lines for one in self.by_line.get(line, ())}
        chosen, spent = [], 0.0
        for record in sorted(touching.values(), key=lambda one: (not near(one, mutant), one.seconds)):
            chosen.append(record)
            spent += record.seconds
            if spent > patience:
                break
        return chosen


def near(record: TestRecord, mutant: Mutant) -> bool:
    """Say whether a test stands in the folder of tests that has the mutant's folder's name, or in its docstrings."""
    return record.name.startswith((f"tests/{mutant.folder}/", f"src/assay/{mutant.file}"))
