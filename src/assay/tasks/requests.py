"""The request: everything the caller asked, checked before any work is done, as one value for every call."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any

from assay.errors import blocks as block_errors
from assay.inputs.models import named_models
from assay.metrics.cards import Card
from assay.tasks.argument_checks import CHECKS
from assay.tasks.blocks import as_blocks

Metric = str | Callable[..., object]
"""A metric's name, or the user's own loss L(truth, prediction)."""


@dataclass(frozen=True, eq=False)
class Request:
    """What was asked of evaluate or compare; `given` names the arguments that differ from their defaults.

    Where several models are compared, `prediction` and `score` map each model to what it answered.
    """

    given: frozenset[str]
    truth: object = None
    prediction: object = None
    score: object = None
    counts: object = None
    rows: str | None = None
    data: object = None
    on: str | tuple[str, ...] | None = None
    task: str | None = None
    positive: object = None
    labels: list[object] | None = None
    threshold: float | None = None
    weight: object = None
    group: object = None
    blocks: int | str | None = None
    by: object = None
    lower: object = None
    upper: object = None
    coverage: float | None = None
    costs: object = None
    boxes: object = None
    ignore: int | None = None
    metrics: tuple[Card, ...] | None = None
    asked: bool = False
    method: str | None = None
    missing: str = "error"
    level: float = 0.95
    seed: int = 0
    control: object = None
    margin: float | None = None
    paired: bool | None = None
    several: bool = False
    called: str | None = None

    @classmethod
    def of(cls, call: Callable[..., object], values: Mapping[str, object]) -> Request:
        """Check the arguments of a call."""
        known = {name: values[name] for name in _defaults(call)}
        given = frozenset(name for name, default in _defaults(call).items() if not _same(known[name], default))
        checked = {name: CHECKS[name](value) for name, value in known.items() if name in CHECKS}
        more = {"asked": known["metrics"] is not None, "several": "control" in known}
        arguments: dict[str, Any] = {**known, **checked, **more}
        if checked.get("blocks") is not None:
            refused = next((name for name in ("group", "on", "counts") if known.get(name) is not None), None)
            if refused is not None:
                raise block_errors.blocks_beside(refused)
            arguments["group"] = as_blocks(checked["blocks"])
        elif known.get("data") is not None:
            arguments["group"] = _named_columns(known.get("group"))
        if known.get("data") is not None and "by" in known:
            arguments["by"] = _named_columns(known["by"])
        return cls(given, **arguments)

    @property
    def everything(self) -> bool:
        """Whether all metrics were asked for by that word."""
        return self.asked and self.metrics is None

    @property
    def models(self) -> tuple[object, ...]:
        """The models that are compared, in the order in which they were named."""
        parts = (named_models(self.prediction, "prediction"), named_models(self.score, "score"))
        return tuple(dict.fromkeys(model for part in parts for model in part))

    def answers(self, part: str) -> list[tuple[object, object]]:
        """Return what was given as `prediction` or `score`, by model; without models there is one, called None."""
        value = getattr(self, part)
        if value is None:
            return []
        return list(named_models(value, part).items()) if self.several else [(None, value)]

    @property
    def alone(self) -> Request:
        """The same request for one model; `method` names a test here, which no single model has."""
        return replace(self, method=None, several=False)

    def of_model(self, model: object) -> Request:
        """Return the request to judge one of several models alone, on cases of its own where it has some."""
        prediction, score = named_models(self.prediction, "prediction"), named_models(self.score, "score")

        def own(value: object) -> object:
            return value[model] if isinstance(value, Mapping) and model in value else value

        return replace(
            self.alone, truth=own(self.truth), weight=own(self.weight), data=own(self.data),
            prediction=prediction.get(model), score=score.get(model),
        )  # fmt: skip

    def in_order(self, names: Iterable[str]) -> list[str]:
        """Return names of arguments in the order in which they are listed here."""
        order = [field.name for field in fields(Request)]
        return sorted(names, key=order.index)

    @property
    def source_name(self) -> str | None:
        """What to call the data in a sentence, if they are a file."""
        return self.called or name_of_files(self.data)

    @property
    def columns(self) -> set[str]:
        """The names of columns that the request mentions."""
        names: set[str] = set()
        for part in ("truth", "prediction", "score", "weight", "group", "by", "lower", "upper"):
            value = getattr(self, part)
            listed = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else [value]
            names |= {name for name in listed if isinstance(name, str)}
        return names


def name_of_files(data: object) -> str | None:
    """Return the name of a file, or of two files side by side; None for anything else."""
    if isinstance(data, str | PathLike):
        return Path(data).name
    if isinstance(data, tuple) and data and isinstance(data[0], str | PathLike):
        return " and ".join(Path(path).name for path in data)
    return None


@cache
def _defaults(call: Callable[..., object]) -> Mapping[str, object]:
    known = {field.name for field in fields(Request)}
    parameters = inspect.signature(call).parameters.items()
    return {name: parameter.default for name, parameter in parameters if name in known}


def _same(value: object, default: object) -> bool:
    return value is default or (isinstance(value, str | int | float) and value == default)


def _named_columns(group: object) -> object:
    """Return names of columns by themselves, so that two of them are told from a list with a group for each case."""
    listed = isinstance(group, list | tuple) and all(isinstance(part, str) for part in group)
    return {name: name for name in group} if listed and isinstance(group, list | tuple) else group
