"""What each argument may be: every check returns the value as the request keeps it, or refuses it in words."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

import numpy as np

from assay.checks.labels import hashable, same
from assay.checks.lists import listed
from assay.checks.numbers import between, integer, real
from assay.errors import arguments as argument_errors
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
from assay.inputs.tasks import check_labels
from assay.metrics.cards import Card
from assay.metrics.find import find
from assay.stats.checks import check_level
from assay.tasks.blocks import check_blocks
from assay.tasks.losses import loss_card

EVERYTHING = "all"


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
