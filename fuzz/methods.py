"""Methods of results, found by reflection: whatever a result can do is asked of it, with strange arguments."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from fuzz.strange import EVERYTHING
from fuzz.trial import Trial
from fuzz.usual import ANSWERS, MODEL, RESULT, ROWS, SCORES, TARGET, TRUTH, X, Y, usual_texts

RESULTS = {
    "labels": RESULT,
    "scores": f"assay.evaluate({TRUTH}, score={SCORES})",
    "numbers": f"assay.evaluate({X}, {Y}, task='regression')",
    "slices": f"assay.evaluate({TRUTH}, {ANSWERS}, by=[*'aabbccaabb']).slices",
    "curve": f"assay.evaluate({TRUTH}, score={SCORES}).curves['roc']",
    "confusion": f"{RESULT}.confusion",
    "comparison": f"assay.compare({TRUTH}, prediction={{'a': {ANSWERS}, 'b': {ANSWERS}[::-1]}})",
    "ranking": "assay.rank([[1, 2, 3], [2, 3, 1], [1, 3, 2], [1, 2, 3]])",
    "validation": f"assay.validate({MODEL}, {ROWS}, {TARGET}, scheme='2-fold')",
    "gate": f"assay.gate({RESULT}, ['recall >= 0.1', 'precision >= 0.9'])",
    "plan": "assay.plan('recall', expect=0.9, width=0.1)",
    "test": f"stats.t_test({X}, {Y})",
    "running": "assay.Running(task='binary')",
    "counts": "metrics.BinaryCounts(tp=6, fp=2, fn=2, tn=10)",
}
"""A result of every kind, as source text."""

INHERITED = {"index", "count", "get", "items", "keys", "values"}
"""Methods of Python's own collections."""

SURE = 0.5
"""How often an argument is a usual one."""

USUAL = {
    "name": ("'recall'", "'roc'", "'accuracy'"), "metric": ("'recall'", "'accuracy'"), "path": ("'r.json'", "'r.html'"),
    "n": ("3",), "kind": ("'pandas'",), "other": (RESULT,), "width": ("600",), "size": ("'column'",), "key": ("'id'",),
}  # fmt: skip
"""Arguments that methods have and functions do not, or mean otherwise."""


@dataclass(frozen=True)
class Method:
    """A method of a result: the text that makes the result, the method's name, and what it takes."""

    result: str
    name: str
    parameters: tuple[inspect.Parameter, ...]


@cache
def methods() -> tuple[Method, ...]:
    """Return every public method of a result of every kind."""
    from fuzz.running import names

    found = []
    for text in RESULTS.values():
        kind = type(eval(text, names()))  # noqa: S307
        for name, member in inspect.getmembers(kind, callable):
            if not name.startswith("_") and name not in INHERITED and not isinstance(member, type):
                found.append(Method(text, name, _parameters(member)))
    return tuple(found)


def _parameters(member: Callable[..., object]) -> tuple[inspect.Parameter, ...]:
    """Return what a method takes; a method of a class takes no self."""
    taken = tuple(inspect.signature(member).parameters.values())
    return taken if inspect.ismethod(member) else taken[1:]


def method_trial(rng: np.random.Generator) -> Trial:
    """Return a call of a method of some result."""
    method = methods()[int(rng.integers(len(methods())))]
    given, plain = [], []
    for parameter in method.parameters:
        variable = parameter.kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
        if variable or (parameter.default is not inspect.Parameter.empty and rng.random() < SURE):
            continue
        name = "" if parameter.kind is inspect.Parameter.POSITIONAL_ONLY else parameter.name
        usual = str(rng.choice(USUAL.get(parameter.name) or usual_texts(method.name, parameter)))
        given.append((name, usual if rng.random() < SURE else str(rng.choice(EVERYTHING))))
        plain.append(usual)
    needed = sum(parameter.default is inspect.Parameter.empty for parameter in method.parameters)
    return Trial(f"{method.result}.{method.name}", tuple(given), min(needed, len(given)), tuple(plain))
