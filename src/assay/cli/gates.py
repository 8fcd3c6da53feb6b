"""The options that turn a command into a gate: requirements, what unclear ones do, and where the answer goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

import click

from assay.errors.visible import logged

if TYPE_CHECKING:
    from assay.results.gate import Gate
    from assay.results.rendered import Rendered

NOT_MET = 3
"""The exit code of a gate that was not met."""

TWO_FORMS = "--quiet and --json print different things. Leave one of them out."

Command = TypeVar("Command", bound=Callable[..., Any])


class Required(TypedDict):
    """The options of a gate, by the names that click gives them."""

    requirements: tuple[str, ...]
    unclear: str
    quiet: bool
    junit: str | None
    comment: str | None
    github: bool | None


OPTIONS = (
    click.option("--require", "requirements", multiple=True, metavar="TEXT",
                 help="A requirement, such as 'recall >= 0.8'; repeat. Exit code 3 if one is not met."),
    click.option("--unclear", type=click.Choice(["fail", "pass"]), default="fail", show_default=True,
                 help="What requirements do that the cases cannot settle."),
    click.option("--junit", type=click.Path(), metavar="PATH", help="Also write the requirements as JUnit XML."),
    click.option("--comment", type=click.Path(), metavar="PATH",
                 help="Also write them as Markdown, for a pull request."),
    click.option("--github/--no-github", default=None,
                 help="Annotations and step summary; by itself in GitHub Actions."),
    click.option("--quiet", is_flag=True, help="Print nothing but requirements that are not met."),
)  # fmt: skip


def gate_options(command: Command) -> Command:
    """Give a command the options of a gate."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def check_requirements(given: Required, as_json: bool) -> tuple[str, ...]:
    """Refuse requirements that cannot be read, before any work is done, and return the metrics that they name."""
    from assay.results.written_files import check_folder

    requirements = given["requirements"]
    if not requirements:
        for name in ("quiet", "junit", "comment", "github"):
            if given.get(name):
                raise click.UsageError(f"--{name} is about requirements. Add --require TEXT, or leave it out.")
        return ()
    if given["quiet"] and as_json:
        raise click.UsageError(TWO_FORMS)
    for path in (given["junit"], given["comment"]):
        if path is not None:
            check_folder(path)
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


def show_gated(
    result: Rendered, required: Required, as_json: bool, report: str | None, save: str | None, key: tuple[str, ...] = ()
) -> None:
    """Show a result, hold it against the requirements, and leave with exit code 3 where one is not met."""
    from assay.cli.saved import show_result, write_files

    gate = judged_gate(result, required["requirements"], required["unclear"])
    if gate is None or not required["quiet"]:
        show_result(result, as_json, report, save, gate, key)
    else:
        show_gate(gate, False, True)
        write_files(result, report, save, gate, key)
    if gate is not None:
        write_gate(gate, required["junit"], required["comment"], required["github"])
    leave(gate)


def show_gate(gate: Gate, as_json: bool, quiet: bool) -> None:
    """Print a gate, or only what is not met."""
    if quiet and as_json:
        raise click.UsageError(TWO_FORMS)
    if not quiet:
        click.echo(gate.to_json() if as_json else str(gate))
        return
    from assay.reports.gates import sentence

    for requirement in gate.failed:
        click.echo(logged(f"{sentence(requirement)}."))


def write_gate(gate: Gate, junit: str | None, comment: str | None, github: bool | None) -> None:
    """Write what the machines around read; annotations go to stderr, where a runner reads them too."""
    from assay.reports import gate_files as files
    from assay.results.written_files import write_whole

    for path, form, name in ((junit, files.junit, "JUnit"), (comment, files.comment, "Comment")):
        if path is not None:
            click.echo(f"{name}: {logged(write_whole(path, form(gate).encode()))}", err=True)
    if github or (github is None and files.in_actions()):
        for line in files.workflow_commands(gate):
            click.echo(line, err=True)
        files.add_summary(gate)


def leave(gate: Gate | None) -> None:
    """Leave with exit code 3 where a requirement is not met."""
    if gate is not None and not gate.passed:
        click.get_current_context().exit(NOT_MET)
