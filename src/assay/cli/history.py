"""assay history: a metric over saved results."""

from __future__ import annotations

import click

from assay.cli.saved import check_paths, show_result


@click.command(short_help="Follow a metric over saved results.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@click.option("--metric", metavar="NAME", help="What to follow; the first metric that all results show if left out.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.option("--report", type=click.Path(), metavar="PATH", help="Also write a report (.html, .md, .tex, .json).")
def history(files: tuple[str, ...], metric: str | None, as_json: bool, report: str | None) -> None:
    """Follow a metric over results that --save kept, in the order of FILE..., and say where it changed beyond noise.

    Every run is held against the runs since the last change; p-values are adjusted for looking at all of them.

    \b
    assay history runs/*.json --metric recall --report history.html
    """
    from assay.calls.history import history as follow

    check_paths(report, None)
    show_result(follow(files, metric=metric), as_json, report, None)
