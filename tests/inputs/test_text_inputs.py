"""Texts, tags and spans as users hand them over, on both front doors and on the command line; and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from seqeval.metrics import f1_score, precision_score, recall_score

import assay
from assay.inputs.spans import spans_of

SO, SAID = ["the cat sat", "a dog", "x"], ["the cat", "a dog", "y"]


def bleu(*given: object, **more: object) -> float:
    return assay.evaluate(*given, task="text", metrics="bleu", **more)["bleu"].value  # type: ignore[arg-type]


def test_lists_series_frames_and_files_give_the_same(tmp_path: Path) -> None:
    expected = bleu(SO, SAID)
    frame = pd.DataFrame({"so": SO, "said": SAID})
    lines = [tmp_path / name for name in ("so.txt", "said.txt")]
    for path, texts in zip(lines, (SO, SAID), strict=True):
        path.write_text("\n".join(texts) + "\n")
    tables = [tmp_path / f"pairs.{kind}" for kind in ("csv", "tsv", "jsonl", "parquet", "arrow")]
    polars = pl.from_pandas(frame)
    polars.write_csv(tables[0])
    polars.write_csv(tables[1], separator="\t")
    polars.write_ndjson(tables[2])
    polars.write_parquet(tables[3])
    polars.write_ipc(tables[4])
    found = [
        bleu(frame["so"], frame["said"]), bleu(np.array(SO), polars["said"]), bleu("so", "said", data=frame),
        bleu("so", "said", data=polars.lazy()), bleu(str(lines[0]), lines[1]), bleu(tuple(SO), SAID),
        *(bleu("so", "said", data=table) for table in tables),
    ]  # fmt: skip
    assert found == [expected] * len(found)


def test_several_references_come_as_lists_columns_files_or_json(tmp_path: Path) -> None:
    listed = [["the cat sat", "a cat sat"], ["a dog"], ["x", "y"]]
    expected = bleu(listed, SAID)
    path = tmp_path / "pairs.jsonl"
    path.write_text("\n".join(json.dumps({"so": so, "said": said}) for so, said in zip(listed, SAID, strict=True)))
    assert bleu("so", "said", data=path) == expected
    padded = [[*one, one[0]][:2] for one in listed]
    frame = pl.DataFrame({"one": [one[0] for one in padded], "two": [one[1] for one in padded], "said": SAID})
    assert bleu(["one", "two"], "said", data=frame) == bleu(padded, SAID)
    files = [tmp_path / name for name in ("one.txt", "two.txt")]
    for place, file in enumerate(files):
        file.write_text("\n".join(one[place] for one in padded) + "\n")
    assert bleu(files, SAID) == bleu(padded, SAID)


def test_only_line_feeds_end_a_segment(tmp_path: Path) -> None:
    path = tmp_path / "said.txt"
    path.write_bytes("\ufeffone\u2028still one\r\n\r\nthree\x0bstill three".encode())
    found = assay.evaluate(path, path, task="text", metrics="exact_match(normalise=none)")
    assert found.n == 3
    assert found["exact_match"].value == 1
    assert any("1 candidate is empty" in note.message for note in found.notes)


def test_quotation_marks_in_tab_separated_text_are_text(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text('so\tsaid\n"Hello," he said\t"Hello," he said\n"x"\t"x"\n"say ""hi"""\tsay "hi"\n007\t007\n')
    found = assay.evaluate("so", "said", data=path, task="text", metrics="exact_match(normalise=none)")
    assert found["exact_match"].value == 1
    path.write_text('"so"\t"said"\n"a"\t"b"\n""\t"b"\n')
    table = assay.evaluate("so", "said", data=path, task="text").segments
    assert table is not None
    assert table.candidates == ("b", "b")
    assert table.references == (("a",), ("",))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((["a", "b"], ["a"]), "`truth` has 2 segments but `prediction` has 1"),
        (([[], ["b"]], ["a", "b"]), "1 segment has no reference: segment 1"),
        (([], []), "holds no segment"),
        (("the cat sat", ["a"]), "no such file"),
        (([1, 2], ["a", "b"]), "is 1, which is no text"),
        ((["a", None], ["a", "b"]), "no text in 1 segment "),
        ((["a"], [3]), "`truth` holds texts where"),
        (([["B-PER"]], [["B-PER", "O"]]), "1 tags and the prediction 2"),
        (([["B-PER"]], [["PER"]]), "'PER', which is no tag"),
        (([[(4, 2, "PER")]], [[(1, 2)]]), "which is no span"),
        ((None, ["a"]), "truth"),
    ],
)
def test_what_cannot_be_judged_is_named(given: tuple[object, object], message: str) -> None:
    with pytest.raises(assay.AssayError, match=message):
        assay.evaluate(*given, task="text")


@pytest.mark.parametrize(
    ("metric", "message"),
    [
        ("bleu(tokenize=nonsense)", "is no tokeniser"),
        ("bleu(smooth=more)", "not known"),
        ("bleu(order=0)", "from 1 to 64"),
        ("ngram_precision(form=other)", "not known"),
        ("exact_match(normalise=some)", "not known"),
        ("rouge_1(part=all)", "not known"),
        ("chrf(beta=0)", "above 0"),
        ("recall", "recall"),
        ("rouge_n", "n="),
    ],
)
def test_wrong_parameters_are_named_before_any_work(metric: str, message: str) -> None:
    with pytest.raises(assay.AssayError, match=message):
        assay.evaluate(["a"], ["a"], task="text", metrics=metric)


@pytest.mark.parametrize("name", ["score", "weight", "positive", "threshold", "labels", "costs", "counts", "lower"])
def test_arguments_that_mean_nothing_for_texts_are_refused(name: str) -> None:
    with pytest.raises(assay.AssayError, match=name):
        assay.evaluate(["a"], ["a"], task="text", **{name: ["a"] if name != "threshold" else 0.5})  # type: ignore[arg-type]


