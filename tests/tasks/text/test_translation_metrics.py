"""BLEU, chrF and TER beside sacrebleu: values, intervals, signatures and tests, to the digit."""

from __future__ import annotations

import os
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU, CHRF, TER
from sacrebleu.significance import PairedTest

import assay
from assay.counting.tokens import tokenise
from assay.counting.translations import tokeniser

WORDS = [
    "the",
    "cat",
    "sat",
    "on",
    "a",
    "mat.",
    "Mat,",
    "dog's",
    "1.5",
    "(very)",
    "well-known",
    "über",
    "東京",
    "&amp;",
]
LINES = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)
CORPUS = st.integers(1, 3).flatmap(
    lambda several: st.lists(st.tuples(LINES, *[LINES] * several), min_size=1, max_size=6)
)


def corpus(size: int = 60, noise: float = 0.3, seed: int = 0) -> tuple[list[str], list[str]]:
    rng = np.random.default_rng(seed)
    references = [list(rng.choice(WORDS, rng.integers(3, 15))) for _ in range(size)]
    candidates = [[w if rng.random() > noise else str(rng.choice(WORDS)) for w in line] for line in references]
    return [" ".join(line) for line in references], [" ".join(line) for line in candidates]


def ours(metric: str, rows: list[tuple[str, ...]]) -> float:
    references, candidates = [list(row[1:]) for row in rows], [row[0] for row in rows]
    return 100 * assay.evaluate(references, candidates, task="text", metrics=metric)[metric.partition("(")[0]].value


def theirs(metric: object, rows: list[tuple[str, ...]]) -> float:
    streams = [[row[place] for row in rows] for place in range(1, len(rows[0]))]
    return metric.corpus_score([row[0] for row in rows], streams).score  # type: ignore[attr-defined]


def nothing(rows: list[tuple[str, ...]]) -> bool:
    """No candidate says anything, and each has an empty reference: undefined here, 0 there."""
    return all(not row[0].strip() and any(not text.strip() for text in row[1:]) for row in rows)


@pytest.mark.parametrize("tokenize", ["13a", "intl", "char", "none", "zh"])
@given(rows=CORPUS)
@settings(max_examples=40, deadline=None)
def test_bleu_is_sacrebleus_with_every_tokeniser(tokenize: str, rows: list[tuple[str, ...]]) -> None:
    expected = theirs(BLEU(tokenize=tokenize), rows)
    found = ours(f"bleu(tokenize={tokenize})", rows)
    assert found == pytest.approx(expected, rel=1e-12) or (np.isnan(found) and nothing(rows))


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("smooth=none", {"smooth_method": "none"}),
        ("smooth=floor", {"smooth_method": "floor"}),
        ("smooth=add-k", {"smooth_method": "add-k"}),
        ("smooth=floor, smooth_value=0.01", {"smooth_method": "floor", "smooth_value": 0.01}),
        ("order=2", {"max_ngram_order": 2}),
        ("order=6, effective=True", {"max_ngram_order": 6, "effective_order": True}),
        ("lowercase=True", {"lowercase": True}),
    ],
)
@given(rows=CORPUS)
@settings(max_examples=25, deadline=None)
def test_bleu_is_sacrebleus_with_every_option(
    text: str, options: dict[str, object], rows: list[tuple[str, ...]]
) -> None:
    expected = theirs(BLEU(**options), rows)  # type: ignore[arg-type]
    found = ours(f"bleu({text})", rows)
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-12) or (np.isnan(found) and nothing(rows))


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("chrf", {}),
        ("chrf(word_order=2)", {"word_order": 2}),
        ("chrf(beta=3, lowercase=True)", {"beta": 3, "lowercase": True}),
        ("chrf(whitespace=True)", {"whitespace": True}),
        ("chrf(eps_smoothing=True)", {"eps_smoothing": True}),
        ("chrf(order=3)", {"char_order": 3}),
    ],
)
@given(rows=CORPUS)
@settings(max_examples=25, deadline=None)
def test_chrf_is_sacrebleus(text: str, options: dict[str, object], rows: list[tuple[str, ...]]) -> None:
    found = ours(text, rows)
    assert found == pytest.approx(theirs(CHRF(**options), rows), rel=1e-12, abs=1e-9) or (
        np.isnan(found) and nothing(rows)
    )  # type: ignore[arg-type]


@pytest.mark.parametrize("option", ["normalized", "no_punct", "case_sensitive", None])
@given(rows=CORPUS)
@settings(max_examples=20, deadline=None)
def test_ter_is_sacrebleus(option: str | None, rows: list[tuple[str, ...]]) -> None:
    options = {option: True} if option else {}
    found = ours("ter" if option is None else f"ter({option}=True)", rows)
    expected = theirs(TER(**options), rows)
    assert found == pytest.approx(expected, rel=1e-12) or (np.isnan(found) and expected in (0, 100))


@given(line=st.text(alphabet=st.sampled_from(list("ab1.,-()&;\t '\"é東$%\xa0\u2028")) | st.characters(), max_size=30))
@settings(max_examples=300, deadline=None)
@pytest.mark.parametrize("how", ["13a", "char"])
def test_cutting_word_by_word_is_cutting_the_line(how: str, line: str) -> None:
    assert tokenise([line], how) == [tokeniser(how)(line.rstrip()).split()]


