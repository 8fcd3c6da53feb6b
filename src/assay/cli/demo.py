"""assay demo: two models, one data set, and what assay has to say about them."""

from __future__ import annotations

import shutil
import sys

import click

from assay.errors.visible import logged


@click.command(short_help="Judge two models on bundled data.")
@click.option("--report", type=click.Path(), metavar="PATH", help="Also write a report (.html, .md, .tex, .json).")
@click.option("--save", type=click.Path(), metavar="PATH", help="Also save the predictions (.csv) to try things on.")
def demo(report: str | None, save: str | None) -> None:
    """Fit two models on a bundled data set, judge them, and say what to try next."""
    from assay.calls.demo import judge_demo, save_predictions
    from assay.reports.files import check_folder, check_report_path, write_report

    if report:
        check_report_path(report)
    if save:
        check_folder(save)
    shown = judge_demo()
    for name, result in shown.results.items():
        click.secho(name, bold=True)
        click.echo(f"{result}\n")
    click.secho("Which of the two is better?", bold=True)
    click.echo(f"{shown.comparison}\n")
    if save:
        click.echo(f"Predictions: {logged(save_predictions(shown, save))}")
    if report:
        name, result = next(iter(shown.results.items()))
        click.echo(f"Report: {logged(write_report(result, report))} ({name.partition(',')[0].lower()})")
    typed = sys.argv[0] if sys.argv[0].endswith("assay") else "assay"
    click.echo(shown.next_steps(save, "assay" if shutil.which("assay") else typed))
