"""What is asked of a model: fit and predict; and fresh copies of it with given settings and seeds."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Mapping
from typing import Any

from assay.errors import estimators as errors
from assay.stats.streams import Stream

SCALERS = "sklearn.preprocessing._data"
"""Where the transformers that keep gaps as they are come from."""


def check_model(model: Any, name: str) -> None:
    """Refuse what cannot be fitted or cannot predict."""
    if isinstance(model, type):
        raise errors.class_not_object(name, model)
    for method in ("fit", "predict"):
        if not callable(getattr(model, method, None)):
            raise errors.method_missing(name, model, method)


def kind_of(model: Any) -> str | None:
    """Return "classifier" or "regressor" if the model says so."""
    from sklearn.base import is_classifier, is_regressor

    try:
        return "classifier" if is_classifier(model) else "regressor" if is_regressor(model) else None
    except (AttributeError, TypeError):
        return None


def is_chain(model: Any) -> bool:
    """Say whether the model prepares its input itself (a pipeline) or wraps another that may."""
    return hasattr(model, "steps") or hasattr(model, "transformers") or hasattr(model, "estimator")


def takes_gaps(model: Any) -> bool:
    """Say whether the model declares that it copes with missing values; what says nothing is believed.

    Scalers hand gaps on, so that a pipeline of nothing else takes what its last step takes.
    """
    if getattr(model, "refuses_gaps", False):
        return False
    steps = [step for _, step in getattr(model, "steps", ())]
    if steps and all(type(step).__module__ == SCALERS for step in steps[:-1]):
        return takes_gaps(steps[-1])
    if is_chain(model):
        return True
    tags = _tags(model)
    return True if tags is None else bool(tags.input_tags.allow_nan)


def takes_text(model: Any) -> bool:
    """Say whether the model declares that it copes with text; what says nothing is believed."""
    if is_chain(model):
        return True
    tags = _tags(model)
    return True if tags is None else bool(tags.input_tags.string or tags.input_tags.categorical)


def weight_argument(model: Any) -> str | None:
    """Return the argument of fit that takes the weights of cases, None where there is none.

    >>> from sklearn.linear_model import Ridge
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> from sklearn.pipeline import make_pipeline
    >>> weight_argument(Ridge()), weight_argument(make_pipeline(Ridge())), weight_argument(KNeighborsClassifier())
    ('sample_weight', 'ridge__sample_weight', None)
    """
    if getattr(model, "steps", None):
        name, last = model.steps[-1]
        argument = weight_argument(last)
        return None if argument is None else f"{name}__{argument}"
    if type(model).__module__.startswith("sklearn.model_selection") and hasattr(model, "estimator"):
        return weight_argument(model.estimator)
    return "sample_weight" if "sample_weight" in inspect.signature(model.fit).parameters else None


def _tags(model: Any) -> Any:
    from sklearn.utils import get_tags

    if not hasattr(model, "__sklearn_tags__"):
        return None
    try:
        return get_tags(model)
    except (AttributeError, TypeError):
        return None


def fresh(model: Any, parameters: Mapping[str, object], seed: tuple[int, ...], name: str) -> Any:
    """Return an unfitted copy with these settings; every random_state left open is set from the seed."""
    copied = _copy(model)
    check_settings(copied, name, parameters)
    if parameters:
        copied.set_params(**{str(setting): _copy(value) for setting, value in parameters.items()})
    open_states = open_seeds(copied)
    if open_states:
        numbers = Stream.states(seed, len(open_states))
        copied.set_params(**{key: int(n >> 1) for key, n in zip(open_states, numbers, strict=True)})
    return copied


def check_settings(model: Any, name: str, settings: Mapping[str, object]) -> None:
    """Refuse settings that the model does not have."""
    if settings and not hasattr(model, "set_params"):
        raise errors.no_settings(name, settings)
    known = model.get_params() if settings else {}
    for setting in settings:
        if str(setting) not in known:
            raise errors.unknown_setting(name, setting, list(known))


def open_seeds(model: Any) -> list[str]:
    """Return the names of settings called random_state that nobody has set."""
    if not (hasattr(model, "get_params") and hasattr(model, "set_params")):
        return []
    settings = model.get_params(deep=True)
    return sorted(key for key, value in settings.items() if key.split("__")[-1] == "random_state" and value is None)


def _copy(value: Any) -> Any:
    from sklearn.base import clone

    return clone(value) if hasattr(value, "get_params") and not isinstance(value, type) else copy.deepcopy(value)


def chosen_by(model: Any) -> dict[str, object]:
    """Return what a fitted model says it chose for itself: a search's best settings, or the round it stopped at."""
    model = model.steps[-1][1] if getattr(model, "steps", None) else model
    chosen = getattr(model, "best_params_", None) or getattr(model, "chosen_", None)
    return dict(chosen) if isinstance(chosen, Mapping) else {}
