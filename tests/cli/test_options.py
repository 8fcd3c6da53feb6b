"""No option of the command line is ignored: each is refused by name, or it changes what is printed."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

from assay.cli.main import commands
from assay.cli.words import in_command_words

RNG = np.random.default_rng(3)
VALUES = {
    "--truth": "y", "--prediction": "b", "--score": "s", "--threshold": "0.7", "--positive": "0", "--lower": "low",
    "--upper": "high", "--coverage": "0.9", "--task": "multilabel", "--reference": "a", "--model": "nowhere",
    "--weight": "w", "--cost": "fp=1,fn=20", "--metric": "error_rate", "--method": "percentile", "--missing": "drop",
    "--require": "accuracy >= 0.9", "--group": "g", "--blocks": "2", "--by": "h", "--on": "g",
    "--against": "nowhere.json", "--boxes": "cxcywh", "--ignore": "2", "--level": "0.8", "--seed": "7",
    "--control": "b", "--margin": "0.2",
}  # fmt: skip
NEUTRAL = {"--seed", "--missing"}
"""Where nothing is drawn or missing, these change nothing."""

APART = {
    "--json", "--report", "--cases", "--plot", "--band", "--save", "--key", "--help", "--unclear", "--quiet", "--junit",
    "--comment", "--github",
}  # fmt: skip
"""What is written beside the answer; each is tried where it is tested."""


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("options")
    truth = RNG.integers(0, 2, 60)
    pl.DataFrame(
        {"y": truth, "a": np.where(RNG.random(60) < 0.2, 1 - truth, truth), "b": RNG.integers(0, 2, 60),
         "s": RNG.random(60), "r": RNG.random(60), "w": np.arange(1, 61), "g": np.arange(60) // 3,
         "h": np.arange(60) % 2, "z": RNG.normal(size=60),
         "low": RNG.normal(size=60) - 3, "high": RNG.normal(size=60) + 3}
    ).write_csv(folder / "table.csv")  # fmt: skip
    boxes = [{"id": k, "image_id": k % 3, "category_id": 1, "bbox": [5.0 * k, 5, 20, 20]} for k in range(6)]
    images = [{"id": k, "width": 200, "height": 100} for k in range(3)]
    whole = {"images": images, "categories": [{"id": 1, "name": "cat"}], "annotations": boxes}
    (folder / "truth.json").write_text(json.dumps(whole))
    for name, shift in (("a", 1), ("b", 4)):
        found = [
            {**box, "bbox": [box["bbox"][0] + shift, 5, 20, 20], "score": 0.1 * k + 0.3} for k, box in enumerate(boxes)
        ]
        (folder / f"{name}.json").write_text(json.dumps(found))
    for name, share in (("truth", 0.0), ("a", 0.1), ("b", 0.3)):
        (folder / f"{name}_masks").mkdir()
        for k in range(4):
            mask = np.where(RNG.random((8, 8)) < share, 2, np.arange(64).reshape(8, 8) % 3)
            np.save(folder / f"{name}_masks" / f"{k}.npy", mask)
    texts = [f"the cat {k} sat on the mat" for k in range(8)]
    (folder / "truth.txt").write_text("\n".join(texts))
    (folder / "a.txt").write_text("\n".join(text.replace("mat", "hat") for text in texts))
    (folder / "b.txt").write_text(
        "\n".join(text.replace("cat", "dog") for text in texts[:4]) + "\n" + "\n".join(texts[4:])
    )
    return folder


BASES = {
    ("evaluate", "labels"): ["table.csv", "--truth", "y", "--prediction", "a"],
    ("evaluate", "scores"): ["table.csv", "--truth", "y", "--score", "r"],
    ("evaluate", "regression"): ["table.csv", "--truth", "z", "--prediction", "s"],
    ("evaluate", "detection"): ["truth.json", "a.json", "--task", "detection"],
    ("evaluate", "segmentation"): ["truth_masks", "a_masks", "--task", "segmentation"],
    ("evaluate", "text"): ["truth.txt", "a.txt", "--task", "text", "--metric", "token_f1"],
    ("compare", "labels"): ["table.csv", "--truth", "y", "--prediction", "a", "--prediction", "b"],
    ("compare", "scores"): ["table.csv", "--truth", "y", "--score", "r", "--score", "s"],
    ("compare", "regression"): ["table.csv", "--truth", "z", "--prediction", "s", "--prediction", "b=r"],
    ("compare", "detection"): [
        "truth.json", "--task", "detection", "--prediction", "a=a.json", "--prediction", "b=b.json",
    ],
    ("compare", "segmentation"): [
        "truth_masks", "--task", "segmentation", "--prediction", "a=a_masks", "--prediction", "b=b_masks",
    ],
    ("compare", "text"): [
        "truth.txt", "--task", "text", "--metric", "token_f1", "--prediction", "a=a.txt", "--prediction", "b=b.txt",
    ],
}  # fmt: skip
CASES = [
    (command, judged, option)
    for command, judged in BASES
    for parameter in commands.commands[command].params
    if (option := parameter.opts[0]).startswith("--") and option not in APART
]


def called(files, command: str, arguments: list[str]) -> tuple[int, str, str]:
    placed = [
        str(files / word) if (files / word.split("=")[-1]).exists() and "=" not in word else word for word in arguments
    ]
    placed = [
        f"{word.split('=')[0]}={files / word.split('=')[1]}"
        if "=" in word and (files / word.split("=")[1]).exists()
        else word
        for word in placed
    ]
    done = CliRunner().invoke(commands, [command, *placed, "--json"])
    problem = "" if done.exception is None else str(done.exception)
    return (0 if done.exception is None else 2), done.stdout, problem + done.stderr


@pytest.mark.parametrize(("command", "judged", "option"), CASES)
def test_an_option_is_refused_or_changes_what_is_printed(files, command, judged, option):
    base = BASES[command, judged]
    if option in base and option not in ("--prediction", "--score"):
        return
    code, printed, problem = called(files, command, [*base, option, VALUES[option]])
    if code:
        assert problem
        return
    if option not in NEUTRAL:
        assert printed != called(files, command, base)[1]


def test_metrics_with_parameters_keep_their_form_in_messages():
    told = in_command_words("Ask for metrics='interval_score(level=0.9)', or pass level=0.9.")
    assert "interval_score(level=0.9)" in told
    assert "pass --level 0.9" in told


def test_a_cost_that_was_given_is_shown(files):
    shown = CliRunner().invoke(
        commands, ["evaluate", str(files / "table.csv"), "--truth", "y", "--prediction", "a", "--cost", "fp=1,fn=20"]
    )
    assert "Expected cost" in shown.output


SHARED = (
    "--group", "--by", "--on", "--cost", "--require", "--junit", "--github", "--save", "--plot", "--cases", "--json",
    "--report", "--unclear", "--quiet", "--comment", "--level", "--seed", "--metric",
)  # fmt: skip
"""What every command has that judges cases."""


@pytest.mark.parametrize("command", ["evaluate", "compare", "validate"])
def test_commands_that_judge_cases_share_their_options(command):
    known = {option for parameter in commands.commands[command].params for option in parameter.opts}
    assert set(SHARED) <= known


def test_every_shared_option_works_on_validate(files, tmp_path):
    table = pl.read_csv(files / "table.csv").with_row_index("id")
    table.drop("y").write_csv(tmp_path / "x.csv")
    table.select("id", "y").reverse().write_csv(tmp_path / "y.csv")
    judged = [
        "validate", str(tmp_path / "x.csv"), str(tmp_path / "y.csv"), "--on", "id", "--target", "y",
        "--scheme", "grouped 3-fold",
        "--model", "sklearn.naive_bayes:GaussianNB", "--group", "g", "--by", "h", "--by", "s=0.5",
        "--cost", "fp=1,fn=20",
        "--cases", "3", "--require", "accuracy >= 0.01 in every h", "--junit", str(tmp_path / "j.xml"), "--github",
        "--save", str(tmp_path / "r.json"), "--plot", f"folds={tmp_path / 'f.svg'}", "--json",
    ]  # fmt: skip
    done = CliRunner().invoke(commands, judged)
    assert done.exit_code == 0, done.stderr
    document = json.loads(done.stdout)
    model = document["models"]["GaussianNB"]
    assert "expected_cost" in model["metrics"]
    assert len(model["slices"]) == 4
    assert {"case", "fold", "h"} <= set(document["cases"][0])
    assert document["gate"]["passed"]
    assert all((tmp_path / name).stat().st_size for name in ("j.xml", "r.json", "f.svg"))
    alone = [word for word in judged if not word.endswith("y.csv")]
    assert CliRunner().invoke(commands, alone).exit_code != 0
