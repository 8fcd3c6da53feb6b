"""Any column a user may hold (list, numpy, pandas, polars, pyarrow, torch) as a numpy array."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from assay.errors import AssayError
from assay.errors import columns as errors
from assay.errors import files as file_errors
from assay.inputs.json_files import looks_like_coco

if TYPE_CHECKING:
    import narwhals.stable.v2 as nw

Array = NDArray[np.generic]

PLAIN_FORMS = (
    ("is_sparse", "to_dense"),
    ("is_quantized", "dequantize"),
    ("is_conj", "resolve_conj"),
    ("is_neg", "resolve_neg"),
)
"""What a tensor may be that an array is not, and the method that makes it plain."""


def as_array(values: object, name: str) -> Array:
    """Return the values as a numpy array of one or two dimensions; strings stay objects.

    >>> as_array(["yes", "no"], "truth")
    array(['yes', 'no'], dtype=object)
    """
    if isinstance(values, str):
        coco = values.endswith(".json") and looks_like_coco(Path(values))
        raise file_errors.coco_file(values) if coco else errors.name_without_data(name, values)
    try:
        array = _from_known(values, name)
    except (AssayError, MemoryError):
        raise
    except Exception as problem:  # whatever a foreign object does when it is read
        raise errors.not_a_column(name, values) from problem
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
    if is_tensor(values):
        return tensor_to_array(values)
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


def is_tensor(values: object) -> bool:
    """Say whether values are a tensor of torch (or behave like one), without importing torch."""
    return hasattr(values, "detach") and hasattr(values, "cpu")


def tensor_to_array(tensor: Any) -> Array:
    """Return a tensor, wherever it lies, as an array; floats of less than single precision become single.

    numpy has no bfloat16 and no 8-bit floats; half precision is read like them, so that the same scores get the same
    losses whichever short type they are stored in.
    """
    values = tensor.detach().cpu()
    # What torch stores in other ways than one number after the other, numpy cannot read: made plain where it is so.
    for odd, plain in PLAIN_FORMS:
        state = getattr(values, odd, False)
        if state() if callable(state) else state:
            values = getattr(values, plain)()
    if is_short_float(str(getattr(values, "dtype", ""))):
        values = values.float()
    return np.asarray(values.numpy())


def untensored(values: object) -> object:
    """Return a tensor as an array, a list of tensors as a list of arrays, anything else as it is."""
    if isinstance(values, list):
        return [untensored(value) if is_tensor(value) else value for value in values]
    return tensor_to_array(values) if is_tensor(values) else values


def is_short_float(dtype: str) -> bool:
    """Say whether a type of torch is a float of less than single precision.

    >>> is_short_float("torch.bfloat16"), is_short_float("torch.float32")
    (True, False)
    """
    return "float" in dtype and not dtype.endswith(("float32", "float64"))


def _from_list(values: list[object], name: str) -> Array:
    """Keep strings as objects: a fixed-width array would copy them all and turn None into 'None'."""
    if values and is_tensor(values[0]):
        values = [untensored(value) for value in values]
    # A glance at the first values is cheap; what comes later is found when the array is built.
    if any(isinstance(value, str) or value is None for value in values[:1000]):
        return as_objects(values)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", UserWarning)  # numpy's, where a masked number would become nan
            array = np.array(values)
    except UserWarning:
        return as_objects([None if value is np.ma.masked else value for value in values])
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
