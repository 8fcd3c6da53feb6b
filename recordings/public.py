"""The public API under the names it will have: arguments are renamed where the installed code has the older names."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import polars as pl

import assay

OLDER = {"group": "groups", "allow_many_fits": "yes", "ignore": "missing", "test_ratio": "test_share"}
"""New names of arguments, and the names that stood there before."""
OLDER_OPTIONS = {"--group": "--groups", "--allow-many-fits": "--yes"}


@dataclass(frozen=True)
class CommandOutput:
    """What a command left behind: its exit code, its two streams and the reports it wrote."""

    code: int
    stdout: str
    stderr: str
    reports: tuple[Path, ...]


def call(function: Callable[..., object], /, *arguments: object, **options: Any) -> Any:
    """Call a function of assay, with older names of arguments where it knows only those."""
    known = inspect.signature(function).parameters
    named = {name if name in known else OLDER.get(name, name): value for name, value in options.items()}
    return function(*arguments, **named)


evaluate = partial(call, assay.evaluate)
compare = partial(call, assay.compare)
rank = partial(call, assay.rank)
validate = partial(call, assay.validate)
learning_curve = partial(call, assay.learning_curve)
complexity_curve = partial(call, assay.complexity_curve)
bias_variance = partial(call, assay.bias_variance)
outcomes = partial(call, assay.outcomes)


def command(*arguments: str) -> CommandOutput:
    """Run a command of the command line, and return what it left behind."""
    from assay.cli.main import commands, run

    chosen = commands.commands.get(arguments[0]) if arguments else None
    known = {option for parameter in chosen.params for option in parameter.opts} if chosen else set()
    named = [OLDER_OPTIONS.get(word, word) if word not in known else word for word in arguments]
    stdout, stderr = StringIO(), StringIO()
    before = set(Path().iterdir())
    with redirect_stdout(stdout), redirect_stderr(stderr):
        code = run(named)
    reports = sorted(set(Path().iterdir()) - before)
    return CommandOutput(code, stdout.getvalue(), stderr.getvalue(), tuple(reports))


def write(name: str, content: object) -> str:
    """Write text, a frame or a document into the folder of the call, and return its name."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, pl.DataFrame):
        writers = {".csv": content.write_csv, ".parquet": content.write_parquet, ".jsonl": content.write_ndjson,
                   ".arrow": content.write_ipc}  # fmt: skip
        writers.get(path.suffix, partial(content.write_csv, separator="\t"))(path)
    else:
        path.write_text(str(content), encoding="utf-8")
    return name
