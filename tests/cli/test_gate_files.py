"""A gate in a file, as a machine runs it: exit codes, what is written, to the byte, and all that may be wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from importlib.metadata import entry_points
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from assay.cli.main import run

GATE = """
data = "cases.csv"
truth = "y"
prediction = "new"
require = ["recall >= 0.7", "f1 >= 0.99", "accuracy >= 0.9"]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    rng, truth = np.random.default_rng(11), np.arange(300) % 2
    models = {name: np.where(rng.random(300) < right, truth, 1 - truth) for name, right in (("new", 0.9), ("old", 0.7))}
    site = np.array(["north", "south", "west"])[np.arange(300) // 2 % 3]
    pl.DataFrame({"y": truth, "site": site, "id": np.arange(300), **models}).write_csv(tmp_path / "cases.csv")
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def write(text: str, name: str = "gate.toml") -> str:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, encoding="utf-8")
    return name


@pytest.mark.parametrize(
    ("require", "code"),
    [('["recall >= 0.7"]', 0), ('"recall >= 0.7"', 0), ('["recall >= 0.99"]', 3), ('["recall >= 0.9"]', 3)],
)
def test_the_exit_code_says_whether_the_gate_was_met(require, code, capsys):
    write(f'data = "cases.csv"\ntruth = "y"\nprediction = "new"\nrequire = {require}\n')
    assert run(["gate"]) == code


def test_unclear_may_pass(capsys):
    text = 'data = "cases.csv"\ntruth = "y"\nprediction = "new"\nrequire = ["recall >= 0.9"]\n'
    write(f'{text}unclear = "pass"\n')
    assert run(["gate"]) == 0


def test_a_gate_lies_in_pyproject_too_and_paths_are_seen_from_its_folder(folder, monkeypatch, capsys):
    write("[tool.assay.gate]" + GATE.replace("cases.csv", "../cases.csv"), "checks/pyproject.toml")
    assert run(["gate", "checks/pyproject.toml"]) == 3
    monkeypatch.chdir(folder / "checks")
    assert run(["gate"]) == 3


