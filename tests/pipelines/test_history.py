"""A metric over runs: a change is told from noise, and looking often does not make one."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import assay
from assay.cli.main import run
from assay.pipelines.history import pooled
from assay.results.estimate import Estimate

TRUTH = np.repeat([0, 1], 150)


def runs(seed: int, *rights: float):
    rng = np.random.default_rng(seed)
    return {
        f"run {place}": assay.evaluate(
            TRUTH, np.where(rng.random(300) < right, TRUTH, 1 - TRUTH), metrics=["accuracy", "f1"]
        )
        for place, right in enumerate(rights)
    }


def test_the_run_that_left_the_level_is_named():
    found = assay.history(runs(1, 0.9, 0.9, 0.9, 0.7, 0.7, 0.7), metric="accuracy")
    assert [one.name for one in found.changes] == ["run 3"]
    assert "it fell by" in str(found)
    assert "for the worse" in str(found)


def test_the_level_before_a_change_is_that_of_its_stretch():
    found = assay.history(runs(2, 0.7, 0.7, 0.95, 0.95, 0.7), metric="accuracy")
    assert [one.name for one in found.changes] == ["run 2", "run 4"]
    before = np.mean([found.runs[place].estimate.value for place in (2, 3)])
    assert found.runs[4].difference.value == pytest.approx(found.runs[4].estimate.value - before)


def test_looking_often_finds_no_more_changes_than_the_level_allows():
    alarms = sum(bool(assay.history(runs(seed, *[0.85] * 6), metric="accuracy").changes) for seed in range(60))
    assert alarms / 60 <= 0.05 + 3 * (0.05 * 0.95 / 60) ** 0.5


def test_proportions_are_pooled_by_their_cases_and_others_by_their_variance():
    one = Estimate(0.8, 0.7, 0.9, 0.95, "wilson", 100, independent=True)
    two = Estimate(0.9, 0.8, 1.0, 0.95, "wilson", 300, independent=True)
    assert pooled([one, two]).value == pytest.approx(0.875)
    assert pooled([one, two]).n == 400
    free = [Estimate(0.8, 0.7, 0.9, 0.95, "log-t", 100), Estimate(0.9, 0.85, 0.95, 0.95, "log-t", 100)]
    made = pooled(free)
    assert made.value == pytest.approx((0.8 / 0.01 + 0.9 / 0.0025) / (1 / 0.01 + 1 / 0.0025))
    assert made.high - made.value == pytest.approx((1 / (1 / 0.01 + 1 / 0.0025)) ** 0.5)


def test_files_are_followed_on_the_command_line(tmp_path, capsys):
    files = [str(made.save(tmp_path / f"{name}.json")) for name, made in runs(1, 0.9, 0.9, 0.6).items()]
    assert run(["history", *files, "--metric", "accuracy", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "assay.history/1"
    assert [one["changed"] for one in document["runs"]] == [False, False, True]
    page = str(tmp_path / "page.html")
    assert run(["history", *files, "--report", page]) == 0
    assert 'id="figure-history"' in Path(page).read_text(encoding="utf-8")
    assert run(["history", files[0]]) == 2
    assert run(["history", files[0], files[0]]) == 2


def test_a_history_is_saved_and_read_as_a_frame(tmp_path):
    found = assay.history(runs(1, 0.9, 0.6))
    assert str(assay.load(found.save(tmp_path / "h.json"))) == str(found)
    assert found.to_frame().height == 2
