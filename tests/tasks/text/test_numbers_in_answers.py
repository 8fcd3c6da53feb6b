"""Answers that are numbers: another number never matches; SQuAD's own rule stays under its name, and says so."""

from __future__ import annotations

import json
import re
import string
from collections import Counter
from decimal import Decimal, InvalidOperation
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import assay
from assay.counting import answers, number_marks
from assay.counting.answers import NORMALISATIONS, numbers, plain, squad
from assay.counting.number_marks import changed_number

MINUSES = ("-", "−", "–", "－")


def value(metric: str, references: list[object], candidates: list[str]) -> float:
    return assay.evaluate(references, candidates, task="text", metrics=metric)[metric].value


def official_normal(text: str) -> str:
    """SQuAD's evaluate-v2.0.py, normalize_answer, as published."""

    def remove_articles(text: str) -> str:
        return re.sub(re.compile(r"\b(a|an|the)\b", re.UNICODE), " ", text)

    exclude = set(string.punctuation)
    return " ".join(remove_articles("".join(one for one in text.lower() if one not in exclude)).split())


def official_f1(gold: str, said: str) -> float:
    """SQuAD's evaluate-v2.0.py, compute_f1, as published."""
    gold_toks, pred_toks = official_normal(gold).split(), official_normal(said).split()
    num_same = sum((Counter(gold_toks) & Counter(pred_toks)).values())
    if len(gold_toks) == 0 or len(pred_toks) == 0:
        return float(gold_toks == pred_toks)
    if num_same == 0:
        return 0.0
    precision, recall = num_same / len(pred_toks), num_same / len(gold_toks)
    return 2 * precision * recall / (precision + recall)


TEXTS = st.lists(
    st.sampled_from(["the", "A", "an", "cat's", "7.5", "-3", "1,000", "50%", "u.s.", "(x)", "é", "theory", "!", "½"]),
    max_size=5,
).map(" ".join)


@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=5))
def test_under_its_name_squads_rule_is_that_of_the_official_script(rows: list[tuple[str, str, str]]) -> None:
    references, candidates = [[one, two] for one, two, _ in rows], [said for _, _, said in rows]
    exact = [max(official_normal(so) == official_normal(said) for so in (one, two)) for one, two, said in rows]
    shared = [max(official_f1(so, said) for so in (one, two)) for one, two, said in rows]
    assert value("exact_match(normalise=squad)", references, candidates) == pytest.approx(sum(exact) / len(rows))
    assert value("token_f1(normalise=squad)", references, candidates) == pytest.approx(sum(shared) / len(rows))


@given(st.text(max_size=30))
def test_squads_rule_is_the_official_one_for_any_text(text: str) -> None:
    assert squad(text) == official_normal(text)


