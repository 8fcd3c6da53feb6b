"""Answers, error rates, ROUGE and n-grams: by hand, at their edges, and beside the tools of each field."""

from __future__ import annotations

import math

import jiwer
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from rouge_score import rouge_scorer

import assay
from assay.counting import edits
from assay.counting.answers import exact_matches, squad, token_overlaps
from assay.counting.ngrams import clipped_counts, run_shares, tokens_of
from assay.intervals.drawn_limits import METHODS
from assay.intervals.method_names import VALUES_ALONE
from assay.metrics import cards
from assay.metrics.text.ngrams import bleu, ngram_precision, ngram_recall

LINES = st.lists(st.sampled_from(["the", "cat", "dog", "Dog.", "sat", "mat", "a"]), max_size=8).map(" ".join)
PAIRS = st.lists(st.tuples(LINES, LINES), min_size=1, max_size=8)


def value(metric: str, references: list[object], candidates: list[str]) -> float:
    return assay.evaluate(references, candidates, task="text", metrics=metric)[metric.partition("(")[0]].value


@pytest.mark.parametrize(
    ("form", "precision", "recall"), [("list", 2 / 3, 1 / 2), ("set", 1 / 2, 1 / 2), ("clipped", 1 / 3, 1 / 2)]
)
def test_three_forms_of_n_gram_precision(form: str, precision: float, recall: float) -> None:
    assert value(f"ngram_precision(n=1, form={form})", ["the cat"], ["the the dog"]) == pytest.approx(precision)
    assert value(f"ngram_recall(n=1, form={form})", ["the cat"], ["the the dog"]) == pytest.approx(recall)


def test_n_grams_of_every_order_stand_in_per_class() -> None:
    found = assay.evaluate(["the cat sat"], ["the cat ran"], task="text").per_class
    assert list(found) == [1, 2, 3, 4]
    assert found[2]["ngram_precision_list"].value == pytest.approx(1 / 2)
    assert math.isnan(found[4]["ngram_precision_set"].value)


def test_of_several_references_any_may_hold_the_run_and_the_best_is_recalled() -> None:
    references = [["a b", "c d e"]]
    assert value("ngram_precision", references, ["a c"]) == 1
    assert value("ngram_recall", references, ["a c"]) == pytest.approx(1 / 2)


@given(pairs=PAIRS)
@settings(max_examples=60, deadline=None)
def test_word_and_character_error_rates_are_jiwers(pairs: list[tuple[str, str]]) -> None:
    kept = [(so, said) for so, said in pairs if so]
    assume(kept)
    theirs = jiwer.process_words([so for so, _ in kept], [said for _, said in kept])
    ours = assay.evaluate([so for so, _ in kept], [said for _, said in kept], task="text")
    length = theirs.hits + theirs.substitutions + theirs.deletions
    assert ours["wer"].value == pytest.approx(theirs.wer)
    assert ours["substitution_rate"].value == pytest.approx(theirs.substitutions / length)
    assert ours["deletion_rate"].value == pytest.approx(theirs.deletions / length)
    assert ours["insertion_rate"].value == pytest.approx(theirs.insertions / length)
    assert ours["cer"].value == pytest.approx(jiwer.cer([so for so, _ in kept], [said for _, said in kept]))


@given(pairs=PAIRS)
@settings(max_examples=60, deadline=None)
def test_rouge_is_that_of_rouge_score(pairs: list[tuple[str, str]]) -> None:
    scorer = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rouge3", "rougeL"])
    each = [scorer.score(so, said) for so, said in pairs]
    names = {"rouge1": "rouge_1", "rouge2": "rouge_2", "rouge3": "rouge_n(n=3)", "rougeL": "rouge_l"}
    for theirs, name in names.items():
        for part, attribute in (("f", "fmeasure"), ("precision", "precision"), ("recall", "recall")):
            text = f"{name[:-1]}, part={part})" if name.endswith(")") else f"{name}(part={part})"
            expected = np.mean([getattr(one[theirs], attribute) for one in each])
            assert value(text, [so for so, _ in pairs], [said for _, said in pairs]) == pytest.approx(expected)


def test_rouge_takes_the_best_of_several_references_as_rouge_score_does() -> None:
    scorer = rouge_scorer.RougeScorer(["rouge2", "rougeL"])
    references, said = ["the cat sat here", "a dog sat on the mat"], "the cat sat on the mat"
    for theirs, name in (("rouge2", "rouge_2"), ("rougeL", "rouge_l")):
        expected = scorer.score_multi(references, said)[theirs].fmeasure
        assert value(name, [references], [said]) == pytest.approx(expected)


def test_answers_are_normalised_as_squad_says() -> None:
    assert squad("The  Cat's, a mat!") == "cats mat"
    assert value("exact_match", ["The Eiffel Tower."], ["eiffel tower"]) == 1
    assert value("exact_match(normalise=none)", ["The Eiffel Tower."], ["eiffel tower"]) == 0
    assert value("exact_match(normalise=case)", ["Paris"], ["PARIS"]) == 1
    assert value("exact_match(normalise=plain)", ["the cat!"], ["The cat"]) == 1
    assert value("token_f1", ["big red dog"], ["the red dog barks"]) == pytest.approx(2 * 2 / (3 + 3))


def test_the_best_of_several_references_counts() -> None:
    assert value("exact_match", [["Paris", "Paris, France"]], ["paris france"]) == 1
    assert value("token_f1", [["one two", "three"]], ["three"]) == 1


