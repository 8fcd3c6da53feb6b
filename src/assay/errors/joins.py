"""Messages about frames and files that are joined by a key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path

from assay.errors.tree import InputError, quote, quote_all


def nothing_to_join(data: object) -> InputError:
    """A key, but one table only."""
    return InputError(
        f"on= joins several tables, and {_one_table(data)} was given. Pass data=(truth, predictions), "
        "data={'a': ..., 'b': ...}, or leave on= out."
    )


def _one_table(data: object) -> str:
    """Say what the only table is."""
    if data is None:
        return "none"
    return f"only {Path(data).name}" if isinstance(data, str | PathLike) else f"only one ({type(data).__name__})"


def bad_key(on: object) -> InputError:
    """A key that names no column."""
    return InputError(f"on={quote(on)} should name the column by which the tables are joined, or a list of columns.")


def no_key(key: str, side: str, columns: Sequence[str]) -> InputError:
    """A side without the key."""
    return InputError(f"{side} has no column {key!r} to join by. It has {quote_all(columns, 8)}.")


def key_types(key: str, first: str, kind: str, second: str, other: str) -> InputError:
    """Keys of different types."""
    return InputError(
        f"`{key}` holds {kind} in {first} and {other} in {second}, so that no key would match. Convert one of them."
    )


def sides_apart(places: Mapping[str, str]) -> InputError:
    """Tables of which not all are held by one engine."""
    told = ", ".join(f"{side} {place if place == 'here' else f'on {place}'}" for side, place in places.items())
    return InputError(
        f"on= joins tables where they are, and these are in different places: {told}. Bring all of them to one place "
        "first: register or upload the others there, or collect each of them here."
    )


def sides_unconnected(sides: str, problem: object) -> InputError:
    """Tables of one engine that cannot be joined with each other."""
    told = str(problem).strip().split("\n")[0].rstrip(".!")
    return InputError(
        f"The engine cannot join {sides} where they are ({told}). Open them through one connection or session."
    )


def doubled_keys(key: str, side: str, count: int, examples: Sequence[object]) -> InputError:
    """Keys that stand more than once on one side."""
    what = "1 key stands" if count == 1 else f"{count:,} keys stand"
    return InputError(
        f"{what} more than once in {side} (`{key}`: {quote_all(examples, 3)}), so it is not clear which row is meant. "
        "Keep one row per key."
    )


def missing_keys(key: str, side: str, count: int) -> InputError:
    """Rows without a key."""
    return InputError(
        f"{count:,} {'row' if count == 1 else 'rows'} of {side} hold no `{key}`, so nothing can be joined to them. "
        "Fill it in, or pass missing='drop' to leave them out."
    )


def unmatched_keys(key: str, unmatched: Sequence[tuple[str, str, int, Sequence[object]]]) -> InputError:
    """Keys that are missing on one side."""
    told = "; ".join(
        f"{count:,} {'key' if count == 1 else 'keys'} of {here} not in {there} ({quote_all(examples, 3)})"
        for here, there, count, examples in unmatched
    )
    return InputError(
        f"The tables do not hold the same cases by `{key}`: {told}. Pass missing='drop' to judge those that all hold."
    )


def column_in_several(name: str, sides: Sequence[str]) -> InputError:
    """A column that more than one side has."""
    return InputError(
        f"{' and '.join(sides)} both have a column {name!r}, so it is not clear which one is meant. Rename it in one "
        "of them."
    )


def column_nowhere(name: str, sides: Sequence[str], columns: Sequence[str]) -> InputError:
    """A column that no side has."""
    return InputError(f"None of {' and '.join(sides)} has a column {name!r}. They have {quote_all(columns, 8)}.")


def truths_differ(name: str, key: str, example: object, first: str, second: str) -> InputError:
    """A shared column that differs between the sides."""
    return InputError(
        f"`{name}` differs between {first} and {second}, first at {key} = {quote(example)}. The models must be judged "
        "by the same truth: keep the column in one of them."
    )


def no_match(key: str) -> InputError:
    """No key in common."""
    return InputError(
        f"No key of `{key}` stands in all tables, so there is nothing to judge. Look at the first few of each."
    )


def values_with_keys(name: str) -> InputError:
    """Values instead of a column's name beside a key."""
    return InputError(f"With on=, {name} must name a column of data=, as rows are paired by key and not by position.")
