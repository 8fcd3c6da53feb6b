"""Advice about figures: their size, and the files that they are saved as."""

from __future__ import annotations

from functools import partial

import click

from advice.entries import Advice
from assay import evaluate
from assay.cli.main import commands

RESULT = partial(evaluate, [1.5, 2.5, 3.5, 4.75], [1.0, 3.0, 3.0, 5.25])
CALL = ["evaluate", "x.csv", "--truth", "t", "--prediction", "p", "--plot"]


def plot(**asked: object) -> bool:
    """Draw a figure."""
    return bool(RESULT().plot("residuals", **asked))


def command(text: str) -> bool:
    """Read the option, and no file."""
    with click.Context(commands.commands["evaluate"]) as context:
        commands.commands["evaluate"].parse_args(context, [*CALL, text])
    return True


# fmt: off
ADVICE = [
    Advice("figures.bad_pixels", lambda: plot(width=0), {
        "Pass width=600": lambda: plot(width=600), "or leave it out": lambda: plot(),
    }),
    Advice("figures.bad_scale", lambda: plot(scale=0), {"Pass scale=2": lambda: plot(scale=2)}),
    Advice("figures.unknown_size", lambda: plot(size="poster"), {
        "It can be \'column\', \'page\'": lambda: plot(size="column") and plot(size="page"),
        "any other is width= in pixels": lambda: plot(width=900),
    }),
    Advice("figures.size_and_width", lambda: plot(size="column", width=300), {
        "Leave one of them out.": lambda: plot(size="column") and plot(width=300),
    }),
    Advice("figures.unknown_figure", lambda: command("residuals=x.doc"), {
        "Give a path that ends in \'.svg\'": lambda: command("residuals=x.svg"),
    }),
    Advice("figures.plot_without_path", lambda: command("residuals"), {
        "Write NAME=PATH": lambda: command("residuals=x.svg"),
    }),
]
