"""What fresh eyes found: each was wrong once."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import assay


def run(*given: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "assay", *map(str, given)], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    "metric", ["bleu(lowercase=no)", "bleu(effective=x)", "chrf(whitespace=1)", "ter(no_punct=yes)"]
)
def test_yes_and_no_are_no_truth_values(metric: str) -> None:
    with pytest.raises(assay.AssayError, match="'True', 'False'"):
        assay.evaluate(["a"], ["a"], task="text", metrics=metric)


def test_json_lines_are_read_as_they_are_written(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    rows = [
        {"r": "a", "h": "a", "s": [[0, 2, "PER"]]},
        {"r": ["b", "c"], "h": "b", "s": [[1, 2, "LOC"], [3, 4, "PER"]]},
    ]
    path.write_text("\n".join(map(json.dumps, rows)))
    assert assay.evaluate("r", "h", data=path, task="text", metrics="exact_match")["exact_match"].value == 1
    assert assay.evaluate("s", "s", data=path, task="text")["f1"].value == 1
    path.write_text('{"r": "a", "h": "a"}\n{"r": "b"}\n')
    with pytest.raises(assay.AssayError, match="`h` has no text in 1 segment"):
        assay.evaluate("r", "h", data=path, task="text")
    path.write_text('{"r": "a", "h": "a"}\nnonsense\n')
    with pytest.raises(assay.AssayError, match="line 2"):
        assay.evaluate("r", "h", data=path, task="text")
    path.write_text('{"r": "a", "h": 1}\n{"r": "b", "h": "x"}\n')
    with pytest.raises(assay.AssayError, match="Segment 1 of `h` is 1, which is no text"):
        assay.evaluate("r", "h", data=path, task="text")


def test_tabs_part_cells_and_nothing_else_does(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text('r\th\n"start quote\t"start quote\nx\t"\n')
    table = assay.evaluate("r", "h", data=path, task="text").segments
    assert table is not None
    assert table.candidates == ('"start quote', '"')
    path.write_text("r\th\na b\ta b\nc\n")
    with pytest.raises(assay.AssayError, match="line 3 has 1 cell, the heading 2"):
        assay.evaluate("r", "h", data=path, task="text")


def test_few_marked_spans_are_few_however_many_segments_there_are() -> None:
    there = [[(0, 5, "PER")]] * 100
    found = assay.evaluate(there, [[(0, 5, "PER")]] * 3 + [[]] * 97, task="text")
    low, high = assay.stats.clopper_pearson(3, 3)
    assert (found["precision"].low, found["precision"].high) == pytest.approx((low, high))


def test_error_rates_may_exceed_1() -> None:
    found = assay.evaluate(["a b c d"] * 100, ["x y z w"] * 100, task="text", metrics=["wer", "ter"])
    assert all(estimate.high > 1 for estimate in found.values())


def test_texts_too_short_for_bleu_say_so_and_do_not_lead_with_it() -> None:
    answers = ["yes", "no", "maybe so"]
    told = str(assay.evaluate(answers, answers, task="text"))
    assert "BLEU is 0" not in told
    assert "No candidate has 4 words in a row" in told.replace("\n", " ")
    assert "Every candidate is its reference" in told


def test_labels_of_spans_stay_the_users_own() -> None:
    assert list(assay.evaluate([[(0, 1, 7)]], [[(0, 1, 7)]], task="text").per_class) == [7]


def test_segments_keep_their_numbers_when_others_are_dropped() -> None:
    found = assay.evaluate(["a", None, "c"], ["a", "b", "x"], task="text", missing="drop")
    assert found.segments is not None
    assert found.segments.to_frame()["segment"].to_list() == [1, 3]
    systems = {"p": ["a", "b", "c"], "q": ["a", "b", "x"]}
    compared = assay.compare(["a", None, "c"], prediction=systems, task="text", missing="drop", metrics="token_f1")
    assert compared.examples[0].rows[0].segment == 3
    assert any("1 segment had a gap" in note.message for note in compared.notes)


def test_gaps_of_any_system_are_seen() -> None:
    with pytest.raises(assay.AssayError, match="`p` has no text"):
        assay.compare(["a", "b"], prediction={"p": ["a", None], "q": ["a", "b"]}, task="text")


def test_gaps_among_references_of_frames_are_fewer_references() -> None:
    frame = pd.DataFrame({"one": ["a", "b"], "two": ["c", np.nan], "said": ["c", "b"]})
    found = assay.evaluate(["one", "two"], "said", data=frame, task="text", metrics="exact_match")
    assert found["exact_match"].value == 1
    assert "nrefs:var" in found.signatures["exact_match"]


def test_references_by_stream_are_named() -> None:
    with pytest.raises(assay.AssayError, match="zip"):
        assay.evaluate([["a", "b", "c"], ["d", "e", "f"]], ["a", "b", "c"], task="text")


def test_paths_of_several_references_may_be_text(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("one.txt", "two.txt")]
    for path, text in zip(paths, ("a\nb\n", "c\nd\n"), strict=True):
        path.write_text(text)
    found = assay.evaluate([str(path) for path in paths], ["c", "b"], task="text", metrics="exact_match")
    assert found["exact_match"].value == 1


def test_half_characters_are_named() -> None:
    with pytest.raises(assay.AssayError, match="Segment 2 of `prediction` holds half"):
        assay.evaluate(["a", "b"], ["a", "\ud800"], task="text")


def test_generators_are_lists_of_texts_too() -> None:
    found = assay.evaluate((text for text in ["a", "b"]), iter(["a", "c"]), task="text", metrics="exact_match")
    assert found["exact_match"].value == 0.5


def test_choices_about_a_model_are_refused_where_embeddings_are_handed_in() -> None:
    with pytest.raises(assay.AssayError, match="cannot be chosen"):
        assay.evaluate([np.eye(3)], [np.eye(3)], task="text", metrics="bert_f1(model=x, layer=3)")
    with pytest.raises(assay.AssayError, match="embeddings"):
        assay.evaluate({"model": "m", "embeddings": None}, [np.eye(3)], task="text")


def test_tests_that_texts_do_not_have_are_refused() -> None:
    systems = {"p": ["a", "b"], "q": ["a", "c"]}
    with pytest.raises(assay.AssayError, match="does not fit texts"):
        assay.compare(["a", "b"], prediction=systems, task="text", method="mcnemar")
    with pytest.raises(assay.AssayError, match="paired=False"):
        assay.compare(["a", "b"], prediction=systems, task="text", paired=False)


def test_misspelt_parameters_are_named_and_both_spellings_work() -> None:
    with pytest.raises(assay.AssayError, match=r"no parameter 'ordr'. Did you mean 'order'"):
        assay.evaluate(["a"], ["a"], task="text", metrics="bleu(ordr=2)")
    found = assay.evaluate(["A"], ["a"], task="text", metrics=["wer(normalize=case)", "bleu(tokeniser=char)"])
    assert found["wer"].value == 0


def test_sentences_taken_for_labels_are_noted() -> None:
    texts = [f"this is sentence number {place}" for place in range(30)]
    found = assay.evaluate(texts, texts)
    assert any("task='text'" in note.message for note in found.notes)


def test_a_difference_beyond_the_margin_is_called_so() -> None:
    references = [f"the cat {place} sat on the mat today" for place in range(60)]
    systems = {"good": references, "bad": [line.replace("cat", "dog").replace("mat", "x") for line in references]}
    found = assay.compare(references, prediction=systems, task="text", metrics="chrf", margin=0.01, control="good")
    assert "the difference is larger than 0.01" in found["chrf"].pairs[0].verdict


@pytest.mark.parametrize(
    "option",
    [
        ("--threshold", "0.5"),
        ("--weight", "w"),
        ("--score", "s"),
        ("--positive", "p"),
        ("--ignore", "3"),
        ("--lower", "l"),
    ],
)
def test_the_command_line_ignores_nothing(tmp_path: Path, option: tuple[str, str]) -> None:
    path = tmp_path / "so.txt"
    path.write_text("a\nb\n")
    done = run("evaluate", path, path, "--task", "text", *option)
    assert done.returncode == 2
    assert option[0].strip("-") in done.stderr


def test_the_command_line_shows_the_way_to_texts(tmp_path: Path) -> None:
    path = tmp_path / "so.txt"
    path.write_text("a b c d\nb c d e\n")
    assert "--task text" in run("evaluate", path, path).stderr
    assert "translation" in run("evaluate", path, path, "--task", "translation").stderr
    assert "--task text" in run("evaluate", path, "--truth", "a", "--prediction", "b", "--model", "m").stderr
    assert run("evaluate", path, "--prediction", path, "--task", "text").stdout.startswith("so.txt against so.txt: 2")
    done = run("evaluate", path, path, "--task", "text", "--model", tmp_path, "--metric", "bert_f1")
    assert "lacks" in done.stderr


def test_what_a_text_is_too_long_for_is_said_before_it_is_tried() -> None:
    page = " ".join(f"w{place % 97}" for place in range(7200))
    judged = assay.evaluate([page], [page[:-3]], task="text", method="none")
    assert "ter" not in judged
    assert "word_error_rate" in judged
    (note,) = [note for note in judged.notes if note.code == "texts-too-long"]
    assert note.message.startswith("ter was left out")
    with pytest.raises(assay.AssayError, match="up to 7,200 words in one segment"):
        assay.evaluate([page], [page], task="text", metrics="ter")