@pytest.mark.parametrize(
    ("metric", "made", "name"), [("bleu", BLEU, "BLEU"), ("chrf", CHRF, "chrF2"), ("ter", TER, "TER")]
)
def test_line_and_signature_are_those_that_sacrebleu_prints(metric: str, made: type, name: str) -> None:
    references, candidates = corpus()
    theirs = made()
    score = theirs.corpus_score(candidates, [references], n_bootstrap=1000)
    found = assay.evaluate(references, candidates, task="text", metrics=metric, seed=12345)
    assert found.signatures[metric] == score.format(signature=str(theirs.get_signature()))
    assert found.signatures[metric].startswith(f"{name}|")


def test_the_percentile_interval_is_as_wide_as_sacrebleus() -> None:
    references, candidates = corpus()
    score = BLEU().corpus_score(candidates, [references], n_bootstrap=1000)
    found = assay.evaluate(references, candidates, task="text", metrics="bleu", method="percentile", seed=12345)["bleu"]
    assert 50 * (found.high - found.low) == pytest.approx(score._ci, rel=1e-6)


def test_bleu_of_another_order_says_so() -> None:
    told = assay.evaluate(*corpus(5), task="text", metrics=["bleu", "bleu(order=2)"]).signatures
    assert told["bleu"].startswith("BLEU|")
    assert told["bleu(order=2)"].startswith("BLEU-2|")


def test_signatures_say_how_many_references_there_are() -> None:
    several = assay.evaluate([["a b"], ["a", "b c"]], ["a", "b"], task="text", metrics="bleu")
    assert "nrefs:var" in several.signatures["bleu"]
    two = assay.evaluate([["a b", "c"], ["a", "b c"]], ["a", "b"], task="text", metrics="bleu")
    assert "nrefs:2" in two.signatures["bleu"]


@pytest.mark.parametrize("size", [20, 60])
@pytest.mark.parametrize(("method", "kind"), [("paired-ar", "ar"), ("bootstrap", "bs"), ("paired-bs", "bs")])
def test_p_values_are_those_of_sacrebleu(method: str, kind: str, size: int) -> None:
    references, first = corpus(size, noise=0.3)
    _, second = corpus(size, noise=0.4)
    with mock.patch.dict(os.environ, {"SACREBLEU_SEED": "7"}):
        named = [("a", first), ("b", second)]
        _, scores = PairedTest(named, {"BLEU": BLEU(), "chrF2": CHRF(), "TER": TER()}, [references], test_type=kind)()
    found = assay.compare(
        references, prediction=dict(named), task="text", metrics=["bleu", "chrf", "ter"], method=method, seed=7
    )
    for metric, theirs in (("bleu", "BLEU"), ("chrf", "chrF2"), ("ter", "TER")):
        assert found[metric].pairs[0].p_value == pytest.approx(scores[theirs][1].p_value, abs=1e-12)


def test_ties_count_against_a_difference_unless_sacrebleus_rule_is_asked_for() -> None:
    references, first = corpus(20, noise=0.3)
    _, second = corpus(20, noise=0.4)
    systems = {"a": first, "b": second}
    p = {
        method: assay.compare(references, prediction=systems, task="text", metrics="ter", method=method)["ter"].pairs[0]
        for method in ("randomisation", "paired-ar")
    }
    assert p["randomisation"].p_value > p["paired-ar"].p_value


def test_systems_that_differ_alike_everywhere_are_told_apart() -> None:
    references = ["the cat sat on the mat today"] * 30
    systems = {"good": references, "bad": ["zzz"] * 30}
    found = assay.compare(references, prediction=systems, task="text", metrics=["bleu", "wer", "token_f1"])
    for metric in found.values():
        assert metric.pairs[0].p_value < 0.001
        assert "good is better" in metric.pairs[0].verdict


def test_equal_systems_are_not_told_apart() -> None:
    references, said = corpus(20)
    found = assay.compare(
        references, prediction={"a": said, "b": list(said)}, task="text", metrics=["bleu", "token_f1"]
    )
    assert [metric.pairs[0].p_value for metric in found.values()] == [1.0, 1.0]


def test_draws_in_blocks_are_the_draws_of_sacrebleu() -> None:
    from assay.intervals import text_intervals

    whole = np.random.default_rng(3).choice(17, size=(text_intervals.DRAWS, 17), replace=True)
    with mock.patch.object(text_intervals, "BLOCK", 17 * 7):
        found = np.concatenate(list(text_intervals.segment_weights(17, 3)))
    assert np.array_equal(found, np.stack([np.bincount(row, minlength=17) for row in whole]))


def test_row_42_bleu_prefers_the_wrong_candidate() -> None:
    reference, one, two = (
        ["people like foreign cars"],
        "people like visiting places abroad",
        "consumers prefer imported cars",
    )
    value = {}
    for order in (1, 2, 4):
        metric = f"bleu(order={order}, smooth=none)"
        for name, said in (("one", one), ("two", two)):
            value[name, order] = assay.evaluate(reference, [said], task="text", metrics=metric)["bleu"].value
    assert value["one", 1] == pytest.approx(0.40)
    assert value["two", 1] == pytest.approx(0.25)
    assert value["one", 2] == pytest.approx(0.3162, abs=5e-5)
    assert value["two", 2] == 0
    assert value["one", 4] == value["two", 4] == 0
