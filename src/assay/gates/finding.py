"""The estimates that a requirement is about: of the whole, of a model, of a class, or of every slice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from assay.errors import gates as errors
from assay.errors import metrics as metric_errors
from assay.gates.requests import DifferenceRequest, LevelRequest
from assay.results.comparison import Comparison, Pair
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation
from assay.results.metric_names import whole_name
from assay.results.no_slices import NoSlices
from assay.results.validation import ModelValidation, Validation

Item = TypeVar("Item")
Judged = Evaluation | Comparison | Validation

SLICE = "slice"
"""The word for slices of whatever column, where a requirement does not name one."""


@dataclass(frozen=True)
class Found:
    """An estimate that a requirement is held against, with the part of the cases that it is about, and its size."""

    estimate: Estimate
    part: str | None = None
    n: int | None = None
    unit: str = "case"


def size_of(result: Judged) -> tuple[int, str]:
    """Return how many independent units a result rests on, and what they are."""
    if result.grouping is not None:
        return result.grouping.groups, "group"
    return result.n, "case" if isinstance(result, Validation) else result.unit


def levels(result: Judged, request: LevelRequest) -> list[Found]:
    """Return the estimates that a bound is held against: one, or one for every slice."""
    if request.every is None:
        return [Found(_level(result, request))]
    if isinstance(result, Validation):
        return levels(_tested(result, request), replace(request, of=None))
    if isinstance(result, Evaluation) and _is_every_class(result, request.every):
        own = {str(label): estimates for label, estimates in result.per_class.items()}
        return [Found(_of_part(own[label], result.aliases, request.metric), label) for label in own]
    if isinstance(result, Evaluation) and request.of is None:
        wanted = _slice_keys(result, request.text, request.every)
        made = result.slices.estimates(whole_name(request.metric, result.estimates, result.aliases))
        return [Found(made[key], text, *_size(result, key)) for key, text in wanted.items()]
    return [
        Found(_level(result.slices[key], request), text, *size_of(result.slices[key]))
        for key, text in _slice_keys(result, request.text, request.every).items()
    ]


def differences(result: Judged, request: DifferenceRequest) -> list[Found]:
    """Return how far the first model is above the second, of the whole or of every slice."""
    if isinstance(result, Evaluation) or (isinstance(result, Validation) and len(result.models) == 1):
        raise errors.needs_models(request.text)
    _check_models(result, request)
    if request.every is None:
        return [Found(_difference(result, request))]
    if isinstance(result, Validation):
        raise errors.folds_by_slices(request.text)
    keys = _slice_keys(result, request.text, request.every)
    parts = {text: result.slices[key] for key, text in keys.items()}
    return [
        Found(_difference(part, request), text, *size_of(part))
        for text, part in parts.items()
        if isinstance(part, Comparison)
    ]


def _size(result: Evaluation, key: object) -> tuple[int | None, str]:
    """Return how many cases a slice has, or how many groups where cases belong together."""
    if isinstance(result.slices, NoSlices):
        return None, result.unit
    return (result.slices.sizes[key], result.unit) if result.grouping is None else size_of(result.slices[key])


def _level(result: Judged, request: LevelRequest) -> Estimate:
    if isinstance(result, Evaluation):
        if request.of is None:
            return result[request.metric]
        return _of_part(_named(result.per_class, request), result.aliases, request.metric)
    if isinstance(result, Comparison):
        models = result[request.metric].models
        if request.of is None:
            raise errors.which_model(request.text, list(models))
        return _named(models, request)
    if request.of is None:
        if len(result.models) > 1:
            raise errors.which_model(request.text, list(result.models))
        return result.only[request.metric].mean
    validation: ModelValidation = _named(result.models, request)
    return validation[request.metric].mean


def _tested(result: Validation, request: LevelRequest) -> Evaluation:
    """Return the test predictions of a validated model, judged as a whole."""
    if request.of is None and len(result.models) > 1:
        raise errors.which_model(request.text, list(result.models))
    model: ModelValidation = result.only if request.of is None else _named(result.models, request)
    if model.evaluation is None:
        raise errors.unknown_slices(request.text, str(request.every), [])
    return model.evaluation


def _named(items: Mapping[object, Item] | Mapping[str, Item], request: LevelRequest) -> Item:
    """Return the item of a name, however the user's own label is typed."""
    by_text = {str(key): item for key, item in items.items()}
    if request.of is None or request.of not in by_text:
        raise errors.unknown_of(request.text, str(request.of), list(by_text))
    return by_text[request.of]


def _of_part(estimates: Mapping[str, Estimate], aliases: Mapping[str, str], metric: str) -> Estimate:
    name = whole_name(metric, estimates, aliases)
    if name not in estimates:
        raise metric_errors.not_here(metric, list(estimates))
    return estimates[name]


def _is_every_class(result: Evaluation, every: str) -> bool:
    return (
        every in ("class", result.part) and every not in getattr(result.slices, "names", ()) and bool(result.per_class)
    )


def _slice_keys(result: Evaluation | Comparison, text: str, every: str) -> dict[object, str]:
    """Return the slices of a column, with their names for people."""
    slices = result.slices
    if isinstance(slices, NoSlices):
        raise errors.unknown_slices(text, every, [])
    if every not in slices.names and every != SLICE:
        raise errors.unknown_slices(text, every, slices.names)
    several = len(slices.names) > 1
    return {
        key: slices.text(key)
        for key in slices
        if not several or every == SLICE or (isinstance(key, tuple) and key[0] == every)
    }


def _check_models(result: Comparison | Validation, request: DifferenceRequest) -> None:
    known = [str(model) for model in result.models]
    for name in (request.first, request.second):
        if name not in known:
            raise errors.unknown_of(request.text, name, known)


def _difference(result: Comparison | Validation, request: DifferenceRequest) -> Estimate:
    """Return the first less the second."""
    if isinstance(result, Comparison):
        pairs: Sequence[Pair] = result[request.metric].pairs
    else:
        name = whole_name(request.metric, result.only.metrics, result.only.aliases)
        if name not in result.only.metrics:
            raise metric_errors.not_here(request.metric, list(result.only.metrics))
        pairs = [pair for pair in result.pairs if pair.metric == name]
    wanted = (request.first, request.second)
    for pair in pairs:
        if (str(pair.a), str(pair.b)) == wanted:
            return pair.difference
        if (str(pair.b), str(pair.a)) == wanted:
            return turned(pair.difference)
    raise errors.no_pair(request.text, *wanted)


def turned(estimate: Estimate) -> Estimate:
    """Return a difference seen from the other side."""
    return replace(estimate, value=-estimate.value, low=-estimate.high, high=-estimate.low)
