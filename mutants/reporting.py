"""Says what became of the mutants, and whether that is good enough."""

from __future__ import annotations

from collections.abc import Mapping

from mutants.accepted import Identity
from mutants.judging import ENDLESS, KILLED, SURVIVED, UNTOUCHED, Verdict
from mutants.mutant import FOLDERS, Mutant

ENOUGH = 0.9
"""The share of mutants that must die: below it, tests let changes pass that matter."""


def describe(mutant: Mutant) -> str:
    """Write a mutant as file:line with its line before and after."""
    return f"{mutant.file}:{mutant.span.line}  {mutant.before}\n      -> {mutant.after}"


def unlisted(verdicts: list[Verdict], accepted: Mapping[Identity, str]) -> list[Verdict]:
    """Return the survivors that nobody accepted."""
    return [one for one in verdicts if not one.died and one.mutant.identity not in accepted]


def share(verdicts: list[Verdict]) -> float:
    """Return the share that died."""
    return sum(one.died for one in verdicts) / len(verdicts) if verdicts else 1.0


def table(verdicts: list[Verdict]) -> str:
    """Write what became of the mutants of each folder, and of all."""
    fates = (KILLED, ENDLESS, SURVIVED, UNTOUCHED)
    lines = [f"{'folder':<14}{'mutants':>8}" + "".join(f"{name:>20}" for name in fates) + f"{'died':>9}"]
    for folder in (*FOLDERS, "all"):
        own = [one for one in verdicts if folder in (one.mutant.folder, "all")]
        if own:
            counts = "".join(f"{sum(one.fate == name for one in own):>20}" for name in fates)
            lines.append(f"{folder:<14}{len(own):>8}{counts}{100 * share(own):>8.1f}%")
    return "\n".join(lines)


def summary(verdicts: list[Verdict], accepted: Mapping[Identity, str], stale: list[Identity]) -> str:
    """Write the survivors that nobody accepted, the listed ones with their reasons, and the table."""
    parts = [f"{one.fate}: {describe(one.mutant)}" for one in unlisted(verdicts, accepted)]
    for one in verdicts:
        if not one.died and one.mutant.identity in accepted:
            parts.append(f"accepted: {describe(one.mutant)}\n      {accepted[one.mutant.identity]}")
    parts += [f"listed, but no longer in the source: {file} {before}" for file, _, before, _ in stale]
    parts += [
        f"listed as a survivor, but it dies: {describe(one.mutant)}"
        for one in verdicts
        if one.died and one.mutant.identity in accepted
    ]
    return "\n".join([*parts, "", table(verdicts)])
