"""The models of a comparison, by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assay.errors import comparisons as errors
from assay.errors import samples as sample_errors


def named_models(given: object, name: str) -> dict[object, object]:
    """Return {model: values or column}; a list of column names names the models too."""
    if given is None:
        return {}
    if isinstance(given, Mapping):
        return dict(given)
    if isinstance(given, list | tuple) and given and all(isinstance(model, str) for model in given):
        for place, model in enumerate(given):
            if model in given[:place]:
                raise sample_errors.same_model_twice(model)
        return {model: model for model in given}
    raise errors.not_named(name, given)


def check_distinct(models: Sequence[object]) -> None:
    """Refuse names that read alike: in documents 1 and "1" would be one model."""
    texts = [str(model) for model in models]
    for place, text in enumerate(texts):
        if text in texts[:place]:
            raise sample_errors.same_model_twice(text)
