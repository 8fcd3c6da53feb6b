"""The door of the public functions: every number that comes in is a plain Python one, checked by one rule.

numpy's integers wrap around instead of growing (uint64: 3 - 5 is 1.8e19), and a masked number is a missing one. What
many functions ask for under one name (level, alternative, better, counts) is refused here in the same words.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, wraps
from typing import ParamSpec, TypeVar

import numpy as np

from assay.checks.annotations import OR_NOTHING, fitting
from assay.checks.argument_names import refuse_names
from assay.checks.numbers import real
from assay.errors import AssayError
from assay.errors import arguments as argument_errors
from assay.errors import samples as errors
from assay.stats.checks import LARGEST, check_level, whole
from assay.stats.samples import ALTERNATIVES, check_choice

P = ParamSpec("P")
R = TypeVar("R")

NUMBERS = ("float", "float | None")
MOST = {"draws": 10**8, "permutations": 10**8, "simulations": 10**8, "bins": 10**6}
"""So many draws take hours for an error of 1 in 10,000, and a screen shows a thousand bins: more are a slip."""
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
        return guarded(function, least)

    return decorate


def guarded(function: Callable[P, R], least: Mapping[str, int], kind: type | None = None) -> Callable[P, R]:
    """Return a function whose arguments are checked by their annotations; `kind` is what the first one must be."""

    @cache
    def read() -> tuple[inspect.Signature, dict[str, Rule]]:
        """Read the rules when the function is called for the first time: most are not, and there are hundreds."""
        signature = inspect.signature(function)
        rules = [_rule(parameter, function, least) for parameter in signature.parameters.values()]
        if kind is not None:
            rules[0] = replace(rules[0], kind=kind)
        return signature, {rule.name: rule for rule in rules}

    @wraps(function)
    def checked_first(*args: P.args, **kwargs: P.kwargs) -> R:
        signature, by_name = read()
        try:
            given = signature.bind(*args, **kwargs)
        except TypeError:
            refuse_names(function, args, kwargs)
        for name, value in given.arguments.items():
            given.arguments[name] = by_name[name].admitted(plain_number(name, value))
        try:
            return function(*given.args, **given.kwargs)
        except AssayError:
            raise
        except LookupError as problem:
            if type(problem) is not LookupError:
                raise
            raise argument_errors.not_held(next(iter(given.arguments), ""), str(problem)) from problem
        except (AttributeError, ValueError, IndexError):
            _refuse_unfit(given.arguments, by_name)
            raise

    return checked_first


def _refuse_unfit(given: Mapping[str, object], rules: Mapping[str, Rule]) -> None:
    """Refuse a summary of another class, once it has turned out that it cannot be read as the one asked for."""
    for name, value in given.items():
        kind = rules[name].kind
        if kind is not None and not _is_one(value, kind):
            raise argument_errors.wrong_kind(name, value, kind.__name__) from None


def _is_one(value: object, kind: type) -> bool:
    """Say whether a value is of a class; of a protocol, whether it has all of its parts."""
    if not getattr(kind, "_is_protocol", False):
        return isinstance(value, kind)
    parts = {name for name in (*dir(kind), *kind.__annotations__) if not name.startswith("_")}
    return all(hasattr(type(value), part) or part in getattr(value, "__dict__", ()) for part in parts)


@dataclass(frozen=True)
class Rule:
    """What one parameter of a public function may be: by its name, its annotation, and the least whole number."""

    name: str
    annotation: str
    default: object
    least: int | None
    kind: type | None
    meant: object = None

    def admitted(self, value: object) -> object:
        """Return an argument that passed the rule, or refuse it."""
        if self.name == "level":
            return check_level(value)
        if self.annotation == "str" and self.name in WORDS:
            return check_choice(self.name, value, WORDS[self.name])
        if value is None and (self.default is None or "None" in self.annotation):
            return None
        if self.kind is not None:
            return self._of_kind(value)
        if self.least is not None and not (self.annotation == "object" and _is_array(value)):
            return _whole(self.name, value, self.least, MOST.get(self.name, LARGEST))
        return self._plain(value)

    def _plain(self, value: object) -> object:
        """Return a number, a whole number or a flag where the annotation asks for one."""
        if self.annotation in NUMBERS and not isinstance(value, int | float):
            number = real(value)
            if number is None:
                raise errors.bad_number(self.name, value, "A number")
            return number
        if self.annotation in NUMBERS and real(value) is None:
            raise errors.bad_number(self.name, value, "A number")
        if self.annotation == "int" and whole(value) is None:
            raise errors.bad_number(self.name, value, "A whole number")
        return fitting(self.name, value, self.annotation, self.meant)

    def _of_kind(self, value: object) -> object:
        """Return a summary; others of ours may be read in the same way (the scores of several classes as one table)."""
        ours = type(value).__module__.startswith("assay.")
        if self.kind is not None and not ours and not _is_one(value, self.kind):
            raise argument_errors.wrong_kind(self.name, value, self.kind.__name__)
        return value


def _rule(parameter: inspect.Parameter, function: Callable[..., object], least: Mapping[str, int]) -> Rule:
    """Read the rule of a parameter; an annotation that names a class asks for an object of it."""
    annotation = str(parameter.annotation)
    named = getattr(function, "__globals__", {}).get(annotation.removesuffix(OR_NOTHING))
    kind = named if isinstance(named, type) else None
    return Rule(parameter.name, annotation, parameter.default, least.get(parameter.name), kind, named)


def plain_number(name: str, value: object) -> object:
    """Return one number of numpy, torch or another library as a Python number; anything else as it is."""
    if value is np.ma.masked or (isinstance(value, np.ma.MaskedArray) and value.ndim == 0 and bool(value.mask)):
        raise errors.masked_number(name)
    if isinstance(value, np.longdouble):
        return float(value)
    if getattr(value, "ndim", None) == 0 and hasattr(value, "item"):
        return value.item()
    return value


def _is_array(value: object) -> bool:
    return isinstance(value, list | tuple) or hasattr(value, "__array__")


def _whole(name: str, value: object, least: int, most: int) -> int:
    """Return a whole number between `least` and `most`, or refuse it."""
    number = whole(value)
    if number is None or number < least:
        raise errors.bad_number(name, value, f"A whole number of at least {least}")
    if number > most:
        raise errors.bad_number(name, value, f"A whole number of at most {most:,}")
    return number
