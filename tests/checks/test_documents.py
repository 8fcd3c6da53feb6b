"""JSON and TOML whose brackets go as deep as anybody likes are refused in words wherever they are read."""

from __future__ import annotations

import pytest

import assay
from assay.checks.documents import json_of, toml_of
from assay.cli.main import run

DEEP = "[" * 50_000 + "]" * 50_000


def test_what_is_nested_too_deeply_is_no_document():
    for read, text in ((json_of, DEEP), (json_of, '{"a":' * 50_000 + "1" + "}" * 50_000), (toml_of, f"a = {DEEP}")):
        with pytest.raises(ValueError, match="nested too deeply"):
            read(text)


def test_deep_files_are_refused(tmp_path):
    (tmp_path / "deep.json").write_text(DEEP)
    (tmp_path / "deep.jsonl").write_text(f'{{"text": {DEEP}}}\n')
    for call in (
        lambda: assay.load(tmp_path / "deep.json"),
        lambda: assay.evaluate(tmp_path / "deep.json", tmp_path / "deep.json", task="detection"),
        lambda: assay.evaluate(tmp_path / "deep.jsonl", tmp_path / "deep.jsonl", task="text"),
    ):
        with pytest.raises(assay.AssayError):
            call()


def test_a_gate_file_may_be_deep_a_pipe_or_a_folder(tmp_path, capsys, monkeypatch):
    import os

    monkeypatch.chdir(tmp_path)
    (tmp_path / "deep.toml").write_text(f"a = {DEEP}")
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "folder.toml").mkdir()
    for name, words in (("deep", "nested too deeply"), ("pipe", "a named pipe"), ("folder", "is a folder")):
        assert run(["gate", f"{name}.toml"]) == 2
        assert words in " ".join(capsys.readouterr().err.split())


def test_settings_of_a_model_may_be_deep(tmp_path, capsys):
    (tmp_path / "cases.csv").write_text("x,t\n1,0\n2,1\n" * 10)
    words = ["validate", str(tmp_path / "cases.csv"), "--target", "t", "--model", "sklearn.dummy:DummyClassifier"]
    assert run([*words, "--params", DEEP]) == 2
    assert "nested too deeply" in " ".join(capsys.readouterr().err.split())