def test_a_comparison_with_slices_stands_in_a_file(capsys):
    write(
        'data = "cases.csv"\ntruth = "y"\nby = ["site"]\nprediction = {new = "new", old = "old"}\n'
        'require = ["new better than old in accuracy", "new no worse than old by 0.2 in accuracy in every site"]\n'
    )
    assert run(["gate", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [part["slice"] for part in document["requirements"][1]["slices"]] == ["north", "south", "west"]


def test_junit_comment_page_and_saved_result_are_written_the_same_to_the_byte(folder, capsys):
    write(GATE + 'junit = "a.xml"\ncomment = "a.md"\nreport = "a.html"\nsave = "a.json"\n')
    assert run(["gate"]) == 3
    first = {name: (folder / name).read_bytes() for name in ("a.xml", "a.md", "a.html", "a.json")}
    printed = capsys.readouterr()
    assert run(["gate"]) == 3
    assert {name: (folder / name).read_bytes() for name in first} == first
    assert capsys.readouterr() == printed
    assert not [entry for entry in os.listdir(folder) if entry.startswith(".assay")]
    suite = ElementTree.fromstring(first["a.xml"]).find("testsuite")  # noqa: S314
    assert (suite.get("tests"), suite.get("failures")) == ("3", "2")
    states = {case.get("name"): [one.get("type") for one in case.findall("failure")] for case in suite}
    assert states == {"recall >= 0.7": [], "f1 >= 0.99": ["broken"], "accuracy >= 0.9": ["unclear"]}
    assert "❌" in first["a.md"].decode()


def test_in_junit_slices_are_test_cases_and_unclear_ones_that_pass_are_skipped(capsys):
    write('data = "cases.csv"\ntruth = "y"\nprediction = "new"\nby = "site"\nunclear = "pass"\n'
          'require = ["accuracy >= 0.9 in every site"]\n')  # fmt: skip
    assert run(["gate", "--junit", "gate.xml"]) == 0
    cases = ElementTree.parse("gate.xml").getroot().find("testsuite").findall("testcase")  # noqa: S314
    assert [case.get("name")[-7:] for case in cases] == ["[north]", "[south]", " [west]"]
    assert any(case.find("skipped") is not None for case in cases)


@pytest.mark.parametrize("how", ["by itself", "asked", "refused"])
def test_github_gets_annotations_and_a_step_summary(how, folder, monkeypatch, capsys):
    write(GATE)
    (folder / "summary.md").write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(folder / "summary.md"))
    if how != "asked":
        monkeypatch.setenv("GITHUB_ACTIONS", "true")
    options = {"by itself": [], "asked": ["--github"], "refused": ["--no-github"]}[how]
    assert run(["gate", "--json", *options]) == 3
    printed = capsys.readouterr()
    assert json.loads(printed.out)["passed"] is False
    lines = [line for line in printed.err.splitlines() if line.startswith("::")]
    summary = (folder / "summary.md").read_text(encoding="utf-8")
    if how == "refused":
        assert (lines, summary) == ([], "before\n")
        return
    assert [line.split("::")[1] for line in lines] == ["error title=assay gate%3A broken",
                                                       "error title=assay gate%3A unclear"]  # fmt: skip
    assert summary.startswith("before\n### ❌")


def test_annotations_keep_to_one_line_and_escape_what_the_runner_reads(capsys):
    write('data = "cases.csv"\ntruth = "y"\nprediction = "new"\nrequire = ["recall >= 99%"]\n')
    assert run(["gate", "--github"]) == 3
    lines = [line for line in capsys.readouterr().err.splitlines() if line.startswith("::error")]
    assert len(lines) == 1
    assert "recall >= 99%25" in lines[0]


def test_a_baseline_says_what_changed_and_requirements_may_name_it(folder, capsys):
    write(
        GATE.replace('"new"', '"old"').replace('"f1 >= 0.99", "accuracy >= 0.9"', '"f1 >= 0.1"')
        + 'save = "base.json"\n'
    )
    assert run(["gate", "--unclear"]) == 2
    run(["gate"])
    write(
        'data = "cases.csv"\ntruth = "y"\nprediction = "new"\nbaseline = "base.json"\n'
        'require = ["recall >= 0.7", "new better than baseline in accuracy"]\n'
    )
    capsys.readouterr()
    assert run(["gate", "--comment", "change.md", "--json"]) == 0
    changes = json.loads(capsys.readouterr().out)["changes"]
    assert changes["accuracy"]["low"] > 0
    assert "since the baseline" in (folder / "change.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("data = cases.csv", "is no TOML"),
        ('data = "cases.csv"\nrequire = ["recall >= 0.8"', "is no TOML"),
        ("", "does not say data"),
        ('data = "cases.csv"', "does not say require"),
        (GATE + 'thresold = 0.5\n', "Did you mean 'threshold'"),
        (GATE + "unclear = true\n", '"fail" or "pass"'),
        (GATE + 'margin = 0.1\n', "there is no key 'margin'"),
        (GATE.replace('["recall >= 0.7", "f1 >= 0.99", "accuracy >= 0.9"]', "[]"), "A list of texts"),
        (GATE.replace('["recall >= 0.7", "f1 >= 0.99", "accuracy >= 0.9"]', "[1]"), "A list of texts"),
        (GATE.replace("recall >= 0.7", "recal >= 0.7"), "Did you mean: recall >= 0.7"),
        (GATE.replace("recall >= 0.7", "roc_auc >= 0.7"), "'roc_auc' is not in this result"),
        (GATE.replace("recall >= 0.7", "new better than old in f1"), "only one was judged"),
        (GATE.replace("cases.csv", "case.csv"), "case.csv"),
        (GATE.replace('truth = "y"', 'truth = "yy"'), "yy"),
        (GATE + 'baseline = "base.json"\n', "does not exist"),
        (GATE + 'baseline = "cases.csv"\n', "cases.csv"),
        (GATE + 'junit = "nowhere/gate.xml"\n', "nowhere"),
        (GATE + "data = 3\n", "is no TOML"),
    ],
)  # fmt: skip
def test_whatever_is_wrong_is_one_clear_message(text, words, capsys):
    write(text)
    assert run(["gate"]) == 2
    printed = capsys.readouterr()
    assert words in " ".join(printed.err.split())
    assert "Traceback" not in printed.err


