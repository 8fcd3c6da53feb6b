"""Survivors that are accepted, each with the reason why no test can or should notice it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

from mutants.mutant import Mutant

PLACE = Path(__file__).with_name("survivors.toml")
Identity = tuple[str, str, str, str]


def read_accepted() -> dict[Identity, str]:
    """Return the reason of every accepted survivor, by what identifies it."""
    listed = tomllib.loads(PLACE.read_text()).get("survivor", [])
    return {(one["file"], one["function"], one["before"], one["after"]): one["reason"] for one in listed}


def gone(accepted: Iterable[Identity], mutants: Iterable[Mutant]) -> list[Identity]:
    """Return the listed survivors that no mutant of the present source is."""
    present = {mutant.identity for mutant in mutants}
    return [identity for identity in accepted if identity not in present]


def entry(mutant: Mutant) -> str:
    """Write a survivor as an entry of the list, its reason left to a person."""
    names = ("file", "function", "before", "after")
    lines = [f"{name} = {_quoted(text)}" for name, text in zip(names, mutant.identity, strict=True)]
    return "\n".join(["[[survivor]]", *lines, 'reason = ""', ""])


def _quoted(text: str) -> str:
    return f"'{text}'" if "'" not in text else f"'''{text}'''"
