"""The options that turn a command into a gate: requirements, what unclear ones do, and where the answer goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

import click

if TYPE_CHECKING:
    from assay.results.gate import Gate
    from assay.results.rendered import Rendered

NOT_MET = 3
"""The exit code of a gate that was not met."""

Command = TypeVar("Command", bound=Callable[..., Any])


class Required(TypedDict):
    """The options of a gate, by the names that click gives them."""

    requirements: tuple[str, ...]
    unclear: str
    quiet: bool


OPTIONS = (
    click.option("--require", "requirements", multiple=True, metavar="TEXT",
                 help="A requirement, such as 'recall >= 0.8'; repeat. Exit code 3 if one is not met."),
    click.option("--unclear", type=click.Choice(["fail", "pass"]), default="fail", show_default=True,
                 help="What requirements do that the cases cannot settle."),
    click.option("--quiet", is_flag=True, help="Print nothing but requirements that are not met."),
)  # fmt: skip


def gate_options(command: Command) -> Command:
    """Give a command the options of a gate."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def check_requirements(requirements: tuple[str, ...], quiet: bool = False) -> tuple[str, ...]:
    """Refuse requirements that cannot be read, before any work is done, and return the metrics that they name."""
    if not requirements:
        if quiet:
            raise click.UsageError("--quiet prints only requirements that are not met. Add --require, or leave it out.")
        return ()
    from assay.gates.reading import read_requirement

    return tuple(dict.fromkeys(read_requirement(text).metric for text in requirements))


def asked_metrics(given: tuple[str, ...] | None, required: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the metrics asked for and those that requirements name; without requirements those asked for."""
    if not required:
        return given
    return tuple(dict.fromkeys((*(given or ()), *required)))


def evaluated_metrics(given: tuple[str, ...] | None, required: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the metrics to evaluate: every metric is there unless some were named, or one has parameters."""
    return asked_metrics(given, required) if given or any("(" in name for name in required) else None


def judged_gate(result: Rendered, requirements: tuple[str, ...], unclear: str) -> Gate | None:
    """Hold a result against the requirements, where there are any."""
    if not requirements:
        return None
    from assay.calls.gate import gate

    return gate(result, requirements, unclear=unclear)


def show_gated(result: Rendered, required: Required, as_json: bool, report: str | None, save: str | None) -> None:
    """Show a result, hold it against the requirements, and leave with exit code 3 where one is not met."""
    from assay.cli.saved import show_result, write_files

    if required["quiet"] and as_json:
        raise click.UsageError("--quiet and --json print different things. Leave one of them out.")
    gate = judged_gate(result, required["requirements"], required["unclear"])
    if gate is None or not required["quiet"]:
        show_result(result, as_json, report, save, gate)
    else:
        from assay.reports.gates import sentence

        for one in gate.failed:
            click.echo(f"{sentence(one)}.")
        write_files(result, report, save, gate)
    leave(gate)


def leave(gate: Gate | None) -> None:
    """Leave with exit code 3 where a requirement is not met."""
    if gate is not None and not gate.passed:
        click.get_current_context().exit(NOT_MET)
