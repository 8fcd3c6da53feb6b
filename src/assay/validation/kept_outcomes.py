"""Outcomes of fits as bytes: arrays and JSON, never code; what is read back is checked before memory is asked for."""

from __future__ import annotations

import io
import json
import math
import zipfile
from typing import Any

import numpy as np

from assay.checks.documents import json_of
from assay.validation.fits import Outcome, plain

ARRAYS = ("prediction", "score", "classes", "train_prediction", "train_score")
WORDS = "plain"
READERS = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
"""How the headers of the two versions of npy files are read; numpy writes the second where names are long."""


def encode(outcome: Outcome) -> bytes:
    """Return an outcome as an npz file without pickles."""
    arrays: dict[str, Any] = {}
    listed: dict[str, object] = {}
    for name in ARRAYS:
        array = getattr(outcome, name)
        if array is not None and array.dtype == object:
            listed[name] = [plain(value) for value in array.tolist()]
        elif array is not None:
            arrays[name] = array
    words = {
        "score_kind": outcome.score_kind,
        "chosen": dict(outcome.chosen),
        "seconds": outcome.seconds,
        "warned": list(outcome.warned),
        "listed": listed,
    }
    out = io.BytesIO()
    np.savez(out, allow_pickle=False, **{WORDS: np.array(json.dumps(words))}, **arrays)
    return out.getvalue()


def decode(blob: object) -> Outcome:
    """Return the outcome that was kept; a ValueError says what is wrong with bytes that hold none."""
    if not isinstance(blob, bytes):
        raise ValueError("an entry holds no bytes")
    try:
        _check_sizes(blob)
        with np.load(io.BytesIO(blob), allow_pickle=False) as file:
            known = json_of(str(file[WORDS]))
            arrays: dict[str, Any] = {name: file[name] for name in file.files if name != WORDS}
        for name, values in known.pop("listed").items():
            array = np.empty(len(values), dtype=object)
            array[:] = values
            arrays[name] = array
        outcome = Outcome(**{**arrays, **known, "warned": tuple(known["warned"])})
        _check_shapes(outcome)
    except (KeyError, TypeError, AttributeError, RecursionError, EOFError, OSError, OverflowError) as problem:
        raise ValueError("an entry is not what assay writes") from problem
    except (zipfile.BadZipFile, NotImplementedError, UnicodeDecodeError, json.JSONDecodeError) as problem:
        raise ValueError("an entry is cut short or changed") from problem
    return outcome


def _check_sizes(blob: bytes) -> None:
    """Refuse arrays that say they are larger than their bytes; assay stores them as they are, never packed."""
    with zipfile.ZipFile(io.BytesIO(blob)) as archive:
        for entry in archive.infolist():
            name = entry.filename.removesuffix(".npy")
            if name not in (*ARRAYS, WORDS):
                raise ValueError(f"an entry holds {name[:20]!r}")
            if entry.compress_type != zipfile.ZIP_STORED or entry.file_size > len(blob):
                raise ValueError("an entry is packed")
            with archive.open(entry) as file:
                reader = READERS.get(np.lib.format.read_magic(file))
                if reader is None:
                    raise ValueError("an array of another version of numpy")
                shape, _, dtype = reader(file)
                if dtype.hasobject or math.prod(shape) * dtype.itemsize > entry.file_size:
                    raise ValueError("an array says that it is larger than the file")


def _check_shapes(outcome: Outcome) -> None:
    """Refuse arrays that cannot belong to one fit."""
    rows = len(outcome.prediction)
    scores_fit = outcome.score is None or len(outcome.score) == rows
    if not scores_fit or not isinstance(outcome.chosen, dict) or outcome.failed is not None:
        raise ValueError("the parts of an entry do not belong together")
    float(outcome.seconds)
