"""One walk: evaluating a CSV with scores passes the road once, forward."""

from __future__ import annotations

import sys

import numpy as np
import polars as pl

import assay

ROAD = [
    ("request", "tasks/requests.py", "of"),
    ("task", "tasks/catalogue.py", "choose"),
    ("source", "engines/binding.py", "bind"),
    ("engine", "engines/stream.py", "open"),
    ("plan", "tasks/scores/plan.py", "plan_scores"),
    ("profile", "engines/sources.py", "profile"),
    ("reduction", "engines/sources.py", "reduce"),
    ("reducer", "tasks/scores/reducers.py", "reduce"),
    ("summary", "summaries/score_table.py", "of_cases"),
    ("result", "tasks/scores/judging.py", "judge_scores"),
    ("estimates", "intervals/estimating.py", "estimate"),
    ("document", "reports/evaluations.py", "tables_of"),
    ("rendering", "reports/terminal.py", "to_terminal"),
]


def walked(call) -> list[str]:
    """Return the steps of the road in the order in which a call enters them."""
    steps = []

    def watch(frame, event, _):
        if event == "call":
            code = frame.f_code
            steps.extend(step for step, file, name in ROAD if code.co_name == name and code.co_filename.endswith(file))

    sys.setprofile(watch)
    try:
        call()
    finally:
        sys.setprofile(None)
    return steps


def test_scores_of_a_file_pass_the_road_once_and_forward(tmp_path):
    rng = np.random.default_rng(0)
    path = tmp_path / "churn.csv"
    truth = rng.integers(0, 2, 300)
    pl.DataFrame({"churned": truth, "p": np.round(0.3 * truth + 0.7 * rng.random(300), 3)}).write_csv(path)
    results = []

    def evaluate_and_print():
        results.append(assay.evaluate("churned", score="p", data=path))
        assert "ROC AUC" in str(results[0])

    steps = walked(evaluate_and_print)
    assert list(dict.fromkeys(steps)) == [step for step, _, _ in ROAD]
    for step in {step for step, _, _ in ROAD} - {"estimates"}:
        assert steps.count(step) == 1, step
    assert steps[: steps.index("document")].count("estimates") == len(results[0])


def test_the_road_of_the_contributors_page_is_this_one():
    from pathlib import Path

    root = Path(__file__).parents[2]
    page = (root / "CONTRIBUTING.md").read_text(encoding="utf-8")
    listed = [part.strip("` ") for line in page.splitlines() if line.startswith("| ") for part in line.split("|")[3:4]]
    files = [file.strip("` ") for part in listed for file in part.split(",") if file.strip("` ").endswith(".py")]
    assert files
    for file in files:
        assert (root / "src" / "assay" / file).exists(), file
