"""assay validate: fit a model on parts of a file, judge it on the others."""

from __future__ import annotations

import os
import sys
from typing import Any, cast

import click

from assay.cli.compare import named
from assay.cli.document_output import prints_to_stderr
from assay.cli.gates import Required, asked_metrics, check_requirements, gate_options, show_gated
from assay.cli.options import cost_option, number, read_costs, read_slices
from assay.cli.plots import plot_option
from assay.cli.saved import cases_option, check_paths, listed, save_option


@click.command(short_help="Fit and judge a model fairly.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@click.option("--target", required=True, metavar="COL", help="Column to predict.")
@click.option("--model", "models", required=True, multiple=True, metavar="[NAME=]module:Class", help="A model; repeat.")
@click.option("--params", multiple=True, metavar="JSON", help="Settings of the models, in their order.")
@click.option("--scheme", metavar="TEXT", help="How to split; '10-fold', stratified for classes, if left out.")
@click.option("--search", metavar="JSON", help='Settings to choose from (nested schemes): {"k": [1, 3]}.')
@click.option("--candidates", type=int, metavar="N", help="How many settings to draw from --search; all if left out.")
@click.option("--select", metavar="METRIC", help="Metric that settings are chosen by.")
@click.option("--strata", metavar="COL", help="Keep the shares of this column in every part.")
@click.option("--group", metavar="COL", help="Keep cases of one group together.")
@click.option("--weight", metavar="COL", help="Column with case weights, for fitting and for judging.")
@click.option("--by", "slices", multiple=True, metavar="COL[=EDGES]", help="Judge every slice of a column; repeat.")
@click.option("--on", multiple=True, metavar="COL", help="Join several FILEs by this key, which is not learnt from.")
@cost_option
@click.option("--keep", multiple=True, metavar="COL", help="Learn from this column; repeat. All if left out.")
@click.option("--drop", multiple=True, metavar="COL", help="Do not learn from this column; repeat.")
@click.option("--impute", is_flag=True, help="Fill gaps inside every training part.")
@click.option("--missing", type=click.Choice(["error", "drop"]), default="error", show_default=True,
              help="Cases with gaps.")  # fmt: skip
@click.option("--task", metavar="TASK", help="Inferred if left out: binary, multiclass, multilabel or regression.")
@click.option("--positive", metavar="LABEL", help="The label that counts as positive.")
@click.option("--metric", "metrics", multiple=True, metavar="NAME", help="A metric to judge by; repeat, or 'all'.")
@click.option("--jobs", type=int, default=1, show_default=True, help="Fits at a time; -1 for all processors.")
@click.option("--checkpoint", type=click.Path(), metavar="PATH", help="Keep finished fits here; run again to go on.")
@click.option("--on-error", type=click.Choice(["raise", "skip"]), default="raise", show_default=True,
              help="What a failing fit does.")  # fmt: skip
@click.option("--allow-many-fits", is_flag=True, help="Do not ask before more than 100,000 fits.")
@click.option("--level", type=number, default=0.95, show_default=True, help="Confidence level.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of splits and open random states.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.option("--report", type=click.Path(), metavar="PATH", help="Also write a report (.html, .md, .tex, .json).")
@plot_option
@save_option
@cases_option
@gate_options
def validate(files: tuple[str, ...], models: tuple[str, ...], params: tuple[str, ...], jobs: int, as_json: bool,
             report: str | None, save: str | None, slices: tuple[str, ...], cost: str | None, cases: int | None,
             **asked: Any) -> None:  # fmt: skip
    """Fit a model on parts of FILE and judge it on the others: scores per fold, mean with an honest interval.

    Every column but the target, the group, the weight and the key is learnt from. Text is one-hot encoded inside the
    training parts, and the notes say so. Several FILEs are joined by --on KEY.

    \b
    assay validate churn.csv --target churned \\
        --model sklearn.neighbors:KNeighborsClassifier --params '{"n_neighbors": 5}'
    assay validate churn.csv --target churned --positive yes --scheme 'stratified 10x10-fold' \\
        --model sklearn.linear_model:LogisticRegression --model tree=sklearn.tree:DecisionTreeClassifier
    assay validate features.csv outcomes.csv --on id --target churned --by region --cost fp=1,fn=20 --cases 10 \\
        --model sklearn.tree:DecisionTreeClassifier

    Requirements (--require 'accuracy >= 0.8') are held against the mean over folds. Exit codes: 0 done, 2 the input or
    the call is wrong, 3 a requirement is not met.
    """
    import joblib

    from assay.calls.validate_file import validate_file
    from assay.pipelines.cases_tested import check_listable
    from assay.validation.loading import read_settings

    check_paths(report, save)
    if cases is not None:
        check_listable(asked["scheme"])
    required = cast(Required, {name: asked.pop(name) for name in Required.__annotations__})
    search = asked.pop("search")
    asked["search"] = read_settings("--search", search) if search is not None else None
    asked["metrics"] = asked_metrics(asked["metrics"] or None, check_requirements(required, as_json))
    if len(files) > 1 and not asked["on"]:
        raise click.UsageError("Several files are joined by a key: name it with --on, or give one FILE.")
    asked |= {"by": read_slices(slices), "costs": read_costs(cost)}
    if jobs == 0:
        raise click.UsageError("--jobs 0 does nothing. Give a number of fits at a time, or -1 for all processors.")
    with prints_to_stderr(), joblib.parallel_config(n_jobs=jobs):
        result = validate_file(files, asked.pop("target"), _models(models, params), announce=_announce, **asked)
    show_gated(listed(result, cases), required, as_json, report, save)


def _models(models: tuple[str, ...], params: tuple[str, ...]) -> dict[str, Any]:
    """Load every model, named as the user named it or after its class."""
    from assay.validation.loading import load_model

    if len(params) > len(models):
        raise click.UsageError(f"There are {len(params)} --params for {len(models)} --model.")
    texts = [*params, *[None] * (len(models) - len(params))]
    addresses = named(tuple(_with_name(model) for model in models)) or {}
    return {name: load_model(address, text) for (name, address), text in zip(addresses.items(), texts, strict=True)}


def _with_name(model: str) -> str:
    """Name a model after its class where the user gave it no name."""
    module, _, kind = model.partition(":")
    return model if "=" in module else f"{kind or model}={model}"


def _announce(scheme: str, fits: int, many: bool) -> bool:
    """Say how many fits there will be, and ask whether to go on where that is very many."""
    count = "1 fit" if fits == 1 else f"{fits:,} fits"
    click.echo(f"{scheme}: {count}", err=True)
    return many and sys.stdin.isatty() and os.isatty(2) and click.confirm("That is a great many. Go on?", err=True)
