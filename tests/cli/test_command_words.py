"""Messages on the command line speak of its options, and an option of another tool suggests the one that is meant."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from assay.cli.main import commands, run
from assay.cli.words import MEANT, METRIC_TEXT, SPELT, in_command_words

MESSAGES = Path(__file__).parents[1] / "errors" / "messages.txt"
OPTIONS = {
    name: {option for parameter in command.params for option in parameter.opts if option.startswith("--")}
    for name, command in commands.commands.items()
}
EVERY = set().union(*OPTIONS.values())
NAMES = ("a", "b", "fp", "fn")
"""What stands before = in examples of options: a model, or a cell of a table."""
ARGUMENTS = {option.removeprefix("--").replace("-", "_") for option in EVERY} | set(SPELT)


def messages() -> list[tuple[str, str]]:
    blocks = MESSAGES.read_text(encoding="utf-8").strip().split("\n\n")
    return [(title, text.strip()) for title, _, text in (block.partition("\n") for block in blocks)]


def translated(message: str) -> str:
    return " ".join(in_command_words(message).split())


@pytest.mark.parametrize(("title", "message"), messages(), ids=[title for title, _ in messages()])
def test_a_message_names_only_options_that_exist_and_no_argument_of_python(title: str, message: str) -> None:
    text = METRIC_TEXT.sub("", translated(message)).replace("pip install --no-deps", "pip install")
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text)) <= EVERY
    left = [found[1] for found in re.finditer(r"\b([a-z_]+)=(?![^ ]*\{.*\} \(in Python\)|\[.*\] \(in Python\))", text)]
    assert [name for name in left if name in ARGUMENTS and name not in NAMES] == [], text


@pytest.mark.parametrize(
    ("python", "options"),
    [
        ("Pass positive='yes'.", "Pass --positive yes."),
        ("Use scheme='nested 5-fold / 5-fold'.", "Use --scheme 'nested 5-fold / 5-fold'."),
        ("on_error='skip' leaves them out.", "--on-error skip leaves them out."),
        ("metrics='pinball(quantile=0.9)'", "--metric 'pinball(quantile=0.9)'"),
        ("interval_score(level=0.9) stays", "interval_score(level=0.9) stays"),
        ("Pass costs={'fp': 1, 'fn': 0.5}.", "Pass --cost fp=1,fn=0.5."),
        ("missing='drop', or ignore=255", "--missing drop, or --ignore 255"),
        ("declare it with labels=['no', 'yes'].", "declare it with labels=['no', 'yes'] (in Python)."),
        ('Type boxes="xywh" (--boxes xywh).', "Type --boxes xywh."),
    ],
)
def test_arguments_become_options(python: str, options: str) -> None:
    assert translated(python) == f"assay: {options}"


def test_names_with_hyphens_are_never_broken() -> None:
    text = in_command_words("Use 'leave-one-group-out' or " * 9)
    assert text.count("leave-one-group-out") == 9
    assert max(map(len, text.splitlines())) <= 100


def spellings() -> list[tuple[str, str, str]]:
    return [
        (command, typed, option)
        for option, others in MEANT.items()
        for command, known in OPTIONS.items()
        if option in known
        for typed in others
        if typed not in known
    ]


def suggested(command: str, typed: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert run([command, "cases.csv", typed, "x"]) == 2
    return capsys.readouterr().err


@pytest.mark.parametrize(("command", "typed", "option"), spellings())
def test_an_option_of_another_tool_suggests_the_one_that_is_meant(
    command: str, typed: str, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert re.search(rf"{option}(?![\w-])", suggested(command, typed, capsys))


def test_an_option_like_no_other_suggests_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Did you mean" not in suggested("evaluate", "--xyzzy", capsys)


@pytest.mark.parametrize("command", ["evaluate", "compare"])
def test_cluster_suggests_group(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert re.search(r"--group(?![\w-])", suggested(command, "--cluster", capsys))


@pytest.mark.parametrize("command", ["evaluate", "compare"])
def test_fail_under_suggests_require(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert re.search(r"--require(?![\w-])", suggested(command, "--fail-under", capsys))


CASES = ("churn.csv", "--truth", "t")
KNN = "sklearn.neighbors:KNeighborsClassifier"
USAGE = {
    "Add --task text": (
        ["evaluate", *CASES, "--prediction", "p", "--reference", "r"],
        ["evaluate", *CASES, "--prediction", "p", "--reference", "r", "--task", "text"],
    ),
    "--reference is for texts. Add --task text, or leave it out": (
        ["evaluate", *CASES, "--prediction", "p", "--reference", "r"],
        ["evaluate", *CASES, "--prediction", "p"],
    ),
    "one segment per line, add --task text": (
        ["evaluate", "a.txt", "b.txt"],
        ["evaluate", "a.txt", "b.txt", "--task", "text"],
    ),
    "needs two files: the truth, then the predictions": (
        ["evaluate", "truth.json", "--task", "detection"],
        ["evaluate", "truth.json", "found.json", "--task", "detection"],
    ),
    "Name a column with --prediction": (["evaluate", *CASES], ["evaluate", *CASES, "--prediction", "p"]),
    "with --score": (["evaluate", *CASES], ["evaluate", *CASES, "--score", "s"]),
    "or --lower and --upper": (
        ["evaluate", "churn.csv", "--truth", "s"],
        ["evaluate", "churn.csv", "--truth", "s", "--lower", "s", "--upper", "s"],
    ),
    "Missing option '--truth'": (["evaluate", "churn.csv"], ["evaluate", *CASES, "--prediction", "p"]),
    "Give two files of lines": (
        ["evaluate", "a.txt", "--task", "text"],
        ["evaluate", "a.txt", "b.txt", "--task", "text"],
    ),
    "or name columns with --truth and --prediction": (
        ["evaluate", "churn.csv", "--task", "text"],
        ["evaluate", *CASES, "--prediction", "p", "--task", "text"],
    ),
    "leave out the second file": (
        ["evaluate", "churn.csv", "b.txt", "--truth", "t", "--task", "text"],
        ["evaluate", *CASES, "--prediction", "p", "--task", "text"],
    ),
    "Name at least two models with --prediction": (
        ["compare", *CASES],
        ["compare", *CASES, "--prediction", "p", "--prediction", "r"],
    ),
    "or --score": (["compare", *CASES], ["compare", *CASES, "--score", "s", "--score", "twin=s"]),
    "Name each one differently, as NAME=COL": (
        ["compare", *CASES, "--prediction", "p", "--prediction", "p"],
        ["compare", *CASES, "--prediction", "one=p", "--prediction", "two=p"],
    ),
    "as in fp=1,fn=20": (
        ["evaluate", *CASES, "--prediction", "p", "--cost", "fp:1"],
        ["evaluate", *CASES, "--prediction", "p", "--cost", "fp=1,fn=20"],
    ),
    "Give a number of fits at a time": (
        ["validate", "churn.csv", "--target", "t", "--model", KNN, "--scheme", "2-fold", "--jobs", "0"],
        ["validate", "churn.csv", "--target", "t", "--model", KNN, "--scheme", "2-fold", "--jobs", "1"],
    ),
    "Give one form of boxes for all models": (
        ["compare", "truth.json", "--task", "detection", "--prediction", "a=found.json", "--prediction",
         "b=found.json", "--boxes", "xywh", "--boxes", "a=xywh"],
        ["compare", "truth.json", "--task", "detection", "--prediction", "a=found.json", "--prediction",
         "b=found.json", "--boxes", "xywh"],
    ),
    "or NAME=FORM for each": (
        ["compare", "truth.json", "--task", "detection", "--prediction", "a=found.json", "--prediction",
         "b=found.json", "--boxes", "xywh", "--boxes", "a=xywh"],
        ["compare", "truth.json", "--task", "detection", "--prediction", "a=found.json", "--prediction",
         "b=found.json", "--boxes", "a=xywh", "--boxes", "b=xywh"],
    ),
}  # fmt: skip
"""A piece of advice, a command that gets it, and the command that follows it."""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rows = "".join(f"{n % 2},{(n // 2) % 2},{n % 2},{n / 20}\n" for n in range(20))
    Path("churn.csv").write_text(f"t,p,r,s\n{rows}")
    Path("a.txt").write_text("the cat sat\na dog ran\n")
    Path("b.txt").write_text("the cat sat\na dog\n")
    box = {"id": 1, "image_id": 1, "category_id": 1, "bbox": [1, 1, 4, 4], "area": 16, "iscrowd": 0}
    coco = {"images": [{"id": 1, "width": 9, "height": 9}], "categories": [{"id": 1, "name": "cat"}]}
    Path("truth.json").write_text(json.dumps({**coco, "annotations": [box]}))
    Path("found.json").write_text(json.dumps([{**box, "score": 0.9}]))


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("piece", "wrong", "followed"), [(piece, *both) for piece, both in USAGE.items()])
def test_advice_about_options_works_when_it_is_followed(piece: str, wrong: list[str], followed: list[str]) -> None:
    with pytest.raises(click.UsageError) as caught:
        commands.main(wrong, prog_name="assay", standalone_mode=False)
    assert piece in caught.value.format_message()
    assert run(followed) == 0


def test_an_output_that_takes_no_more_is_no_bug(tmp_path):
    (tmp_path / "cases.csv").write_text("t,p\n1,1\n0,0\n1,0\n" * 5)
    words = [
        sys.executable,
        "-m",
        "assay",
        "evaluate",
        str(tmp_path / "cases.csv"),
        "--truth",
        "t",
        "--prediction",
        "p",
    ]
    for more in ([], ["--json"]):
        with open("/dev/full", "w") as full:
            done = subprocess.run([*words, *more], stdout=full, stderr=subprocess.PIPE, check=False)
        assert done.returncode == 2
        assert b"Standard output takes no more" in done.stderr
        assert b"bug" not in done.stderr
