"""Systems compared on the same segments, and what readers see of it."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import assay

WORDS = np.array([f"w{place}" for place in range(40)])


def systems(
    size: int = 80, seed: int = 0, noise: tuple[float, float] = (0.2, 0.35)
) -> tuple[list[str], dict[str, list[str]]]:
    rng = np.random.default_rng(seed)
    references = [rng.choice(WORDS, rng.integers(4, 15)) for _ in range(size)]

    def said(rate: float) -> list[str]:
        return [
            " ".join(np.where(rng.random(len(line)) < rate, rng.choice(WORDS, len(line)), line)) for line in references
        ]

    return [" ".join(line) for line in references], {"good": said(noise[0]), "bad": said(noise[1])}


@pytest.mark.parametrize("size", [3, 6])
def test_a_mean_over_few_segments_has_students_interval(size: int) -> None:
    """Resampling n segments shows √((n - 1)/n) of the standard error: 82% of it for 3, 91% for 6."""
    references = ["a b c d e f g h i j k l m n o p q r s t"] * size
    said = [
        " ".join([*line.split()[: 14 + place % 3], *"uvwxyz"[: 6 - place % 3]]) for place, line in enumerate(references)
    ]
    right = np.array([(14 + place % 3) / 20 for place in range(size)])
    expected = stats.t.interval(0.95, size - 1, right.mean(), stats.sem(right))
    found = assay.evaluate(references, said, task="text", metrics="rouge_1")["rouge_1"]
    assert found.value == pytest.approx(right.mean())
    assert found.high - found.low == pytest.approx(expected[1] - expected[0], rel=0.04)
    assert found.high + found.low == pytest.approx(expected[1] + expected[0], rel=0.001)


def test_tests_suit_the_metric() -> None:
    references, said = systems()
    metrics = ["bleu", "wer", "token_f1", "exact_match"]
    found = assay.compare(references, prediction=said, task="text", metrics=metrics)
    tests = [found[metric].pairs[0].test for metric in metrics]
    assert tests == ["approximate randomisation", "approximate randomisation", "paired t", "McNemar mid-p"]
    assert found["bleu"].pairs[0].significant
    assert "good is better" in found["bleu"].pairs[0].verdict
    assert "good is better" in found["wer"].pairs[0].verdict


def test_means_over_segments_are_compared_by_scipys_paired_t() -> None:
    references, said = systems()
    found = assay.compare(references, prediction=said, task="text", metrics="token_f1")
    one, two = (found.evaluations[name].segments.scores["token_f1"] for name in ("good", "bad"))  # type: ignore[union-attr]
    expected = stats.ttest_rel(one, two)
    pair = found["token_f1"].pairs[0]
    assert pair.p_value == pytest.approx(expected.pvalue)
    interval = expected.confidence_interval(0.95)
    room = room_of_unseen(found, "token_f1", np.mean([a == b for a, b in zip(*said.values(), strict=True)]))
    value, half = pair.difference.value, (interval.high - interval.low) / 2
    assert (pair.difference.low, pair.difference.high) == pytest.approx(
        (value - math.hypot(half, room), value + math.hypot(half, room))
    )


def room_of_unseen(comparison, metric: str, alike: float) -> float:
    """Two cases more, three standard deviations off each, for the share of cases that both systems answered alike."""
    ends = [judged[metric] for judged in comparison.evaluations.values()]
    return 3 * max(end.high - end.low for end in ends) / 2 * math.sqrt(2 * alike / comparison.n)


def test_the_usual_metrics_follow_the_kind_of_text() -> None:
    references, said = systems(10)
    assert list(assay.compare(references, prediction=said, task="text")) == ["bleu", "chrf", "rouge_l", "token_f1"]
    tags = {"a": [["B-X", "O"], ["O", "O"]], "b": [["O", "O"], ["O", "B-X"]]}
    assert list(assay.compare([["B-X", "O"], ["O", "B-X"]], prediction=tags, task="text")) == [
        "precision",
        "recall",
        "f1",
    ]
    vectors = {name: [np.eye(3), np.eye(3)] for name in "ab"}
    assert "bert_f1" in assay.compare([np.eye(3), np.eye(3)[:2]], prediction=vectors, task="text")
    everything = assay.compare(references, prediction=said, task="text", metrics="all")
    assert {"ter", "cer", "exact_match"} <= {"cer", *everything}


def test_a_method_that_does_not_exist_is_refused_and_one_that_does_is_used() -> None:
    references, said = systems(20)
    found = assay.compare(references, prediction=said, task="text", metrics=["bleu", "token_f1"], method="bootstrap")
    assert {metric.pairs[0].test for metric in found.values()} == {"paired bootstrap (sacrebleu)"}
    swapped = assay.compare(references, prediction=said, task="text", metrics="token_f1", method="permutation")
    assert swapped["token_f1"].pairs[0].test == "approximate randomisation"
    assert not any(note.code == "method-not-applied" for note in swapped.notes)
    with pytest.raises(assay.AssayError, match="randomisation"):
        assay.compare(references, prediction=said, task="text", method="wald")
    with pytest.raises(assay.AssayError, match="not a way to compare"):
        assay.compare([1, 0, 1], prediction={"a": [1, 0, 1], "b": [1, 1, 1]}, method="paired-bs")
    with pytest.raises(assay.AssayError, match="percentile"):
        assay.evaluate(references, said["good"], task="text", method="wilson")


def test_numbers_of_different_models_are_never_compared() -> None:
    truth = {"model": "one", "embeddings": [np.eye(3), np.eye(3)]}
    mixed = {"a": {"model": "one", "embeddings": [np.eye(3)] * 2}, "b": {"model": "two", "embeddings": [np.eye(3)] * 2}}
    with pytest.raises(assay.AssayError, match="different models"):
        assay.compare(truth, prediction=mixed, task="text")


def test_systems_must_hold_the_same_segments() -> None:
    references, said = systems(10)
    with pytest.raises(assay.AssayError, match=r"10 segments but .* 9"):
        assay.compare(references, prediction={**said, "short": said["bad"][:-1]}, task="text")
    with pytest.raises(assay.AssayError, match="weight"):
        assay.compare(references, prediction=said, task="text", weight=[1] * 10)


def test_segments_that_differ_most_come_first_and_carry_what_was_said() -> None:
    references = ["a b c d", "e f g h", "i j k l"]
    said = {"x": ["a b c d", "e f g h", "i j k l"], "y": ["a b c d", "q q q q", "i j k q"]}
    (examples,) = assay.compare(references, prediction=said, task="text").examples
    assert [row.segment for row in examples.rows] == [2, 3]
    assert examples.rows[0].b == "q q q q"
    assert examples.rows[0].difference == pytest.approx(1)
    assert examples.metric == "bleu"


HOSTILE = "<script>alert(1)</script>\"'&</td> \x00\x1b[31m"


@pytest.mark.parametrize("kind", ["html", "md", "tex", "json"])
def test_reports_show_hostile_texts_and_run_none_of_them(tmp_path: Path, kind: str) -> None:
    references, said = systems(12)
    said["bad"] = [f"{line} {HOSTILE}" for line in said["bad"]]
    for result in (
        assay.compare(references, prediction=said, task="text"),
        assay.evaluate(references, said["bad"], task="text"),
    ):
        path = tmp_path / f"report.{kind}"
        assay.report(result, path, cases=5)
        text = path.read_text()
        assert "<script>alert" not in text if kind != "json" else json.loads(text)
        assert "\x1b" not in text
        assert "\x00" not in text
        if kind == "html":
            assert "&lt;script&gt;alert(1)" in text
        assert "\x1b" not in str(result)


def test_results_print_within_80_columns_and_survive_storage() -> None:
    import pickle

    references, said = systems(30)
    for result in (
        assay.compare(references, prediction=said, task="text"),
        assay.evaluate(references, said["good"], task="text"),
        assay.evaluate([["B-X", "O"]] * 3, [["B-X", "O"]] * 3, task="text"),
    ):
        assert max(map(len, str(result).splitlines())) <= 80
        again = pickle.loads(pickle.dumps(result))  # noqa: S301
        assert again.to_json() == result.to_json()
        assert result.to_frame().height
        assert result.to_latex()
        assert result.to_prose()
        assert result._repr_html_()


def test_charts_of_texts_are_drawn() -> None:
    references, said = systems(30)
    assert assay.evaluate(references, said["good"], task="text").plot("segments").to_dict()
    assert assay.compare(references, prediction=said, task="text").plot("segments").to_dict()


def test_choices_that_made_the_numbers_stand_in_the_json() -> None:
    references, said = systems(20)
    told = json.loads(assay.evaluate(references, said["good"], task="text").to_json())
    assert told["signatures"]["bleu"].startswith("BLEU|nrefs:1|bs:1000|seed:0|case:mixed|eff:no|tok:13a|smooth:exp|")
    assert told["signatures"]["token_f1"].startswith("token_f1|nrefs:1|normalise:numbers|")


def test_notes_warn_of_texts_that_look_wrong() -> None:
    tokenised = assay.evaluate(["It is ."] * 4, ["It is ."] * 4, task="text", metrics="bleu")
    assert any("cut into tokens already" in note.message for note in tokenised.notes)
    japanese = assay.evaluate(["東京に行く"] * 2, ["東京へ行く"] * 2, task="text", metrics="rouge_l")
    assert any("tokenize=none" in note.message for note in japanese.notes)


def test_a_metric_with_parameters_answers_to_its_plain_name() -> None:
    found = assay.evaluate(["a b"] * 3, ["a c"] * 3, task="text", metrics=["bleu(order=1)", "chrf"])
    assert found["bleu"].value == found["bleu(order=1)"].value == 0.5
    both = assay.evaluate(["a b"] * 3, ["a c"] * 3, task="text", metrics=["bleu(order=1)", "bleu(order=2)"])
    with pytest.raises(KeyError):
        both["bleu"]


def test_a_sentence_is_no_source(tmp_path: Path) -> None:
    references, answers = ["The cat sat on Mat.txt", "A dog"], {"a": ["The cat", "A dog"], "b": ["cat", "dog"]}
    found = assay.compare(references, prediction=answers, task="text")
    assert found.source is None
    assert "The cat sat on Mat.txt" not in str(found).splitlines()[0]
    files = {name: tmp_path / f"{name}.txt" for name in ("so", "too", "a", "b")}
    for name, lines in {"so": references, "too": references, **answers}.items():
        files[name].write_text("\n".join(lines) + "\n")
    assert assay.evaluate(references, str(files["a"]), task="text").source == "a.txt"
    models = {name: files[name] for name in "ab"}
    for truth in (files["so"], str(files["so"]), [files["so"], files["too"]]):
        assert assay.compare(truth, prediction=models, task="text").source == "so.txt"
    assert (
        assay.evaluate([files["so"], files["too"]], files["a"], task="text").source == "a.txt against so.txt and 1 more"
    )
