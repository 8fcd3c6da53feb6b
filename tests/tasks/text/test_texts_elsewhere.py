"""Texts in a database or on a cluster: counted there, and the numbers are those of memory."""

from __future__ import annotations

import duckdb
import ibis
import numpy as np
import polars as pl
import pytest

import assay
from assay.errors import AssayError
from assay.inputs import arrow

RNG = np.random.default_rng(2)
WORDS = np.array(
    ["the", "a", "cat", "dog", "sat", "on", "mat", "runs", "fast", "slow", "big", "red", "blue", "house", "tree"]
)
SEGMENTS = 1_200


def noised(text: str) -> str:
    return " ".join(word if RNG.random() < 0.8 else str(RNG.choice(WORDS)) for word in text.split())


REFERENCE = [" ".join(RNG.choice(WORDS, RNG.integers(3, 12))) for _ in range(SEGMENTS)]
SECOND = [noised(text) for text in REFERENCE]
SAID = [text if RNG.random() < 0.2 else noised(text) for text in REFERENCE]
FRAME = pl.DataFrame(
    {
        "reference": REFERENCE, "second": SECOND, "said": SAID,
        "both": [list(pair) for pair in zip(REFERENCE, SECOND, strict=True)],
        "gap": [None if place % 50 == 7 else text for place, text in enumerate(SAID)],
        "empty": ["" if place % 100 == 3 else text for place, text in enumerate(SAID)],
        "choice": RNG.choice(list("ABCD"), SEGMENTS), "chosen": RNG.choice(list("ABCD"), SEGMENTS),
        "number": np.arange(SEGMENTS), "site": RNG.integers(0, 3, SEGMENTS),
    }
)  # fmt: skip
COLUMNS = {
    "one reference": {"truth": "reference", "prediction": "said"},
    "two columns of references": {"truth": ["reference", "second"], "prediction": "said"},
    "a column of lists": {"truth": "both", "prediction": "said"},
    "empty texts": {"truth": "reference", "prediction": "empty"},
    "choices": {"truth": "choice", "prediction": "chosen"},
    "gaps": {"truth": "reference", "prediction": "gap", "missing": "drop"},
    "named": {"truth": "reference", "prediction": "said", "metrics": ["bleu(order=2)", "chrf(word_order=2)", "wer"]},
}


def in_duckdb(frame):
    return duckdb.connect().from_arrow(frame.to_arrow())


def in_dask(frame):
    import dask.dataframe as dd
    import pandas as pd

    parts = [frame[:500], frame[:0], frame[500:]]
    frames = [part.to_arrow(compat_level=pl.CompatLevel.oldest()).to_pandas(types_mapper=pd.ArrowDtype)
              for part in parts]  # fmt: skip
    return dd.from_map(lambda part: part, frames, meta=frames[0].iloc[:0])


HOLDERS = {"on DuckDB": in_duckdb, "on Dask": in_dask, "through ibis": lambda frame: ibis.memtable(frame.to_arrow())}


def judged(data, title):
    return assay.evaluate(data=data, task="text", **COLUMNS[title])


@pytest.mark.parametrize("engine", HOLDERS)
@pytest.mark.parametrize("title", COLUMNS)
def test_values_are_those_of_memory_and_intervals_nearly_so(engine, title, monkeypatch):
    monkeypatch.setattr(arrow, "GATHERED", 300)
    there, here = judged(HOLDERS[engine](FRAME), title), judged(FRAME, title)
    assert list(there) == list(here)
    assert there.choices.engine == engine
    assert there.n == here.n
    for name in here:
        one, two = there[name], here[name]
        assert one.value == pytest.approx(two.value, rel=1e-12), name
        half = (two.high - two.low) / 2
        # 1,000 draws give a standard error to 2% of itself; five times that, and a little for slopes that bend.
        assert (one.low, one.high) == pytest.approx((two.low, two.high), abs=0.15 * half + 1e-9), name
    assert [note.code for note in there.notes] == [note.code for note in here.notes]
    assert there.openers == here.openers


def test_signatures_are_those_of_sacrebleu_without_draws():
    there, here = judged(in_duckdb(FRAME), "one reference"), judged(FRAME, "one reference")
    assert list(there.signatures) == list(here.signatures)
    line = there.signatures["bleu"]
    assert "bs:" not in line
    assert line.partition(" = ")[2].split()[0] == here.signatures["bleu"].partition(" = ")[2].split()[0]


def test_gaps_are_refused_without_numbers_of_rows():
    with pytest.raises(AssayError, match=r"`gap` has no text in 24 segments\. Fill them"):
        assay.evaluate("reference", "gap", data=in_duckdb(FRAME), task="text")


def test_what_needs_the_texts_themselves_is_refused():
    data = in_duckdb(FRAME)
    for call in (
        lambda: assay.evaluate("reference", "said", data=data, task="text", group="site"),
        lambda: assay.evaluate("reference", "said", data=data, task="text", by="site"),
        lambda: assay.compare("reference", prediction={"a": "said", "b": "second"}, data=data, task="text"),
    ):
        with pytest.raises(AssayError, match="never gathered, but this call needs the cases themselves"):
            call()


def test_numbers_are_no_texts():
    with pytest.raises(AssayError, match="which is no text"):
        assay.evaluate("reference", "number", data=in_duckdb(FRAME), task="text")


def test_a_column_that_is_not_there_is_named():
    with pytest.raises(AssayError, match="sayd"):
        assay.evaluate("reference", "sayd", data=in_duckdb(FRAME), task="text")


def test_a_table_without_segments_is_refused():
    with pytest.raises(AssayError, match="has no rows"):
        assay.evaluate("reference", "said", data=in_duckdb(FRAME[:0]), task="text")


def test_the_result_can_be_printed_saved_and_loaded(tmp_path):
    result = judged(in_duckdb(FRAME), "one reference")
    assert "on DuckDB" in str(result)
    assert dict(assay.load(result.save(tmp_path / "texts.json"))) == dict(result)
    assert result.to_json()
    assert result._repr_html_()


def parts_judged(**options):
    cuts = ((0, 200), (200, 700), (700, SEGMENTS))
    return [assay.evaluate(REFERENCE[a:b], SAID[a:b], task="text", **options) for a, b in cuts]


def test_texts_that_were_judged_apart_merge_without_a_text_in_their_files(tmp_path):
    parts, whole = parts_judged(), assay.evaluate(REFERENCE, SAID, task="text")
    files = [part.save(tmp_path / f"{place}.json") for place, part in enumerate(parts)]
    assert not any(text in files[0].read_text() for text in (REFERENCE[3], SAID[3]))
    for merged in (assay.merge(parts), assay.merge([assay.load(file) for file in files])):
        assert merged.n == whole.n
        assert list(merged) == list(whole)
        for name in whole:
            assert merged[name].value == pytest.approx(whole[name].value, rel=1e-12), name
            half = (whole[name].high - whole[name].low) / 2
            assert merged[name].low == pytest.approx(whole[name].low, abs=0.15 * half + 1e-9), name


def test_a_loaded_file_of_texts_shows_the_numbers_that_were_saved(tmp_path):
    part = parts_judged(metrics=["bleu", "token_f1"])[0]
    loaded = assay.load(part.save(tmp_path / "part.json"))
    assert dict(loaded) == dict(part)
    assert "the texts and what each segment scores" in loaded.notes[-1].message


def test_texts_judged_by_other_metrics_are_not_merged():
    with pytest.raises(AssayError, match="`metrics`"):
        assay.merge([parts_judged(metrics="bleu")[0], parts_judged(metrics="chrf")[1]])
