"""The names of arguments: those that other tools have for them, and a sentence where one is not known."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache, wraps
from typing import Any, NoReturn, ParamSpec, TypeVar

from assay.errors import arguments as errors

P = ParamSpec("P")
R = TypeVar("R")

CALLED_ELSEWHERE: Mapping[str, tuple[str, ...]] = {
    "truth": ("y_true", "actual", "label", "labels", "target", "ground_truth", "gold", "expected"),
    "prediction": ("pred", "preds", "predicted", "y_pred", "predictions", "answer", "output_column"),
    "score": (
        "prob",
        "proba",
        "probability",
        "probabilities",
        "y_score",
        "scores",
        "confidence_column",
    ),
    "positive": ("pos_label", "positive_label", "positive_class", "pos"),
    "threshold": ("cutoff", "cut", "decision_threshold"),
    "weight": ("weights", "sample_weight", "sample_weights"),
    "metrics": ("measure", "scoring"),
    "level": ("confidence", "confidence_level", "ci"),
    "seed": ("random_state", "random_seed", "rng"),
    "report": ("output", "out", "html", "output_file", "markdown", "latex"),
    "json": ("format", "as_json"),
    "missing": ("na", "dropna", "nan", "ignore_missing"),
    "costs": ("cost_matrix", "price", "prices"),
    "control": ("reference_model",),
    "against": ("baseline", "previous", "since"),
    "margin": ("equivalence", "tolerance", "non_inferiority"),
    "method": ("test", "interval"),
    "lower_is_better": ("ascending", "minimize", "minimise", "smaller_is_better"),
    "group": ("cluster", "clusters", "groups", "group_by", "unit", "subject", "patient"),
    "blocks": ("block", "block_length", "block_size", "window"),
    "by": ("slice", "slices", "segment", "subgroup", "stratify_by"),
    "on": ("key", "join", "join_on", "id"),
    "require": ("fail_under", "fail_below", "gate", "min", "assert"),
    "scheme": ("cv", "folds", "split", "splits", "k"),
    "params": ("parameters", "settings", "hyperparameters", "kwargs"),
    "jobs": ("n_jobs", "workers", "parallel"),
    "boxes": ("box_format", "bbox_format", "bbox"),
}
"""What an argument is called here, and what users of other tools type for it."""


def named(function: Callable[P, R]) -> Callable[P, R]:
    """Return a function that says which argument was meant, where one is not known.

    >>> @named
    ... def half(whole, *, weight=None):
    ...     return whole / 2
    >>> half(4)
    2.0
    """

    @cache
    def signature() -> inspect.Signature:
        return inspect.signature(function)

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            signature().bind(*args, **kwargs)
        except TypeError:
            refuse_names(function, args, kwargs)
        return function(*args, **kwargs)

    return call


def refuse_names(function: Callable[..., Any], args: tuple[object, ...], given: Mapping[str, object]) -> NoReturn:
    """Say which argument is unknown, too many or missing."""
    called = function.__qualname__.removesuffix(".__init__")
    parameters = {name: own for name, own in inspect.signature(function).parameters.items() if name != "self"}
    args = args[1:] if called != function.__qualname__ else args
    unknown = next((name for name in given if name not in parameters), None)
    if unknown is not None:
        raise errors.unknown_argument(called, unknown, _meant(unknown, parameters), list(parameters)) from None
    placed = [own.name for own in parameters.values() if own.kind is not own.KEYWORD_ONLY]
    if len(args) > len(placed):
        others = [name for name in parameters if name not in placed and name not in given]
        raise errors.too_many_in_place(called, placed, len(args), others) from None
    twice = next((name for name in placed[: len(args)] if name in given), None)
    if twice is not None:
        raise errors.given_twice(called, twice) from None
    needed = [own.name for own in parameters.values() if own.default is own.empty]
    raise errors.not_given(called, [n for n in needed if n not in given and n not in placed[: len(args)]]) from None


def _meant(name: str, known: Mapping[str, object]) -> str | None:
    """Return the argument that other tools call so, None if there is none here."""
    plain = name.casefold().strip("_")
    return next((own for own, others in CALLED_ELSEWHERE.items() if own in known and plain in (own, *others)), None)
