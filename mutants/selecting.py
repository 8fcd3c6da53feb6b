"""Chooses the tests that can notice a mutant: those that run through its lines, the nearest and fastest first."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate, groupby

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
        """Return tests that touch a mutant, the nearest first; of each distance as many as `patience` allows."""
        touching = {one.name: one for line in mutant.lines for one in self.by_line.get(line, ())}
        ordered = sorted(touching.values(), key=lambda one: (distance(one, mutant), one.seconds))
        groups = (list(group) for _, group in groupby(ordered, key=lambda one: distance(one, mutant)))
        return [one for group in groups for one in _in_time(group, patience)]


def _in_time(records: list[TestRecord], patience: float) -> list[TestRecord]:
    """Return the first tests that take so long together, one at least."""
    spent = accumulate((one.seconds for one in records), initial=0.0)
    return [one for one, before in zip(records, spent, strict=False) if before <= patience]


def distance(record: TestRecord, mutant: Mutant) -> int:
    """Return 0 for a test that names the mutant's function, 1 for one of its folder's tests or examples, else 2."""
    name = mutant.function.split(".")[-1].strip("_")
    if name and name in record.name.split("::")[-1]:
        return 0
    return 1 if record.name.startswith((f"tests/{mutant.folder}/", f"src/assay/{mutant.file}")) else 2
