"""Finished fits kept in one file, each as soon as it is done, so that a killed run goes on where it stopped."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from assay.errors import InputError
from assay.errors import estimators as errors
from assay.errors import files as file_errors
from assay.inputs.paths import status, strange_words
from assay.validation.fits import Outcome
from assay.validation.kept_outcomes import decode, encode

FORMAT = "assay checkpoint 1"
SECONDS_TO_WAIT = 5
"""How long another run may hold the file: its writes take milliseconds, so that a longer one means two runs."""
SCHEMA = {
    "run": "CREATE TABLE run (name TEXT PRIMARY KEY, value TEXT)",
    "fits": "CREATE TABLE fits (key TEXT PRIMARY KEY, outcome BLOB)",
}
BUSY = "another run is using it"
NOT_WRITTEN = {
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "this user may not write there",
    sqlite3.SQLITE_PERM: "this user may not write there",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
}
"""What SQLite says where it could not write, in words."""
FAMILY = 0xFF
"""The lower byte of SQLite's extended codes, which says what kind of problem it is (sqlite.org/rescode.html)."""


class Checkpoint:
    """A file of finished fits. It holds arrays and JSON, never code, and belongs to one run: `identity` says which."""

    def __init__(self, path: str | os.PathLike[str], identity: Mapping[str, str]) -> None:
        self.path = Path(path)
        _check_place(self.path)
        with self._said_plainly():
            self.file = sqlite3.connect(self.path, timeout=SECONDS_TO_WAIT, isolation_level=None)
            self.file.execute("PRAGMA trusted_schema = OFF")
            try:
                self._check(identity)
            except BaseException:
                self.file.close()
                raise

    def _check(self, identity: Mapping[str, str]) -> None:
        """Start an empty file, accept one of this run, refuse everything else unchanged."""
        listed = self.file.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        schema = dict(listed)
        if not schema:
            self._start(identity)
            return
        if schema != SCHEMA:
            raise errors.not_a_checkpoint(str(self.path))
        known = dict(self.file.execute("SELECT name, value FROM run"))
        if known.pop("format", None) != FORMAT:
            raise errors.not_a_checkpoint(str(self.path))
        others = [name for name, value in identity.items() if known.get(name) != value]
        if others:
            raise errors.checkpoint_of_another_run(str(self.path), others)

    def _start(self, identity: Mapping[str, str]) -> None:
        """Write the tables and the marks of the run, all or nothing."""
        with self._whole():
            for statement in SCHEMA.values():
                self.file.execute(statement)
            marks = {"format": FORMAT, **identity}
            self.file.executemany("INSERT INTO run VALUES (?, ?)", list(marks.items()))

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """Do some writes together, or none of them."""
        self.file.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.file.execute("COMMIT")
        except BaseException:
            if self.file.in_transaction:
                self.file.execute("ROLLBACK")
            raise

    @contextmanager
    def _said_plainly(self) -> Iterator[None]:
        """Turn what SQLite says into a message: a file that cannot be written, or one that is no checkpoint."""
        try:
            yield
        except sqlite3.Error as problem:
            reason = NOT_WRITTEN.get(getattr(problem, "sqlite_errorcode", 0) & FAMILY)
            if reason is not None:
                raise file_errors.unwritable(str(self.path), reason) from problem
            raise errors.not_a_checkpoint(str(self.path)) from problem

    def read(self) -> dict[str, Outcome]:
        """Return every finished fit by its key."""
        with self._said_plainly():
            rows = self.file.execute("SELECT key, outcome FROM fits").fetchall()
        try:
            return {str(key): decode(blob) for key, blob in rows}
        except ValueError as problem:
            raise self.damaged(str(problem)) from problem

    def damaged(self, what: str) -> InputError:
        """Return the error for a file whose fits cannot be those of this run."""
        return errors.damaged_checkpoint(str(self.path), what)

    def keep(self, key: str, outcome: Outcome) -> None:
        """Add a finished fit; it is in the file whole, or not at all."""
        with self._said_plainly(), self._whole():
            self.file.execute("INSERT OR REPLACE INTO fits VALUES (?, ?)", (key, encode(outcome)))

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: object, trace: TracebackType | None) -> None:
        self.file.close()


def _check_place(path: Path) -> None:
    """Refuse a path where no file can be, before SQLite opens it: a pipe would make it wait for ever."""
    state = status(path)
    if state is not None and not stat.S_ISREG(state.st_mode):
        raise file_errors.unwritable(str(path), f"it is {strange_words(state) or 'a folder'}")
    if not path.parent.is_dir():
        raise file_errors.no_folder(str(path), str(path.parent))


def fingerprint(value: object) -> str:
    """Return a short text that changes when the value does."""
    import joblib

    try:
        return str(joblib.hash(value))
    except Exception:
        return repr(value)
