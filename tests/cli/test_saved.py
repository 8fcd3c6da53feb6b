"""Results are kept by --save, shown again by assay show, and put together by assay merge."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest

from assay.cli.main import run

RNG = np.random.default_rng(1)


@pytest.fixture
def sites(tmp_path):
    for name, rows in (("north", 80), ("south", 120)):
        sick = RNG.integers(0, 2, rows)
        table = pl.DataFrame({"sick": sick, "risk": np.round(0.3 + 0.3 * sick + 0.3 * RNG.random(rows), 2)})
        table.write_csv(tmp_path / f"{name}.csv")
        assert run(["evaluate", str(tmp_path / f"{name}.csv"), "--truth", "sick", "--score", "risk",
                    "--save", str(tmp_path / f"{name}.json")]) == 0  # fmt: skip
    return tmp_path


def test_show_prints_what_was_printed(sites, capsys):
    kept = str(sites / "again.json")
    capsys.readouterr()
    assert run(["evaluate", str(sites / "south.csv"), "--truth", "sick", "--score", "risk", "--save", kept]) == 0
    printed = capsys.readouterr()
    assert f"Saved: {kept}" in printed.err
    assert run(["show", kept]) == 0
    assert capsys.readouterr().out == printed.out


def test_merge_gives_one_document_and_a_report(sites, capsys):
    capsys.readouterr()
    files = [str(sites / f"{name}.json") for name in ("north", "south")]
    assert run(["merge", *files, "--json", "--report", str(sites / "all.html")]) == 0
    assert json.loads(capsys.readouterr().out)["n"] == 200
    assert (sites / "all.html").read_text().lower().startswith("<!doctype html>")


def test_what_was_not_saved_is_refused(sites, capsys):
    assert run(["merge", str(sites / "north.csv")]) == 2
    assert "is not a result that assay saved" in " ".join(capsys.readouterr().err.split())