def test_bytes_that_are_no_utf8_are_found_by_line(tmp_path: Path) -> None:
    path = tmp_path / "said.txt"
    path.write_bytes(b"one\ntwo caf\xe9\n")
    with pytest.raises(assay.AssayError, match="line 2 holds the byte 0xe9"):
        assay.evaluate(path, path, task="text")
    table = tmp_path / "pairs.csv"
    table.write_bytes(b"so,said\na,b\ncaf\xe9,b\n")
    with pytest.raises(assay.AssayError, match="line 3 holds the byte 0xe9"):
        assay.evaluate("so", "said", data=table, task="text")


def test_gaps_are_dropped_on_request_and_counted() -> None:
    found = assay.evaluate(["a", None, "c"], ["a", "b", None], task="text", missing="drop")
    assert found.n == 1
    assert any("2 segments had a gap" in note.message for note in found.notes)


def test_one_segment_has_no_interval_and_says_why() -> None:
    found = assay.evaluate(["a b c d e"], ["a b c d f"], task="text")
    assert found["bleu"].method == "none"
    assert "one segment" in str(found["bleu"].note)
    pair = assay.compare(["a b"], prediction={"x": ["a b"], "y": ["a"]}, task="text")["bleu"].pairs[0]
    assert np.isnan(pair.p_value)
    assert "one segment" in pair.notes[0]


TAGS = st.sampled_from(["O", "B-PER", "I-PER", "B-LOC", "I-LOC", "E-LOC", "S-PER"])
SENTENCES = st.lists(st.integers(1, 6).flatmap(lambda n: st.tuples(*[st.lists(TAGS, min_size=n, max_size=n)] * 2)),
                     min_size=1, max_size=5)  # fmt: skip


@given(sentences=SENTENCES)
@settings(max_examples=100, deadline=None)
@pytest.mark.filterwarnings("ignore")
def test_spans_of_tags_are_those_of_seqeval(sentences: list[tuple[list[str], list[str]]]) -> None:
    so, said = [one for one, _ in sentences], [one for _, one in sentences]
    found = assay.evaluate(so, said, task="text")
    for name, theirs in (("precision", precision_score), ("recall", recall_score), ("f1", f1_score)):
        ours = found[name].value
        assert (0 if np.isnan(ours) else ours) == pytest.approx(theirs(so, said, zero_division=0))


def test_tags_may_stand_in_lines_and_spans_in_json(tmp_path: Path) -> None:
    so, said = ["B-PER I-PER O B-LOC", "O O"], ["B-PER I-PER O O", "O I-LOC"]
    found = assay.evaluate(so, said, task="text")
    assert found.reason == "every token carries a tag"
    assert found["recall"].value == 0.5
    assert found.per_class["PER"]["f1"].value == 1
    assert any("1 tag goes on" in note.message for note in found.notes)
    spans = [[spans_of(line.split())[0] for line in side] for side in (so, said)]
    assert assay.evaluate(*spans, task="text")["f1"].value == found["f1"].value
    path = tmp_path / "spans.jsonl"
    rows = [
        {"so": [{"start": a, "end": b, "label": c} for a, b, c in one], "said": two}
        for one, two in zip(
            spans[0], [[{"start": a, "end": b, "label": c} for a, b, c in one] for one in spans[1]], strict=True
        )
    ]
    path.write_text("\n".join(json.dumps(row) for row in rows))
    assert assay.evaluate("so", "said", data=path, task="text")["f1"].value == found["f1"].value


def run(*given: str) -> tuple[int, str, str]:
    done = subprocess.run([sys.executable, "-m", "assay", *given], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_the_command_line_gives_pythons_numbers(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("so.txt", "said.txt", "other.txt")]
    for path, texts in zip(files, (SO, SAID, ["a cat sat", "dogs", "x"]), strict=True):
        path.write_text("\n".join(texts) + "\n")
    so, said, other = map(str, files)
    code, out, _ = run("evaluate", so, said, "--task", "text", "--json")
    assert code == 0
    assert json.loads(out)["metrics"]["bleu"]["value"] == bleu(SO, SAID)
    code, out, _ = run("evaluate", so, said, "--task", "text", "--reference", other, "--metric", "bleu", "--json")
    pairs = [list(pair) for pair in zip(SO, ["a cat sat", "dogs", "x"], strict=True)]
    assert json.loads(out)["metrics"]["bleu"]["value"] == bleu(pairs, SAID)
    code, out, _ = run(
        "compare", so, "--task", "text", "--prediction", f"a={said}", "--prediction", f"b={other}", "--cases", "2",
        "--json",
    )  # fmt: skip
    told = json.loads(out)
    assert code == 0
    assert told["schema"] == "assay.comparison/1"
    assert told["examples"][0]["a"] == "a"
    table = tmp_path / "pairs.tsv"
    table.write_text("so\tsaid\n" + "\n".join(f"{one}\t{two}" for one, two in zip(SO, SAID, strict=True)))
    code, out, _ = run("evaluate", str(table), "--truth", "so", "--prediction", "said", "--task", "text", "--json")
    assert json.loads(out)["metrics"]["bleu"]["value"] == bleu(SO, SAID)


def test_the_command_line_explains_what_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "so.txt"
    path.write_text("a\n")
    assert run("evaluate", str(path), "--task", "text")[0] == 2
    code, _, told = run("evaluate", str(path), str(tmp_path / "none.txt"), "--task", "text")
    assert code == 2
    assert "none.txt" in told
    code, _, told = run("evaluate", str(path), str(path), "--task", "text", "--model", str(tmp_path))
    assert code == 2
    assert "config.json" in told
