"""Build the wheel and the sdist: python -m supply.build dist. The same files give the same bytes at any time."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from supply.requirements import HOME

EPOCH = "1767225600"
"""The time that files in the archives carry, 2026-01-01 (https://reproducible-builds.org/specs/source-date-epoch/)."""


def build(target: Path) -> tuple[Path, Path]:
    """Write the wheel and the sdist into a folder; return both."""
    from hatchling import build as backend

    os.environ.setdefault("SOURCE_DATE_EPOCH", EPOCH)
    target = target.resolve()
    target.mkdir(parents=True, exist_ok=True)
    before = Path.cwd()
    os.chdir(HOME)
    try:
        return target / backend.build_wheel(str(target)), target / backend.build_sdist(str(target))
    finally:
        os.chdir(before)


if __name__ == "__main__":
    for made in build(Path(sys.argv[1] if len(sys.argv) > 1 else "dist")):
        print(made)
