"""Any column a user may hold (list, numpy, pandas, polars, pyarrow, torch) as a numpy array."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from assay.errors import columns as errors
from assay.errors import files as file_errors
from assay.inputs.json_files import looks_like_coco

if TYPE_CHECKING:
    import narwhals.stable.v2 as nw

Array = NDArray[np.generic]


def as_array(values: object, name: str) -> Array:
    """Return the values as a numpy array of one or two dimensions; strings stay objects.

    >>> as_array(["yes", "no"], "truth")
    array(['yes', 'no'], dtype=object)
    """
    if isinstance(values, str):
        coco = values.endswith(".json") and looks_like_coco(Path(values))
        raise file_errors.coco_file(values) if coco else errors.name_without_data(name, values)
    array = _from_known(values, name)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim not in (1, 2):
        raise errors.wrong_dimensions(name, array.shape)
    if not len(array):
        raise errors.empty(name)
    return array


def column_names(values: object) -> tuple[object, ...] | None:
    """Return the names a frame gives its columns, None for anything else."""
    columns = getattr(values, "columns", None) if not isinstance(values, np.ndarray) else None
    if columns is None or not hasattr(values, "shape"):
        return None
    return tuple(getattr(values, "column_names", columns))


def _from_known(values: object, name: str) -> Array:
    if isinstance(values, np.ndarray):
        return unmasked(values)
    if isinstance(values, list | tuple | range):
        return _from_list(list(values), name)
    if hasattr(values, "detach") and hasattr(values, "cpu"):
        return _from_tensor(values.detach().cpu())
    return _from_series(values, name)


def unmasked(values: NDArray[Any]) -> Array:
    """Return an array in which masked entries are gaps: nan among floats, None among everything else."""
    if not isinstance(values, np.ma.MaskedArray):
        return values
    if not np.ma.is_masked(values):
        return np.asarray(values.data)
    if values.dtype.kind == "f":
        return np.asarray(values.filled(np.nan))
    objects = np.array(values.data, dtype=object)
    objects[np.ma.getmaskarray(values)] = None
    return objects


def _from_tensor(tensor: Any) -> Array:
    """Return a tensor as an array; numpy has no bfloat16, so that becomes single precision."""
    return np.asarray((tensor.float() if str(getattr(tensor, "dtype", "")).endswith("bfloat16") else tensor).numpy())


def _from_list(values: list[object], name: str) -> Array:
    """Keep strings as objects: a fixed-width array would copy them all and turn None into 'None'."""
    # A glance at the first values is cheap; what comes later is found when the array is built.
    if any(isinstance(value, str) or value is None for value in values[:1000]):
        return as_objects(values)
    try:
        array = np.array(values)
    except (ValueError, TypeError) as problem:
        raise errors.not_a_column(name, values) from problem
    if array.dtype.kind in "USO" and array.ndim == 1:
        return as_objects(values)
    return array


def _from_series(values: object, name: str) -> Array:
    """Let narwhals read pandas, polars and pyarrow; anything else must offer itself as an array."""
    import narwhals.stable.v2 as nw

    if type(values).__module__.startswith("pyarrow") and not hasattr(values, "num_chunks"):
        values = _chunked(values)
    frame = nw.from_native(values, pass_through=True, allow_series=True)
    if isinstance(frame, nw.DataFrame):
        return np.asarray(frame.to_numpy())
    if isinstance(frame, nw.Series):
        return series_to_array(frame)
    if hasattr(values, "__array__"):
        return np.asarray(values)
    raise errors.not_a_column(name, values)


def series_to_array(series: nw.Series[Any]) -> Array:
    """Return a narwhals series as an array; categories become their labels, gaps become None."""
    if series.dtype.is_float() or (series.dtype.is_numeric() and not series.null_count()):
        return np.asarray(series.to_numpy())
    return as_objects(series.to_list())


def as_objects(values: list[Any]) -> Array:
    """Return a list as an array of Python objects, one entry an object whatever it is."""
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _chunked(values: object) -> object:
    import pyarrow as pa

    return pa.chunked_array([values])
