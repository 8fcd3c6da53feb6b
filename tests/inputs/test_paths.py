"""Paths are judged before anything is read: pipes, devices, links in a circle, addresses and packed files."""

from __future__ import annotations

import gzip
import os
import socket
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import assay

ROWS = pl.DataFrame({"y": [1, 0, 1, 0] * 50, "p": [1, 0, 0, 0] * 50, "t": [f"x{k % 7}" for k in range(200)]})
CSV = ROWS.write_csv().encode()


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(data: object, match: str) -> None:
    with pytest.raises(assay.AssayError, match=match):
        assay.evaluate("y", "p", data=data)
    assert "bug" not in match


def read(data: object) -> float:
    return assay.evaluate("y", "p", data=data)["accuracy"].value


def test_what_is_no_file_is_named_and_never_opened() -> None:
    os.mkfifo("pipe.csv")
    refused("pipe.csv", "pipe.csv is a named pipe, not a file")
    os.symlink("/dev/zero", "zero.csv")
    refused("zero.csv", "zero.csv is a device")
    refused("/dev/zero", "/dev/zero is a device")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.csv")
        refused("socket.csv", "socket.csv is a socket")
    Path("parts").mkdir()
    os.mkfifo("parts/a.csv")
    refused("parts", "parts/a.csv is a named pipe")


def test_pipes_and_devices_are_refused_for_texts_and_boxes_too() -> None:
    os.mkfifo("pipe.txt")
    os.mkfifo("pipe.json")
    with pytest.raises(assay.AssayError, match="is a named pipe"):
        assay.evaluate(Path("pipe.txt"), ["a"], task="text")
    with pytest.raises(assay.AssayError, match="is a named pipe"):
        assay.evaluate("pipe.json", [], task="detection")


def test_paths_that_lead_nowhere_say_why() -> None:
    os.symlink("loop.csv", "loop.csv")
    refused("loop.csv", "links lead in a circle")
    refused("x" * 5000 + ".csv", "longer than the file system allows")
    refused("a\0b.csv", "holds a NUL character")
    os.symlink("gone.csv", "link.csv")
    refused("link.csv", "There is no file link.csv")


@pytest.mark.parametrize("scheme", ["s3", "gs", "https", "hdfs", "abfss"])
def test_addresses_are_refused_with_what_to_do(scheme: str) -> None:
    for path in (f"{scheme}://bucket/churn.parquet", f"{scheme}://bucket/*.csv", Path(f"{scheme}://bucket/churn.csv")):
        refused(path, rf"is an address \({scheme}\).*Download it first, or pass a DuckDB relation or a Spark frame")


def test_the_address_of_a_file_names_its_path() -> None:
    refused("file:///data/churn.csv", "Write '/data/churn.csv'")


def test_a_folder_that_may_not_be_listed_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("parts").mkdir()
    Path("parts/a.csv").write_bytes(CSV)
    monkeypatch.setattr(os, "access", lambda *_: False)
    for data in ("parts", "parts/*.csv", "parts/a.csv"):
        refused(data, "may not be read by this user")


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".jsonl", ".ndjson"])
@pytest.mark.parametrize("packing", ["gz", "zst"])
def test_packed_text_is_read(suffix: str, packing: str) -> None:
    plain = {".csv": CSV, ".tsv": ROWS.write_csv(separator="\t").encode()}.get(suffix, ROWS.write_ndjson().encode())
    Path(f"rows{suffix}.{packing}").write_bytes(packed(plain, packing))
    assert read(f"rows{suffix}.{packing}") == 0.75
    found = assay.evaluate("t", "t", data=f"rows{suffix}.{packing}", task="text", metrics="exact_match")
    assert (found.n, found["exact_match"].value) == (200, 1.0)


def packed(content: bytes, packing: str) -> bytes:
    if packing == "gz":
        return gzip.compress(content)
    pyarrow = pytest.importorskip("pyarrow")
    return pyarrow.compress(content, codec="zstd", asbytes=True)


def test_archives_of_several_members_are_read_to_the_end() -> None:
    head, *rows = CSV.splitlines(keepends=True)
    Path("rows.csv.gz").write_bytes(gzip.compress(head + b"".join(rows[:100])) + gzip.compress(b"".join(rows[100:])))
    assert assay.evaluate("y", "p", data="rows.csv.gz").n == 200


def test_damaged_archives_say_so() -> None:
    Path("cut.csv.gz").write_bytes(gzip.compress(CSV)[:-9])
    refused("cut.csv.gz", "cut.csv.gz is packed with gzip and damaged: unexpected end of file")
    Path("no.csv.gz").write_bytes(CSV)
    refused("no.csv.gz", "no.csv.gz is not packed with gzip, as its suffix says")
    Path("cut.jsonl.zst").write_bytes(packed(ROWS.write_ndjson().encode(), "zst")[:-9])
    refused("cut.jsonl.zst", "cut.jsonl.zst is packed with zstandard and damaged")
    whole = packed(ROWS.write_ndjson().encode(), "zst")
    Path("changed.jsonl.zst").write_bytes(whole[:4] + b"\xff" * 8 + whole[12:])
    refused("changed.jsonl.zst", "changed.jsonl.zst is packed with zstandard and damaged")
    Path("middle.csv.gz").write_bytes(gzip.compress(CSV * 100)[:200] + b"\0" * 50 + gzip.compress(CSV * 100)[250:])
    refused("middle.csv.gz", "middle.csv.gz is packed with gzip and damaged")


@pytest.mark.parametrize("head", [b"", b"y,p\n"])
def test_a_line_that_would_fill_the_memory_is_refused_before_it_is_read(head: bytes) -> None:
    Path("bomb.csv.gz").write_bytes(gzip.compress(head + b"1" * (65 << 20), 1))
    refused("bomb.csv.gz", "bomb.csv.gz holds a line of more than 64 MiB")


@pytest.mark.parametrize("kind", ["parquet", "arrow"])
def test_damaged_tables_get_a_message_of_ours_or_are_read_whole(kind: str) -> None:
    path = Path(f"rows.{kind}")
    ROWS.write_parquet(path) if kind == "parquet" else ROWS.write_ipc(path)
    content, rng = path.read_bytes(), np.random.default_rng(4)
    outcomes = [outcome(path, damaged(content, turn, rng)) for turn in range(150)]
    assert {said for said in outcomes if "bug" in str(said)} == set()
    assert {said for said in outcomes if isinstance(said, int)} <= {200}
    assert sum(isinstance(said, str) for said in outcomes) > 50


def damaged(content: bytes, turn: int, rng: np.random.Generator) -> bytes:
    """Cut every third file short, and write other bytes into the others."""
    if turn % 3 == 0:
        return content[: int(rng.integers(1, len(content)))]
    changed = bytearray(content)
    for place in rng.integers(0, len(content), rng.choice([1, 4, 20])):
        changed[place] = int(rng.integers(256))
    return bytes(changed)


def outcome(path: Path, content: bytes) -> int | str:
    """Return how many cases were read, or what was said."""
    path.write_bytes(content)
    try:
        return assay.evaluate("y", "p", data=path).n
    except assay.AssayError as problem:
        return str(problem)
