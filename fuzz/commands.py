"""The command line in this process: its exit code and what it wrote are checked as any user would see them."""

from __future__ import annotations

import json
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper

from fuzz.looking import demand, readable, refuse_constant

CODES = (0, 2, 3)
"""Done, wrong input, a gate not met; 1 would be a bug."""


def command(*words: str) -> int:
    """Run `assay` with these words; return the exit code."""
    from assay.cli.main import run

    streams = [TextIOWrapper(BytesIO(), encoding="utf-8", write_through=True) for _ in range(2)]
    with redirect_stdout(streams[0]), redirect_stderr(streams[1]):
        code = run(list(words))
    printed, said = (stream.buffer.getvalue().decode("utf-8") for stream in streams)  # type: ignore[attr-defined]
    demand(code in CODES, f"exit code {code}: {said.strip().splitlines()[0] if said.strip() else ''}")
    demand("Traceback" not in said, "a traceback")
    demand(code == 0 or said.strip(), "a refusal without a word")
    readable("stdout", printed)
    readable("stderr", said)
    if "--json" in words and code == 0:
        json.loads(printed, parse_constant=refuse_constant)
    return code
