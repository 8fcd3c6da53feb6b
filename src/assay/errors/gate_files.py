"""Messages about gate files."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors.tree import FileError, InputError, nearest, quote, quote_all


def no_gate_file(path: str) -> FileError:
    """A gate file that is not there."""
    return FileError(
        f"There is no gate file {quote(path)}. Write one with assay gate --init DATA, or name another: assay gate FILE."
    )


def not_toml(path: str, problem: str) -> FileError:
    """A gate file that is no TOML."""
    return FileError(f"{quote(path)} is no TOML: {problem}. Texts stand in quotation marks; correct that place.")


def no_section(path: str) -> FileError:
    """A pyproject.toml without a gate."""
    return FileError(f"{quote(path)} has no section [tool.assay.gate]. Add one, or name a gate file: assay gate FILE.")


def unknown_key(path: str, key: str, known: Sequence[str]) -> InputError:
    """A key that no gate has."""
    return InputError(
        f"{quote(path)}: there is no key {quote(key)}.{nearest(key, known)} Known are {quote_all(known, 40)}."
    )


def missing_key(path: str, key: str, example: str) -> InputError:
    """A key that every gate has."""
    return InputError(f"{quote(path)} does not say {key}. Add a line such as {example}")


def bad_type(path: str, key: str, value: object, expected: str) -> InputError:
    """A value of the wrong type."""
    return InputError(f"{quote(path)}: {key} = {quote(value)} cannot be used. {expected} was expected. Change it.")


def already_there(path: str) -> FileError:
    """A file that --init would overwrite."""
    return FileError(f"{quote(path)} exists already, and is not overwritten. Move it away, or name another file.")


def no_truth_found(path: str, columns: Sequence[str]) -> InputError:
    """Data without a column that looks like the truth."""
    return InputError(
        f"No column of {quote(path)} looks like the truth with a prediction beside it. It has {quote_all(columns, 9)}. "
        "Write gate.toml by hand: data, truth, prediction or score, and require."
    )
