"""Finished fits kept in one file, each as soon as it is done, so that a killed run goes on where it stopped."""

from __future__ import annotations

import io
import json
import os
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from assay.errors import estimators as errors
from assay.errors import files as file_errors
from assay.validation.fits import Outcome, plain

ARRAYS = ("prediction", "score", "classes", "train_prediction", "train_score")
FORMAT = "assay checkpoint 1"
SECONDS_TO_WAIT = 5
"""How long another run may hold the file: its writes take milliseconds, so that a longer one means two runs."""


class Checkpoint:
    """A file of finished fits. It holds arrays and JSON, never code, and belongs to one run: `identity` says which."""

    def __init__(self, path: str | os.PathLike[str], identity: Mapping[str, str]) -> None:
        self.path = Path(path)
        if not self.path.parent.is_dir():
            raise file_errors.no_folder(str(path), str(self.path.parent))
        try:
            self.file = sqlite3.connect(self.path, timeout=SECONDS_TO_WAIT)
            self.file.execute("CREATE TABLE IF NOT EXISTS run (name TEXT PRIMARY KEY, value TEXT)")
            self.file.execute("CREATE TABLE IF NOT EXISTS fits (key TEXT PRIMARY KEY, outcome BLOB)")
            self._check(identity)
        except sqlite3.DatabaseError as problem:
            self._close()
            busy = "locked" in str(problem)
            if isinstance(problem, sqlite3.OperationalError) and (busy or not self.path.is_file()):
                raise file_errors.unwritable(
                    str(path), "another run is using it" if busy else str(problem)
                ) from problem
            raise errors.not_a_checkpoint(str(path)) from problem

    def _check(self, identity: Mapping[str, str]) -> None:
        known = dict(self.file.execute("SELECT name, value FROM run"))
        if not known:
            marks = {"format": FORMAT, **identity}
            self.file.executemany("INSERT INTO run VALUES (?, ?)", list(marks.items()))
            self.file.commit()
            return
        if known.pop("format", None) != FORMAT:
            self._close()
            raise errors.not_a_checkpoint(str(self.path))
        others = [name for name, value in identity.items() if known.get(name) != value]
        if others:
            self._close()
            raise errors.checkpoint_of_another_run(str(self.path), others)

    def read(self) -> dict[str, Outcome]:
        """Return every finished fit by its key."""
        return {key: _decode(blob) for key, blob in self.file.execute("SELECT key, outcome FROM fits")}

    def keep(self, key: str, outcome: Outcome) -> None:
        """Add a finished fit; it is in the file whole, or not at all."""
        with self.file:
            self.file.execute("INSERT OR REPLACE INTO fits VALUES (?, ?)", (key, _encode(outcome)))

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: object, trace: TracebackType | None) -> None:
        self._close()

    def _close(self) -> None:
        file = getattr(self, "file", None)
        if file is not None:
            file.close()


def _encode(outcome: Outcome) -> bytes:
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
    np.savez(out, allow_pickle=False, plain=np.array(json.dumps(words)), **arrays)
    return out.getvalue()


def _decode(blob: bytes) -> Outcome:
    with np.load(io.BytesIO(blob), allow_pickle=False) as file:
        known = json.loads(str(file["plain"]))
        arrays: dict[str, Any] = {name: file[name] for name in file.files if name != "plain"}
    for name, values in known.pop("listed").items():
        array = np.empty(len(values), dtype=object)
        array[:] = values
        arrays[name] = array
    return Outcome(**{**arrays, **known, "warned": tuple(known["warned"])})


def fingerprint(value: object) -> str:
    """Return a short text that changes when the value does."""
    import joblib

    try:
        return str(joblib.hash(value))
    except Exception:
        return repr(value)
