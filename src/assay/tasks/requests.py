"""The request: everything the caller asked, checked before any work is done, as one value for every call."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache, partial
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from assay.checks.labels import hashable, same
from assay.checks.lists import listed
from assay.checks.numbers import between, integer, real
from assay.errors import arguments as argument_errors
from assay.errors import blocks as block_errors
from assay.errors import columns as column_errors
from assay.errors import comparisons as comparison_errors
from assay.errors import joins as join_errors
from assay.errors import labels as label_errors
from assay.errors import masks as mask_errors
from assay.errors import metrics as errors
from assay.errors import samples as sample_errors
from assay.errors import scores as score_errors
from assay.inputs.labels import is_missing
from assay.inputs.missing import check_policy
from assay.inputs.models import named_models
from assay.inputs.tasks import check_labels
from assay.metrics.cards import Card
from assay.metrics.find import find
from assay.stats.checks import check_level
from assay.tasks.blocks import as_blocks, check_blocks
from assay.tasks.losses import loss_card

EVERYTHING = "all"

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


def parse_metrics(metrics: object) -> tuple[Card, ...] | None:
    """Return the cards asked for, None for every one that fits; a wrong name fails before any work."""
    if metrics is None or (isinstance(metrics, str) and metrics == EVERYTHING):
        return None
    names = [metrics] if isinstance(metrics, str) or callable(metrics) else listed(metrics)
    if names is None:
        raise label_errors.not_a_list("metrics", metrics)
    if not names:
        raise errors.none_asked()
    if any(same(name, EVERYTHING) for name in names):
        return None
    cards: dict[str, Card] = {}
    for name in names:
        card = loss_card(name) if callable(name) else find(_named("metrics", name))
        while callable(name) and card.name in cards:
            card = replace(card, name=f"{card.name}_too")
        cards[card.name] = card
    return tuple(cards.values())


def check_parameters(card: Card) -> None:
    """Refuse a metric that needs a parameter and was not given one."""
    unset = [name for name in card.needs if name != "costs"]
    if unset:
        raise errors.bad_parameters(card.name, f"{card.name}({', '.join(f'{name}=...' for name in unset)})")


def check_seed(seed: object) -> int:
    """Return the seed, or refuse what is no whole number."""
    number = integer(seed)
    if number is None or number < 0:
        raise errors.bad_seed(seed)
    return number


def check_threshold(threshold: object) -> float | None:
    """Return a threshold, None if there is none, or refuse what is no finite number."""
    return None if threshold is None else required_threshold(threshold)


def required_threshold(threshold: object) -> float:
    """Return a finite number, or refuse it as a threshold."""
    number = real(threshold)
    if number is None or not math.isfinite(number):
        raise score_errors.bad_threshold(threshold)
    return number


def _check_paired(paired: object) -> bool | None:
    if paired is not None and not isinstance(paired, bool | np.bool_):
        raise sample_errors.bad_choice("paired", paired, ["True", "False"])
    return None if paired is None else bool(paired)


def _check_ignore(ignore: object) -> int | None:
    """Return the class number of pixels that do not count, or refuse what is none."""
    if ignore is None:
        return None
    number = integer(ignore)
    if number is None:
        raise mask_errors.ignored_class(ignore)
    return number


def _check_key(on: object) -> str | tuple[str, ...] | None:
    """Return the key to join by, or refuse what names no column."""
    if on is None or isinstance(on, str):
        return on
    if isinstance(on, list | tuple) and on and all(isinstance(key, str) for key in on):
        return tuple(str(key) for key in on)
    raise join_errors.bad_key(on)


def _check_share(coverage: object) -> float | None:
    if coverage is None:
        return None
    number = between(coverage, 0, 1)
    if number is None:
        raise argument_errors.coverage_range(coverage)
    return number


def check_margin(margin: object) -> float | None:
    """Return a margin, or refuse what is none."""
    if margin is None:
        return None
    number = between(margin, 0, math.inf)
    if number is None:
        raise comparison_errors.bad_margin(margin)
    return number


def _text(name: str, value: object) -> str | None:
    """Return a name, None where there is none, or refuse what is no text."""
    if value is None or isinstance(value, str):
        return value
    raise argument_errors.not_text(name, value)


def _named(name: str, value: object) -> str:
    """Return a name as text, or refuse what has none."""
    try:
        return str(value)
    except Exception as problem:  # whatever somebody's own text does, and lists nested too deep
        raise argument_errors.not_text(name, value) from problem


def _check_label(name: str, value: object) -> object:
    """Return one label or the name of one model, or refuse what cannot be looked up."""
    if value is not None and (not hashable(value) or is_missing(value)):
        raise label_errors.not_a_label(name, value)
    return value


def _check_columns(name: str, value: object) -> object:
    """Return what was given as columns, or refuse an empty list of them."""
    if isinstance(value, Mapping | list | tuple) and not value:
        raise column_errors.empty(name)
    return value


CHECKS: Mapping[str, Callable[[object], object]] = {
    "on": _check_key,
    "blocks": check_blocks,
    "labels": check_labels,
    "threshold": check_threshold,
    "coverage": _check_share,
    "ignore": _check_ignore,
    "metrics": parse_metrics,
    "missing": check_policy,
    "level": check_level,
    "seed": check_seed,
    "margin": check_margin,
    "paired": _check_paired,
    "task": partial(_text, "task"),
    "method": partial(_text, "method"),
    "rows": partial(_text, "rows"),
    "positive": partial(_check_label, "positive"),
    "control": partial(_check_label, "control"),
    "group": partial(_check_columns, "group"),
}
