"""assay gate: a judgement with its requirements in one file under version control."""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli.gates import leave, show_gate, write_gate
from assay.cli.saved import check_paths
from assay.errors.visible import logged


@click.command(short_help="Hold data against a gate file.")
@click.argument("file", required=False, type=click.Path())
@click.option("--init", metavar="DATA", type=click.Path(), help="Write a first gate file from a look at DATA.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.option("--quiet", is_flag=True, help="Print nothing but requirements that are not met.")
@click.option("--report", type=click.Path(), metavar="PATH", help="Also write a report (.html, .md, .tex, .json).")
@click.option("--save", type=click.Path(), metavar="PATH", help="Also keep what was judged: the next baseline.")
@click.option("--junit", type=click.Path(), metavar="PATH", help="Also write JUnit XML.")
@click.option("--comment", type=click.Path(), metavar="PATH", help="Also write Markdown for a pull request.")
@click.option("--github/--no-github", default=None, help="Annotations and step summary; by itself in GitHub Actions.")
def gate(
    file: str | None,
    init: str | None,
    as_json: bool,
    quiet: bool,
    report: str | None,
    save: str | None,
    junit: str | None,
    comment: str | None,
    github: bool | None,
) -> None:
    """Judge what FILE names and hold it against its requirements: gate.toml, or [tool.assay.gate] in pyproject.toml.

    The file holds data, columns, requirements, slices and a baseline; paths are seen from its folder. Exit codes: 0
    the gate passed, 2 the file or the data are wrong, 3 a requirement is not met.

    \b
    assay gate --init churn.csv
    assay gate
    assay gate checks/gate.toml --junit gate.xml --report gate.html
    """
    if init is not None:
        _write_draft(init, file)
        return
    from assay.calls.compare import compare
    from assay.calls.evaluate import evaluate
    from assay.calls.load import load
    from assay.gates.files import find_gate_file, read_gate_file
    from assay.gates.running import run_gate

    asked = read_gate_file(find_gate_file(file))
    named = {name: str(place) for name, place in asked.outputs.items()}
    report, save = report or named.get("report"), save or named.get("save")
    check_paths(report, save)
    made = run_gate(asked, evaluate, compare, load)
    show_gate(made, as_json, quiet)
    write_gate(made, junit or named.get("junit"), comment or named.get("comment"), github)
    if made.result is not None:
        from assay.cli.saved import write_files

        write_files(made.result, report, save, made, asked.key)
    leave(made)


def _write_draft(data: str, file: str | None) -> None:
    """Write a first gate file; nothing is overwritten."""
    from assay.calls.evaluate import evaluate
    from assay.errors import gate_files as errors
    from assay.gates.drafts import draft
    from assay.gates.files import USUAL
    from assay.results.written_files import write_whole

    place = Path(file or USUAL)
    if place.exists():
        raise errors.already_there(str(place))
    write_whole(place, draft(data, evaluate, place.parent).encode())
    click.echo(logged(f"Gate: {place}. Read it, then: assay gate{'' if file is None else f' {file}'}"))
