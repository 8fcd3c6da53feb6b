"""Advice about files that cannot be read or written."""

from __future__ import annotations

import errno
import gzip
import json
import os
from pathlib import Path
from unittest import mock

import polars as pl

from advice.entries import Advice, after, command, write
from assay import evaluate, report
from assay.cli.main import no_room

CSV = "truth,answer\n1,1\n0,0\n1,0\n0,0\n"
KEYED, REVERSED = "id,truth\n1,1\n2,0\n3,1\n4,0\n", "id,answer\n4,0\n3,0\n2,0\n1,1\n"
ROWS = [{"truth": 1, "answer": 1}, {"truth": 0, "answer": 0}, {"truth": 1, "answer": 0}, {"truth": 0, "answer": 0}]
LINES = "\n".join(json.dumps(row) for row in ROWS)
COCO = {
    "images": [{"id": 1, "width": 9, "height": 9}],
    "categories": [{"id": 1, "name": "cat"}],
    "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [0, 0, 4, 4], "area": 16, "iscrowd": 0}],
}
SCORED = {"truth": [1, 0, 1, 0, 1, 0], "score": [0.9, 0.2, 0.6, 0.7, 0.8, 0.1]}
TRUTH = json.dumps(COCO)
FOUND = [{"image_id": 1, "category_id": 1, "bbox": [0, 0, 4, 4], "score": 0.9}]


def read(path, **options) -> bool:
    """Three of the four cases are right."""
    return evaluate("truth", "answer", data=path, **options)["accuracy"].value == 0.75


def asked(*arguments: str) -> None:
    """Ask the same of the command line."""
    command("evaluate", *arguments, "--truth", "truth", "--prediction", "answer")


def saved(path: str, save=pl.DataFrame.write_csv) -> str:
    """Save the rows with a writer of polars, and return the path."""
    save(pl.DataFrame(ROWS), path)
    return path


def reported(path: str) -> object:
    """Write a report of a small result."""
    return report(evaluate([1, 0], [1, 0]), path)


def without_room(problem: Exception) -> None:
    """Meet a problem of the machine on the command line."""
    refusal = no_room(problem)
    assert refusal is not None
    raise refusal


def forbidden(call):
    """Run a call as a user who may read and write nothing."""
    with mock.patch("os.access", return_value=False):
        return call()


