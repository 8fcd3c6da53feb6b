"""on=: tables that live apart are joined by key, and rows are never paired by position."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

import assay
from assay.cli.main import commands, run
from assay.tasks.joining import joined
from assay.tasks.requests import Request


@pytest.fixture(scope="module")
def tables() -> dict[str, pl.DataFrame]:
    rng = np.random.default_rng(4)
    truth = rng.integers(0, 2, 300)
    whole = pl.DataFrame({"id": [f"d{place}" for place in range(300)], "label": truth,
                          "a": np.where(rng.random(300) < 0.1, 1 - truth, truth),
                          "b": np.where(rng.random(300) < 0.3, 1 - truth, truth)})  # fmt: skip
    mixed = whole.sample(fraction=1.0, shuffle=True, seed=1)
    return {
        "whole": whole, "truth": whole.select("id", "label"),
        "a": mixed.select("id", answer="a"), "b": mixed.reverse().select("id", answer="b"),
    }  # fmt: skip


def test_rows_are_paired_by_key(tables) -> None:
    found = assay.evaluate("label", "answer", data=(tables["truth"], tables["a"]), on="id")
    assert dict(found) == dict(assay.evaluate("label", "a", data=tables["whole"]))


def test_frames_files_and_lazy_frames_mix(tables, tmp_path) -> None:
    path = tmp_path / "answers.parquet"
    tables["a"].write_parquet(path)
    expected = assay.evaluate("label", "a", data=tables["whole"])["f1"]
    for truth in (tables["truth"], tables["truth"].lazy(), tables["truth"].to_pandas(), tables["truth"].to_arrow()):
        assert assay.evaluate("label", "answer", data=(truth, path), on="id")["f1"] == expected


def test_a_table_per_model(tables) -> None:
    expected = assay.compare("label", prediction={"a": "a", "b": "b"}, data=tables["whole"])
    sides = {name: tables[name] for name in ("truth", "a", "b")}
    found = assay.compare("label", prediction="answer", data=sides, on="id")
    assert found.paired
    assert found["accuracy"].pairs[0].p_value == expected["accuracy"].pairs[0].p_value
    both = {name: tables[name].join(tables["truth"], on="id") for name in "ab"}
    assert assay.compare("label", prediction="answer", data=both, on="id")["f1"].pairs[0] == expected["f1"].pairs[0]


def test_keys_that_do_not_match_are_named_or_dropped(tables) -> None:
    less = tables["a"].filter(pl.col("id") != "d7")
    with pytest.raises(assay.AssayError, match=r"1 key of the first table not in the second table \('d7'\)"):
        assay.evaluate("label", "answer", data=(tables["truth"], less), on="id")
    found = assay.evaluate("label", "answer", data=(tables["truth"], less), on="id", missing="drop")
    assert found.n == 299
    assert next(note.message for note in found.notes if note.code == "keys-dropped").startswith("Judged are the 299")


def test_two_keys(tables) -> None:
    def keyed(frame: pl.DataFrame) -> pl.DataFrame:
        place = pl.col("id").str.slice(1).cast(pl.Int64)
        return frame.with_columns(doc=place // 10, part=place % 10).drop("id")

    found = assay.evaluate("label", "answer", data=(keyed(tables["truth"]), keyed(tables["a"])), on=["doc", "part"])
    assert found["accuracy"] == assay.evaluate("label", "a", data=tables["whole"])["accuracy"]


def test_groups_and_slices_come_along(tables) -> None:
    truth = tables["truth"].with_columns(site=pl.col("label") + pl.int_range(300) % 2, doc=pl.int_range(300) // 5)
    found = assay.evaluate("label", "answer", data=(truth, tables["a"]), on="id", group="doc", by="site")
    assert found.units == 60
    assert len(found.slices) == 3


def test_the_command_line_joins_too(tables, tmp_path) -> None:
    for name in ("truth", "a", "b"):
        tables[name].write_csv(tmp_path / f"{name}.csv")
    files = " ".join(str(tmp_path / f"{name}.csv") for name in ("truth", "a", "b"))
    told = CliRunner().invoke(commands, f"compare {files} --on id --truth label --prediction answer --json".split())
    assert told.exit_code == 0, told.output
    assert json.loads(told.stdout)["paired"]
    pair = f"{tmp_path / 'truth.csv'} {tmp_path / 'a.csv'}"
    told = CliRunner().invoke(commands, f"evaluate {pair} --on id --truth label --prediction answer --json".split())
    assert told.exit_code == 0, told.output
    value = json.loads(told.stdout)["metrics"]["accuracy"]["value"]
    assert value == assay.evaluate("label", "a", data=tables["whole"])["accuracy"].value
    refused = CliRunner().invoke(commands, f"compare {files} --truth label --prediction answer".split())
    assert "--on" in refused.output


@pytest.fixture
def parts(tables, tmp_path, monkeypatch) -> None:
    """The tables of the models in folders of parts, the truth in one file."""
    monkeypatch.chdir(tmp_path)
    tables["truth"].write_csv("truth.csv")
    for name in "ab":
        Path(name).mkdir()
        for place, part in enumerate(tables[name].iter_slices(100)):
            part.write_parquet(f"{name}/part-{place}.parquet")


@pytest.mark.usefixtures("parts")
def test_folders_and_patterns_are_joined_as_files_are(tables) -> None:
    expected = assay.compare("label", prediction={"a": "a", "b": "b"}, data=tables["whole"])["accuracy"].pairs[0]
    found = assay.compare("label", prediction="answer", data={"t": "truth.csv", "a": "a/*.parquet", "b": "b"}, on="id")
    assert found["accuracy"].pairs[0].p_value == expected.p_value
    told = CliRunner().invoke(commands, ["compare", "truth.csv", "a/*.parquet", "b/", "--on", "id", "--truth", "label",
                                         "--prediction", "answer", "--json"])  # fmt: skip
    assert told.exit_code == 0, told.output
    assert json.loads(told.stdout)["models"] == ["a", "b"]


@pytest.mark.usefixtures("parts")
def test_a_join_of_files_is_not_read_by_the_pipeline(tables, monkeypatch) -> None:
    request = Request(frozenset(), "label", "answer", data=("truth.csv", "a"), on="id")
    assert isinstance(joined(request)[0].data, pl.LazyFrame)
    monkeypatch.setattr("assay.tasks.joining.MOST_KEPT", 100)
    monkeypatch.setattr("assay.inputs.identities.GLANCE", 2)
    heights: list[int] = []
    collect = pl.LazyFrame.collect

    def counted(frame: pl.LazyFrame, *arguments, **options) -> pl.DataFrame:
        rows = collect(frame, *arguments, **options)
        heights.append(rows.height)
        return rows

    monkeypatch.setattr(pl.LazyFrame, "collect", counted)
    found = assay.evaluate("label", "answer", data=("truth.csv", "a"), on="id")
    assert dict(found) == dict(assay.evaluate("label", "a", data=tables["whole"]))
    assert max(heights) <= 4, "checks come back as counts and at most three examples, labels as the four cells"


def test_checks_of_keys_count_what_is_wrong(tables, tmp_path) -> None:
    kept = tables["a"].filter(pl.col("id").str.ends_with("7").not_())
    answers = pl.concat([kept, kept.head(4)])
    answers.write_parquet(tmp_path / "a.parquet")
    data = (tables["truth"], tmp_path / "a.parquet")
    with pytest.raises(assay.AssayError, match=r"4 keys stand more than once in a\.parquet"):
        assay.evaluate("label", "answer", data=data, on="id")
    answers.unique("id").write_parquet(tmp_path / "a.parquet")
    with pytest.raises(
        assay.AssayError, match=r"30 keys of the first table not in a\.parquet \('d107', 'd117', 'd127'"
    ):
        assay.evaluate("label", "answer", data=data, on="id")
    assert assay.evaluate("label", "answer", data=data, on="id", missing="drop").n == 270


def test_rows_without_a_key_are_counted_and_never_left_out_in_silence(tables) -> None:
    gaps = tables["a"].with_columns(id=pl.when(pl.int_range(300) > 4).then("id"))
    with pytest.raises(assay.AssayError, match="5 rows of the second table hold no `id`"):
        assay.evaluate("label", "answer", data=(tables["truth"], gaps.lazy()), on="id")
    found = assay.evaluate("label", "answer", data=(tables["truth"], gaps.lazy()), on="id", missing="drop")
    assert found.n == 295
    assert any("5 rows of the second table without a key" in note.message for note in found.notes)


def test_keys_of_text_files_are_read_as_written_in_all_rows(tmp_path) -> None:
    ids = [f"{place:05}" for place in range(10_500)] + ["A1"]
    truth = pl.DataFrame({"id": ids, "y": [place % 2 for place in range(10_501)]})
    truth.write_csv(tmp_path / "truth.csv")
    truth.rename({"y": "p"}).reverse().write_csv(tmp_path / "a.csv")
    found = assay.evaluate("y", "p", data=(tmp_path / "truth.csv", tmp_path / "a.csv"), on="id")
    assert (found.n, found["accuracy"].value) == (10_501, 1.0)


def test_a_truth_that_differs_between_files_is_shown_by_its_key(tables, tmp_path) -> None:
    for name in "ab":
        own = tables[name].join(tables["truth"], on="id")
        lie = pl.when(pl.col("id") == "d17").then(1 - pl.col("label")).otherwise("label")
        (own if name == "a" else own.with_columns(label=lie)).write_parquet(tmp_path / f"{name}.parquet")
    with pytest.raises(assay.AssayError, match="`label` differs between a and b, first at id = 'd17'"):
        assay.compare("label", prediction="answer", data={n: tmp_path / f"{n}.parquet" for n in "ab"}, on="id")


def test_a_column_that_names_what_repeats_is_pointed_out(tables) -> None:
    data = tables["whole"].with_columns(patient=pl.int_range(300) // 4)
    found = assay.evaluate("label", "a", data=data)
    message = next(note.message for note in found.notes if note.code == "repeated-identity")
    assert "pass group='patient'" in message
    assert "75 values in 300 rows" in message
    grouped = assay.evaluate("label", "a", data=data, group="patient")
    assert all(note.code != "repeated-identity" for note in grouped.notes)
    unique = assay.evaluate("label", "a", data=tables["whole"])
    assert all(note.code != "repeated-identity" for note in unique.notes)
    compared = assay.compare("label", prediction={"a": "a", "b": "b"}, data=data)
    assert any(note.code == "repeated-identity" for note in compared.notes)


def test_a_name_that_the_first_rows_misread_stops_nothing(tmp_path) -> None:
    rows = "".join(f"{place // 3},{place % 2},{place % 2}\n" for place in range(10_500))
    (tmp_path / "cases.csv").write_text(f"patient,y,p\n{rows}x1,1,1\n")
    assert assay.evaluate("y", "p", data=tmp_path / "cases.csv").n == 10_501


def test_files_side_by_side_whose_ids_differ_are_not_paired_by_position(tables, tmp_path, capsys) -> None:
    paths = [tmp_path / "truth.csv", tmp_path / "answers.csv"]
    tables["truth"].write_csv(paths[0])
    tables["a"].write_csv(paths[1])
    with pytest.raises(assay.AssayError, match=r"both have a column 'id', and not in the same order .*on='id'"):
        assay.evaluate("label", "answer", data=tuple(paths))
    assert run(f"evaluate {paths[0]} {paths[1]} --truth label --prediction answer".split()) == 2
    assert "Pass --on id to join them by key." in " ".join(capsys.readouterr().err.split())
    tables["a"].sort(pl.col("id").str.slice(1).cast(pl.Int64)).write_csv(paths[1])
    found = assay.evaluate("label", "answer", data=tuple(paths))
    assert found["f1"] == assay.evaluate("label", "a", data=tables["whole"])["f1"]


def test_unsigned_keys_beyond_63_bits_match(tables) -> None:
    key = (pl.int_range(300).cast(pl.UInt64) + 2**63 + 7).alias("key")
    truth = tables["whole"].select("label", key)
    answers = tables["whole"].select("a", key).reverse()
    found = assay.evaluate("label", "a", data=(truth, answers), on="key")
    assert found["f1"] == assay.evaluate("label", "a", data=tables["whole"])["f1"]
    small = tables["whole"].select("a", key=pl.int_range(300))
    unsigned = tables["whole"].select("label", key=pl.int_range(300).cast(pl.UInt64))
    assert assay.evaluate("label", "a", data=(unsigned, small), on="key")["f1"] == found["f1"]


def test_several_tables_without_a_key_are_told_of_it(tables, tmp_path, capsys) -> None:
    with pytest.raises(assay.AssayError, match="name the column that both have, as in on='id'"):
        assay.evaluate("label", "answer", data=(tables["truth"], tables["a"]))
    path = tmp_path / "whole.csv"
    tables["whole"].write_csv(path)
    assert run(f"evaluate {path} --on id --truth label --prediction a".split()) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert told.startswith("assay: --on joins several tables, and only whole.csv was given.")


def test_files_of_one_name_are_told_apart_by_their_folders(tables, tmp_path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        tables[name].write_csv(tmp_path / name / "answers.csv")
    tables["truth"].write_csv(tmp_path / "truth.csv")
    files = f"{tmp_path / 'truth.csv'} {tmp_path / 'a' / 'answers.csv'} {tmp_path / 'b' / 'answers.csv'}"
    told = CliRunner().invoke(commands, f"compare {files} --on id --truth label --prediction answer --json".split())
    assert told.exit_code == 0, told.output
    assert json.loads(told.stdout)["models"] == ["a/answers", "b/answers"]
    again = f"{tmp_path / 'truth.csv'} {tmp_path / 'truth.csv'}"
    refused = CliRunner().invoke(commands, f"compare {again} --on id --truth label --prediction answer".split())
    assert "Rename one of them" in refused.output


def test_texts_that_live_apart_are_joined_by_key(tmp_path) -> None:
    references = pl.DataFrame({"id": range(30), "reference": [f"the cat {place} sat on a mat" for place in range(30)],
                               "document": [place // 3 for place in range(30)]})  # fmt: skip
    candidates = pl.DataFrame({"id": range(29, -1, -1), "said": [f"the cat {29 - place} sat on the mat"
                                                                 for place in range(30)]})  # fmt: skip
    together = references.join(candidates, on="id")
    text = {"task": "text", "metrics": "bleu"}
    joined = assay.evaluate("reference", "said", data=(references, candidates), on="id", **text)
    assert joined["bleu"] == assay.evaluate("reference", "said", data=together, **text)["bleu"]
    grouped = assay.evaluate("reference", "said", data=(references, candidates), on="id", group="document", **text)
    assert grouped.units == 10
    paths = [tmp_path / "references.csv", tmp_path / "candidates.csv"]
    references.write_csv(paths[0])
    candidates.write_csv(paths[1])
    line = (
        f"evaluate {paths[0]} {paths[1]} --on id --truth reference --prediction said --task text --metric bleu --json"
    )
    told = CliRunner().invoke(commands, line.split())
    assert told.exit_code == 0, told.output
    assert json.loads(told.stdout)["metrics"]["bleu"]["value"] == joined["bleu"].value
