"""Every piece of advice in a message works when it is followed to the letter."""

from __future__ import annotations

import importlib
import importlib.metadata as metadata
import pkgutil
import sys
from itertools import groupby
from pathlib import Path

import advice
import pytest
from advice.entries import Advice
from test_messages import constructors

from assay.errors import AssayError, masks, texts

TABLES = [
    importlib.import_module(f"advice.{module.name}")
    for module in pkgutil.iter_modules(advice.__path__)
    if module.name.startswith("of_")
]
ENTRIES = [entry for table in TABLES for entry in table.ADVICE]
NO_ADVICE = {name: reason for table in TABLES for name, reason in getattr(table, "NO_ADVICE", {}).items()}
NAMES = [title for title, _, _ in constructors()]


def _numbered() -> list[object]:
    named = groupby(sorted(ENTRIES, key=lambda entry: entry.message), key=lambda entry: entry.message)
    return [pytest.param(entry, id=f"{name}-{place}") for name, group in named for place, entry in enumerate(group, 1)]


@pytest.fixture
def makers(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The text of every message that is made, with the constructor that made it."""
    made: dict[str, str] = {}

    def record(error: AssayError, *arguments: object) -> None:
        Exception.__init__(error, *arguments)
        code = sys._getframe(1).f_code
        made[str(error)] = f"{Path(code.co_filename).stem}.{code.co_name}"

    monkeypatch.setattr(AssayError, "__init__", record)
    return made


@pytest.mark.parametrize("entry", _numbered())
def test_advice_works_when_it_is_followed(
    entry: Advice, makers: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def in_a_folder_of_its_own(name: str) -> None:
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)

    in_a_folder_of_its_own("wrong")
    with pytest.raises(AssayError) as caught:
        entry.wrong()
    if not entry.followed:
        assert entry.message in makers.values(), str(caught.value)
        return
    assert makers[str(caught.value)] == entry.message, str(caught.value)
    for place, (piece, follow) in enumerate(entry.followed.items()):
        assert piece in str(caught.value)
        in_a_folder_of_its_own(f"followed {place}")
        assert follow() is not False, f"following {piece!r} gives other numbers"


def test_extras_that_messages_name_hold_the_package() -> None:
    needed = {"text": ("sacrebleu", "rapidfuzz", "tokenizers", "safetensors"), "vision": ("pillow",)}
    listed = metadata.requires("assay") or []
    for extra, packages in needed.items():
        own = [line for line in listed if f"extra == '{extra}'" in line.replace('"', "'")]
        assert all(any(line.startswith(package) for line in own) for package in packages), extra
    assert "pip install 'assay[text]'" in str(texts.text_extra("BLEU", "sacrebleu"))
    assert "pip install 'assay[vision]'" in str(masks.pillow_missing())


def test_every_message_is_followed_or_says_why_not() -> None:
    followed = {entry.message for entry in ENTRIES if entry.followed}
    assert sorted(set(NAMES) - followed - set(NO_ADVICE)) == []
    assert sorted((followed | set(NO_ADVICE)) - set(NAMES)) == [], "tables name messages that do not exist"
    assert sorted(set(NO_ADVICE) - {entry.message for entry in ENTRIES}) == [], "messages that nothing shows"
    assert sorted(followed & set(NO_ADVICE)) == [], "messages that hold advice after all"
