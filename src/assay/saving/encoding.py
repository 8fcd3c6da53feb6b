"""Values as JSON that says what each of them was: arrays by their bytes, classes by their names, nothing that runs."""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping
from dataclasses import fields
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from functools import singledispatch

import numpy as np

from assay.metrics.cards import Card
from assay.metrics.find import find
from assay.results.no_slices import NoSlices
from assay.saving.states import state_of
from assay.saving.types import is_known

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

ARRAYS = "fiub"
"""Kinds of numpy's types that files hold: floats, whole numbers, yes and no."""


class UnstorableError(Exception):
    """A value that no file holds; the caller knows which result it belongs to."""


@singledispatch
def encode(value: object) -> Json:
    """Return a value as JSON; `decoding.decode` gives it back."""
    if is_known(value):
        return _encode_fields(value)
    if isinstance(value, Enum):
        return {"enum": type(value).__name__, "name": value.name}
    if isinstance(value, Mapping):
        return {"map": [[encode(key), encode(item)] for key, item in value.items()]}
    raise UnstorableError(type(value).__name__)


def _encode_fields(value: object) -> Json:
    """Encode a dataclass; an array that stands in two fields stays one."""
    seen: dict[int, str] = {}
    encoded: dict[str, Json] = {}
    changed = state_of(value)
    for own in fields(value):  # type: ignore[arg-type]
        item = changed.fields.get(own.name, getattr(value, own.name))
        if isinstance(item, np.ndarray) and id(item) in seen:
            encoded[own.name] = {"same": seen[id(item)]}
            continue
        seen[id(item)] = own.name
        encoded[own.name] = encode(item)
    views = {name: encode(view) for name, view in changed.views.items()}
    return {"is": type(value).__name__, "fields": encoded, **({"views": views} if views else {})}


@encode.register(type(None))
@encode.register(bool)
@encode.register(int)
@encode.register(str)
def _(value: bool | int | str | None) -> Json:
    return value


@encode.register
def _(value: float) -> Json:
    return float(value) if math.isfinite(value) else {"float": repr(float(value))}


@encode.register
def _(value: np.generic) -> Json:
    return encode(value.item())


@encode.register(tuple)
def _(value: tuple[object, ...]) -> Json:
    return [encode(item) for item in value]


@encode.register(list)
def _(value: list[object]) -> Json:
    return {"list": [encode(item) for item in value]}


@encode.register(set)
@encode.register(frozenset)
def _(value: frozenset[str]) -> Json:
    return {"set": [*sorted(value)]}


@encode.register
def _(value: np.ndarray) -> Json:
    if value.dtype.kind not in ARRAYS:
        return {"objects": [encode(item) for item in value.ravel().tolist()], "shape": list(value.shape)}
    plain = np.ascontiguousarray(value).reshape(value.shape).astype(value.dtype.newbyteorder("<"), copy=False)
    text = base64.b64encode(plain.tobytes()).decode("ascii")
    return {"array": text, "dtype": plain.dtype.str, "shape": list(value.shape)}


@encode.register
def _(value: Card) -> Json:
    if value.own_loss or find(value.name).name != value.name:
        raise UnstorableError(value.name)
    return {"metric": value.name}


@encode.register
def _(value: NoSlices) -> Json:
    return {"nothing": "NoSlices"}


@encode.register
def _(value: datetime) -> Json:
    return {"datetime": value.isoformat()}


@encode.register
def _(value: date) -> Json:
    return {"date": value.isoformat()}


@encode.register
def _(value: time) -> Json:
    return {"time": value.isoformat()}


@encode.register
def _(value: Decimal) -> Json:
    return {"decimal": str(value)}
