"""List the licence of everything that assay brings with it, from what is installed: python -m supply.licences."""

from __future__ import annotations

import re
import sys
from importlib import metadata

from supply.requirements import installed

OPEN = (
    "MIT",
    "BSD",
    "Apache",
    "ISC",
    "PSF",
    "Python Software Foundation",
    "MPL",
    "Mozilla",
    "Unlicense",
    "Zlib",
    "CC0",
)
"""Licences that let assay be used in anything; one that is none of them is read before it is taken in."""

NAME = re.compile("|".join(re.escape(word) for word in OPEN), re.IGNORECASE)
LONGEST = 60
"""Some packages give the whole text of their licence as its name."""


def licence_of(package: metadata.Distribution) -> str:
    """Return the licence of a package in its own words: an SPDX expression, else a classifier, else its first line."""
    told = package.metadata
    classifiers = [text.rpartition(" :: ")[2] for text in told.get_all("Classifier", []) if text.startswith("License")]
    words = told.get("License-Expression") or " / ".join(classifiers) or (told.get("License") or "").partition("\n")[0]
    return words if len(words) <= LONGEST else words[:LONGEST] + "…"


def main() -> int:
    """Print a table of packages and licences; fail where one is not known to be open."""
    closed = []
    for package in installed():
        licence = licence_of(package)
        print(f"{package.name:28} {package.version:14} {licence or 'says nothing'}")
        if not NAME.search(licence):
            closed.append(package.name)
    if closed:
        print(f"Read the licences of {', '.join(closed)} before you ship them.")
    return 1 if closed else 0


if __name__ == "__main__":
    sys.exit(main())
