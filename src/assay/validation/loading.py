"""A model from its address, as the command line names it: module:Class, with its settings as JSON."""

from __future__ import annotations

import importlib
import importlib.util
import json
import pkgutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from assay.checks.documents import json_of
from assay.errors import estimators as errors
from assay.errors.tree import nearest
from assay.validation.interrupts import ending, listening


def load_model(address: str, parameters: str | None = None) -> Any:
    """Import the class that `address` names and make a model of it.

    >>> load_model("sklearn.neighbors:KNeighborsClassifier", '{"n_neighbors": 3}')
    KNeighborsClassifier(n_neighbors=3)
    """
    module, colon, name = address.partition(":")
    if not colon or not module or not name:
        raise errors.not_module_and_class(address)
    settings = read_settings("--params", parameters)
    factory = getattr(_module(module), name, None)
    if factory is None or name.startswith("_"):
        names = [public for public in dir(_module(module)) if not public.startswith("_")]
        raise errors.no_class(module, name, nearest(name, names))
    if not callable(factory):
        raise errors.no_class(module, name, f" {name} is a {type(factory).__name__}.")
    return _made(factory, name, settings)


def read_settings(option: str, text: str | None) -> dict[str, Any]:
    """Read settings written as a JSON object."""
    if text is None:
        return {}
    try:
        settings = json_of(text)
    except json.JSONDecodeError as problem:
        raise errors.bad_settings(option, text, f"{problem.msg} at character {problem.pos + 1}") from problem
    except ValueError as problem:
        raise errors.bad_settings(option, text, str(problem)) from problem
    if not isinstance(settings, dict):
        raise errors.bad_settings(option, text, f"it is a {type(settings).__name__}")
    return settings


def _module(name: str) -> Any:
    """Import a module; those of the current folder are found too, after all others."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        if importlib.util.find_spec(name) is None:
            raise errors.no_module(name, _nearest_module(name))
    except (ImportError, ValueError) as problem:
        raise errors.no_module(name, _nearest_module(name)) from problem
    with listening() as interrupted:
        try:
            return importlib.import_module(name)
        except (Exception, SystemExit, KeyboardInterrupt) as problem:
            if isinstance(problem, KeyboardInterrupt) and interrupted():
                raise
            raise errors.broken_module(name, _message(problem)) from problem


def _nearest_module(name: str) -> str:
    """Return a "Did you mean ...?" with a module whose name is close, looking inside the last package that exists."""
    parent, _, last = name.strip(".").rpartition(".")
    try:
        spec = importlib.util.find_spec(parent) if parent else None
    except (ImportError, ValueError):
        return _nearest_module(parent)
    if parent and spec is None:
        return _nearest_module(parent)
    paths = list(spec.submodule_search_locations or ()) if spec else None
    known = [module.name for module in pkgutil.iter_modules(paths) if not module.name.startswith("_")]
    prefix = f"{parent}." if parent else ""
    return nearest(f"{prefix}{last}", [f"{prefix}{module}" for module in known])


def _made(factory: Any, name: str, settings: Mapping[str, Any]) -> Any:
    known = list(getattr(factory, "_get_param_names", list)())
    for setting in settings:
        if known and setting not in known:
            raise errors.unknown_setting(name, setting, known)
    with listening() as interrupted:
        try:
            return factory(**settings)
        except (Exception, SystemExit, KeyboardInterrupt) as problem:
            if isinstance(problem, KeyboardInterrupt) and interrupted():
                raise
            raise errors.cannot_make(name, _message(problem)) from problem


def _message(problem: BaseException) -> str:
    return ending(problem) or f"{type(problem).__name__}: {problem}"
