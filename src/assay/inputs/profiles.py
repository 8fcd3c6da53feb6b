"""What one look at a column tells, wherever its rows are, and the one rule that tells a regression from classes."""

from __future__ import annotations

from dataclasses import dataclass

MOST_INTEGER_CLASSES = 100
"""More distinct whole numbers than this are amounts, whether they are stored as integers or as floats."""

LARGEST_LABEL = 2**53
"""Beyond this, whole floats are no longer counted one by one."""


@dataclass(frozen=True)
class ColumnProfile:
    """The kind of a column ("string", "boolean", "integer" or "number"), and how many different values it holds.

    Whole floats are of kind "integer". `example` is a number that cannot be a label: a fraction, an infinity, or one
    too large to be told from its neighbours.
    """

    name: str
    kind: str
    distinct: int
    example: float | None = None


def regression_reason(profile: ColumnProfile, columns: int = 1) -> str | None:
    """Say why a truth is to be judged as a regression, None if it holds labels.

    >>> regression_reason(ColumnProfile("price", "integer", 1514))
    '`price` holds 1,514 different whole numbers'
    >>> regression_reason(ColumnProfile("churned", "integer", 2))
    """
    where = f" in {columns} columns" if columns > 1 else ""
    if profile.example is not None:
        return f"`{profile.name}` holds numbers such as {profile.example:.6g}{where}"
    if profile.kind == "integer" and profile.distinct > MOST_INTEGER_CLASSES:
        return f"`{profile.name}` holds {profile.distinct:,} different whole numbers{where}"
    return None