def test_empty_answers_agree_only_with_empty_references() -> None:
    words = tokens_of([[], ["cat"], [], ["a", "b"]], [[[]], [[]], [["cat"]], [["c"], ["b", "d"]]])
    assert token_overlaps(words).rows[:, 0].tolist() == [1, 0, 0, 0.5]
    assert exact_matches([squad("")], [[squad("the")]]).rows[0, 0] == 1


def test_choices_are_read_by_the_letter_they_begin_with() -> None:
    found = assay.evaluate(["A", "b", "(C)", "D"], ["a) Paris", "B because", "The answer is C", "no idea"], task="text")
    assert found["choice_accuracy"].value == 0.75
    assert any("1 answer names no choice" in note.message for note in found.notes)
    with pytest.raises(assay.AssayError, match="'Paris', which names no choice"):
        assay.evaluate(["Paris"], ["B"], task="text", metrics="choice_accuracy")
    assert found["choice_accuracy"].method == "wilson"
    assert "choice_accuracy" not in assay.evaluate(["A cat"], ["A"], task="text")


@given(pairs=PAIRS, data=st.data())
@settings(max_examples=40, deadline=None)
def test_merged_parts_are_the_whole_and_order_does_not_matter(
    pairs: list[tuple[str, str]], data: st.DataObject
) -> None:
    cut = data.draw(st.integers(0, len(pairs)))
    turned = data.draw(st.permutations(pairs))

    def counts(rows: list[tuple[str, str]]) -> object:
        texts = tokens_of([said.split() for _, said in rows], [[so.split()] for so, _ in rows])
        return clipped_counts(texts, 4), run_shares(texts, 2, "list")

    whole = counts(pairs)
    if 0 < cut < len(pairs):
        for one, two, both in zip(counts(pairs[:cut]), counts(pairs[cut:]), whole, strict=True):  # type: ignore[call-overload]
            assert np.array_equal(one.merge(two).rows, both.rows)
    for one, other in zip(counts(list(turned)), whole, strict=True):  # type: ignore[call-overload]
        assert np.array_equal(one.sums, other.sums)


@given(pairs=PAIRS)
@settings(max_examples=25, deadline=None)
def test_intervals_hold_the_value_and_stay_in_bounds(pairs: list[tuple[str, str]]) -> None:
    by_name = {card.name: card for card in cards()}
    for method in set(METHODS) - {VALUES_ALONE}:
        found = assay.evaluate([so for so, _ in pairs], [said for _, said in pairs], task="text", method=method)
        for name, estimate in found.items():
            low, high = by_name[name].bounds
            assert low <= estimate.low <= estimate.high <= high
            if estimate.defined:
                assert estimate.low <= estimate.value <= estimate.high


def test_every_metric_of_text_scores_single_segments() -> None:
    table = assay.evaluate(["the cat sat", "a dog"], ["the cat", "a dog"], task="text").segments
    assert table is not None
    frame = table.to_frame()
    assert frame["exact_match"].to_list() == [0.0, 1.0]
    assert frame["bleu"].to_list()[1] == 1.0
    assert frame["word_error_rate"].to_list() == pytest.approx([1 / 3, 0])


def test_formulas_work_on_sums_handed_in() -> None:
    counts = clipped_counts(tokens_of([["the", "the", "dog"]], [[["the", "cat"]]]), 2)
    assert bleu(counts, order=1) == pytest.approx(1 / 3)
    shares = run_shares(tokens_of([["the", "the", "dog"]], [[["the", "cat"]]]), 1, "list")
    assert (ngram_precision(shares), ngram_recall(shares)) == pytest.approx((2 / 3, 1 / 2))


def test_without_the_extra_metrics_are_left_out_with_a_note_or_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "sacrebleu", None)
    monkeypatch.setitem(sys.modules, "rapidfuzz", None)
    from assay.counting import tokens

    tokens._words.cache_clear()
    found = assay.evaluate(["one two", "c"], ["one", "c"], task="text")
    assert "bleu" not in found
    assert found["exact_match"].value == 0.5
    assert 0 < found["chrf"].value < 1
    assert any("assay[text]" in note.message for note in found.notes)
    both = assay.compare(["one two", "c"], prediction={"x": ["one", "c"], "y": ["two", "c"]}, task="text")
    assert list(both) == ["chrf", "token_f1"]
    assert any("assay[text]" in note.message for note in both.notes)
    for metric in ("bleu", "ter", "wer", "rouge_l"):
        with pytest.raises(assay.AssayError, match=r"assay\[text\]"):
            assay.evaluate(["a b"], ["a"], task="text", metrics=metric)


def test_long_texts_have_the_edits_and_common_words_of_short_ones(monkeypatch):
    rng = np.random.default_rng(5)
    texts = [[f"w{word}" for word in rng.integers(0, 9, size)] for size in (0, 1, 30, 40, 41, 90, 200, 210)]
    pairs = [(first, second) for first in texts for second in texts]
    candidates, references = zip(*pairs, strict=True)
    listed = [[reference] for reference in references]
    whole = edits.common_subsequences(candidates, references), edits.count_edits(candidates, listed, False).rows
    monkeypatch.setattr(edits, "TOO_LONG", -1)
    monkeypatch.setattr(edits, "FEW_EDITS", 1)
    banded = edits.common_subsequences(candidates, references), edits.count_edits(candidates, listed, False).rows
    np.testing.assert_array_equal(whole[0], banded[0])
    np.testing.assert_array_equal(whole[1], banded[1])
