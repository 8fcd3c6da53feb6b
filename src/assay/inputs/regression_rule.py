"""The one rule that tells a regression from classes, read wherever the rows are."""

from __future__ import annotations

from assay.inputs.profiles import MOST_DISTINCT, MOST_INTEGER_CLASSES, ColumnProfile


def regression_reason(profile: ColumnProfile) -> str | None:
    """Say why a truth is to be judged as a regression, None if it holds labels.

    >>> regression_reason(ColumnProfile("price", "integer", 1514))
    '`price` holds 1,514 different whole numbers'
    >>> regression_reason(ColumnProfile("churned", "integer", 2))
    """
    where = f" in {profile.width} columns" if profile.width > 1 else ""
    if profile.example is not None:
        return f"`{profile.name}` holds numbers such as {profile.example:.6g}{where}"
    if profile.kind == "integer" and profile.distinct > MOST_INTEGER_CLASSES:
        many = f"more than {MOST_DISTINCT:,}" if profile.distinct > MOST_DISTINCT else f"{profile.distinct:,}"
        return f"`{profile.name}` holds {many} different whole numbers{where}"
    return None
