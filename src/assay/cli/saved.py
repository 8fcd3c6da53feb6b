"""assay merge, assay show: results that were saved, put together or shown again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar, cast

import click

from assay.cli.plots import asked_band, band_option, draw_plots
from assay.errors.visible import logged

if TYPE_CHECKING:
    from assay.results.gate import Gate
    from assay.results.rendered import Rendered

save_option = click.option("--save", type=click.Path(), metavar="PATH", help="Also keep the result for show and merge.")
"""What every command has that makes a result worth keeping."""

key_option = click.option(
    "--key", multiple=True, metavar="COL",
    help="Column that names the cases: --save keeps them by it, so that later runs are compared case by case.",
)  # fmt: skip
"""What a command has that keeps a baseline."""

cases_option = click.option("--cases", type=int, metavar="N", help="List the N cases that matter most, at most 1,000.")
"""What a command has that judges cases one by one."""

Judged = TypeVar("Judged", bound="Rendered")


def listed(result: Judged, cases: int | None) -> Judged:
    """Return a result that lists its cases, where they were asked for."""
    if cases is None:
        return result
    from assay.reports.with_cases import with_cases

    return cast(Judged, with_cases(result, cases))


shown_option = click.option(
    "--metric",
    "metrics",
    metavar="NAME",
    multiple=True,
    help="Show this metric of the result, or all; may be repeated.",
)


@click.command(short_help="Put results together that were judged apart.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.option("--report", type=click.Path(), metavar="PATH", help="Also write a report (.html, .md, .tex, .json).")
@band_option
@save_option
@shown_option
def merge(
    files: tuple[str, ...], as_json: bool, report: str | None, save: str | None, metrics: tuple[str, ...]
) -> None:
    """Merge evaluations that `--save` or `result.save` kept: what one call over all their cases would have given.

    No case leaves the place where it was judged, and none may stand in two of the files.

    \b
    assay evaluate north.csv --truth sick --score risk --save north.json
    assay evaluate south.csv --truth sick --score risk --save south.json
    assay merge north.json south.json --report both.html
    """
    from assay.calls.load import load
    from assay.calls.merge import merge as merge_results

    check_paths(report, save)
    show_result(_showing(merge_results([load(file) for file in files]), metrics), as_json, report, save)


@click.command(short_help="Show a result that was saved.")
@click.argument("file", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.option("--report", type=click.Path(), metavar="PATH", help="Also write a report (.html, .md, .tex, .json).")
@band_option
@shown_option
def show(file: str, as_json: bool, report: str | None, metrics: tuple[str, ...]) -> None:
    """Show a result that `--save` or `result.save` kept, as it was printed.

    \b
    assay show north.json
    assay show north.json --metric all
    assay show north.json --report north.html
    """
    from assay.calls.load import load

    check_paths(report, None)
    show_result(_showing(load(file), metrics), as_json, report, None)


def _showing(result: Rendered, metrics: tuple[str, ...]) -> Rendered:
    """Return a result that shows these of its metrics."""
    from assay.results.evaluation import Evaluation
    from assay.results.metric_names import whole_name
    from assay.results.slices import Slices

    if not metrics:
        return result
    if not isinstance(result, Evaluation):
        raise click.UsageError("--metric picks what is shown of one model; all metrics of this result are shown.")
    every = tuple(result.estimates)
    names = every if "all" in metrics else tuple(whole_name(name, result.estimates, result.aliases) for name in metrics)
    for name in names:
        result[name]  # refused by name where it is not there
    # Not by replace, which would lose the views that came with the result.
    shown = object.__new__(type(result))
    shown.__dict__.update(result.__dict__)
    object.__setattr__(shown, "headlines", names)
    object.__setattr__(shown, "choices", replace(result.choices, asked=False))
    if isinstance(result.slices, Slices):
        object.__setattr__(shown, "slices", replace(result.slices, shown=names))
    return shown


def check_paths(report: str | None, save: str | None) -> None:
    """Refuse paths that cannot be written before any work is done."""
    from assay.reports.files import check_folder, check_report_path

    if report:
        check_report_path(report)
    asked_band(report)
    if save:
        check_folder(save)


def check_key(key: tuple[str, ...], save: str | None) -> None:
    """Refuse a key where nothing is kept."""
    if key and save is None:
        raise click.UsageError("--key says by which column --save keeps the cases. Add --save PATH, or leave it out.")


def show_result(
    result: Rendered, as_json: bool, report: str | None, save: str | None, gate: Gate | None = None,
    key: tuple[str, ...] = (),
) -> None:  # fmt: skip
    """Print a result, and what became of its requirements; write its report, and keep it."""
    click.echo(_document(result, gate) if as_json else str(result))
    if gate is not None and not as_json:
        click.echo(f"\n{gate}")
    write_files(result, report, save, gate, key)


def _document(result: Rendered, gate: Gate | None) -> str:
    """Return one JSON document: the result, with the gate in it where there is one."""
    if gate is None:
        return result.to_json()
    from assay.reports.json_document import to_json

    return to_json({**result.to_dict(), "gate": gate.to_dict()})


def write_files(
    result: Rendered, report: str | None, save: str | None, gate: Gate | None, key: tuple[str, ...] = ()
) -> None:
    """Write the report, with the gate on it where there is one, and keep the result."""
    from assay.reports.files import write_report

    draw_plots(result)
    shown, band = result if gate is None else gate, asked_band(report)
    if report:
        click.echo(f"Report: {logged(write_report(shown, report, band))}", err=True)
    if save:
        click.echo(f"Saved: {logged(result.save(save, key=key or None))}", err=True)
