"""Print the oldest release of every dependency that pyproject.toml allows, as constraints for pip.

python -m supply.oldest > constraints.txt; pip install -c constraints.txt .
"""

from __future__ import annotations

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from packaging.requirements import Requirement
from packaging.version import InvalidVersion, Version

from supply.requirements import asked

EXTRAS = ("text", "vision", "duckdb", "dask")
"""What users install beside the core. Spark (400 MB) and torch (900 MB) are left out: their jobs are their own."""


def releases(name: str) -> list[Version]:
    """Return every release of a package that pip can install here."""
    listing = [sys.executable, "-m", "pip", "index", "versions", name]
    printed = subprocess.run(listing, capture_output=True, text=True, check=True).stdout
    line = re.search(r"Available versions: (.*)", printed)
    return [version for text in (line[1].split(", ") if line else ()) if (version := version_of(text)) is not None]


def version_of(text: str) -> Version | None:
    """Return a version, None for names that old packages gave their files."""
    try:
        return Version(text)
    except InvalidVersion:
        return None


def oldest(requirement: Requirement) -> str:
    """Return the oldest release that a requirement allows, as a constraint."""
    allowed = [version for version in releases(requirement.name) if version in requirement.specifier]
    if not allowed:
        raise SystemExit(f"no release of {requirement} can be had here")
    return f"{requirement.name}=={min(allowed)}"


def main() -> None:
    """Print one constraint per dependency."""
    requirements = {each.name: each for each in asked(*EXTRAS)}
    with ThreadPoolExecutor() as pool:
        for line in pool.map(oldest, (requirements[name] for name in sorted(requirements))):
            print(line)


if __name__ == "__main__":
    main()
