"""Options that several commands share, and how their text is read."""

from __future__ import annotations

from collections.abc import Mapping

import click

TASKS = "binary, multiclass, multilabel, regression, segmentation, detection, text"
"""The tasks that come with assay; a test holds this beside the tasks that are registered."""

task_option = click.option("--task", metavar="TASK", help=f"Inferred if left out; one of {TASKS}.")
cost_option = click.option("--cost", metavar="fp=1,fn=20", help="What each kind of mistake costs (two classes).")


def number(text: str) -> float:
    """Read a number, or a percentage of 1.

    >>> number("0.95"), number("95%")
    (0.95, 0.95)
    """
    plain = str(text).strip()
    try:
        value = float(plain.removesuffix("%"))
    except ValueError:
        raise click.BadParameter(f"{plain!r} is no number. Write 0.95 or 95%.") from None
    return value / 100 if plain.endswith("%") else value


def refuse_ignored(ignore: int | None, task: str | None) -> None:
    """Refuse --ignore where there are no pixels."""
    if ignore is not None and task != "segmentation":
        raise click.UsageError("--ignore names a class of pixels: it belongs to --task segmentation. Leave it out.")


def refuse_columns(task: str | None, given: Mapping[str, object]) -> None:
    """Refuse options that name columns where whole files are judged."""
    for option, value in given.items():
        if value is not None:
            raise click.UsageError(
                f"{option} names a column, but with --task {task} whole files are judged. Leave it out."
            )


def read_costs(text: str | None) -> dict[str, float] | None:
    """Read "fp=1,fn=20" as costs of the cells of a confusion table.

    >>> read_costs("fp=1,FN=20")
    {'fp': 1.0, 'fn': 20.0}
    """
    if text is None:
        return None
    costs: dict[str, float] = {}
    for part in text.split(","):
        cell, _, number = part.partition("=")
        name = cell.strip().casefold()
        if name in costs:
            raise click.UsageError(f"--cost {text}: {name!r} stands there twice. Give each cell one cost.")
        try:
            costs[name] = float(number)
        except ValueError as problem:
            raise click.UsageError(
                f"--cost {text}: {part.strip()!r} is not a cost. Write cells and numbers, as in fp=1,fn=20 "
                "(cells are tp, fp, fn and tn; those left out cost 0)."
            ) from problem
    return costs


def read_blocks(text: str | None) -> int | str | None:
    """Read a number of cases, or a word, which is checked with the call.

    >>> read_blocks("24"), read_blocks("auto")
    (24, 'auto')
    """
    return int(text) if text is not None and text.isdecimal() else text


def read_slices(options: tuple[str, ...]) -> dict[str, object] | None:
    """Read COL, or COL=EDGES with edges to cut its numbers at.

    >>> read_slices(("site", "age=0,30,60"))
    {'site': 'site', 'age': [0.0, 30.0, 60.0]}
    """
    if not options:
        return None
    known: dict[str, object] = {}
    for option in options:
        name, equals, edges = option.partition("=")
        if name in known:
            raise click.UsageError(f"--by {option}: {name!r} stands there twice. Cut by each column once.")
        try:
            known[name] = [float(edge) for edge in edges.split(",")] if equals else name
        except ValueError:
            raise click.UsageError(f"--by {option}: edges should be numbers, as in --by age=0,30,60.") from None
    return known
