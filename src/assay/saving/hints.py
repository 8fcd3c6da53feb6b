"""Whether a value is of the type that a field declares."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Union, get_args, get_origin

import numpy as np


def fits(value: object, hint: Any) -> bool:
    """Say whether a value may stand where a field is declared so.

    >>> fits((1, 2), tuple[int, ...]), fits(True, int), fits({"a": 1.5}, Mapping[str, float]), fits("a", int | None)
    (True, False, True, False)
    """
    origin, inner = get_origin(hint), get_args(hint)
    if hint in (Any, object):
        return True
    if origin in (Union, types.UnionType):
        return any(fits(value, own) for own in inner)
    if hint is None or hint is type(None):
        return value is None
    if origin is None:
        return _plain(value, hint)
    return _generic(value, origin, inner)


def _plain(value: object, kind: Any) -> bool:
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if not isinstance(kind, type):
        return False
    return isinstance(value, kind)


def _generic(value: object, origin: Any, inner: tuple[Any, ...]) -> bool:
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        if len(inner) == 2 and inner[1] is Ellipsis:
            return all(fits(item, inner[0]) for item in value)
        return len(value) == len(inner) and all(fits(*pair) for pair in zip(value, inner, strict=True))
    if origin is np.ndarray:
        return isinstance(value, np.ndarray) and _numbers(value, inner)
    if origin is Callable:
        return value is None
    if not isinstance(value, origin):
        return False
    if isinstance(value, Mapping):
        return all(fits(key, inner[0]) and fits(item, inner[1]) for key, item in value.items())
    if isinstance(value, Sequence | set | frozenset) and inner:
        return all(fits(item, inner[0]) for item in value)
    return True


def _numbers(value: np.ndarray, inner: tuple[Any, ...]) -> bool:
    """Say whether an array holds what it declares: floats where floats are declared, whatever numbers otherwise."""
    declared = get_args(inner[1])[0] if len(inner) > 1 and get_args(inner[1]) else np.generic
    if not isinstance(declared, type):
        return value.dtype.kind != "O"
    return issubclass(value.dtype.type, declared)
