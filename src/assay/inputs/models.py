"""The outputs of several models on the same cases, lined up and without gaps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.errors import columns as column_errors
from assay.errors import comparisons as errors
from assay.errors import samples as sample_errors
from assay.inputs.columns import Array, as_array
from assay.inputs.indices import refuse_reordered
from assay.inputs.labels import is_missing
from assay.inputs.lazy import read_columns
from assay.inputs.missing import complete_rows
from assay.inputs.numbers import A_SCORE, A_WEIGHT, read_numbers


@dataclass(frozen=True, eq=False)
class ModelRows:
    """Truth, weights, and every model's predictions and scores, as arrays over the same cases."""

    models: tuple[object, ...]
    truth: Array
    truth_name: str
    predictions: Mapping[object, Array]
    scores: Mapping[object, Array]
    weight: Array | None
    dropped: int = 0

    def alike(self, first: int, second: int) -> bool:
        """Say whether two models answer alike on every case, in all that they were asked for."""
        one, two = self.models[first], self.models[second]
        return all(
            (one in outputs) == (two in outputs) and (one not in outputs or np.array_equal(outputs[one], outputs[two]))
            for outputs in (self.predictions, self.scores)
        )


def named_models(given: object, name: str) -> dict[object, object]:
    """Return {model: values or column}; a list of column names names the models too."""
    if given is None:
        return {}
    if isinstance(given, Mapping):
        return dict(given)
    if isinstance(given, list | tuple) and given and all(isinstance(one, str) for one in given):
        for place, one in enumerate(given):
            if one in given[:place]:
                raise sample_errors.same_model_twice(one)
        return {one: one for one in given}
    raise errors.not_named(name, given)


def read_models(
    truth: object, prediction: object, score: object, weight: object, data: object, missing: str
) -> ModelRows:
    """Read the columns of every model; all must describe the same cases."""
    predictions, scores = named_models(prediction, "prediction"), named_models(score, "score")
    models = tuple(dict.fromkeys([*predictions, *scores]))
    if len(models) < 2:
        raise sample_errors.too_few_models(len(models))
    check_distinct(models)
    if truth is None:
        raise column_errors.partner_missing("prediction" if predictions else "score", "truth")
    wanted: dict[str, object] = {"truth": truth}
    wanted |= {f"prediction {place}": value for place, value in enumerate(predictions.values())}
    wanted |= {f"score {place}": value for place, value in enumerate(scores.values())}
    if weight is not None:
        wanted["weight"] = weight
    owners = dict(zip([name for name in wanted if name.startswith("pred")], predictions, strict=True))
    owners |= dict(zip([name for name in wanted if name.startswith("score")], scores, strict=True))
    if data is None:
        written = {name: f"{name.split()[0]}[{owner!r}]" for name, owner in owners.items()}
        refuse_reordered({written.get(name, name): values for name, values in wanted.items()})
    arrays = _arrays(wanted, data)
    rows = len(arrays["truth"])
    for name, array in arrays.items():
        if len(array) != rows:
            if name not in owners:
                raise column_errors.lengths_differ("truth", rows, name, len(array))
            raise errors.not_the_same_cases(owners[name], len(array), rows)
    shown = {
        name: str(wanted[name]) if isinstance(wanted[name], str) else str(owners.get(name, name)) for name in arrays
    }
    arrays = {name: _checked(array, name, shown[name]) for name, array in arrays.items()}
    kept = complete_rows({shown[name]: _gaps(array) for name, array in arrays.items()}, missing)
    if kept is not None:
        arrays = {name: array[kept] for name, array in arrays.items()}
    return ModelRows(
        models=models,
        truth=arrays["truth"],
        truth_name=shown["truth"],
        predictions={owner: arrays[name] for name, owner in owners.items() if name.startswith("pred")},
        scores={owner: arrays[name] for name, owner in owners.items() if name.startswith("score")},
        weight=arrays.get("weight"),
        dropped=0 if kept is None else int((~kept).sum()),
    )


def _checked(array: Array, name: str, shown: str) -> Array:
    """Return scores and weights as numbers, so that one that is none is named as the user knows it."""
    wanted = {"score": A_SCORE, "weight": A_WEIGHT}.get(name.split(" ")[0])
    return array if wanted is None else read_numbers(array, shown, wanted)


def check_distinct(models: Sequence[object]) -> None:
    """Refuse names that read alike: in documents 1 and "1" would be one model."""
    texts = [str(model) for model in models]
    for place, text in enumerate(texts):
        if text in texts[:place]:
            raise sample_errors.same_model_twice(text)


def _arrays(wanted: dict[str, object], data: object) -> dict[str, Array]:
    if data is None:
        return {name: as_array(value, name.split(" ")[0]) for name, value in wanted.items()}
    for name, value in wanted.items():
        if not isinstance(value, str):
            raise column_errors.column_with_data(name.split(" ")[0], value)
    return read_columns(data, {name: str(value) for name, value in wanted.items()})


def _gaps(array: Array) -> NDArray[np.bool_]:
    if array.dtype.kind == "f":
        flags = np.isnan(array.astype(float, copy=False))
    elif array.dtype.kind == "O":
        flags = np.array([is_missing(value) for value in array.ravel().tolist()], dtype=bool).reshape(array.shape)
    else:
        return np.zeros(len(array), dtype=bool)
    return np.asarray(flags if flags.ndim == 1 else flags.any(axis=1))
