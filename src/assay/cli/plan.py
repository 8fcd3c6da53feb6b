"""assay plan: how many cases a question needs, before they are collected."""

from __future__ import annotations

from typing import Any

import click

from assay.cli.options import number
from assay.cli.saved import check_paths, show_result

QUANTITIES = (
    ("--expect", number, "The value that is expected."),
    ("--width", number, "The whole width that the interval may have."),
    ("--difference", number, "The difference between two models that should be found."),
    ("--margin", number, "Show that a model is not worse by this much."),
    ("--n", int, "How many cases there are: what can they show?"),
    ("--disagreement", number, "Share of the cases on which one model is right and the other wrong."),
    ("--prevalence", number, "Share of positive cases."),
    ("--group-size", number, "Cases in each group that is drawn together."),
    ("--icc", number, "How alike the cases of a group are (intraclass correlation)."),
    ("--sd", number, "Standard deviation of what single cases lose."),
    ("--correlation", number, "Of two areas, or of what two models lose on a case."),
    ("--assurance", number, "How often the interval should be no wider."),
)


def _quantities(command: Any) -> Any:
    for name, kind, told in reversed(QUANTITIES):
        command = click.option(name, type=kind, metavar="X", help=told)(command)
    return command


@click.command(short_help="Say how many cases a question needs.")
@click.argument("metric")
@_quantities
@click.option("--power", type=number, default=0.8, show_default=True, help="How often the difference should be found.")
@click.option("--unpaired", is_flag=True, help="The models are judged on different cases.")
@click.option("--like", type=click.Path(), metavar="PATH", help="A pilot: a result that --save kept.")
@click.option("--level", type=number, default=0.95, show_default=True, help="Confidence level.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.option("--report", type=click.Path(), metavar="PATH", help="Also write a report (.html, .md, .tex, .json).")
def plan(metric: str, like: str | None, unpaired: bool, as_json: bool, report: str | None, **asked: Any) -> None:
    """Say how many cases are enough for a question about METRIC, and how sure so many make the answer.

    \b
    assay plan accuracy --expect 0.9 --width 0.05
    assay plan accuracy --difference 0.02 --disagreement 0.1
    assay plan recall --expect 0.8 --width 0.1 --prevalence 0.05 --assurance 0.9
    assay plan roc_auc --expect 0.85 --difference 0.03 --prevalence 0.2
    assay plan accuracy --margin 0.01 --expect 0.9 --group-size 10 --icc 0.1
    assay plan f1 --width 0.05 --like pilot.json
    assay plan accuracy --n 500 --expect 0.9
    """
    from assay.calls.plan import plan as make

    check_paths(report, None)
    pilot = None
    if like is not None:
        from assay.calls.load import load

        pilot = load(like)
    show_result(make(metric, like=pilot, paired=not unpaired, **asked), as_json, report, None)
