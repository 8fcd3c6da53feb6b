"""Requirements on the command line: exit codes, what is printed, what is written, and what is refused."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest

from assay.cli.main import run

RNG = np.random.default_rng(11)
JUDGE = ["evaluate", "cases.csv", "--truth", "y", "--prediction", "new"]
COMPARE = ["compare", "cases.csv", "--truth", "y", "--prediction", "new", "--prediction", "old"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    truth = np.arange(300) % 2
    models = {name: np.where(RNG.random(300) < right, truth, 1 - truth) for name, right in (("new", 0.9), ("old", 0.7))}
    pl.DataFrame({"y": truth, "site": np.arange(300) // 2 % 3, **models}).write_csv(tmp_path / "cases.csv")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def required(*requirements: str) -> list[str]:
    return [word for text in requirements for word in ("--require", text)]


@pytest.mark.parametrize(
    ("requirement", "options", "code"),
    [
        ("recall >= 0.7", [], 0),
        ("recall >= 0.99", [], 3),
        ("recall >= 0.9", [], 3),
        ("recall >= 0.9", ["--unclear", "pass"], 0),
        ("recall >= 0.99", ["--unclear", "pass"], 3),
        ("recall.value >= 0.7", [], 0),
        ("f_beta(beta=3) >= 0.5", [], 0),
        ("accuracy >= 0.5 in every site", ["--by", "site"], 0),
        ("recal >= 0.5", [], 2),
        ("roc_auc >= 0.5", [], 2),
        ("recall >= 80", [], 2),
        ("accuracy >= 0.5 in every site", [], 2),
    ],
)
def test_the_exit_code_says_whether_the_gate_was_met(requirement, options, code, capsys):
    assert run([*JUDGE, *required(requirement), *options]) == code
    printed = capsys.readouterr()
    assert (printed.err == "") == (code != 2)


@pytest.mark.parametrize(
    ("requirement", "code"),
    [
        ("new better than old in recall", 0),
        ("old better than new in recall", 3),
        ("old no worse than new by 0.01 in accuracy", 3),
        ("recall of new >= 0.7", 0),
        ("new better than older in recall", 2),
    ],
)
def test_a_comparison_is_a_gate(requirement, code, capsys):
    assert run([*COMPARE, *required(requirement)]) == code


def test_a_model_proven_worse_than_the_margin_stops_the_release(capsys):
    assert run([*COMPARE, "--margin", "0.01"]) == 0
    assert run([*COMPARE, *required("old no worse than new by 0.01 in accuracy")]) == 3
    assert "broken" in capsys.readouterr().out


def test_a_validation_is_a_gate(capsys):
    fit = ["validate", "cases.csv", "--target", "y", "--model", "sklearn.tree:DecisionTreeClassifier", "--keep", "new"]
    assert run([*fit, *required("accuracy >= 0.6")]) == 0
    assert run([*fit, *required("accuracy >= 0.99"), "--quiet"]) == 3
    assert capsys.readouterr().out.splitlines()[-1].startswith("accuracy >= 0.99: broken, ")


def test_json_is_one_document_with_the_gate_in_it(capsys):
    assert run([*JUDGE, *required("recall >= 0.7", "f1 >= 0.99"), "--json"]) == 3
    printed = capsys.readouterr()
    document = json.loads(printed.out)
    assert document["schema"] == "assay.evaluation/1"
    assert document["gate"]["schema"] == "assay.gate/1"
    assert document["gate"]["passed"] is False
    assert [one["state"] for one in document["gate"]["requirements"]] == ["met", "broken"]


def test_quiet_prints_what_is_not_met_and_nothing_else(capsys):
    assert run([*JUDGE, *required("recall >= 0.7"), "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")
    assert run([*JUDGE, *required("recall >= 0.7", "f1 >= 0.99"), "--quiet"]) == 3
    assert len(capsys.readouterr().out.splitlines()) == 1


@pytest.mark.parametrize("options", [["--quiet"], ["--quiet", "--json", "--require", "f1 > 0.1"]])
def test_quiet_is_refused_where_it_has_no_meaning(options, capsys):
    assert run([*JUDGE, *options]) == 2
    assert "--quiet" in capsys.readouterr().err


def test_the_page_shows_the_gate_and_what_was_judged(folder):
    assert run([*JUDGE, *required("recall >= 0.7", "f1 >= 0.99", "accuracy >= 0.9"), "--report", "page.html"]) == 3
    page = (folder / "page.html").read_text(encoding="utf-8")
    for tone, words in (("good", "✓ met"), ("bad", "✗ broken"), ("open", "? unclear")):
        assert f'<span class="mark {tone}">{words}</span>' in page
    assert 'id="figure-gate"' in page
    assert "What was judged" in page
    assert "Balanced accuracy" in page


def test_a_wrong_requirement_is_refused_before_any_work(capsys):
    assert run(["evaluate", "no-such-file.csv", "--truth", "y", "--prediction", "p", *required("recall => 1")]) == 2
    told = capsys.readouterr().err.splitlines()
    assert told[1:3] == ["    recall => 1", "           ^^"]


@pytest.mark.parametrize("command", ["evaluate", "compare", "validate"])
def test_help_names_the_exit_codes(command, capsys):
    assert run([command, "--help"]) == 0
    assert "3 a requirement is not met" in " ".join(capsys.readouterr().out.split())
