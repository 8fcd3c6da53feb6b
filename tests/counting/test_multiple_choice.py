"""Which choice an answer names: as people and models write it, and never one that was not meant."""

from __future__ import annotations

import pytest

from assay.counting.multiple_choice import choice_of

NAMED = {
    "B": "b", "b": "b", "(b) Paris": "b", "2.": "2", "12)": "12", "**C**": "c", "Answer: B": "b", "B because": "b",
    "C is not the answer. The answer is B.": "b", "A. The answer is C": "c", "The correct answer is option B.": "b",
    r"So \boxed{C}": "c", "Hence the answer is (A).": "a", "Let's think. A is wrong. So the answer is C.": "c",
    "The answer should be option (D).": "d", "The answer would be C": "c", "My choice: D": "d", "Answer - C": "c",
    '"C"': "c", "$B$": "b", "{B}": "b", "<answer>B</answer>": "b", "B。": "b", "B) Paris": "b", "B. Paris": "b",
    "B, since it is so": "b", "answer is b": "b", "answer is b.": "b", "B - Paris": "b", "B: Paris": "b",
}  # fmt: skip
UNREAD = ["B is wrong; C", "The answer is a dog", "E. coli is the cause", "answer is B or C", "Answer: A, B", "A, C",
          "3.14", "The answer is 3.5", "1,000", "A cat", "Paris", "Because", "I think so", "no idea", ""]  # fmt: skip


@pytest.mark.parametrize(("answer", "choice"), list(NAMED.items()))
def test_choices_are_read(answer: str, choice: str) -> None:
    assert choice_of(answer) == choice


@pytest.mark.parametrize("answer", UNREAD)
def test_what_names_no_choice_or_two_is_not_guessed(answer: str) -> None:
    assert choice_of(answer) is None
