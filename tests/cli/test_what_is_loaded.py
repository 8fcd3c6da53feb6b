"""A command loads what its answer needs: no module for other tasks, other forms, groups or slices."""

from __future__ import annotations

import subprocess
import sys

import polars as pl
import pytest

SHOW = """
import sys
from assay.cli.main import run
assert run(sys.argv[1:]) == 0
print("\\n".join(sys.modules), file=sys.stderr)
"""
FOR_OTHERS = {
    "assay.results.comparison", "assay.cli.compare", "assay.cli.validate", "assay.cli.gate",
    "altair", "vl_convert", "jinja2", "pandas", "pyarrow", "sklearn", "joblib", "scipy.stats", "scipy.sparse",
    "narwhals", "assay.results.ranking", "assay.curves.residuals",
    "assay.intervals.regression_intervals", "assay.reports.json_document", "assay.reports.latex",
    "assay.reports.markdown", "assay.reports.paper_tables", "assay.reports.slices", "assay.reports.comparisons",
    "assay.reports.pages.page", "assay.tasks.labels.comparing",
    "assay.tasks.scores.grouped", "assay.tasks.regression.judging", "assay.tasks.text.task",
    "assay.tasks.detection.task", "assay.tasks.segmentation.task", "assay.validation.running",
}  # fmt: skip
"""What no evaluation of labels or scores needs."""
FOR_SCORES = {
    "scipy.fft", "assay.tasks.labels.grouped", "assay.intervals.class_score_intervals",
    "assay.intervals.score_intervals", "assay.curves.calibration_bias", "assay.tasks.scores.curves",
    "assay.tasks.scores.judging", "assay.tasks.scores.thresholds",
}  # fmt: skip


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    path = tmp_path_factory.mktemp("loaded") / "cases.csv"
    rows = range(40)
    pl.DataFrame(
        {"y": [k % 2 for k in rows], "label": [k % 3 % 2 for k in rows], "score": [k % 7 / 7 for k in rows]}
    ).write_csv(path)
    return str(path)


def loaded(*arguments: str) -> set[str]:
    done = subprocess.run([sys.executable, "-c", SHOW, *arguments], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_an_evaluation_of_labels_loads_nothing_for_others(table):
    modules = loaded("evaluate", table, "--truth", "y", "--prediction", "label")
    assert "assay.tasks.labels.judging" in modules
    assert modules & (FOR_OTHERS | FOR_SCORES) == set()


def test_an_evaluation_of_scores_loads_nothing_for_others(table):
    modules = loaded("evaluate", table, "--truth", "y", "--score", "score")
    assert "assay.tasks.scores.judging" in modules
    assert modules & (FOR_OTHERS | {"assay.intervals.class_score_intervals"}) == set()


def test_what_must_not_be_loaded_exists(table):
    page = table.replace("cases.csv", "page.html")
    modules = loaded("compare", table, "--truth", "y", "--score", "score", "--score", "same=label", "--report", page)
    assert {"altair", "vl_convert", "assay.reports.pages.page", "assay.reports.comparisons"} <= modules
