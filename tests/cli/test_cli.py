"""The command line: exit codes, one clear message, JSON alone on stdout, no traceback, quick to start."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import assay
from assay.cli import main as cli


@pytest.fixture
def churn(tmp_path):
    path = tmp_path / "churn.csv"
    rows = ["no,no", "no,yes", "yes,yes", "yes,no"]
    path.write_text("churned,answer\n" + "\n".join(rows * 30) + "\n")
    return path


def run(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "assay", *map(str, arguments)], capture_output=True, text=True, check=False, **options
    )


def test_evaluate_prints_words_first_then_numbers(churn):
    done = run("evaluate", churn, "--truth", "churned", "--prediction", "answer", "--positive", "yes")
    assert done.returncode == 0
    assert done.stdout.startswith("churn.csv: 120 cases, 50% yes.")
    assert "Of 100 cases that are yes, the model finds 50" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert f"assay {assay.__version__} · level 0.95 · method default · seed 0 · streamed · 120 cases" in done.stdout


def test_json_is_alone_on_stdout(churn, tmp_path):
    report = tmp_path / "out.md"
    done = run(
        "evaluate",
        churn,
        "--truth",
        "churned",
        "--prediction",
        "answer",
        "--positive",
        "yes",
        "--json",
        "--report",
        report,
    )
    document = json.loads(done.stdout)
    assert document["schema"] == "assay.evaluation/1"
    assert document["metrics"]["recall"]["n"] == 60
    assert set(document["per_class"]) == {"no", "yes"}
    assert "Report:" in done.stderr
    assert report.read_text().startswith("# Evaluation")


def test_python_and_command_line_give_the_same_numbers(churn):
    done = run(
        "evaluate",
        churn,
        "--truth",
        "churned",
        "--prediction",
        "answer",
        "--positive",
        "yes",
        "--json",
        "--seed",
        "5",
        "--level",
        "0.9",
    )
    ours = assay.evaluate("churned", "answer", data=churn, positive="yes", seed=5, level=0.9)
    assert json.loads(done.stdout) == json.loads(ours.to_json())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--truth", "chruned", "--prediction", "answer"], "Did you mean 'churned'"),
        (["--truth", "churned", "--prediction", "answer"], "Pass --positive yes"),
        (
            ["--truth", "churned", "--prediction", "answer", "--positive", "yes", "--metric", "recal"],
            "Did you mean 'recall'",
        ),
        (["--truth", "churned", "--prediction", "answer", "--positive", "yes", "--report", "x.docx"], "x.docx"),
        (
            ["--truth", "churned", "--prediction", "answer", "--positive", "yes", "--report", "/no/where/x.md"],
            "no folder /no/where",
        ),
        (["--truth", "churned", "--prediction", "answer", "--level", "7"], "--level 7.0"),
        (["--truth", "churned", "--prediction", "answer", "--method", "wilsn"], "Did you mean 'wilson'"),
        (["--truth", "churned"], "--prediction"),
        (["--nonsense"], "--nonsense"),
    ],
)
def test_wrong_calls_exit_with_2_and_one_message(churn, arguments, message, capsys):
    code = cli.run(["evaluate", str(churn), *arguments])
    captured = capsys.readouterr()
    assert code == 2
    assert captured.out == ""
    assert message in captured.err
    assert "Traceback" not in captured.err


def test_a_report_path_is_checked_before_any_work(tmp_path, capsys):
    code = cli.run(
        ["evaluate", "/no/such/file.csv", "--truth", "a", "--prediction", "b", "--report", str(tmp_path / "x.txt")]
    )
    assert code == 2
    assert "x.txt" in capsys.readouterr().err


def test_interruption_exits_quietly_with_130(monkeypatch, churn, capsys):
    def interrupt(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("assay.calls.evaluate.evaluate", interrupt)
    assert cli.run(["evaluate", str(churn), "--truth", "churned", "--prediction", "answer"]) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_a_bug_exits_with_1_and_says_it_is_one(monkeypatch, churn, capsys):
    def break_down(*arguments, **options):
        raise RuntimeError("boom")

    monkeypatch.setattr("assay.calls.evaluate.evaluate", break_down)
    monkeypatch.delenv("ASSAY_DEBUG", raising=False)
    assert cli.run(["evaluate", str(churn), "--truth", "churned", "--prediction", "answer"]) == 1
    captured = capsys.readouterr()
    assert "bug in assay" in captured.err
    assert "Traceback" not in captured.err
    monkeypatch.setenv("ASSAY_DEBUG", "1")
    with pytest.raises(RuntimeError):
        cli.run(["evaluate", str(churn), "--truth", "churned", "--prediction", "answer"])


def test_a_closed_pipe_is_not_a_crash(churn):
    command = f"{sys.executable} -m assay metrics | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)  # noqa: S602
    assert done.stdout.strip() == "accuracy"
    assert "Traceback" not in done.stderr


def test_all_metrics_are_shown_on_request(churn, capsys):
    cli.run(
        ["evaluate", str(churn), "--truth", "churned", "--prediction", "answer", "--positive", "yes", "--metric", "all"]
    )
    shown = capsys.readouterr().out
    assert "Diagnostic odds" in shown
    assert "more metrics" not in shown


def test_metrics_lists_the_catalogue_and_explains_one(capsys):
    assert cli.run(["metrics"]) == 0
    listed = capsys.readouterr().out
    for card in assay.metrics.cards():
        assert card.average is not None or card.name in listed
    assert max(map(len, listed.splitlines())) <= 80
    assert cli.run(["metrics", "tpr"]) == 0
    assert "TP / (TP + FN)" in capsys.readouterr().out
    assert cli.run(["metrics", "tpr", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "recall"
    assert cli.run(["metrics", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["metrics"]) == len(assay.metrics.cards())
    assert cli.run(["metrics", "nonsense"]) == 2


def test_demo_judges_two_models_and_says_what_to_try(tmp_path, capsys):
    report, saved = tmp_path / "demo.md", tmp_path / "demo.csv"
    assert cli.run(["demo", "--report", str(report), "--save", str(saved)]) == 0
    shown = capsys.readouterr().out
    assert "Logistic regression" in shown
    assert "Try next" in shown
    assert report.exists()
    assert cli.run(["evaluate", str(saved), "--truth", "truth", "--prediction", "tree", "--positive", "malignant"]) == 0


def test_importing_assay_and_asking_for_help_load_nothing_heavy():
    heavy = "{'numpy', 'scipy', 'polars', 'narwhals', 'sklearn', 'rich', 'pandas'}"
    check = f"import sys; loaded = {heavy} & set(sys.modules); assert not loaded, loaded"
    for code in (
        "import assay",
        "import assay; dir(assay)",
        "from assay.cli.main import run; assert run(['--help']) == 0",
    ):
        done = subprocess.run([sys.executable, "-c", f"{code}; {check}"], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_version_and_public_names():
    assert cli.run(["--version"]) == 0
    for name in assay.__all__:
        assert getattr(assay, name) is not None
    with pytest.raises(AttributeError):
        assay.nonsense  # noqa: B018


def test_compare_reads_names_and_prints_verdicts(tmp_path, capsys):
    path = tmp_path / "answers.csv"
    rows = [
        (place % 2, (place % 2 + 0.6 * ((place * 7) % 10) / 10) / 2, ((place * 3) % 10) / 10) for place in range(60)
    ]
    path.write_text("y,good,bad\n" + "\n".join(f"{y},{a:.4f},{b:.4f}" for y, a, b in rows) + "\n")
    arguments = ["compare", str(path), "--truth", "y", "--score", "better=good", "--score", "bad", "--metric", "auc"]
    assert cli.run(arguments) == 0
    assert "better is better than bad by" in capsys.readouterr().out.replace("\n", " ")
    assert cli.run([*arguments, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "assay.comparison/1"
    assert document["models"] == ["better", "bad"]
    report = tmp_path / "out.tex"
    assert cli.run([*arguments, "--report", str(report)]) == 0
    assert "\\toprule" in report.read_text()
    capsys.readouterr()
    assert cli.run([*arguments, "--margin", "-1"]) == 2
    assert "--margin -1.0 is not a margin" in capsys.readouterr().err
    assert cli.run(["compare", str(path), "--truth", "y"]) == 2
    assert cli.run(["compare", str(path), "--truth", "y", "--score", "good", "--score", "good"]) == 2
    assert cli.run(["compare", str(path), "--truth", "y", "--score", "good", "--score", "badd"]) == 2
    assert "'bad'" in capsys.readouterr().err


def test_rank_reads_a_table_of_scores(tmp_path, capsys):
    path = tmp_path / "scores.csv"
    rows = [f"s{at},{0.9 + at / 500},{0.8},{0.7 - at / 400}" for at in range(12)]
    path.write_text("\n".join(["set,a,b,c", *rows, ""]))
    assert cli.run(["rank", str(path)]) == 0
    assert "mean rank" in capsys.readouterr().out
    assert cli.run(["rank", str(path), "--lower-is-better", "--control", "a", "--rope", "0.01", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "assay.ranking/1"
    assert document["control"] == "a"
    assert document["average_ranks"]["c"] == 1
    assert cli.run(["rank", str(path), "--method", "bonferroni-dunn"]) == 2
    assert "--control" in capsys.readouterr().err


@pytest.fixture
def patients(tmp_path):
    path = tmp_path / "patients.csv"
    kinds = ("north", "south")
    rows = [f"{i % 7},{kinds[i % 2]},{'yes' if i % 7 > 3 else 'no'},{i % 5}" for i in range(70)]
    path.write_text("dose,clinic,cured,ward\n" + "\n".join(rows) + "\n")
    return path


NEIGHBOURS = ("--model", "sklearn.neighbors:KNeighborsClassifier")


def test_validate_prints_the_cost_first_and_the_same_numbers_as_python(patients):
    import polars as pl
    from sklearn.neighbors import KNeighborsClassifier

    done = run("validate", patients, "--target", "cured", "--drop", "clinic", *NEIGHBOURS, "--params",
               '{"n_neighbors": 3}', "--positive", "yes", "--json", "--metric", "f1", "--seed", "4")  # fmt: skip
    assert done.returncode == 0
    assert done.stderr.strip() == "stratified 10-fold: 10 fits"
    data = json.loads(done.stdout)
    frame = pl.read_csv(patients)
    found = assay.validate(
        KNeighborsClassifier(3), frame.select("dose", "ward").to_numpy().astype(float), frame["cured"], positive="yes",
        metrics="f1", seed=4,
    )  # fmt: skip
    assert data["models"]["KNeighborsClassifier"]["metrics"]["f1"]["folds"] == list(found["f1"].folds)


def test_validate_encodes_text_inside_the_folds_and_says_so(patients):
    done = run("validate", patients, "--target", "cured", *NEIGHBOURS, "--group", "ward", "--scheme", "grouped 5-fold")
    assert done.returncode == 0
    assert "one-hot encoded inside every training part" in " ".join(done.stdout.split())
    assert "because `cured` holds two labels" in " ".join(done.stdout.split())


def test_validate_compares_models_and_searches(patients):
    done = run("validate", patients, "--target", "cured", "--model", "near=sklearn.neighbors:KNeighborsClassifier",
               "--model", "sklearn.tree:DecisionTreeClassifier", "--scheme", "nested 3-fold / 2-fold", "--search",
               '{"near": {"n_neighbors": [1, 3]}, "DecisionTreeClassifier": {"max_depth": [1, 2]}}', "--metric",
               "accuracy", "--json", "--jobs", "2")  # fmt: skip
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data["fits"] == 2 * (3 * 2 * 2 + 3)
    assert data["pairs"][0]["test"] == "corrected resampled t"
    assert data["selected_by"] == "accuracy"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--model", "sklearn.neighbours:KNeighborsClassifier"], ["sklearn.neighbors"]),
        (["--model", "sklearn.neighbors:KNeighborClassifier"], ["KNeighborsClassifier"]),
        (["--model", "KNeighborsClassifier"], ["module:Class"]),
        (["--model", "nowhere.at.all:Model"], ["no module"]),
        ([*NEIGHBOURS, "--params", "{k: 3}"], ["JSON"]),
        ([*NEIGHBOURS, "--params", "[1]"], ["JSON"]),
        ([*NEIGHBOURS, "--params", '{"neighbours": 3}'], ["n_neighbors"]),
        ([*NEIGHBOURS, "--params", '{"n_neighbors": 3}', "--params", "{}"], ["2 --params for 1 --model"]),
        ([*NEIGHBOURS, "--scheme", "leave-9-out"], ["--allow-many-fits", "fits"]),
        ([*NEIGHBOURS, "--scheme", "80-fold"], ["80 cases"]),
        ([*NEIGHBOURS, "--scheme", "5-fold", "--group", "ward"], ["groups"]),
        ([*NEIGHBOURS, "--drop", "doses"], ["'dose'"]),
        ([*NEIGHBOURS, "--target", "cur"], ["'cured'"]),
        ([*NEIGHBOURS, "--report", "x.docx"], [".docx"]),
    ],
)
def test_validate_refuses_in_one_message(patients, arguments, words):
    done = run("validate", patients, "--target", "cured", *arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert all(word in " ".join(done.stderr.split()) for word in words), done.stderr


@pytest.mark.parametrize("scheme", ["bootstrap 5", "nested monte-carlo 4 / 3-fold"])
def test_validate_refuses_cases_of_a_scheme_that_tests_them_several_times_before_it_fits(patients, scheme):
    done = run("validate", patients, "--target", "cured", *NEIGHBOURS, "--scheme", scheme, "--cases", "3")
    assert done.returncode == 2
    assert "tests some cases several times or never" in " ".join(done.stderr.split())
    assert "fit" not in done.stderr


def test_validate_names_gaps_and_fills_them_when_asked(patients, tmp_path):
    path = tmp_path / "gaps.csv"
    path.write_text(patients.read_text().replace("\n3,north", "\n,north").replace("\n2,south", "\n2,"))
    done = run("validate", path, "--target", "cured", *NEIGHBOURS)
    assert done.returncode == 2
    assert "'dose' (5, first at row" in done.stderr
    assert "'clinic' (5, first" in done.stderr
    filled = run("validate", path, "--target", "cured", *NEIGHBOURS, "--impute")
    assert filled.returncode == 0
    assert "Gaps were filled" in filled.stdout
    dropped = run("validate", path, "--target", "cured", *NEIGHBOURS, "--missing", "drop")
    assert dropped.returncode == 0
    assert "10 cases were left out of 70" in " ".join(dropped.stdout.split())


def test_validate_finds_models_of_the_current_folder_and_reports_what_they_raise(patients, tmp_path):
    (tmp_path / "mine.py").write_text(
        "class Stubborn:\n    def fit(self, X, y):\n        raise RuntimeError('not today')\n"
        "    def predict(self, X):\n        return X[:, 0]\n"
    )
    done = run("validate", patients, "--target", "cured", "--model", "mine:Stubborn", "--drop", "clinic", cwd=tmp_path)
    assert done.returncode == 2
    assert "fold 1 of 10 failed: RuntimeError: not today" in " ".join(done.stderr.split())
    (tmp_path / "broken.py").write_text("import nothing_of_that_name\n")
    done = run("validate", patients, "--target", "cured", "--model", "broken:Model", cwd=tmp_path)
    assert done.returncode == 2
    assert "cannot be imported" in done.stderr
