"""The exception classes, and how a user's value is quoted inside a message."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Sequence

from assay.errors.visible import visible

LONGEST_QUOTE = 60
"""Letters of a value in a message: what one glance takes in."""

MOST_ALIKE = 3
"""How many groups of look-alikes are worth naming."""


class AssayError(Exception):
    """Anything assay refuses to do; the message says what to do instead."""

    def __str__(self) -> str:
        """Return the message itself (KeyError would print its repr), with names of files and the like made visible."""
        return visible(str(self.args[0])) if self.args else ""


class InputError(AssayError, ValueError):
    """What was handed over cannot be used as it is."""


class ArgumentError(InputError, TypeError):
    """A function was called with arguments that it does not have, or without one that it needs."""


class RequirementError(InputError):
    """A requirement that cannot be read; the message has lines of its own, of which one points at the place."""

    def __str__(self) -> str:
        """Return the message line by line, the blanks before the mark kept."""
        lines = str(self.args[0]).split("\n") if self.args else []
        return "\n".join(line[: len(line) - len(line.lstrip(" "))] + visible(line.lstrip(" ")) for line in lines)


class FileError(InputError, OSError):
    """A file cannot be read or written."""


class MetricError(AssayError, KeyError):
    """The metric is not known, or does not fit this result."""


class MissingPackageError(AssayError, ImportError):
    """An optional package is needed and not installed."""


def quote(value: object) -> str:
    """Show a user's value in a message: readable, on one line, never longer than a glance.

    >>> quote("yes"), quote(3)
    ("'yes'", '3')
    """
    text = visible(" ".join(_written(value).split()))
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"


def _written(value: object) -> str:
    """Return a value as Python writes it; what cannot write itself is called by its type."""
    try:
        if type(value).__module__ == "numpy" and getattr(value, "size", 0) == 1 and hasattr(value, "item"):
            value = value.item()
        return ascii(value) if isinstance(value, str) and not value.isprintable() else repr(value)
    except Exception:  # whatever somebody's own repr does
        return f"<{type(value).__name__}>"


def quote_all(values: Iterable[object], most: int = 6) -> str:
    """Quote the first few of many values: examples by default, up to 20 where they are the choices there are.

    >>> quote_all("abc", most=2)
    "'a', 'b' and 1 more"
    """
    listed = list(values)
    shown = ", ".join(quote(value) for value in listed[:most])
    return shown if len(listed) <= most else f"{shown} and {len(listed) - most:,} more"


def quote_list(values: Iterable[object], most: int = 8) -> str:
    """Write values as a Python list that can be pasted, or as [...] where they are too many.

    >>> quote_list(["no", "yes"]), quote_list(range(100))
    ("['no', 'yes']", '[...]')
    """
    listed = [quote(value) for value in values]
    return f"[{', '.join(listed)}]" if len(listed) <= most else "[...]"


def first_at(rows: Sequence[int]) -> str:
    """Name the first rows that a message is about, in brackets; nothing where rows have no order.

    >>> first_at([4, 1200]), first_at([])
    (' (first at row 4, 1,200, counting from 0)', '')
    """
    return f" (first at row {', '.join(f'{row:,}' for row in rows)}, counting from 0)" if rows else ""


def nearest(wanted: object, known: Iterable[str]) -> str:
    """Return a "Did you mean ...?" for a misspelt name, or an empty string.

    >>> nearest("recal", ["recall", "precision"])
    " Did you mean 'recall'?"
    """
    match = nearest_name(wanted, known)
    return "" if match is None else f" Did you mean {quote(match)}?"


def nearest_name(wanted: object, known: Iterable[str]) -> str | None:
    """Return the known name that a misspelt one most likely stands for, None where nothing comes near."""
    folded = {str(name).casefold(): str(name) for name in known}
    # 0.6 is difflib's own cutoff.
    matches = difflib.get_close_matches(_plain_text(wanted).casefold(), folded, n=1, cutoff=0.6)
    return folded[matches[0]] if matches else None


def _plain_text(value: object) -> str:
    """Return the text of a value as far as a name could go; what cannot write itself is like nothing."""
    try:
        return str(value)[:LONGEST_QUOTE]
    except Exception:  # whatever somebody's own text does
        return ""


def look_alikes(labels: Sequence[object]) -> list[list[str]]:
    """Return groups of labels that differ only in case, blanks or how their letters are coded.

    >>> look_alikes(["Yes", "no", "yes ", "YES"])
    [['Yes', 'yes ', 'YES']]
    """
    groups: dict[str, list[str]] = {}
    for label in labels:
        if isinstance(label, str):
            key = " ".join(unicodedata.normalize("NFKC", label).casefold().split())
            groups.setdefault(key, []).append(label)
    return [group for group in groups.values() if len(group) > 1][:MOST_ALIKE]


def argument(part: str) -> str:
    """Return the argument in which a part of the cases was handed over.

    >>> argument("by 2"), argument("crossed"), argument("truth")
    ('by', 'group', 'truth')
    """
    if part == "crossed":
        return "group"
    return "by" if part.startswith("by ") and part[3:].isdigit() else part


def alike_text(group: Sequence[str]) -> str:
    """Say that some labels look alike."""
    return f"{quote_all(group)} look alike, but were read as {len(group)} classes."
