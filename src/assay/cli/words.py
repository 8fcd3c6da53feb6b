"""Messages in the words of the command line: options instead of Python arguments, and the option that was meant."""

from __future__ import annotations

import re
import shutil
import textwrap
from functools import cache

import click

from assay.checks.argument_names import CALLED_ELSEWHERE

SPELT = {"metrics": "metric", "costs": "cost"}
"""Arguments of Python whose option has another name."""


def option_of(argument: str) -> str:
    """Return the option that an argument of Python is on the command line."""
    return f"--{SPELT.get(argument, argument).replace('_', '-')}"


METRIC_TEXT = re.compile(r"\w+\([^()']*=[^()]*\)")
"""A metric with parameters, as in interval_score(level=0.9): it is written so on the command line too."""

ARGUMENT = re.compile(r"\w=")
"""What notes without arguments do not hold: to know every option, every command has to be loaded."""

IN_PYTHON = (
    (r"assay\.plan\('([^']*)', difference=([^,]*), like=result\)", r"assay plan \1 --difference \2 --like RESULT.json"),
    (r": --metric all, or result\.to_frame\(\)", ": --metric all"),
    (r"result\.plot\(\) draws it", "--report draws it"),
    (r"\bpass (?=group=)", "add "),
    (r"\bbecause task= says so\b", "because --task says so"),
)
"""What notes say in Python that is more than one argument, and how the command line says it."""

MEANT = {
    option_of(name): tuple(f"--{other.replace('_', '-')}" for other in (*others, *([name] if name in SPELT else ())))
    for name, others in CALLED_ELSEWHERE.items()
}
"""The option, and what users of other tools type for it. It is suggested only by commands that have it."""


def in_command_words(message: str) -> str:
    """Turn the Python words of a message into options of the command line, and wrap it."""
    parts, start = [], 0
    for metric in METRIC_TEXT.finditer(message):
        parts += [_translated(message[start : metric.start()]), metric.group()]
        start = metric.end()
    parts.append(_translated(message[start:]))
    width = min(shutil.get_terminal_size((80, 24)).columns, 100)
    lines = f"assay: {''.join(parts)}".split("\n")
    return "\n".join(_wrapped(line, width) for line in lines)


def spoken(note: str) -> str:
    """Return a note of a result in the words of the command line."""
    plain = _plain(note)
    return _translated(plain) if ARGUMENT.search(plain) else plain


def _plain(message: str) -> str:
    for python, words in IN_PYTHON:
        message = re.sub(python, words, message)
    return message


def _wrapped(line: str, width: int) -> str:
    """Wrap a paragraph; an indented line points at something, so that it stays as it is."""
    return line if line.startswith("  ") else textwrap.fill(line, width, break_on_hyphens=False, break_long_words=False)


def _translated(message: str) -> str:
    """Write every argument that some command has an option for as that option; mappings need Python."""
    message = _plain(message)
    name = rf"\b({'|'.join(_arguments())})="
    message = re.sub(rf'{name}"[^"]*" \((--[^)]*)\)', r"\2", message)
    message = re.sub(r"\bcosts=\{([^}]*)\}", _as_costs, message)
    message = re.sub(r"\b(prediction|score)=\{\"a\": \.\.\., \"b\": \.\.\.\}", r"--\1 a=... --\1 b=...", message)
    message = re.sub(r"\bsearch=\{'parameter': \[values\]\}", """--search '{"parameter": [values]}'""", message)
    message = re.sub(r"\bmetrics=\['([^']*)'\]", r"--metric \1", message).replace("metrics=[...]", "--metric")
    message = message.replace("metrics='", "--metric '").replace("allow_many_fits=True", "--allow-many-fits")
    message = re.sub(rf"{name}('([^']*)'|-?[\d.]*\d)", _as_option, message)
    message = re.sub(r"\b\w+=(\[[^]]*\]|\{[^}]*\})", r"\g<0> (in Python)", message)
    return re.sub(rf"{name}(?=[\s,;.)]|$)", lambda match: option_of(match[1]), message)


@cache
def _arguments() -> tuple[str, ...]:
    """Return the names that options of any command have in Python."""
    from assay.cli.main import commands

    options = {
        name for command in commands.commands.values() for parameter in command.params for name in parameter.opts
    }
    known = {name.removeprefix("--").replace("-", "_") for name in options if name.startswith("--")}
    return tuple(sorted(known | {python for python, option in SPELT.items() if option in known}))


def _as_option(match: re.Match[str]) -> str:
    value = match[3] if match[3] is not None else match[2]
    return f"{option_of(match[1])} {value}" if " " not in value else f"{option_of(match[1])} '{value}'"


def _as_costs(match: re.Match[str]) -> str:
    """Write {'fp': 1, 'fn': 5} as fp=1,fn=5."""
    return f"--cost {re.sub(r'[^=,.0-9a-z]', '', match[1].replace(':', '='))}"


def with_meant_option(problem: click.NoSuchOption) -> click.UsageError:
    """Let an unknown option suggest the one that other tools call so, where the command has it.

    Click itself suggests only options that are spelt nearly alike.
    """
    command = problem.ctx.command if problem.ctx else None
    known = {name for parameter in (command.params if command else []) for name in parameter.opts}
    meant = [option for option, others in MEANT.items() if option in known and problem.option_name in others]
    if not meant:
        return problem
    return click.UsageError(f"{problem.message} Did you mean {' or '.join(meant)}?", ctx=problem.ctx)
