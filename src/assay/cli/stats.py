"""assay stats: the statistics that assay is made of, or one of them explained."""

from __future__ import annotations

import click


@click.command(short_help="List every statistic, or explain one.")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def stats(name: str | None, as_json: bool) -> None:
    """List the intervals and tests of assay.stats with a table that chooses, or explain NAME with its working.

    \b
    assay stats
    assay stats mcnemar
    """
    from assay import stats as functions
    from assay.reports.json_document import to_json
    from assay.reports.statistics import function_data, function_text, statistics_text

    if name is not None:
        click.echo(to_json(function_data(name)) if as_json else function_text(name))
    elif as_json:
        click.echo(to_json({"functions": [function_data(name) for name in functions.__all__]}))
    else:
        click.echo(statistics_text())
