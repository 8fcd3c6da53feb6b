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
        "call": call_of(function),
        "summary": parts["Summary"],
        "parameters": parts.get("Parameters", ""),
        "returns": parts.get("Returns", ""),
        "notes": parts.get("Notes", ""),
        "see_also": parts.get("See Also", ""),
        "example": parts.get("Examples", ""),
        "working": worked(function),
        "used_for": [row.question for row in ROWS if function.__name__ in row.tests],
    }


def call_of(function: Callable[..., object]) -> str:
    """Return how a function is called: names and defaults, without types."""
    signature = inspect.signature(function)
    plain = [own.replace(annotation=own.empty) for own in signature.parameters.values()]
    return f"{function.__name__}{signature.replace(parameters=plain, return_annotation=signature.empty)}"


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
    call = textwrap.wrap(str(data["call"]), WIDTH, subsequent_indent=" " * (len(str(data["name"])) + 1))
    parts = [*call, "", *folded(str(data["summary"]), 0), ""]
    for title in ("parameters", "returns", "notes", "see_also"):
        if data[title]:
            own = str(data[title])
            if title == "notes":
                own = re.sub(r"(?<!\n)\n(?![\n\s*-])", " ", own)
            parts += [title.replace("_", " ").capitalize(), *folded(own, 4), ""]
    if data["example"]:
        parts += ["Example", *folded_code(str(data["example"]), 4), ""]
    if data["working"]:
        parts += ["Working", *folded(str(data["working"]), 4), ""]
    if isinstance(data["used_for"], list) and data["used_for"]:
        parts += folded(f"Used for: {'; '.join(data['used_for'])}.", 0)
    return "\n".join(parts).rstrip()


def folded(text: str, indent: int) -> list[str]:
    r"""Return a section of a docstring within the width: lines that are set in go on in one another, others do not.

    >>> folded("level : float\n    Confidence\n    level.", 2)
    ['  level : float', '      Confidence level.']
    """
    told: list[str] = []
    for line in text.split("\n"):
        if told and line.startswith("    ") and told[-1].startswith("    "):
            told[-1] += f" {line.strip()}"
        else:
            told.append(line)
    lines = []
    for own in told:
        inset = " " * (indent + len(own) - len(own.lstrip()))
        hanging = "" if own.startswith(" ") or not indent else "  "
        lines += textwrap.wrap(own.strip(), WIDTH, initial_indent=inset, subsequent_indent=inset + hanging) or [""]
    return lines


def folded_code(example: str, indent: int) -> list[str]:
    """Return an example within the width; it can still be pasted, as all that is folded stands in brackets.

    >>> folded_code(">>> f([1, 2], [" + "3, " * 30 + "])", 0)[1].startswith("...     3, ")
    True
    """
    lines = []
    for own in example.split("\n"):
        inset, code = " " * indent, own.startswith((">>> ", "... "))
        after = inset + "...     " if code else inset
        lines += textwrap.wrap(own, WIDTH, initial_indent=inset, subsequent_indent=after) if code else [inset + own]
    return lines


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
