"""Requirements are read by one small grammar; a wrong one is pointed at, and the nearest right one shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from assay.errors import InputError
from assay.gates.reading import read_requirement
from assay.gates.requests import DifferenceRequest, LevelRequest, Relation, Side

PAGE = (Path(__file__).parents[2] / "docs" / "gates.md").read_text(encoding="utf-8").split("## In a file")[0]

LEVELS = {
    "recall >= 0.8": LevelRequest("", "recall", Side.AT_LEAST, 0.8),
    "tpr≥80%": LevelRequest("", "recall", Side.AT_LEAST, 0.8),
    "Balanced accuracy > .5": LevelRequest("", "balanced_accuracy", Side.ABOVE, 0.5),
    "log_loss < 3e-1": LevelRequest("", "log_loss", Side.BELOW, 0.3),
    "mae <= 1_000": LevelRequest("", "mae", Side.AT_MOST, 1000.0),
    "mean_error > -2.5": LevelRequest("", "mean_error", Side.ABOVE, -2.5),
    "recall.value >= 0.8": LevelRequest("", "recall", Side.AT_LEAST, 0.8, alone=True),
    "f_beta(beta=3).value >= 80 %": LevelRequest("", "f_beta(beta=3)", Side.AT_LEAST, 0.8, alone=True),
    "f1_macro >= 0.7 in every region": LevelRequest("", "f1_macro", Side.AT_LEAST, 0.7, every="region"),
    "recall of 'big cat' >= 1": LevelRequest("", "recall", Side.AT_LEAST, 1.0, of="big cat"),
    'recall of new >= 0.5 in every "age group"':
        LevelRequest("", "recall", Side.AT_LEAST, 0.5, of="new", every="age group"),
}  # fmt: skip
DIFFERENCES = {
    "new no worse than old by 0.01 in recall":
        DifferenceRequest("", "recall", "new", "old", Relation.NOT_WORSE, 0.01),
    "new better than old in roc_auc": DifferenceRequest("", "roc_auc", "new", "old", Relation.BETTER),
    "'a b' better than m-2.1 by 2% in auc": DifferenceRequest("", "roc_auc", "a b", "m-2.1", Relation.BETTER, 0.02),
    "a within 0.02 of b in f1.value in every site":
        DifferenceRequest("", "f1", "a", "b", Relation.WITHIN, 0.02, True, "site"),
}  # fmt: skip

WRONG = {
    "recal >= 0.8": ("recal", "recall >= 0.8"),
    "recall => 0.8": ("=>", "recall >= 0.8"),
    "recall == 0.8": ("==", "recall >= 0.8"),
    "recall 0.8": ("0.8", "recall >= 0.8"),
    "recall at least 0.8": ("at", "recall >= 0.8"),
    "recall >= 0,8": (",8", "recall >= 0.8"),
    "recall >= 0.8 in region": ("region", "recall >= 0.8 in every region"),
    "recall >= 0.8 for each region": ("for", "recall >= 0.8 in every region"),
    "new better then old in f1": ("better", "new better than old in f1"),
    "new no worse than old in recall": ("in", "new no worse than old by 0.01 in recall"),
    "new better than old in recal": ("recal", "new better than old in recall"),
    "recall >=": ("", None),
    "": ("", None),
    "recall >= nan": ("nan", None),
    "new no worse than old by -0.1 in recall": ("-0.1", None),
    "recall >= 0.8; f1 >= 0.2": (";", None),
}
"""A wrong text, the piece that is pointed at, and the text that is offered."""


@pytest.mark.parametrize("text", [*LEVELS, *DIFFERENCES])
def test_a_requirement_says_what_it_asks_for(text):
    found, wanted = read_requirement(text), {**LEVELS, **DIFFERENCES}[text]
    assert {**vars(found), "text": ""} == vars(wanted)
    assert found.text == text


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_requirement_is_pointed_at_and_the_nearest_right_one_offered(text):
    place, offered = WRONG[text]
    with pytest.raises(InputError) as caught:
        read_requirement(text)
    _, shown, marks, told = str(caught.value).split("\n")
    start, end = re.search(r"\^+", marks).span()
    assert shown[start:end] == place
    assert (f"Did you mean: {offered}" in told) == (offered is not None)
    if offered is not None:
        assert read_requirement(offered)


def test_what_is_offered_in_general_can_be_read():
    with pytest.raises(InputError, match="Requirements look like") as caught:
        read_requirement("?")
    for text in str(caught.value).split("Requirements look like ")[1].split(", or: "):
        assert read_requirement(text)


@pytest.mark.parametrize("text", re.findall(r"^- `([^`]+)`", PAGE, flags=re.MULTILINE))
def test_every_example_of_the_page_can_be_read(text):
    assert read_requirement(text)


def test_the_page_has_examples():
    assert len(re.findall(r"^- `([^`]+)`", PAGE, flags=re.MULTILINE)) >= 8


def test_control_characters_do_not_reach_the_terminal():
    with pytest.raises(InputError) as caught:
        read_requirement("recall \x1b[2J>= 0.8")
    assert "\x1b" not in str(caught.value)