def test_without_a_file_the_way_to_one_is_told(capsys):
    assert run(["gate"]) == 2
    assert "assay gate --init DATA" in " ".join(capsys.readouterr().err.split())


def test_init_writes_a_gate_that_passes_today_and_overwrites_nothing(folder, capsys):
    assert run(["gate", "--init", "cases.csv"]) == 0
    text = (folder / "gate.toml").read_text(encoding="utf-8")
    assert 'truth = "y"' in text
    assert 'prediction = "new"' in text
    assert 'by = ["site"]' in text
    assert run(["gate"]) == 0
    assert run(["gate", "--init", "cases.csv"]) == 2
    assert (folder / "gate.toml").read_text(encoding="utf-8") == text
    (folder / "checks").mkdir()
    assert run(["gate", "checks/gate.toml", "--init", "cases.csv"]) == 0
    assert 'data = "../cases.csv"' in (folder / "checks/gate.toml").read_text(encoding="utf-8")
    assert run(["gate", "checks/gate.toml"]) == 0


@pytest.mark.parametrize("option", ["--junit", "--comment"])
def test_evaluate_writes_the_same_files(option, folder, capsys):
    judge = ["evaluate", "cases.csv", "--truth", "y", "--prediction", "new"]
    assert run([*judge, "--require", "recall >= 0.7", option, "out"]) == 0
    assert (folder / "out").stat().st_size > 100
    assert run([*judge, option, "out"]) == 2
    assert "about requirements" in capsys.readouterr().err


def test_one_model_is_compared_with_yesterday_s(folder, capsys):
    judge = ["--truth", "y", "--prediction", "new"]
    assert run(["evaluate", "cases.csv", "--truth", "y", "--prediction", "old", "--save", "base.json"]) == 0
    capsys.readouterr()
    need = ["--require", "new better than baseline in accuracy"]
    assert run(["compare", "cases.csv", *judge, "--against", "base.json", "--json", *need]) == 0
    unpaired = json.loads(capsys.readouterr().out)
    assert unpaired["paired"] is False
    assert "unpaired" in [note["code"] for note in unpaired["notes"]]
    table = pl.read_csv("cases.csv").with_columns(pl.col("old").alias("new")).select("id", "new")
    table.write_csv("yesterday.csv")
    assert run(["compare", "cases.csv", *judge, "--against", "yesterday.csv", "--on", "id", "--json", *need]) == 0
    paired = json.loads(capsys.readouterr().out)
    assert paired["paired"] is True
    assert paired["metrics"]["accuracy"]["pairs"][0]["difference"]["value"] == pytest.approx(
        unpaired["metrics"]["accuracy"]["pairs"][0]["difference"]["value"]
    )
    assert run(["compare", "cases.csv", *judge, "--against", "yesterday.csv"]) == 2
    assert run(["compare", "cases.csv", *judge, "--prediction", "old", "--against", "base.json"]) == 2
    assert run(["compare", "cases.csv", *judge, "--against", "nothing.json"]) == 2


