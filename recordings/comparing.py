"""Two recordings side by side: which calls say the same, which differ by rounding, which say something else."""

from __future__ import annotations

import math
import re
from collections import Counter
from difflib import unified_diff
from pathlib import Path

MOST_LINES = 12
"""Lines of a difference that are shown per file; the files themselves have the rest."""
NUMBER = re.compile(r"[-+−]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")


def compare_recordings(old: Path, new: Path, wanted: str) -> int:
    """Print how every call fared, then counts; return 1 where something differs or is missing."""
    names = sorted({path.name for place in (old, new) for path in place.iterdir() if path.is_dir()})
    counts = Counter({"equal": 0, "rounding": 0, "different": 0, "missing": 0})
    for name in (name for name in names if wanted in name):
        state, lines = _compared(old / name, new / name)
        counts[state] += 1
        print(f"{state:<10} {name}")
        for line in lines:
            print(f"    {line}")
    print(", ".join(f"{count} {state}" for state, count in counts.items()))
    return int(counts["different"] + counts["missing"] > 0)


def _compared(old: Path, new: Path) -> tuple[str, list[str]]:
    """Compare one call: its state, and the lines that show what differs."""
    for place, side in ((old, "old"), (new, "new")):
        if not place.is_dir():
            return "missing", [f"not in the {side} recording"]
    state, lines = "equal", []
    for name in sorted({path.name for place in (old, new) for path in place.iterdir()}):
        before, after = (_read(place / name) for place in (old, new))
        if before == after:
            continue
        if near(before, after):
            state = "rounding" if state == "equal" else state
            continue
        state = "different"
        lines += _difference(name, before, after)
    return state, lines


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _difference(name: str, before: str, after: str) -> list[str]:
    """Return the first lines of a unified difference, without the lines that differ by rounding alone."""
    old, new = before.splitlines(), after.splitlines()
    if len(old) == len(new):
        old = [after if near(before, after) else before for before, after in zip(old, new, strict=True)]
    lines = [line.rstrip()[:200] for line in unified_diff(old, new, f"old/{name}", f"new/{name}", n=0, lineterm="")]
    left = len(lines) - MOST_LINES
    return lines if left <= 1 else [*lines[:MOST_LINES], f"... {left} more lines"]


def near(first: str, second: str) -> bool:
    """Say whether two texts differ by no more than the rounding of their numbers."""
    if NUMBER.sub("#", first) != NUMBER.sub("#", second):
        return False
    numbers, others = ([float(text.replace("−", "-")) for text in NUMBER.findall(whole)] for whole in (first, second))
    return all(
        math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12) for one, other in zip(numbers, others, strict=True)
    )
