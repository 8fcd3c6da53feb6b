"""A task and an engine from outside the package work everywhere, after one call each."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from ledger_engine import Ledger, LedgerEngine
from sklearn.metrics import roc_auc_score
from stars_task import StarTask

import assay
from assay.cli.main import run
from assay.engines import catalogue as engines
from assay.errors import AssayError
from assay.inputs.blocks import Block
from assay.pipelines import known_tasks  # noqa: F401 - the tasks register themselves
from assay.tasks import catalogue as tasks
from assay.tasks.judged import Judged

RNG = np.random.default_rng(5)
N = 240
TRUTH = RNG.integers(1, 6, N)
NEAR = np.clip(TRUTH + RNG.integers(-1, 2, N), 1, 5)
FAR = np.clip(TRUTH + RNG.integers(-3, 4, N), 1, 5)


@pytest.fixture
def stars():
    task = StarTask()
    tasks.register(task)
    yield task
    tasks.forget(task)


@pytest.fixture
def ledgers():
    engine = LedgerEngine()
    engines.register(engine)
    yield engine
    engines.forget(engine)


def ledger(columns, size=37) -> Ledger:
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    return Ledger(tuple(tuple(rows[start : start + size]) for start in range(0, len(rows), size)), [])


def test_evaluate_knows_the_task(stars):
    result = assay.evaluate(TRUTH, NEAR, task="stars")
    gaps = np.abs(TRUTH - NEAR)
    assert result["stars_off"].value == pytest.approx(gaps.mean())
    half = 1.9699 * gaps.std(ddof=1) / np.sqrt(N)
    assert result["stars_off"].low == pytest.approx(gaps.mean() - half, abs=1e-4)
    assert "Ratings are off by" in str(result)
    assert "Stars off" in str(result)


def test_its_own_refusals_and_those_of_every_task_hold(stars):
    with pytest.raises(AssayError, match="ratings are 1 to 5"):
        assay.evaluate([1, 9], [1, 2], task="stars")
    with pytest.raises(AssayError, match="positive= has no meaning"):
        assay.evaluate(TRUTH, NEAR, task="stars", positive=5)
    with pytest.raises(AssayError, match="stars_off"):
        assay.evaluate(TRUTH, NEAR, metrics="stars_off", task="multiclass")


def test_compare_knows_the_task(stars):
    result = assay.compare(TRUTH, prediction={"near": NEAR, "far": FAR}, task="stars")
    pair = result["stars_off"].pairs[0]
    gaps = np.abs(TRUTH - NEAR) - np.abs(TRUTH - FAR)
    assert pair.difference.value == pytest.approx(gaps.mean())
    assert pair.test == "paired t"
    assert "near is better than far" in pair.verdict


def test_json_and_the_page_show_it(stars, tmp_path):
    result = assay.evaluate(TRUTH, NEAR, task="stars")
    document = json.loads(result.to_json())
    assert document["schema"] == "assay.evaluation/1"
    assert document["metrics"]["stars_off"]["value"] == pytest.approx(np.abs(TRUTH - NEAR).mean())
    page = assay.report(result, tmp_path / "stars.html").read_text()
    assert "Ratings are off by" in page
    assert "Stars off" in page


def test_a_task_without_charts_says_so(stars):
    with pytest.raises(AssayError, match="No chart knows how to draw this Evaluation"):
        assay.evaluate(TRUTH, NEAR, task="stars").plot()


def test_the_command_line_knows_the_task(stars, tmp_path, capsys):
    path = tmp_path / "ratings.csv"
    pl.DataFrame({"y": TRUTH, "near": NEAR, "far": FAR}).write_csv(path)
    common = [str(path), "--truth", "y", "--task", "stars", "--json"]
    assert run(["evaluate", *common, "--prediction", "near"]) == 0
    evaluated = json.loads(capsys.readouterr().out)
    assert evaluated["engine"] == "streamed"
    assert evaluated["metrics"]["stars_off"]["value"] == pytest.approx(np.abs(TRUTH - NEAR).mean())
    assert run(["compare", *common, "--prediction", "near", "--prediction", "far"]) == 0
    assert json.loads(capsys.readouterr().out)["metrics"]["stars_off"]["pairs"][0]["test"] == "paired t"


def test_a_task_that_was_forgotten_is_unknown_again(stars):
    tasks.forget(stars)
    with pytest.raises(AssayError, match="'stars'"):
        assay.evaluate(TRUTH, NEAR, task="stars")
    tasks.register(stars)


SCORE = np.round(np.clip(0.2 * TRUTH / 5 + 0.8 * RNG.random(N), 0, 1), 3)
COLUMNS = {
    "truth": (TRUTH > 3).astype(int).tolist(), "label": (NEAR > 3).astype(int).tolist(), "score": SCORE.tolist(),
    "price": (TRUTH * 1.5).tolist(), "guess": (NEAR * 1.5).tolist(), "stars": TRUTH.tolist(), "near": NEAR.tolist(),
    "weight": (1 + TRUTH % 2).tolist(), "far": FAR.tolist(), "patient": (np.arange(N) // 6).tolist(),
    "site": np.where(np.arange(N) % 3 == 0, "north", "south").tolist(),
}  # fmt: skip
CALLS = {
    "labels": lambda data: assay.evaluate("truth", "label", data=data),
    "weights": lambda data: assay.evaluate("truth", "label", data=data, weight="weight"),
    "scores": lambda data: assay.evaluate("truth", score="score", data=data),
    "regression": lambda data: assay.evaluate("price", "guess", data=data),
    "compared labels": lambda data: assay.compare("truth", prediction={"a": "label", "b": "truth"}, data=data),
    "compared scores": lambda data: assay.compare("truth", score={"a": "score", "b": "guess"}, data=data),
}


def near(first, second) -> bool:
    """Say whether two documents are the same but for the rounding of sums in another order."""
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(near(first[key], second[key]) for key in first)
    if isinstance(first, list):
        return len(first) == len(second) and all(map(near, first, second))
    return first == pytest.approx(second, rel=1e-9) if isinstance(first, float) else first == second


@pytest.mark.parametrize("title", CALLS)
def test_the_engine_gives_what_memory_gives_page_by_page(ledgers, title):
    held = ledger(COLUMNS)
    elsewhere, here = CALLS[title](held), CALLS[title](pl.DataFrame(COLUMNS))
    assert elsewhere.choices.engine == "ledger"
    assert set(held.read) == set(range(len(held.pages)))
    ours, theirs = (json.loads(result.to_json()) for result in (elsewhere, here))
    assert near(ours["metrics"], theirs["metrics"])
    assert ours["engine"] == "ledger"


def test_the_engine_serves_a_task_that_neither_knows(ledgers, stars):
    result = assay.evaluate("stars", "near", data=ledger(COLUMNS), task="stars")
    assert result["stars_off"].value == pytest.approx(np.abs(TRUTH - NEAR).mean())


@pytest.mark.parametrize("title", [title for title in CALLS if "compared" not in title])
def test_the_signature_of_an_evaluation_names_the_engine(ledgers, title):
    assert "· ledger ·" in str(CALLS[title](ledger(COLUMNS)))


@pytest.fixture
def ledger_file(tmp_path):
    path = tmp_path / "ratings.ledger"
    path.write_text("\n".join(json.dumps(page) for page in ledger(COLUMNS).pages), encoding="utf-8")
    return str(path)


def test_the_engine_opens_a_file_on_the_command_line_and_its_page_says_so(ledgers, ledger_file, tmp_path, capsys):
    page = tmp_path / "ratings.html"
    options = ["--truth", "truth", "--score", "score", "--json", "--report", str(page)]
    assert run(["evaluate", ledger_file, *options]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["engine"] == "ledger"
    assert document["metrics"]["roc_auc"]["value"] == pytest.approx(roc_auc_score(COLUMNS["truth"], SCORE))
    assert "ledger ·" in page.read_text(encoding="utf-8")


def test_the_engine_compares_a_file_on_the_command_line_and_its_page_says_so(ledgers, ledger_file, tmp_path, capsys):
    page = tmp_path / "compared.html"
    options = ["--truth", "truth", "--prediction", "label", "--prediction", "same=truth"]
    assert run(["compare", ledger_file, *options, "--json", "--report", str(page)]) == 0
    document = json.loads(capsys.readouterr().out)
    right = np.mean(np.equal(COLUMNS["truth"], COLUMNS["label"]))
    assert document["metrics"]["accuracy"]["pairs"][0]["difference"]["value"] == pytest.approx(right - 1)
    assert "same is better than label" in page.read_text(encoding="utf-8")


WHERE = {"the ledger": lambda: ledger(COLUMNS), "memory": lambda: pl.DataFrame(COLUMNS)}
PATIENT = np.array(COLUMNS["patient"])


@pytest.mark.parametrize("where", WHERE)
def test_groups_of_a_new_task_are_left_out_one_by_one_wherever_they_are(ledgers, stars, where):
    result = assay.evaluate("stars", "near", data=WHERE[where](), task="stars", group="patient")
    gaps = np.abs(TRUTH - NEAR)
    without = np.array([gaps[patient != PATIENT].mean() for patient in range(40)])
    error = np.sqrt(39 / 40 * np.sum((without - without.mean()) ** 2))
    estimate = result["stars_off"]
    assert estimate.value == pytest.approx(gaps.mean())
    assert estimate.method == "jackknife over groups"
    assert (estimate.high - estimate.low) / 2 == pytest.approx(2.0227 * error, rel=0.05)
    assert result.units == 40


@pytest.mark.parametrize("where", WHERE)
def test_models_of_a_new_task_are_compared_over_groups_wherever_they_are(ledgers, stars, where):
    result = assay.compare("stars", prediction={"near": "near", "far": "far"}, data=WHERE[where](), task="stars",
                           group="patient")  # fmt: skip
    gaps = np.abs(TRUTH - NEAR) - np.abs(TRUTH - FAR)
    pair = result["stars_off"].pairs[0]
    assert pair.difference.value == pytest.approx(gaps.mean())
    assert pair.test == "t over groups"


@pytest.mark.parametrize("where", WHERE)
def test_slices_of_a_new_task_are_judged_wherever_they_are(ledgers, stars, where):
    data = WHERE[where]()
    alone = assay.evaluate("stars", "near", data=data, task="stars", by="site").slices
    both = assay.compare("stars", prediction={"near": "near", "far": "far"}, data=data, task="stars", by="site").slices
    for site in ("north", "south"):
        mine = np.array(COLUMNS["site"]) == site
        gaps = np.abs(TRUTH - NEAR)[mine]
        assert alone[site]["stars_off"].value == pytest.approx(gaps.mean())
        difference = both[site]["stars_off"].pairs[0].difference
        assert difference.value == pytest.approx(gaps.mean() - np.abs(TRUTH - FAR)[mine].mean())


class Forgetful(StarTask):
    """A task that takes group= but keeps no cases for it."""

    def judge_together(self, request, source, reason):
        return replace(super().judge_together(request, source, reason), plans={}, block=None)


def test_a_task_that_keeps_no_cases_is_told_what_groups_need():
    task = Forgetful()
    tasks.register(task)
    try:
        with pytest.raises(AssayError, match=r"Judged\(\.\.\., plans=\.\.\., block=\.\.\.\)"):
            assay.compare(TRUTH, prediction={"near": NEAR, "far": FAR}, task="stars", group=PATIENT)
    finally:
        tasks.forget(task)


def test_cases_without_a_plan_for_every_model_are_refused():
    with pytest.raises(ValueError, match="a plan for every model"):
        Judged(("near", "far"), {}, (), None, None, plans={"near": None}, block=Block({}, None, 0))


def test_the_engine_refuses_columns_it_does_not_have(ledgers):
    with pytest.raises(AssayError, match="the ledger"):
        assay.evaluate("truth", "nobody", data=ledger(COLUMNS))
