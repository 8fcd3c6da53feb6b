"""What an annotation asks of an argument beside numbers: a path, a function, a flag or a list, or it is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_origin

from assay.checks.lists import listed
from assay.checks.paths import path_of
from assay.errors import samples as errors

OR_NOTHING = " | None"
FLAG, PATH, LIST = "bool", "str | os.PathLike[str]", "Iterable[object]"


def fitting(name: str, value: object, annotation: str, meant: object = None) -> object:
    """Return an argument that is what its annotation asks for, a generator as a list, or refuse it.

    `meant` is what the annotation names where it is a name: of a function it may be a signature.

    >>> fitting("values", iter([1, 2]), "Iterable[object] | None"), fitting("progress", None, "bool | None")
    ([1, 2], None)
    """
    wanted = annotation.removesuffix(OR_NOTHING)
    if value is None and wanted != annotation:
        return None
    if wanted == FLAG and not isinstance(value, bool):
        raise errors.bad_number(name, value, "True or False")
    if wanted == PATH:
        path_of(value)
    if get_origin(meant) is Callable and not callable(value):
        raise errors.bad_number(name, value, "A function")
    return _listed(name, value) if wanted == LIST else value


def _listed(name: str, value: object) -> list[object]:
    values = listed(value)
    if values is None:
        raise errors.bad_number(name, value, "A list of values")
    return values
