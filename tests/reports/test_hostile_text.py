"""Text that others wrote is shown and does nothing: in the terminal, on pages, in Markdown, LaTeX and messages."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import polars as pl
import pytest

import assay
from assay.errors.visible import HIDDEN, visible

HOSTILE = "a\x1b[31mb\x07\x9bc\u202ed\ne\x00f"
NAME = HOSTILE.replace("\x00", "")
"""No file system takes NUL in a name."""
SHOWN = visible(HOSTILE)

TRUTH, ANSWERS, SCORES = [0, 1] * 15, [1, 1, 0] * 10, list(np.linspace(0.01, 0.99, 30))


class Constant:
    """Answers what it saw first."""

    def fit(self, X, y):
        self.value = y[0]
        return self

    def predict(self, X):
        return np.full(len(X), self.value)


def named(values):
    return [HOSTILE if value else "no" for value in values]


RANKED = {HOSTILE: [0.1, 0.2, 0.3, 0.4], "b": [0.2, 0.1, 0.4, 0.5], "c": [0.3, 0.4, 0.1, 0.2]}
BOXES = [{"boxes": [[0, 0, 4, 4]], "labels": [HOSTILE], "scores": [0.9]}]
RESULTS = {
    "labels": lambda: assay.evaluate(named(TRUTH), named(ANSWERS), positive=HOSTILE),
    "classes": lambda: assay.evaluate([HOSTILE, "b", "c"] * 10, ["b", HOSTILE, "c"] * 10),
    "scores": lambda: assay.evaluate(named(TRUTH), score=SCORES, positive=HOSTILE),
    "slices": lambda: assay.evaluate(TRUTH, ANSWERS, by=[HOSTILE, "x", "y"] * 10),
    "columns": lambda: assay.evaluate(HOSTILE, "p", data=pl.DataFrame({HOSTILE: TRUTH, "p": ANSWERS})),
    "models": lambda: assay.compare(TRUTH, prediction={HOSTILE: ANSWERS, "b": TRUTH}),
    "systems": lambda: assay.compare(
        [f"the cat {HOSTILE}", "b"], prediction={HOSTILE: ["the cat", "b"], "z": ["a", HOSTILE]}, task="text"
    ),
    "ranked models": lambda: assay.rank(RANKED),
    "control": lambda: assay.rank(RANKED, method="bonferroni-dunn", control=HOSTILE),
    "validated models": lambda: assay.validate(
        {HOSTILE: Constant(), "b": Constant()}, np.arange(60.0).reshape(30, 2), named(TRUTH), scheme="3-fold",
        positive=HOSTILE,
    ),
    "boxes": lambda: assay.evaluate(BOXES, BOXES, task="detection", boxes="xyxy"),
}  # fmt: skip


@pytest.mark.parametrize("name", RESULTS)
def test_every_form_that_people_read_shows_what_would_act(name, tmp_path):
    result = RESULTS[name]()
    shown = [str(result), result.to_prose() if name not in ("boxes",) else ""]
    for suffix in (".html", ".md", ".tex"):
        shown.append(assay.report(result, tmp_path / f"report{suffix}").read_text(encoding="utf-8"))
    for text in shown:
        assert not HIDDEN.search(text.replace("\n", "").replace("\t", ""))
    assert SHOWN[:6] in shown[0] or name in ("columns", "boxes", "systems", "slices")


def test_messages_show_what_would_act():
    for call in (
        lambda: assay.evaluate("t", "p", data=f"{NAME}.csv"),
        lambda: assay.evaluate(["a", "b"], ["a", "b"], positive=HOSTILE),
        lambda: assay.evaluate([1, 0], [1, 0], metrics=HOSTILE),
        lambda: assay.evaluate([1, 0], [1, 0])[HOSTILE],
    ):
        with pytest.raises(assay.AssayError) as caught:
            call()
        assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "letter", ["\x00", "\x1b", "\x7f", "\x85", "\x9b", "\u200b", "\u202e", "\u2066", "\ud800", "\ufeff"]
)
def test_each_kind_of_hidden_letter_is_written_out(letter):
    assert visible(f"a{letter}b").startswith("a\\")
    assert visible(f"a{letter}b").isprintable()


def test_letters_of_all_scripts_stay_as_they_are():
    for text in ("naïve", "日本語", "עברית", "العربية", "हिन्दी", "😀", "x²"):
        assert visible(text) == text


@pytest.mark.parametrize("name", [f"{NAME}.csv", "run[1].csv", "a*b.csv", "[ab].csv", "what?.csv"])
def test_a_file_is_what_its_name_says_whatever_stands_in_it(name, tmp_path):
    frame = pl.DataFrame({"t": [1, 0, 1, 1], "p": [1, 0, 0, 1]})
    frame.write_csv(tmp_path / name)
    pl.DataFrame({"t": [1], "p": [0]}).write_csv(tmp_path / "run1.csv")
    pl.DataFrame({"t": [1], "p": [0]}).write_csv(tmp_path / "a.csv")
    pl.DataFrame({"t": [1], "p": [0]}).write_csv(tmp_path / "axb.csv")
    command = [sys.executable, "-m", "assay", "evaluate", str(tmp_path / name), "--truth", "t", "--prediction", "p"]
    done = subprocess.run([*command, "--report", str(tmp_path / f"{name}.md")], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    printed = (done.stdout + done.stderr).decode()
    assert "4 cases" in printed
    assert not HIDDEN.search(printed.replace("\n", ""))
