"""Settings to choose from: a grid, draws from distributions, or a scikit-learn search handed over as the model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from assay.errors import InputError
from assay.errors import estimators as errors
from assay.schemes.nested import Nested
from assay.schemes.scheme import Scheme
from assay.schemes.text import parse_scheme

USUAL_DRAWS = 20
"""Random settings where nobody says how many: with 20, one of the best 15% is among them 96% of the time."""


@dataclass(frozen=True, eq=False)
class Search:
    """A model without settings, and the settings to try on it."""

    model: Any
    candidates: tuple[Mapping[str, object], ...]
    unwrapped: bool = False


def read_searches(
    models: Mapping[str, Any], scheme: Scheme, search: object, candidates: int | None, select: str | None, seed: int
) -> dict[str, Search]:
    """Return what is searched for each model; only a nested scheme searches."""
    if not isinstance(scheme, Nested):
        for name, given in (("search", search), ("candidates", candidates), ("select", select)):
            if given is not None:
                raise errors.search_without_nesting(name, str(scheme), _nested(scheme))
        return {}
    by_model = isinstance(search, Mapping) and len(models) > 1 and set(search) <= set(models)
    searches = {}
    for name, model in models.items():
        own = search.get(name) if by_model and isinstance(search, Mapping) else search
        space = read_search(name, model, own, candidates, seed)
        if space is None and len(models) == 1:
            raise errors.nothing_to_search(str(scheme))
        searches[name] = space or Search(model, ({},))
    return searches


def _nested(scheme: Scheme) -> str:
    """Return the scheme as the outer one of a nested scheme, in its text form; ten folds where that cannot be."""
    try:
        return str(parse_scheme(f"nested {scheme} / 5-fold"))
    except InputError:
        return "nested 10-fold / 5-fold"


def read_search(name: str, model: Any, search: object, draws: int | None, seed: int) -> Search | None:
    """Return what is to be searched for a model, None if nothing was given."""
    if draws is not None and (isinstance(draws, bool) or not isinstance(draws, int) or draws < 1):
        raise errors.no_candidates(draws)
    space, unwrapped = search, False
    if space is None:
        space = getattr(model, "param_grid", None)
        if space is None and hasattr(model, "param_distributions"):
            space, draws = model.param_distributions, draws or int(model.n_iter)
        if space is None:
            return None
        model, unwrapped = model.estimator, True
    try:
        candidates = tuple(_candidates(space, draws, seed, name))
    except (TypeError, ValueError) as problem:
        raise errors.empty_search(name) from problem
    if not candidates:
        raise errors.empty_search(name)
    return Search(model, candidates, unwrapped)


def _candidates(space: Any, draws: int | None, seed: int, name: str) -> Iterable[Mapping[str, object]]:
    """List every setting of a grid, or draw some where a distribution is among the values or `draws` asks for it."""
    from sklearn.model_selection import ParameterGrid, ParameterSampler

    if isinstance(space, Mapping) or (isinstance(space, Sequence) and _lists(space)):
        parts = [space] if isinstance(space, Mapping) else list(space)
        random = any(hasattr(value, "rvs") for part in parts for value in part.values())
        if random or draws is not None:
            return list(ParameterSampler(space, n_iter=draws or USUAL_DRAWS, random_state=seed))
        grids: Any = [{key: _listed(value) for key, value in part.items()} for part in parts]
        return list(ParameterGrid(grids))
    if isinstance(space, Iterable) and not isinstance(space, str):
        listed = list(space)
        if all(isinstance(setting, Mapping) for setting in listed):
            return listed
    raise errors.empty_search(name)


def _lists(space: Sequence[object]) -> bool:
    """Say whether a list holds grids ({"k": [1, 2]}) rather than ready settings ({"k": 1})."""
    return all(isinstance(part, Mapping) and all(_several(value) for value in part.values()) for part in space)


def _several(values: object) -> bool:
    return hasattr(values, "rvs") or (isinstance(values, Sequence | np.ndarray) and not isinstance(values, str))


def _listed(values: Any) -> list[Any]:
    """Return the values of a parameter as a list; a lone one is a list of one."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        return [values]
    return list(values)
