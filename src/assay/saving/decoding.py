"""JSON back to values: only classes that files may name, only their fields, each of the type that it must be."""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from datetime import date, datetime, time
from decimal import Decimal
from functools import cache, cached_property
from typing import Any, Never, cast, get_type_hints

import numpy as np

import assay.saving.sound_results  # noqa: F401 - the checks of results register themselves
from assay.metrics.find import find
from assay.results.no_slices import NoSlices
from assay.saving.encoding import ARRAYS, Json
from assay.saving.hints import fits
from assay.saving.sound import check
from assay.saving.states import VIEWS, WITHOUT_SAMPLE
from assay.saving.types import enum_named, known_types, type_named

DEEPEST = 40
"""Results nest some fifteen levels deep; anything deeper was made to exhaust the reader."""

LONGEST_NAME = 300
"""Letters of a metric with its parameters; longer ones were made to exhaust the parser."""

LARGEST_ITEM = 8
"""Bytes of one entry of an array."""


class UnsoundError(Exception):
    """Something in a file that no result has; the text says what."""


def decode(value: Json, depth: int = 0) -> Any:
    """Return the value that `encoding.encode` turned into this."""
    if depth > DEEPEST:
        raise UnsoundError("it is nested too deeply")
    if isinstance(value, list):
        return tuple(decode(item, depth + 1) for item in value)
    if not isinstance(value, dict):
        return value
    for tag, read in _TAGS.items():
        if tag in value:
            return read(value, depth + 1)
    raise UnsoundError(f"it holds an object of unknown form ({', '.join(list(value)[:3])})")


def _listed(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise UnsoundError("a list was expected")
    return value


def _text(value: Json, most: int = 100) -> str:
    if not isinstance(value, str) or len(value) > most:
        raise UnsoundError("a short text was expected")
    return value


def _map(value: dict[str, Json], depth: int) -> dict[Any, Any]:
    pairs = [_listed(pair) for pair in _listed(value["map"])]
    if any(len(pair) != 2 for pair in pairs):
        raise UnsoundError("a pair was expected")
    made = {decode(key, depth): decode(item, depth) for key, item in pairs}
    if len(made) < len(pairs):
        raise UnsoundError("a key stands twice")
    return made


def _shape(value: dict[str, Json]) -> tuple[int, ...]:
    shape = tuple(_listed(value["shape"]))
    if not all(isinstance(size, int) and not isinstance(size, bool) and size >= 0 for size in shape):
        raise UnsoundError("an array has an impossible shape")
    return cast(tuple[int, ...], shape)


def _array(value: dict[str, Json], depth: int) -> np.ndarray:
    kind = np.dtype(_text(value["dtype"]))
    if kind.kind not in ARRAYS or kind.itemsize > LARGEST_ITEM or kind.byteorder == ">":
        raise UnsoundError("an array holds no numbers")
    text = value["array"]
    if not isinstance(text, str):
        raise UnsoundError("an array has no content")
    shape, content = _shape(value), base64.b64decode(text, validate=True)
    if math.prod(shape) * kind.itemsize != len(content):
        raise UnsoundError("an array has another size than its shape says")
    return np.frombuffer(content, kind).reshape(shape).astype(kind.newbyteorder("="))


def _objects(value: dict[str, Json], depth: int) -> np.ndarray:
    items = [decode(item, depth) for item in _listed(value["objects"])]
    shape = _shape(value)
    if math.prod(shape) != len(items):
        raise UnsoundError("an array has another size than its shape says")
    flat = np.empty(len(items), dtype=object)
    flat[:] = items
    return flat.reshape(shape)


def _enum(value: dict[str, Json], depth: int) -> object:
    kind = enum_named(value["enum"])
    if kind is None:
        raise UnsoundError("it names a choice that does not exist")
    return kind[_text(value["name"])]


def _float(value: dict[str, Json], depth: int) -> float:
    if value["float"] not in ("nan", "inf", "-inf"):
        raise UnsoundError("a number is no number")
    return float(value["float"])


def _dataclass(value: dict[str, Json], depth: int) -> object:
    """Make an object by its fields, without running anything but its own checks."""
    kind, given = type_named(value["is"]), value.get("fields")
    if kind is None or not isinstance(given, dict):
        raise UnsoundError(f"it names {str(value['is'])[:60]!r}, which is nothing that is saved")
    made: dict[str, Any] = {}
    for name, item in given.items():
        shared = item.get("same") if isinstance(item, dict) and len(item) == 1 else None
        made[name] = decode(item, depth) if shared is None else made[_text(shared)]
    known, needed = {own.name for own in fields(kind)}, {own.name for own in fields(kind) if _is_needed(own)}
    if needed - set(made) or set(made) - known:
        raise UnsoundError(f"{kind.__name__} has other fields than it should")
    for name, item in made.items():
        absent = item is None and name == "sample" and issubclass(kind, WITHOUT_SAMPLE)
        if not absent and not fits(item, _hints(kind)[name]):
            raise UnsoundError(f"`{name}` of {kind.__name__} is a {type(item).__name__}")
    result = kind(**made)
    _set_views(result, value.get("views", {}), depth)
    problem = check(result)
    if problem is not None:
        raise UnsoundError(f"{kind.__name__} is inconsistent: {problem}")
    return cast(object, result)


def _is_needed(own: Field[Any]) -> bool:
    """Say whether nothing stands in for a field that is missing."""
    return own.init and own.default is MISSING and own.default_factory is MISSING


def _set_views(result: object, views: Json, depth: int) -> None:
    """Give a result the views that were made when it was saved, in place of those that it would make."""
    if not isinstance(views, dict):
        raise UnsoundError("views of a result were expected")
    for name, item in views.items():
        view = decode(item, depth)
        if not isinstance(getattr(type(result), name, None), cached_property) or not fits(view, VIEWS.get(name, Never)):
            raise UnsoundError(f"there is no view `{name[:30]}` of this kind")
        result.__dict__[name] = view


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind, localns=dict(known_types()))


_TAGS: Mapping[str, Callable[[dict[str, Json], int], Any]] = {
    "is": _dataclass,
    "map": _map,
    "array": _array,
    "objects": _objects,
    "float": _float,
    "enum": _enum,
    "list": lambda value, depth: [decode(item, depth) for item in _listed(value["list"])],
    "set": lambda value, depth: frozenset(_text(item) for item in _listed(value["set"])),
    "metric": lambda value, depth: find(_text(value["metric"], LONGEST_NAME)),
    "nothing": lambda value, depth: NoSlices(),
    "datetime": lambda value, depth: datetime.fromisoformat(_text(value["datetime"])),
    "date": lambda value, depth: date.fromisoformat(_text(value["date"])),
    "time": lambda value, depth: time.fromisoformat(_text(value["time"])),
    "decimal": lambda value, depth: Decimal(_text(value["decimal"])),
}
