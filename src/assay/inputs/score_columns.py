"""What the columns of a table of scores are: models, names of data sets, runs, row numbers. Told by name and by values.

A seed or a row number is no model, however high its numbers are; so a column is only taken for a model's scores when
nothing says otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from assay.errors import samples as errors
from assay.errors.numbers import looks_like_number
from assay.inputs.columns import Array
from assay.inputs.numbers import A_RANKED_SCORE, first_strange, read_numbers

ROLES = {
    "run": "seed fold run repeat repetition rep replicate replication trial split iteration iter round",
    "data set": "dataset data task benchmark problem domain corpus collection database",
    "model": "model method algorithm algo classifier regressor learner system estimator approach",
    "row number": "index idx id row key no nr number unnamed level",
}
ROLE_OF = {word: role for role, words in ROLES.items() for word in words.split()}
ENDINGS = ("id", "no", "nr", "number", "index", "idx", "name")
"""What follows a word without changing what it names: fold_id, seed number, dataset name."""


@dataclass(frozen=True)
class Layout:
    """Which column is what; `model` names the column of models where a row holds one score only.

    `scores` are the columns of numbers, `left_out` those that number the rows.
    """

    data_set: object
    runs: tuple[object, ...]
    scores: tuple[object, ...]
    model: object = None
    left_out: tuple[object, ...] = ()


def role_of(name: object) -> str | None:
    """Return what a column of this name holds, None if the name says nothing.

    >>> role_of("random_seed"), role_of("Data set"), role_of("Unnamed: 0"), role_of("openml_id"), role_of("C4.5")
    ('run', 'data set', 'row number', 'row number', None)
    """
    words = [word for word in re.split(r"[\W_]+", str(name).casefold()) if word]
    words = " ".join(words).replace("data set", "dataset").replace("random state", "seed").split()
    if not words:
        return "row number"
    if words[0] in ("unnamed", "level") and words[1:] and words[1].isdigit():
        return "row number"
    numbered = len(words) > 1 and words[-1] in ENDINGS and words[-1] != "name"
    while len(words) > 1 and words[-1] in ENDINGS:
        words.pop()
    role = ROLE_OF.get(words[-1]) or ROLE_OF.get(words[-1].removesuffix("s"))
    return "row number" if role is None and numbered else role


def lay_out(columns: Mapping[object, Array], keys: Sequence[object] = (), names_models: bool = False) -> Layout:
    """Say what every column is. `keys` come from an index, so they are no models.

    With `names_models` the user named the models ({model: scores}), so only a name that says so makes a column of text
    the names of the data sets.
    """
    kinds = {name: kind_of(array) for name, array in columns.items()}
    roles = {name: None if kinds[name] == "fraction" else role_of(name) for name in columns}
    roles |= {key: "row number" for key in keys if roles[key] is None and kinds[key] != "text"}
    data_set = _data_set(columns, kinds, roles, names_models)
    runs = tuple(name for name in columns if roles[name] == "run" and name != data_set)
    numbers = [name for name in columns if roles[name] == "row number" and name != data_set]
    rest = [name for name in columns if name not in (data_set, *runs, *numbers)]
    model = _model(rest, kinds, roles, columns.get(data_set))
    scores = [name for name in rest if name != model]
    for name in scores:
        if kinds[name] == "text":
            raise errors.text_column(name, _not_a_number(columns[name]))
        if kinds[name] == "broken":
            read_numbers(columns[name], str(name), A_RANKED_SCORE)
    if not names_models and model is None:
        _refuse_other_scales(columns, kinds, scores)
    if model is not None:
        if len(scores) != 1:
            raise errors.several_scores(model, scores)
        return Layout(data_set, runs, tuple(scores), model, tuple(numbers))
    counting = [name for name in scores[:1] if _only_counts(name, columns, kinds, scores)]
    scores = [name for name in scores if name not in counting]
    return Layout(data_set, runs, tuple(scores), None, (*numbers, *counting))


def kind_of(array: Array) -> str:
    """Return "text", "whole", "fraction" or "broken"; a column of gaps alone holds scores that are missing.

    Broken is a column of numbers in which some are written so that they cannot be read.

    >>> kind_of(np.array([0.0, 1.0])), kind_of(np.array([0.5, 1.0])), kind_of(np.array(["a"]))
    ('whole', 'fraction', 'text')
    >>> kind_of(np.array(["0.5", "0.7", "n/a"], dtype=object))
    'broken'
    """
    if array.dtype.kind in "iu":
        return "whole"
    values: Any = array
    if array.dtype.kind not in "fb":
        known = [value for value in array.tolist() if value is not None and value == value]
        if not all(isinstance(value, int | float) for value in known):
            numbers = sum(
                looks_like_number(value) if isinstance(value, str) else isinstance(value, int | float)
                for value in known
            )
            return "broken" if 2 * numbers > len(known) else "text"
        values = np.array(known, dtype=float)
    finite = np.asarray(values, dtype=float)
    finite = finite[np.isfinite(finite)]
    return "whole" if len(finite) and bool((finite == np.rint(finite)).all()) else "fraction"


def _data_set(
    columns: Mapping[object, Array], kinds: Mapping[object, str], roles: Mapping[object, str | None], named: bool
) -> object:
    """Return the column that names the data sets: by its name, else the first text, else numbers that are names."""
    by_name = [name for name in columns if roles[name] == "data set"]
    texts = [name for name in columns if kinds[name] == "text" and roles[name] in (None, "row number") and not named]
    numbers = [name for name in columns if roles[name] == "row number" and _are_names(columns[name])]
    return next(iter([*by_name, *texts, *numbers]), None)


def _model(
    rest: list[object], kinds: Mapping[object, str], roles: Mapping[object, str | None], data_sets: Array | None
) -> object:
    """Return the column that names a model in every row, None where every model has a column of its own.

    Text whose name says nothing is only taken for models where a data set stands in several rows. Where each has one
    row, it is a column of scores with a slip in it.
    """
    texts = [name for name in rest if kinds[name] == "text"]
    numbers = [name for name in rest if kinds[name] != "text"]
    by_name = [name for name in texts if roles[name] == "model"]
    if by_name:
        return by_name[0]
    if data_sets is not None and len(texts) == 1 and len(numbers) == 1 and _repeat(data_sets):
        return texts[0]
    coded = [name for name in numbers if roles[name] == "model"]
    return coded[0] if data_sets is not None and coded and len(numbers) == 2 and not texts else None


def _not_a_number(array: Array) -> object:
    """Return the value that makes a column text, for a message."""
    values = array.tolist()
    strange = first_strange(values)
    return next(value for value in values if value is not None) if strange is None else strange[1]


def _repeat(array: Array) -> bool:
    values = array.tolist()
    return len(set(values)) < len(values)


def _are_names(array: Array) -> bool:
    """Say whether whole numbers name their rows: all different, and no mere count of them."""
    return not _repeat(array) and not is_count(array)


def is_count(array: Array) -> bool:
    """Say whether numbers count the rows, from 0 or from 1."""
    values = array.tolist()
    return any(values == list(range(start, start + len(values))) for start in (0, 1))


def _refuse_other_scales(columns: Mapping[object, Array], kinds: Mapping[object, str], scores: list[object]) -> None:
    """Refuse whole numbers above 1 where all other columns hold shares: sizes and identifiers are no scores."""
    shares = [name for name in scores if kinds[name] == "fraction" and _are_shares(columns[name])]
    others = [name for name in scores if name not in shares]
    if len(others) != 1 or len(shares) < 2 or kinds[others[0]] != "whole":
        return
    values = np.asarray(columns[others[0]], dtype=float)
    if np.nanmin(values) > 1:
        raise errors.unlike_scores(others[0], float(np.nanmin(values)), float(np.nanmax(values)))


def _are_shares(array: Array) -> bool:
    values = np.asarray(array, dtype=float)
    known = values[~np.isnan(values)]
    return bool(len(known)) and bool(np.min(known) >= 0 and np.max(known) <= 1)


def _only_counts(
    name: object, columns: Mapping[object, Array], kinds: Mapping[object, str], scores: Sequence[object]
) -> bool:
    """Say whether a first column counts the rows while every other one holds fractions: no model scores like that."""
    others = [kinds[other] for other in scores if other != name]
    return len(others) > 1 and set(others) == {"fraction"} and is_count(columns[name])
