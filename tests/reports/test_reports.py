"""One Document, several renderings; nothing hostile gets through, and everything fits in 80 columns."""

from __future__ import annotations

import json
import math

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import assay
from assay.reports.document import Bar
from assay.reports.markdown import escape
from assay.reports.terminal import draw
from assay.results.numbers import decimals_for, number
from assay.results.threshold_text import threshold_text

HOSTILE = [
    "<script>alert(1)</script>",
    "a|b\n# c",
    "\x1b[2J[red]x[/red]",
    "‮right to left",
    "日本語" * 20,
    '"};alert(1);//',
]


@pytest.fixture
def hostile(rng):
    labels = np.array(HOSTILE, dtype=object)
    truth = rng.integers(0, len(labels), 200)
    said = np.where(rng.random(200) < 0.8, truth, rng.integers(0, len(labels), 200))
    return assay.evaluate(labels[truth], labels[said])


def test_hostile_labels_do_no_harm(hostile):
    printed = str(hostile)
    assert "\x1b" not in printed
    assert r"'\x1b[2J[red]x[/red]'" in printed
    markdown = hostile.to_markdown()
    assert "<script>" not in markdown
    assert "\n# c" not in markdown
    assert json.loads(hostile.to_json())["confusion"]["labels"] == sorted(HOSTILE)


@pytest.mark.parametrize("classes", [2, 3, 8, 9, 40])
def test_the_terminal_output_fits_in_80_columns(classes, rng, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    labels = np.array([f"a rather long class name {number}" for number in range(classes)])
    truth = rng.integers(0, classes, 3000)
    said = np.where(rng.random(3000) < 0.7, truth, rng.integers(0, classes, 3000))
    options = {"positive": labels[0]} if classes == 2 else {}
    evaluation = assay.evaluate(labels[truth], labels[said], weight=rng.random(3000) * 1000, **options)
    assert max(map(len, str(evaluation).splitlines())) <= 80


def test_printing_one_case_works():
    printed = str(assay.evaluate([1], [1]))
    assert "1 case" in printed
    assert "undefined" in printed


def test_json_has_no_nan_and_keeps_the_reason():
    document = json.loads(assay.evaluate([1, 1], [1, 1]).to_json())
    specificity = document["metrics"]["specificity"]
    assert specificity["value"] is None
    assert specificity["note"] == "every case is 1"
    assert document["metrics"]["diagnostic_odds_ratio"]["high"] is None
    assert {
        "schema",
        "assay",
        "task",
        "n",
        "level",
        "seed",
        "engine",
        "metrics",
        "per_class",
        "confusion",
        "curves",
        "notes",
    } <= set(document)


def test_the_frame_has_one_row_a_metric():
    evaluation = assay.evaluate([1, 0, 1, 0], [1, 0, 0, 0])
    frame = evaluation.to_frame()
    assert isinstance(frame, pl.DataFrame)
    assert frame.columns == ["metric", "value", "low", "high", "level", "method", "n", "note"]
    assert frame.filter(pl.col("metric") == "recall")["value"].item() == 0.5
    assert len(frame) == len(evaluation)


def test_an_evaluation_is_a_mapping_with_aliases():
    evaluation = assay.evaluate([1, 0, 1, 0], [1, 0, 0, 0])
    assert evaluation["tpr"] is evaluation["recall"]
    assert "tpr" in evaluation
    assert "nonsense" not in evaluation
    assert evaluation.get("nonsense") is None
    assert "4 cases" in repr(evaluation)
    with pytest.raises(KeyError, match="Did you mean 'recall'"):
        evaluation["recal"]


def test_reports_are_written_whole_by_suffix(tmp_path):
    evaluation = assay.evaluate([1, 0, 1, 0], [1, 0, 0, 0])
    for suffix, start in ((".json", "{"), (".md", "# Evaluation")):
        path = assay.report(evaluation, tmp_path / f"report{suffix}")
        assert path.read_text(encoding="utf-8").startswith(start)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.json", "report.md"]


@pytest.mark.parametrize(
    ("name", "message"),
    [("report.docx", "suffix names no format"), ("no/folder/report.md", "no folder"), ("", "suffix")],
)
def test_a_report_that_cannot_be_written_says_why(tmp_path, name, message):
    with pytest.raises(assay.AssayError, match=message):
        assay.report(assay.evaluate([1, 0], [1, 0]), tmp_path / name)
    folder = tmp_path / "folder.md"
    folder.mkdir()
    with pytest.raises(assay.AssayError, match="it is a folder"):
        assay.report(assay.evaluate([1, 0], [1, 0]), folder)


def test_bars_show_where_the_interval_lies():
    assert draw(Bar(0, 0, 1, 0, 1), width=5) == "●───╼"
    assert draw(Bar(-1, 0, 1, -1, 1), width=5) == "╾─●─╼"
    assert draw(Bar(0.5, 0.5, 0.5, 0, 1), width=5) == "··●··"
    assert draw(Bar(0, math.nan, 1, 0, 1)) == ""
    assert draw(Bar(1, 2, 3, 0, math.inf)) == ""


def test_numbers_show_as_many_digits_as_the_interval_allows():
    assert decimals_for(0.1, 0.9) == 3
    assert decimals_for(0.50001, 0.50013) == 5
    assert number(0.5, 5) == "0.50000"
    assert number(1e12) == "1e+12"
    assert number(-math.inf) == "-∞"
    assert escape("[x](http://y)") == "[x]\\(http://y)"


def test_the_confusion_table_has_shares_by_row_and_by_column():
    confusion = assay.evaluate(["a", "a", "b"], ["a", "b", "b"], positive="a").confusion
    assert confusion.row_shares.tolist() == [[0.5, 0.5], [0, 1]]
    assert confusion.column_shares.tolist() == [[1, 0.5], [0, 0.5]]


@given(st.floats(-1e7, 1e7) | st.floats(0, 1))
def test_a_threshold_as_written_still_calls_the_case_that_it_was_read_off(value):
    written = float(threshold_text(value))
    assert written <= value
    assert written == pytest.approx(value, rel=2e-5, abs=1e-12)


def test_names_in_other_scripts_stand_whole_in_latex_tables_and_charts():
    names = ["自行车", "سيارة", "🚗 car", "a traffic light that is temporarily out of order"]
    places = np.arange(80) % 4
    evaluation = assay.evaluate(
        [names[place] for place in places], [names[place] for place in (places + places // 3) % 4]
    )
    latex, markdown, page = evaluation.to_latex(), evaluation.to_markdown(), evaluation._repr_html_()
    svg = evaluation.plot("confusion")._repr_svg_()
    assert "lualatex" in latex
    assert "lualatex" not in assay.evaluate(["a", "b"] * 9, ["a", "b", "b"] * 6, positive="b").to_latex()
    for name in names:
        assert all(name in text for text in (latex, markdown, page))
        assert f"truth {name}, predicted" in svg
    assert "…" not in page + svg + markdown
