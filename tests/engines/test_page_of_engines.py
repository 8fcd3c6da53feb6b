"""The page on data that do not fit says what is so: its code runs, on DuckDB and on Spark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from holders import KINDS, OLDER_PANDAS

PAGE = Path(__file__).parents[2] / "docs" / "when-your-data-do-not-fit.md"


@OLDER_PANDAS
@pytest.mark.skipif("connect" not in KINDS, reason="tests of Spark itself leave the others alone")
def test_the_code_of_the_page_runs(connect):
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 3
    names: dict[str, object] = {"spark": connect}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)  # noqa: S102 - code of this repository's own page
