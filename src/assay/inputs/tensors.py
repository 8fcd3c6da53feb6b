"""Columns that are torch tensors, read where they lie: the same answers as for arrays, and no row is copied."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, cast

import numpy as np

from assay.inputs.columns import as_array, is_short_float
from assay.inputs.labels import (
    DENSE_RANGE,
    GLANCE,
    LARGEST_LABEL,
    MISSING,
    Codes,
    Entry,
    LabelColumn,
    looked_up,
    read_labels,
)
from assay.inputs.numbers import all_finite, in_double, read_numbers, total
from assay.inputs.profiles import MOST_DISTINCT, first_places

if TYPE_CHECKING:
    import torch
    from numpy.typing import NDArray

INDEX = 4
"""Bytes of the smallest whole numbers that look things up."""

NUMBERS = ("bool", "uint8", "int8", "int16", "int32", "int64", "float32", "float64")
"""Types that torch computes with everywhere."""


@cache
def register() -> None:
    """Let tensors be read by the functions that read arrays."""
    import torch

    read_labels.register(torch.Tensor, _labels)
    looked_up.register(torch.Tensor, _looked_up)
    read_numbers.register(torch.Tensor, _numbers)
    in_double.register(torch.Tensor, lambda numbers: numbers.double())
    total.register(torch.Tensor, _total)
    all_finite.register(torch.Tensor, _all_finite)
    first_places.register(torch.Tensor, _first_places)


def column_on(device: torch.device, values: object, name: str) -> torch.Tensor | None:
    """Return values as one column on the device, None if they are no column of numbers that torch computes with."""
    import torch

    column: torch.Tensor
    if isinstance(values, torch.Tensor):
        column = values.detach()
    else:
        array = as_array(values, name)
        if array.dtype.kind not in "biuf" or array.dtype.itemsize > torch.float64.itemsize:
            return None
        column = torch.tensor(array).to(device)
    if column.layout != torch.strided:
        return None
    if column.ndim == 2 and column.shape[1] == 1:
        column = column[:, 0]
    if column.ndim != 1 or not len(column):
        return None
    if is_short_float(str(column.dtype)):
        column = column.float()
    return column if str(column.dtype).removeprefix("torch.") in NUMBERS else None


def _labels(column: torch.Tensor, name: str) -> LabelColumn:
    if column.is_floating_point():
        return _of_floats(column, name)
    kind = "integer" if "int" in str(column.dtype) else "boolean"
    # Torch takes bytes for flags where they look things up, and shorts not at all.
    return _of_integers(column.int() if column.element_size() < INDEX else column, name, kind)


def _of_integers(column: torch.Tensor, name: str, kind: str = "integer") -> LabelColumn:
    """Code whole numbers by their distance from the lowest, or by sorting where they lie far apart."""
    import torch

    lowest, highest = (int(end) for end in torch.stack(torch.aminmax(column)).tolist())
    span = highest - lowest + 1
    if span > DENSE_RANGE:
        distinct, codes = torch.unique(column, return_inverse=True)
        # A profile counts no more than this many; what has more is no label.
        return LabelColumn(name, kind, tuple(distinct[: MOST_DISTINCT + 1].tolist()), _as_codes(codes))
    candidates: tuple[object, ...] = tuple(range(lowest, highest + 1))
    codes = column - lowest if lowest else column
    if span > 2:
        seen = torch.zeros(span, dtype=torch.bool, device=column.device)
        seen[codes] = True
        present = seen.tolist()
        if not all(present):
            codes = (seen.cumsum(0) - 1)[codes]
            candidates = tuple(label for label, there in zip(candidates, present, strict=True) if there)
    labels = tuple(bool(label) for label in candidates) if kind == "boolean" else candidates
    return LabelColumn(name, kind, labels, _as_codes(codes))


def _of_floats(column: torch.Tensor, name: str) -> LabelColumn:
    """Read whole floats as labels that lost their type; anything fractional is no label."""
    import torch

    example = _first_strange(column[:GLANCE])
    if example is None:
        example = _first_strange(column[GLANCE:])
    gaps = column.isnan()
    codes = torch.where(gaps, MISSING, 0)
    if example is not None:
        return LabelColumn(name, "number", (), _as_codes(codes), from_floats=True, example=example)
    known = column[~gaps]
    if not len(known):
        return LabelColumn(name, "integer", (), _as_codes(codes), from_floats=True)
    labels = _of_integers(known.long(), name)
    codes[~gaps] = torch.as_tensor(labels.codes, dtype=codes.dtype)
    return replace(labels, codes=_as_codes(codes), from_floats=True)


def _first_strange(column: torch.Tensor) -> float | None:
    """Return the first number that cannot be a label, None if there is none."""
    strange = ~column.isnan() & ((column != column.round()) | (column.abs() > LARGEST_LABEL))
    places = _first_places(strange, 1) if bool(strange.any()) else []
    return float(column[places[0]]) if places else None


def _looked_up(codes: torch.Tensor, table: NDArray[Entry]) -> NDArray[Entry]:
    import torch

    if table.dtype == bool and not table[-1] and np.count_nonzero(table) == 1:
        return cast("NDArray[Entry]", codes == int(table.argmax()))  # ten times as fast as looking every code up
    return cast("NDArray[Entry]", torch.as_tensor(table, device=codes.device)[codes])


def _numbers(column: torch.Tensor, name: str, wanted: str, first: int = 0) -> NDArray[np.floating]:
    """Return the values as floats; single and double precision stay what they are."""
    return cast("NDArray[np.floating]", column if column.is_floating_point() else column.double())


def _total(numbers: torch.Tensor) -> float:
    import torch

    return float(numbers.sum(dtype=torch.float64))


def _all_finite(numbers: torch.Tensor) -> bool:
    """Say whether no number is missing or infinite: a range is found several times faster than a sum."""
    import torch

    return bool(torch.stack(torch.aminmax(numbers)).isfinite().all()) if numbers.numel() else True


def _first_places(flags: torch.Tensor, most: int) -> list[int]:
    """Return the places of the first few flags, one by one: a list of all of them could be as long as the rows."""
    places: list[int] = []
    start = 0
    for _ in range(min(most, int(flags.sum()))):
        place = start + int(flags[start:].int().argmax())
        places.append(place)
        start = place + 1
    return places


def _as_codes(codes: torch.Tensor) -> Codes:
    """Say of a tensor that it stands where codes do."""
    return cast("Codes", codes)