def denoted(text: str) -> Decimal | None:
    """Return the number that a text denotes, read independently of assay; None if it denotes none."""
    text = text.strip()
    for minus in MINUSES[1:]:
        text = text.replace(minus, "-")
    share = text.endswith("%")
    body = text.removesuffix("%")
    if "," in body:
        if not re.match(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$", body):
            return None
        body = body.replace(",", "")
    if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", body):
        return None
    try:
        return Decimal(body) / (100 if share else 1)
    except InvalidOperation:
        return None


def test_no_two_short_strings_that_denote_different_numbers_match() -> None:
    found: dict[str, dict[str, set[Decimal]]] = {"numbers": {}, "plain": {}}
    told = 0
    for length in range(1, 7):
        for signs in product("05.-+,%e", repeat=length):
            text = "".join(signs)
            number = denoted(text)
            if number is not None:
                told += 1
                for rule, by_text in found.items():
                    by_text.setdefault(NORMALISATIONS[rule](text), set()).add(number)
    assert told > 2000
    for by_text in found.values():
        assert {text: sorted(values) for text, values in by_text.items() if len(values) > 1} == {}


@st.composite
def written_numbers(draw: st.DrawFn) -> tuple[Decimal, str]:
    """A number and one way to write it: any minus, separators of thousands or none, wrapped in harmless marks."""
    whole, decimals = draw(st.integers(0, 10**7)), draw(st.sampled_from(["", "5", "50", "05", "125"]))
    minus = draw(st.sampled_from(["", "", "+", *MINUSES]))
    share = draw(st.sampled_from(["", "", "%", " %", "\\%"]))
    left, right = draw(st.sampled_from([("", ""), ("(", ")"), ('"', '".'), ("$", "$"), ("it is ", "."), ("= ", "!")]))
    digits = f"{whole:,}" if draw(st.booleans()) else str(whole)
    if whole == 0 and decimals and draw(st.booleans()):
        digits = ""
    text = f"{left}{minus}{digits}{'.' if decimals else ''}{decimals}{share}{right}"
    size = Decimal(f"{whole}.{decimals or 0}") / (100 if share else 1)
    return (-size if minus in MINUSES else size), text


@given(written_numbers(), written_numbers())
def test_numbers_that_differ_never_match_however_they_are_written(
    one: tuple[Decimal, str], two: tuple[Decimal, str]
) -> None:
    if numbers(one[1]) == numbers(two[1]):
        assert one[0] == two[0]
    metrics = assay.evaluate([one[1]], [two[1]], task="text", metrics=["exact_match", "token_f1"])
    if one[0] != two[0]:
        assert metrics["exact_match"].value == 0
        assert metrics["token_f1"].value < 1


@given(written_numbers(), st.sampled_from(MINUSES))
def test_minus_signs_and_separators_of_thousands_are_matters_of_writing(one: tuple[Decimal, str], minus: str) -> None:
    other = re.sub("[−–－-]", minus, one[1]).replace(",", "")
    assert numbers(other) == numbers(one[1])


@pytest.mark.parametrize(
    ("reference", "candidate"),
    [
        ("7.5", "75"), ("-3", "3"), ("−3", "3"), ("- 3", "3"), ("50%", "50"), ("1e-3", "1e3"), ("-$5", "$5"),
        (".5", "5"), ("5/8", "58"), ("3:45", "345"), ("1,5", "15"), ("10-20", "1020"), ("-½", "½"), ("2^-3", "2^3"),
        (r"\boxed{-5}", r"\boxed{5}"), (r"-\frac{1}{2}", r"\frac{1}{2}"), ("5 - 3", "5 + 3"), ("5'11", "511"),
        ("It fell by 7.5 points.", "It fell by 75 points."), ("1.2.3", "12.3"), ("−π", "π"),
    ],
)  # fmt: skip
def test_another_number_is_wrong(reference: str, candidate: str) -> None:
    for rule in ("numbers", "plain"):
        assert value(f"exact_match(normalise={rule})", [reference], [candidate]) == 0
        assert value(f"token_f1(normalise={rule})", [reference], [candidate]) < 1
    assert value("exact_match", [reference], [candidate]) == 0


@pytest.mark.parametrize(
    ("reference", "candidate"),
    [
        ("1,000", "1000"), ("12'345'678", "12345678"), ("-3", "−3"), ("50 %", "50%"), ("50\\%", "50%"), ("0.5", ".5"),
        ("+3", "3"), ("7.5", "7.5."), ("$1,000,000", "1000000"), ("the 7.5", "7.5"), ("COVID-19", "covid19"),
        ("May 5, 1999", "may 5 1999"), ("1990's", "1990s"), ("10–20", "10-20"), ("F-16", "F16"), ("(42)", "42"),
    ],
)  # fmt: skip
def test_the_same_number_is_right_however_it_is_written(reference: str, candidate: str) -> None:
    assert value("exact_match", [reference], [candidate]) == 1
    assert value("token_f1", [reference], [candidate]) == 1


@given(TEXTS)
def test_without_marks_of_numbers_the_usual_rule_is_squads(text: str) -> None:
    if changed_number(text) is None:
        assert numbers(text) == squad(text)
    else:
        assert numbers(text) != squad(text)
    assert set(numbers(text).split()) <= set(plain(text).split())


def test_squads_rule_says_where_it_changed_a_number() -> None:
    references, candidates = ["7.5", "-3", "cat", "50%"], ["75", "3", "cat", "51"]
    result = assay.evaluate(references, candidates, task="text", metrics=["exact_match(normalise=squad)", "token_f1"])
    assert result["exact_match"].value == 0.75
    told = [note.message for note in result.notes if note.code == "changed-numbers"]
    assert len(told) == 1
    assert "3 segments" in told[0]
    assert "'7.5', read as '75'" in told[0]
    assert "2 answers are right for that reason alone" in told[0]
    usual = assay.evaluate(references, candidates, task="text", metrics="exact_match")
    assert usual["exact_match"].value == 0.25
    assert "changed-numbers" not in [note.code for note in usual.notes]
    harmless = assay.evaluate(["1,000 cats"], ["1000 cats"], task="text", metrics="exact_match(normalise=squad)")
    assert "changed-numbers" not in [note.code for note in harmless.notes]


def test_comparisons_and_the_command_line_say_so_too(tmp_path, capsys) -> None:
    from assay.cli import main as cli

    files = {"truth": ["7.5", "-3"], "a": ["75", "3"], "b": ["7.5", "-3"]}
    for name, lines in files.items():
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    both = assay.compare(
        files["truth"], prediction={"a": files["a"], "b": files["b"]}, task="text",
        metrics="exact_match(normalise=squad)",
    )  # fmt: skip
    assert "changed-numbers" in [note.code for note in both.notes]
    paths = [str(tmp_path / "truth"), str(tmp_path / "a"), "--task", "text", "--json"]
    for metric, expected in (("exact_match", 0.0), ("exact_match(normalise=squad)", 1.0)):
        assert cli.run(["evaluate", *paths, "--metric", metric]) == 0
        shown = json.loads(capsys.readouterr().out)
        assert shown["metrics"][metric]["value"] == expected == value(metric, files["truth"], files["a"])


def test_a_number_is_no_choice() -> None:
    answers = ["The answer is -3", "The answer is 50%", "The answer is 3", "Answer - 3", "Answer: 3.5"]
    found = assay.evaluate(["3", "50", "3", "3", "3"], answers, task="text", metrics="choice_accuracy")
    assert found.segments.to_frame()["choice_accuracy"].to_list() == [0, 0, 1, 1, 0]


@given(st.text("aantheABe 1239.,'’-−%٪$!_()\u00a0\u202fΠπ½é\x01ß٣", max_size=14))
def test_the_quick_ways_leave_what_the_patterns_leave(text: str) -> None:
    slow = number_marks.MARKS.sub(number_marks._kept, number_marks.ungrouped(text))
    assert number_marks.without_punctuation(text) == slow
    words = answers.ARTICLES.sub(" ", answers.plain(text)).split()
    assert answers.numbers(text) == " ".join(words)
