"""Functions of assay.stats for reading: one in full with its working, or all of them with the table that chooses."""

from __future__ import annotations

import doctest
import inspect
import re
import textwrap
from collections.abc import Callable

from assay import stats
from assay.errors import statistics as errors
from assay.stats.which_test import ROWS
from assay.stats.working import working

WIDTH = 80
"""The columns of a usual terminal."""
SECTION = re.compile(r"^(\w[\w ]*)\n-+\n", re.MULTILINE)


def function_of(name: str) -> Callable[..., object]:
    """Return a function of assay.stats by its name."""
    plain = name.strip().casefold().replace("-", "_").replace(" ", "_")
    if plain not in stats.__all__:
        raise errors.unknown_function(name, stats.__all__)
    function: Callable[..., object] = getattr(stats, plain)
    return function


def sections(function: Callable[..., object]) -> dict[str, str]:
    """Return the sections of a docstring; the words before them are called "Summary"."""
    head, *rest = SECTION.split(inspect.getdoc(function) or "")
    return {"Summary": head.strip(), **{name: text.strip() for name, text in zip(rest[::2], rest[1::2], strict=True)}}


def function_data(name: str) -> dict[str, object]:
    """Return a function as plain values."""
    function = function_of(name)
    parts = sections(function)
    return {
        "name": function.__name__,
        "call": f"{function.__name__}{inspect.signature(function)}",
        "summary": parts["Summary"],
        "returns": parts.get("Returns", ""),
        "notes": parts.get("Notes", ""),
        "see_also": parts.get("See Also", ""),
        "example": parts.get("Examples", ""),
        "working": worked(function),
        "used_for": [row.question for row in ROWS if function.__name__ in row.tests],
    }


def worked(function: Callable[..., object]) -> str | None:
    """Return the formula with the numbers of the example in it."""
    examples = doctest.DocTestParser().get_examples(inspect.getdoc(function) or "")
    calls = (_arguments(example.source, function) for example in examples)
    call = next((arguments for arguments in calls if arguments is not None), None)
    return None if call is None else working(function.__name__, call)


def _arguments(source: str, function: Callable[..., object]) -> dict[str, object] | None:
    """Return the arguments of a call in an example, where they are plain numbers."""
    import ast

    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function.__name__:
            try:
                values = [ast.literal_eval(value) for value in node.args]
                named = {own.arg: ast.literal_eval(own.value) for own in node.keywords if own.arg is not None}
            except ValueError:
                return None
            return dict(inspect.signature(function).bind(*values, **named).arguments)
    return None


def function_text(name: str) -> str:
    """Return a function as a short page."""
    data = function_data(name)
    parts = [str(data["call"]), "", str(data["summary"]), ""]
    for title in ("returns", "notes", "see_also"):
        if data[title]:
            parts += [title.replace("_", " ").capitalize(), textwrap.indent(str(data[title]), "    "), ""]
    if data["example"]:
        parts += ["Example", textwrap.indent(str(data["example"]), "    "), ""]
    if data["working"]:
        told = textwrap.fill(str(data["working"]), WIDTH, initial_indent=" " * 4, subsequent_indent=" " * 6)
        parts += ["Working", told, ""]
    if isinstance(data["used_for"], list) and data["used_for"]:
        parts.append(f"Used for: {'; '.join(data['used_for'])}.")
    return "\n".join(parts).rstrip()


def statistics_text() -> str:
    """Return one line per function, and the table that chooses among them."""
    lines = []
    for name in stats.__all__:
        summary = sections(getattr(stats, name))["Summary"].split("\n")[0]
        lines += [name, textwrap.indent(textwrap.fill(summary, WIDTH - 4), "    ")]
    lines += ["", "Which one?"]
    width = max(len(row.question) for row in ROWS)
    for row in ROWS:
        told = f"{', '.join(row.tests)} ({row.choose})"
        lines.append(textwrap.fill(told, WIDTH, initial_indent=f"{row.question:<{width}}  ", subsequent_indent=" " * 8))
    return "\n".join([*lines, "", "assay stats NAME explains one of them."])
