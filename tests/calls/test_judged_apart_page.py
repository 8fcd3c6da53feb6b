"""The page on judging apart runs as it is written."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "judged-apart.md"


def test_every_block_of_the_page_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), flags=re.DOTALL)
    assert len(blocks) == 3
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)  # noqa: S102 - the page is ours
    assert sorted(path.name for path in tmp_path.iterdir()) == ["north.json", "south.json"]