# fmt: off
ADVICE = [
    Advice("files.output_full", lambda: without_room(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))), {
        "Free some space, or send the output elsewhere.": lambda: after(write("churn.csv", CSV), asked("churn.csv")),
    }),
    Advice("files.no_memory", lambda: without_room(MemoryError()), {
        "Pass fewer columns or metrics, or the data as a file": lambda: after(
            write("churn.csv", CSV), asked("churn.csv", "--metric", "recall")),
    }),
    Advice("files.not_found", lambda: after(write("data/churn.csv", CSV), read("data/chrun.csv")), {
        "Did you mean 'data/churn.csv'?": lambda: after(write("data/churn.csv", CSV), read("data/churn.csv")),
    }),
    Advice("files.not_found", lambda: after(write("churn.csv", CSV), asked("chrun.csv")), {
        "Did you mean 'churn.csv'?": lambda: after(write("churn.csv", CSV), asked("churn.csv")),
    }),
    Advice("files.not_found",
           lambda: after(write("d/refs.txt", "a b\n"), evaluate(Path("d/ref.txt"), ["a"], task="text")), {
        "Did you mean 'd/refs.txt'?": lambda: after(
            write("d/refs.txt", "a b\n"), evaluate(Path("d/refs.txt"), ["a"], task="text").n == 1),
    }),
    Advice("files.not_found",
           lambda: after(write("d/truth.json", "{}"), evaluate("d/trut.json", FOUND, task="detection")), {
        "Did you mean 'd/truth.json'?": lambda: after(
            write("d/truth.json", json.dumps(COCO)), evaluate("d/truth.json", FOUND, task="detection").n == 1),
    }),
    Advice("files.is_a_folder",
           lambda: after(write("d/refs.txt", "a b\n"), evaluate(Path("d"), ["a"], task="text")), {
        "Name one of the files in it.": lambda: after(
            write("d/refs.txt", "a b\n"), evaluate(Path("d/refs.txt"), ["a"], task="text").n == 1),
    }),
    Advice("files.not_a_file", lambda: after(os.mkfifo("churn.csv"), read("churn.csv")), {
        "Save what it gives as a file, and name that.": lambda: read(write("churn.csv", CSV)),
    }),
    Advice("files.unusable_path", lambda: after(os.symlink("churn.csv", "churn.csv"), read("churn.csv")), {
        "Check the path.": lambda: read(write("churn.csv", CSV)),
    }),
    Advice("files.remote", lambda: read("s3://bucket/churn.csv"), {
        "Download it first": lambda: read(write("churn.csv", CSV)),
    }),
    Advice("files.file_address", lambda: read(Path.cwd().as_uri() + "/churn.csv"), {
        "Write '/": lambda: after(write("churn.csv", CSV), read(f"{Path.cwd()}/churn.csv")),
    }),
    Advice("files.no_match", lambda: after(write("runs/a.csv", CSV), read("runs/*.parquet")), {
        "Check it": lambda: after(write("runs/a.csv", CSV), read("runs/*.csv")),
    }),
    Advice("files.empty_folder", lambda: after(Path("runs").mkdir(), read("runs")), {
        "Name a folder whose files are the parts of one table": lambda: after(write("runs/a.csv", CSV), read("runs")),
        "or one file": lambda: read(write("runs/a.csv", CSV)),
    }),
    Advice("files.mixed_suffixes",
           lambda: after(write("runs/a.csv", CSV), write("runs/notes.txt", "kept"), read("runs")), {
        "a pattern that ends in *.csv":
            lambda: after(write("runs/a.csv", CSV), write("runs/notes.txt", "kept"), read("runs/*.csv")),
    }),
    Advice("files.folders_among_files", lambda: after(write("runs/old/a.csv", CSV), read("runs")), {
        "Name the files themselves by a pattern": lambda: after(write("runs/old/a.csv", CSV), read("runs/*/*.csv")),
        "** stands for any folders": lambda: after(write("runs/old/a.csv", CSV), read("runs/**/*.csv")),
    }),
    Advice("files.table_with_log",
           lambda: after(Path("runs/_delta_log").mkdir(parents=True), write("runs/a.csv", CSV), read("runs")), {
        "pass the frame": lambda: evaluate("truth", "answer", data=pl.DataFrame(ROWS))["accuracy"].value == 0.75,
        "save it as parquet": lambda: read(saved("churn.parquet", pl.DataFrame.write_parquet)),
    }),
    Advice("files.part_without_column",
           lambda: after(write("runs/a.csv", CSV), write("runs/b.csv", "truth\n1\n"), read("runs")), {
        "Name only the files that belong together":
            lambda: after(write("runs/a.csv", CSV), write("runs/b.csv", "truth\n1\n"), read("runs/a*.csv")),
        "write the column into all of them":
            lambda: after(write("runs/a.csv", CSV), write("runs/b.csv", CSV), read("runs")),
    }),
    Advice("files.part_types",
           lambda: after(Path("runs").mkdir(), saved("runs/a.parquet", pl.DataFrame.write_parquet),
                         pl.DataFrame(ROWS).cast(pl.String).write_parquet("runs/b.parquet"), read("runs")), {
        "Convert one of them.":
            lambda: after(Path("runs").mkdir(), saved("runs/a.parquet", pl.DataFrame.write_parquet),
                          saved("runs/b.parquet", pl.DataFrame.write_parquet), read("runs")),
    }),
    Advice("files.partition_in_file", lambda: after(write("runs/answer=1/a.csv", CSV), read("runs")), {
        "Rename one of them": lambda: after(write("runs/day=1/a.csv", CSV), read("runs")),
        "name the file itself": lambda: read(write("runs/answer=1/a.csv", CSV)),
    }),
    Advice("files.not_packed", lambda: read(write("churn.csv.gz", CSV)), {
        "Rename it without that suffix": lambda: read(write("churn.csv", CSV)),
        "or pack it again": lambda: read(write("churn.csv.gz", gzip.compress(CSV.encode()))),
    }),
    Advice("files.damaged_archive", lambda: read(write("churn.csv.gz", gzip.compress(CSV.encode())[:-9])), {
        "Copy it again": lambda: read(write("churn.csv.gz", gzip.compress(CSV.encode()))),
        "or pack it again": lambda: read(write("churn.csv.gz", gzip.compress(CSV.encode()))),
    }),
    Advice("files.endless_line", lambda: read(write("churn.csv.gz", gzip.compress(b"1" * ((1 << 26) + 1), 1))), {
        "A table with one row per line was expected.":
            lambda: read(write("churn.csv.gz", gzip.compress(CSV.encode()))),
    }),
    Advice("files.empty", lambda: read(write("churn.csv", "")), {
        "A table with a header and at least one row was expected.": lambda: read(write("churn.csv", CSV)),
    }),
    Advice("files.unknown_suffix", lambda: read(write("churn.data", CSV)), {
        "rename a file that is of one of these kinds already": lambda: read(write("churn.csv", CSV)),
    }),
    Advice("files.coco_file", lambda: evaluate(write("a.json", json.dumps(COCO)), write("b.json", json.dumps(FOUND))), {
        "Pass task='detection' to judge them, with the annotations first and the detections second.": lambda: evaluate(
            write("a.json", TRUTH), write("b.json", json.dumps(FOUND)), task="detection")["mean_ap"].value == 1,
    }),
    Advice("files.coco_file",
           lambda: command("evaluate", write("a.json", json.dumps(COCO)), write("b.json", json.dumps(FOUND))), {
        "task='detection'": lambda: command("evaluate", write("a.json", json.dumps(COCO)),
                                            write("b.json", json.dumps(FOUND)), "--task", "detection"),
    }),
    Advice("files.json_file", lambda: read(write("churn.json", json.dumps(ROWS))), {
        "Write one object per line and call the file .jsonl": lambda: read(write("churn.jsonl", LINES)),
        "save it as csv": lambda: read(saved("churn.csv")),
        "or parquet": lambda: read(saved("churn.parquet", pl.DataFrame.write_parquet)),
    }),
    Advice("files.unreadable", lambda: read(write("churn.parquet", CSV)), {
        "Write it again": lambda: read(saved("churn.parquet", pl.DataFrame.write_parquet)),
        "rename it": lambda: after(write("churn.parquet", CSV), read(Path("churn.parquet").rename("churn.csv"))),
    }),
    Advice("files.not_permitted", lambda: forbidden(lambda: read(write("churn.csv", CSV))), {
        "Change its permissions, for instance with chmod u+r":
            lambda: after(write("churn.csv", CSV), os.chmod("churn.csv", 0o644), read("churn.csv")),
    }),
    Advice("files.rows_differ", lambda: read((write("a.csv", "truth\n1\n0\n"), write("b.csv", "answer\n1\n"))), {
        "They are read side by side, so they must hold the same cases":
            lambda: read((write("a.csv", "truth\n1\n0\n1\n0\n"), write("b.csv", "answer\n1\n0\n0\n0\n"))),
        "Join them into one file first.": lambda: read(write("joined.csv", CSV)),
    }),
    Advice("files.rows_in_another_order", lambda: read((write("a.csv", KEYED), write("b.csv", REVERSED))), {
        "Pass on='id'": lambda: read((write("a.csv", KEYED), write("b.csv", REVERSED)), on="id"),
        "on='id'": lambda: asked(write("a.csv", KEYED), write("b.csv", REVERSED), "--on", "id"),
    }),
    Advice("files.column_in_both", lambda: read((write("a.csv", CSV), write("b.csv", "answer\n1\n0\n0\n0\n"))), {
        "Rename it in one of the files.": lambda: read((write("a.csv", CSV), write("b.csv", "other\n1\n0\n0\n0\n"))),
    }),
    Advice("files.repeated_column", lambda: read(write("x.csv", "truth,answer,answer\n1,1,0\n0,0,1\n")), {
        "Rename": lambda: evaluate("truth", "answer", data=write("x.csv", "truth,answer,other\n1,1,0\n0,0,1\n")).n == 2,
        "delete the others": lambda: read(write("x.csv", CSV)),
    }),
    Advice("files.unknown_report", lambda: reported("page.docx"), {
        f"{suffix}": lambda suffix=suffix: reported(f"page{suffix}") for suffix in (".html", ".json", ".md", ".tex")
    }),
    Advice("files.no_picture_with_band", lambda: report(evaluate(**SCORED), "r.md", band="simultaneous"), {
        "Leave band= out": lambda: report(evaluate(**SCORED), "r.md"),
        "write a .html page": lambda: report(evaluate(**SCORED), "r.html", band="simultaneous"),
    }),
    Advice("files.no_folder", lambda: reported("reports/page.md"), {
        "Create it first.": lambda: after(Path("reports").mkdir(), reported("reports/page.md")),
    }),
    Advice("files.unwritable", lambda: after(Path("page.md").mkdir(), reported("page.md")), {
        "Choose another path.": lambda: after(Path("page.md").mkdir(), reported("other.md")),
    }),
]
# fmt: on
