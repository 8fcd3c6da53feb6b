"""What pyproject.toml asks for, and what is installed for it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HOME = Path(__file__).parents[1]


def project() -> dict[str, object]:
    """Return the section [project] of pyproject.toml."""
    section: dict[str, object] = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return section


def asked(*extras: str) -> list[Requirement]:
    """Return the dependencies of assay, and those of some extras."""
    section = project()
    texts = list(section["dependencies"])  # type: ignore[call-overload]
    for extra in extras:
        texts += section["optional-dependencies"][extra]  # type: ignore[index]
    return [Requirement(text) for text in texts]


def installed() -> list[metadata.Distribution]:
    """Return what is installed because assay needs it, itself or by way of others, in the order of the names."""
    found: dict[str, metadata.Distribution] = {}
    waiting = asked()
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if name not in found and (wanted.marker is None or wanted.marker.evaluate({"extra": ""})):
            found[name] = metadata.distribution(name)
            waiting += needs(found[name])
    return [found[name] for name in sorted(found)]


def needs(package: metadata.Distribution) -> Iterator[Requirement]:
    """Yield what a package needs in any case, without its extras."""
    for text in package.requires or ():
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield requirement
