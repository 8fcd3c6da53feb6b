"""assay show and merge show the metrics that are asked for, in the words of the command line."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import polars as pl
import pytest


def run(*arguments, folder):
    return subprocess.run(
        [sys.executable, "-m", "assay", *arguments], capture_output=True, text=True, check=False, cwd=folder
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("shown")
    rng = np.random.default_rng(0)
    score = rng.random(300)
    frame = {"y": (rng.random(300) < score).astype(int), "p": score, "town": rng.choice(["north", "south"], 300)}
    pl.DataFrame(frame).write_csv(place / "cases.csv")
    asked = ("evaluate", "cases.csv", "--truth", "y", "--score", "p", "--by", "town", "--save", "kept.json")
    assert run(*asked, folder=place).returncode == 0
    return place


def test_the_metrics_asked_for_are_shown_of_the_whole_and_of_the_slices(folder):
    done = run("show", "kept.json", "--metric", "recall", folder=folder)
    assert done.returncode == 0, done.stderr
    assert "Recall by town" in done.stdout
    assert "ROC AUC by town" not in done.stdout
    assert "MCC" not in done.stdout


def test_all_metrics_can_be_shown(folder):
    done = run("show", "kept.json", "--metric", "all", folder=folder)
    assert "Informedness" in done.stdout
    assert "more metrics" not in done.stdout


def test_a_metric_that_is_not_there_is_refused(folder):
    done = run("merge", "kept.json", "--metric", "mae", folder=folder)
    assert done.returncode == 2
    assert "--metric mae" in done.stderr


def test_hints_name_options_and_no_python(folder):
    done = run("show", "kept.json", folder=folder)
    assert "more metrics: --metric all" in done.stdout
    assert "to_frame" not in done.stdout


@pytest.mark.parametrize(("typed", "meant"), [("--costs", "--cost"), ("--metrics", "--metric"), ("--cv", None)])
def test_options_of_other_tools_suggest_ours(folder, typed, meant):
    done = run("evaluate", "cases.csv", "--truth", "y", "--score", "p", typed, "x", folder=folder)
    assert done.returncode == 2
    assert meant is None or f"Did you mean {meant}?" in done.stderr


@pytest.mark.parametrize("level", ["0.9", "90%"])
def test_shares_may_be_percentages(folder, level):
    done = run("evaluate", "cases.csv", "--truth", "y", "--score", "p", "--level", level, folder=folder)
    assert "level 0.9 " in done.stdout
