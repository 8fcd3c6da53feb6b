"""The door of the public functions: every number that comes in is a plain Python one, checked by one rule.

numpy's integers wrap around instead of growing (uint64: 3 - 5 is 1.8e19), and a masked number is a missing one. What
many functions ask for under one name (level, alternative, better, counts) is refused here in the same words.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from numbers import Real
from typing import ParamSpec, TypeVar

import numpy as np

from assay.errors import samples as errors
from assay.stats.checks import check_level, whole
from assay.stats.samples import ALTERNATIVES, check_choice

P = ParamSpec("P")
R = TypeVar("R")

NUMBERS = ("float", "float | None")
WORDS = {"alternative": ALTERNATIVES, "better": ("higher", "lower")}


def checked(**least: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator; `least` names the arguments that are whole numbers, with the smallest that each may be.

    >>> @checked(n=1)
    ... def half(n: int, level: float = 0.95) -> float:
    ...     return n / 2
    >>> half(np.uint8(255)), half(4.0)
    (127.5, 2.0)
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        signature = inspect.signature(function)
        kinds = {name: parameter.annotation for name, parameter in signature.parameters.items()}

        @wraps(function)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                given = signature.bind(*args, **kwargs)
            except TypeError:
                return function(*args, **kwargs)
            for name, value in given.arguments.items():
                given.arguments[name] = _admitted(name, plain_number(name, value), kinds[name], least.get(name))
            return function(*given.args, **given.kwargs)

        return guarded

    return decorate


def plain_number(name: str, value: object) -> object:
    """Return one number of numpy, torch or another library as a Python number; anything else as it is."""
    if value is np.ma.masked or (isinstance(value, np.ma.MaskedArray) and value.ndim == 0 and bool(value.mask)):
        raise errors.masked_number(name)
    if isinstance(value, np.longdouble):
        return float(value)
    if getattr(value, "ndim", None) == 0 and hasattr(value, "item"):
        return value.item()
    return value


def _admitted(name: str, value: object, kind: object, least: int | None) -> object:
    """Return an argument that passed every rule that its name and its annotation call for."""
    if name == "level":
        return check_level(value)
    if name in WORDS and kind == "str":
        return check_choice(name, value, WORDS[name])
    if least is not None and value is not None and not (kind == "object" and _is_array(value)):
        return _whole(name, value, least)
    if kind in NUMBERS and value is not None and (isinstance(value, bool) or not isinstance(value, Real)):
        raise errors.bad_number(name, value, "A number")
    return value


def _is_array(value: object) -> bool:
    return isinstance(value, list | tuple) or hasattr(value, "__array__")


def _whole(name: str, value: object, least: int) -> int:
    """Return a whole number of at least `least`, or refuse it."""
    number = whole(value)
    if number is None or number < least:
        raise errors.bad_number(name, value, f"A whole number of at least {least}")
    return number
