"""assay rank: which of several models is best over several data sets."""

from __future__ import annotations

import click

from assay.cli.options import number
from assay.cli.plots import plot_option
from assay.cli.saved import check_paths, show_result


@click.command(short_help="Rank models over data sets.")
@click.argument("file", type=click.Path())
@click.option("--lower-is-better", is_flag=True, help="Smaller scores are better (errors).")
@click.option("--control", metavar="NAME", help="Compare every model with this one only.")
@click.option("--method", metavar="NAME", default="wilcoxon-holm", show_default=True, help="How pairs are compared.")
@click.option("--rope", type=number, metavar="X", help="Differences up to X do not matter: adds probabilities.")
@click.option(
    "--missing", type=click.Choice(["error", "drop"]), default="error", show_default=True, help="Data sets with gaps."
)
@click.option("--level", type=number, default=0.95, show_default=True, help="Confidence level.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random draws.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@plot_option
@click.option("--report", type=click.Path(), metavar="PATH", help="Also write a report (.html, .md, .tex, .json).")
def rank(
    file: str,
    lower_is_better: bool,
    control: str | None,
    method: str,
    rope: float | None,
    missing: str,
    level: float,
    seed: int,
    as_json: bool,
    report: str | None,
) -> None:
    """Rank the models in FILE: one row per data set, one column per model, and one column of text with the names of
    the data sets.

    One score per row is read too: data set, model, score. Runs on one data set (a column seed, fold, run) are averaged;
    columns that only number the rows are left out. The notes say so.

    Methods: wilcoxon-holm (default), nemenyi, conover, siegel-castellan, bonferroni-dunn and holm-control (with
    --control), bayes.

    \b
    assay rank accuracies.csv
    assay rank errors.csv --lower-is-better --control baseline
    """
    from assay.calls.rank import rank as judge

    check_paths(report, None)
    better = "lower" if lower_is_better else "higher"
    result = judge(
        file, better=better, control=control, method=method, missing=missing, level=level, rope=rope, seed=seed
    )
    show_result(result, as_json, report, None)
