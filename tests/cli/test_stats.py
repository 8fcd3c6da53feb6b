"""Statistics are listed and explained on the command line; the table that chooses is that of the page."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from assay import stats
from assay.cli.main import run
from assay.stats.which_test import ROWS, as_markdown


def test_every_function_is_listed(capsys):
    assert run(["stats"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert set(stats.__all__) <= set(lines)
    assert "Which one?" in lines


def test_one_is_explained_with_its_working(capsys):
    assert run(["stats", "McNemar"]) == 0
    told = capsys.readouterr().out
    assert "(b - c)² / (b + c) = (10 - 3)² / (10 + 3) = 3.769" in told
    assert "Fagerland" in told
    assert "Used for: two proportions, the same cases" in told


@pytest.mark.parametrize("name", stats.__all__)
def test_everyone_is_explained_as_text_and_as_data(name, capsys):
    assert run(["stats", name]) == 0
    assert name in capsys.readouterr().out
    assert run(["stats", name, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == name


def test_a_misspelt_name_gets_the_nearest(capsys):
    assert run(["stats", "mcnemer"]) == 2
    assert "Did you mean 'mcnemar'" in capsys.readouterr().err


def test_the_table_names_functions_that_exist_and_stands_on_the_page():
    assert {name for row in ROWS for name in row.tests} <= set(stats.__all__)
    page = Path(__file__).parents[2] / "docs" / "statistics.md"
    assert as_markdown() in page.read_text(encoding="utf-8")


def test_a_test_prints_its_numbers():
    told = str(stats.fisher_exact([[8, 2], [1, 5]]))
    assert "p = 0.035; this speaks against the hypothesis that the odds ratio is 1" in " ".join(told.split())
    assert "odds ratio" in told
    told = str(stats.krippendorff_alpha([[1, 1], [2, 2], [3, 1]]))
    assert "alpha" in told


@pytest.mark.parametrize("name", ["nemenyi", "tukey_hsd", "dunnett", "dunn", "bonferroni_dunn"])
def test_a_test_of_pairs_prints_a_table_of_them(name):
    rng = np.random.default_rng(1)
    table = rng.normal(size=(9, 3)) + np.arange(3)
    told = str(
        getattr(stats, name)(table) if name in ("nemenyi", "bonferroni_dunn") else getattr(stats, name)(*table.T)
    )
    assert "1 - 3" in told
    assert "pairs can be told apart" in " ".join(told.split())
    if name in ("nemenyi", "bonferroni_dunn"):
        assert "critical difference" in told
        assert "mean ranks: 1:" in told
