"""Which arguments have a meaning for what is judged; all others are refused, by every call alike."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache

from assay.errors import arguments as errors

ALWAYS = frozenset({"task", "metrics", "method", "level", "seed", "control", "margin", "paired"})
CASES = frozenset({"truth", "prediction", "data", "weight", "labels", "missing"})
ACCEPTED: Mapping[str, frozenset[str]] = {
    "ready tables": ALWAYS | {"counts", "rows", "labels", "positive", "costs"},
    "labels": ALWAYS | CASES | {"positive", "costs"},
    "scores": ALWAYS | CASES | {"positive", "costs", "score", "threshold"},
    "regression": ALWAYS | CASES | {"lower", "upper", "coverage"},
    "detection": ALWAYS | {"truth", "prediction", "counts", "threshold", "boxes"},
    "segmentation": ALWAYS | {"truth", "prediction", "labels", "missing"},
    "text": ALWAYS | {"truth", "prediction", "data", "missing"},
}
"""The arguments of `evaluate` and `compare` that each kind of judging takes, each argument if the call has it."""

ALWAYS_PAIRED = ("detection", "segmentation", "text")


def given_arguments(call: Callable[..., object], values: Mapping[str, object]) -> dict[str, object]:
    """Return the arguments of a call that differ from its defaults."""
    return {
        name: values[name]
        for name, default in _defaults(call).items()
        if values[name] is not default and not _same(values[name], default)
    }


@cache
def _defaults(call: Callable[..., object]) -> Mapping[str, object]:
    return {name: parameter.default for name, parameter in inspect.signature(call).parameters.items()}


def _same(value: object, default: object) -> bool:
    return isinstance(value, str | int | float) and value == default


def judged_as(task: str | None, given: Mapping[str, object]) -> str | None:
    """Say what is judged as far as the arguments tell; None where the cases decide between labels and a regression."""
    if task in (*ALWAYS_PAIRED, "regression"):
        return task
    if "counts" in given:
        return "ready tables"
    if "score" in given:
        return "scores"
    return None if task is None else "labels"


def refuse_meaningless(judged: str | None, given: Mapping[str, object]) -> None:
    """Refuse the first argument that says nothing about what is judged."""
    accepted = ACCEPTED[judged] if judged is not None else ACCEPTED["labels"] | ACCEPTED["regression"]
    for name, value in given.items():
        if name not in accepted:
            raise errors.meaningless(name, judged or "cases")
        if name == "paired" and value is False and judged in ALWAYS_PAIRED:
            raise errors.always_paired(str(judged))
