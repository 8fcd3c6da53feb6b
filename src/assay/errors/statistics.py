"""Messages about the functions of assay.stats."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors.tree import InputError, nearest, quote


def unknown_function(name: object, known: Sequence[str]) -> InputError:
    """No function of that name."""
    return InputError(
        f"There is no function {quote(name)} in assay.stats.{nearest(name, known)} `assay stats` lists them all."
    )