def test_a_saved_result_that_names_its_cases_is_compared_case_by_case(folder, capsys):
    judge = ["--truth", "y", "--prediction", "new", "--json"]
    keep = ["evaluate", "cases.csv", "--truth", "y", "--prediction", "old", "--save", "base.json"]
    assert run([*keep, "--key", "id"]) == 0
    both = ["compare", "cases.csv", "--truth", "y", "--prediction", "new", "--prediction", "baseline=old", "--json"]
    capsys.readouterr()
    assert run([*both, "--metric", "accuracy", "--metric", "f1"]) == 0
    wanted = json.loads(capsys.readouterr().out)["metrics"]
    assert (
        run(["compare", "cases.csv", *judge, "--against", "base.json", "--metric", "accuracy", "--metric", "f1"]) == 0
    )
    found = json.loads(capsys.readouterr().out)
    assert (found["paired"], found["n"]) == (True, 300)
    assert "both hold the same 300 cases, named by id" in str(found["notes"])
    for metric in ("accuracy", "f1"):
        ours, theirs = (one[metric]["pairs"][0] for one in (found["metrics"], wanted))
        assert (ours["difference"], ours["p_value"]) == (theirs["difference"], theirs["p_value"])
    assert run(["compare", "cases.csv", *judge, "--against", "base.json", "--on", "site"]) == 2
    pl.read_csv("cases.csv").tail(200).write_csv("fewer.csv")
    capsys.readouterr()
    assert run(["compare", "fewer.csv", *judge, "--against", "base.json"]) == 0
    apart = json.loads(capsys.readouterr().out)
    assert apart["paired"] is False
    assert "they share 200 of 200 and 300 cases" in str(apart["notes"])
    assert run([*keep]) == 0
    assert run(["compare", "cases.csv", *judge, "--against", "base.json", "--on", "id"]) == 2
    assert "--key id" in " ".join(capsys.readouterr().err.split())
    assert run([*keep[:-2], "--key", "id"]) == 2


def test_a_gate_pairs_its_baseline_where_both_name_the_same_cases(folder, capsys):
    text = 'data = "cases.csv"\ntruth = "y"\nkey = "id"\nby = "site"\nprediction = '
    write(f'{text}"old"\nrequire = "accuracy >= 0.1"\nsave = "base.json"\n')
    assert run(["gate"]) == 0
    write(f'{text}"new"\nbaseline = "base.json"\nrequire = ["new better than baseline in accuracy in every site"]\n')
    capsys.readouterr()
    assert run(["gate", "--report", "gate.html"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "The two were compared case by case: both hold the same 300 cases, named by id." in told
    assert "Since the baseline" in told
    assert "better" in told
    assert "Since the baseline" in (folder / "gate.html").read_text(encoding="utf-8")
    assert run(["gate", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["beside"].startswith("The two were compared case by case")


PLUGIN = """
import assay

RESULT = assay.evaluate([1, 0] * 100, [1, 0, 0, 0] * 50)

def test_kept(assay_check):
    assert assay_check(RESULT).specificity >= 0.8
    assert assay_check(RESULT)["recall"].value < 0.6
    assert assay_check(RESULT).recall.of("0") >= 0.8
    assert assay_check(RESULT).require("recall <= 0.7", "specificity > 0.5")
    assert assay_check(RESULT, unclear="pass").recall >= 0.5

def test_broken(assay_check):
    assert assay_check(RESULT).recall >= 0.8

def test_unclear(assay_check):
    assert assay_check(RESULT).recall >= 0.45
"""


def test_the_plugin_of_pytest_fails_with_the_sentence_the_interval_and_the_cases(folder):
    write(PLUGIN, "test_release.py")
    installed = "assay" in {entry.name for entry in entry_points(group="pytest11")}
    plugin = ["-p", "no:cacheprovider", *([] if installed else ["-p", "assay.cli.pytest_plugin"])]
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", *plugin, "test_release.py"], capture_output=True,
                          text=True, check=False)  # fmt: skip
    assert "2 failed, 1 passed" in done.stdout
    assert "recall >= 0.8: broken, recall is 0.500 [0.404, 0.596]" in done.stdout
    assert "would settle it" in done.stdout
    assert "gates/judging.py" not in done.stdout
