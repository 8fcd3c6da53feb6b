"""Checkpoints that are damaged, hostile or somebody else's are refused in words, and never written to."""

from __future__ import annotations

import io
import json
import os
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.neighbors import KNeighborsClassifier

import assay
from assay.validation.fits import Outcome
from assay.validation.kept_outcomes import decode, encode

IRIS = load_iris(return_X_y=True)


def run(path: object) -> assay.Validation:
    return assay.validate(KNeighborsClassifier(), *IRIS, scheme="3-fold", metrics="accuracy", checkpoint=path)


def refused_and_untouched(path: Path, match: str) -> None:
    before = path.read_bytes()
    with pytest.raises(assay.AssayError, match=match):
        run(path)
    assert path.read_bytes() == before


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A checkpoint of three finished fits."""
    run(tmp_path / "run.checkpoint")
    return tmp_path / "run.checkpoint"


def change(path: Path, *statements: str, values: tuple[object, ...] = ()) -> None:
    with closing(sqlite3.connect(path)) as file, file:
        for statement in statements:
            file.execute(statement, values)


@pytest.mark.parametrize("statements", [
    ("CREATE TABLE notes (x)",),
    ("CREATE TABLE notes (x)", "INSERT INTO notes VALUES (1)", "CREATE TABLE run (name, value)"),
    ("CREATE TABLE run (name TEXT PRIMARY KEY, value TEXT)", "CREATE VIEW fits AS SELECT 1 AS key, 2 AS outcome"),
    ("CREATE VIEW fits AS SELECT 'a' AS key, randomblob(1000000000) AS outcome",),
])  # fmt: skip
def test_a_database_of_somebody_else_is_left_as_it_is(tmp_path, statements) -> None:
    change(tmp_path / "other.db", *statements)
    refused_and_untouched(tmp_path / "other.db", "is not a checkpoint of assay")


@pytest.mark.parametrize("statement", [
    "CREATE TRIGGER t AFTER INSERT ON fits BEGIN DELETE FROM run; END",
    "ALTER TABLE fits ADD COLUMN more TEXT",
    "DELETE FROM run",
    "UPDATE run SET value = 'assay checkpoint 2' WHERE name = 'format'",
])  # fmt: skip
def test_a_checkpoint_with_other_tables_or_marks_is_refused(path, statement) -> None:
    change(path, statement)
    refused_and_untouched(path, "is not a checkpoint of assay")


def test_wrong_bytes_are_refused(path) -> None:
    content = path.read_bytes()
    for damaged in (b"x" * 5000, content[:3000], content[:100] + b"\xff" * (len(content) - 100)):
        path.write_bytes(damaged)
        refused_and_untouched(path, "checkpoint")


def archive(members: dict[str, bytes], packed: bool = False) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED) as file:
        for name, content in members.items():
            file.writestr(f"{name}.npy", content)
    return out.getvalue()


def array(values: object, shape: tuple[int, ...] | None = None) -> bytes:
    """Return an npy file, whose header may say another shape than it has."""
    out = io.BytesIO()
    np.lib.format.write_array(out, np.asarray(values), allow_pickle=True)
    if shape is None:
        return out.getvalue()
    lying = io.BytesIO()
    header = {"descr": "<f8", "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(lying, header)
    return lying.getvalue() + b"\0" * 80


def members(**changed: bytes) -> dict[str, bytes]:
    words = {"score_kind": None, "chosen": {}, "seconds": 0.1, "warned": [], "listed": {}}
    return {"plain": array(json.dumps(words)), "prediction": array(np.zeros(50, int)), **changed}


DEEP = "[" * 50_000 + "]" * 50_000
HOSTILE: dict[str, Callable[[], object]] = {
    "a text": lambda: "hello",
    "nothing": lambda: None,
    "no zip": lambda: b"\0" * 300,
    "a zip bomb": lambda: archive(members(score=array(np.zeros(10_000_000))), packed=True),
    "8.9 GiB asked for": lambda: archive(members(score=array(None, (1_200_000_000,)))),
    "more than there is": lambda: archive(members(score=array(None, (2**62, 2**62)))),
    "objects": lambda: archive(members(prediction=array(np.array([{}] * 50, dtype=object)))),
    "another name": lambda: archive(members(more=array([1]))),
    "no words": lambda: archive({"prediction": array(np.zeros(50, int))}),
    "words of another kind": lambda: archive(members(plain=array(json.dumps([1, 2])))),
    "an unknown field": lambda: archive(members(plain=array(json.dumps({"listed": {}, "warned": [], "x": 1})))),
    "deep words": lambda: archive(members(plain=array(DEEP))),
    "another number of cases": lambda: archive(members(prediction=array(np.zeros(7, int)))),
    "no column": lambda: archive(members(prediction=array(3))),
    "cut": lambda: archive(members())[:-30],
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_fit_that_assay_did_not_write_is_refused_before_memory_is_asked_for(path, kind) -> None:
    change(path, "UPDATE fits SET outcome = ? WHERE key = (SELECT min(key) FROM fits)", values=(HOSTILE[kind](),))
    refused_and_untouched(path, "is a damaged checkpoint")


def test_what_is_kept_comes_back_as_it_was() -> None:
    outcome = Outcome(np.array(["a", "b"], dtype=object), np.eye(2), "probability", np.array(["a", "b"]), seconds=0.5)
    again = decode(encode(outcome))
    assert again.prediction.tolist() == ["a", "b"]
    assert again.score is not None
    assert np.array_equal(again.score, np.eye(2))
    assert (again.score_kind, again.seconds, again.failed) == ("probability", 0.5, None)


def test_places_where_no_file_can_be_are_named(tmp_path) -> None:
    os.mkfifo(tmp_path / "pipe")
    os.symlink("loop", tmp_path / "loop")
    for name, match in (("pipe", "it is a named pipe"), (".", "it is a folder"), ("loop", "links lead in a circle")):
        with pytest.raises(assay.AssayError, match=match):
            run(tmp_path / name)


def test_a_disk_that_is_full_says_so_and_keeps_what_was_finished(path, monkeypatch) -> None:
    change(path, "DELETE FROM fits WHERE key = (SELECT max(key) FROM fits)")
    connect = sqlite3.connect

    def small(*arguments, **options) -> sqlite3.Connection:
        file = connect(*arguments, **options)
        file.execute("PRAGMA max_page_count = 1")
        return file

    monkeypatch.setattr("assay.validation.checkpoints.encode", lambda outcome: b"\0" * 100_000)
    monkeypatch.setattr(sqlite3, "connect", small)
    refused_and_untouched(path, "the disk is full")
    monkeypatch.undo()
    assert run(path).fits == 3


def test_a_file_that_may_not_be_written_says_so(path) -> None:
    change(path, "DELETE FROM fits")
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("assay.validation.checkpoints.SECONDS_TO_WAIT", 0)
            refused_and_untouched(path, "another run is using it")
