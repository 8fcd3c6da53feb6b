"""JSON and TOML that somebody else wrote: read, or refused with a ValueError, however deep its brackets go."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")

DEEP = "its brackets are nested too deeply"


def json_of(
    text: str,
    constant: Callable[[str], object] | None = None,
    pairs: Callable[[list[tuple[str, Any]]], object] | None = None,
) -> Any:
    """Return what a JSON document holds; a json.JSONDecodeError or another ValueError says why it is none.

    `constant` is told of NaN and infinities, `pairs` makes an object of its keys and values.

    >>> json_of('{"a": [1, 2]}')
    {'a': [1, 2]}
    """
    return _shallow(lambda: json.loads(text, parse_constant=constant, object_pairs_hook=pairs))


def toml_of(text: str) -> dict[str, Any]:
    """Return what a TOML document holds; a ValueError says why it is none.

    >>> toml_of("a = [1, 2]")
    {'a': [1, 2]}
    """
    return _shallow(lambda: tomllib.loads(text))


def _shallow(read: Callable[[], T]) -> T:
    try:
        return read()
    except RecursionError as problem:
        raise ValueError(DEEP) from problem
