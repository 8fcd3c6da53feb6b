"""assay compare: which model is better on the same cases, and can we say so?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click

from assay.cli.gates import Required, asked_metrics, check_requirements, gate_options, show_gated
from assay.cli.options import cost_option, number, read_blocks, read_costs, read_slices, refuse_ignored, task_option
from assay.cli.plots import plot_option
from assay.cli.readers import Inputs, Named, reader_of
from assay.cli.saved import cases_option, check_paths, listed, save_option

if TYPE_CHECKING:
    from assay.results.comparison import Comparison


class Given(Named, Required):
    """The options of the command, by the names that click gives them."""

    files: tuple[str, ...]
    predictions: tuple[str, ...]
    scores: tuple[str, ...]
    threshold: float | None
    positive: str | None
    weight: str | None
    groups: tuple[str, ...]
    blocks: str | None
    on: tuple[str, ...]
    slices: tuple[str, ...]
    cost: str | None
    against: str | None
    control: str | None
    margin: float | None
    method: str | None
    missing: str
    boxes: tuple[str, ...]
    ignore: int | None
    level: float
    seed: int
    as_json: bool
    report: str | None
    save: str | None
    cases: int | None


@click.command(short_help="Compare models on the same cases.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@click.option("--truth", metavar="COL", help="Column with what is so (for images FILE itself is the truth).")
@click.option("--prediction", "predictions", multiple=True, metavar="[NAME=]COL", help="A model's answers; repeat.")
@click.option("--score", "scores", multiple=True, metavar="[NAME=]COL", help="A model's scores; repeat.")
@click.option("--threshold", type=number, metavar="X", help="Scores of at least X count as positive.")
@click.option("--positive", metavar="LABEL", help="The label that counts as positive.")
@task_option
@click.option("--reference", "references", multiple=True, metavar="X", help="Another reference (text): file or column.")
@click.option("--model", metavar="FOLDER", help="A model that turns words into vectors, for BERTScore (text).")
@click.option("--weight", metavar="COL", help="Column with case weights.")
@click.option("--group", "groups", multiple=True, metavar="COL", help="Column that says which cases belong together.")
@click.option("--blocks", metavar="N|auto", help="Consecutive cases that make one unit (rows in the order of time).")
@click.option("--on", multiple=True, metavar="COL", help="Join the files by this key: the truth, then one per model.")
@click.option("--by", "slices", multiple=True, metavar="COL[=EDGES]", help="Compare on each slice of a column; repeat.")
@cost_option
@click.option("--metric", "metrics", multiple=True, metavar="NAME", help="A metric to compare; repeat, or 'all'.")
@click.option("--against", type=click.Path(), metavar="PATH",
              help="An earlier result (--save), or a table with the same key (--on): the baseline.")  # fmt: skip
@click.option("--control", metavar="NAME", help="Compare every model with this one only.")
@click.option("--margin", type=number, metavar="X", help="The largest difference that does not matter.")
@click.option("--method", metavar="NAME", help="Test to use; chosen per metric if left out.")
@click.option(
    "--missing", type=click.Choice(["error", "drop"]), default="error", show_default=True, help="Cases with gaps."
)
@click.option("--boxes", multiple=True, metavar="[NAME=]FORM", help="Form of boxes: xywh (COCO), xyxy, cxcywh; repeat.")
@click.option("--ignore", type=int, metavar="N", help="Class number of pixels that do not count (segmentation).")
@click.option("--level", type=number, default=0.95, show_default=True, help="Confidence level.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random draws.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.option("--report", type=click.Path(), metavar="PATH", help="Also write a report (.html, .md, .tex, .json).")
@plot_option
@save_option
@cases_option
@gate_options
def compare(**given: Unpack[Given]) -> None:
    """Compare the models in FILE on the same cases: every difference with an interval, a test and a verdict.

    \b
    assay compare churn.csv --truth churned --score tree=p_tree --score p_forest --positive yes
    assay compare prices.csv --truth price --prediction linear --prediction forest --metric mae
    assay compare truth.csv a.csv b.csv --on id --truth label --prediction answer
    assay compare references.txt --task text --prediction a=a.txt --prediction b=b.txt
    assay compare instances.json --task detection --prediction a=a.json --prediction b=b.json
    assay compare churn.csv --truth churned --score new --score old --positive yes \\
        --require 'new no worse than old by 0.01 in roc_auc'

    assay compare churn.csv --truth churned --score p --positive yes --against baseline.json

    --against takes one model: with a table and --on KEY the two are compared paired, with a saved result paired where
    it holds the same cases by their key (evaluate --save PATH --key COL), else unpaired; the answer says which.
    With --require and without --metric, the metrics that requirements name are compared. Exit codes: 0 done, 2 the
    input or the call is wrong, 3 a requirement is not met.
    """
    from assay.pipelines.known_tasks import check_task

    check_paths(given["report"], given["save"])
    if given["against"] is not None:
        from assay.cli.against import compare_with_baseline

        compare_with_baseline(given)
        return
    if len(given["files"]) > 1 and not given["on"]:
        raise click.UsageError("Several files are joined by a key: name it with --on, or give one FILE.")
    if not given["predictions"] and not given["scores"]:
        raise click.UsageError("Name at least two models with --prediction or --score.")
    check_task(given["task"])
    refuse_ignored(given["ignore"], given["task"])
    inputs = reader_of(given["task"]).truth(given["files"][0], given)
    required = check_requirements(given, given["as_json"])
    result = listed(_judged(inputs, given, required), given["cases"])
    show_gated(result, given, given["as_json"], given["report"], given["save"])


def _judged(inputs: Inputs, given: Given, required: tuple[str, ...]) -> Comparison:
    from assay.calls.compare import compare as judge

    files = given["files"]
    return judge(
        inputs.truth,
        prediction=_answers(given["predictions"], files),
        score=_answers(given["scores"], files),
        data=_tables(files) if len(files) > 1 else inputs.data,
        metrics=asked_metrics(inputs.metrics, required),
        on=list(given["on"]) or None,
        threshold=given["threshold"],
        positive=given["positive"],
        task=given["task"],
        weight=given["weight"],
        group=list(given["groups"]) or None,
        blocks=read_blocks(given["blocks"]),
        by=read_slices(given["slices"]),
        costs=read_costs(given["cost"]),
        boxes=_forms(given["boxes"]),
        control=given["control"],
        margin=given["margin"],
        method=given["method"],
        missing=given["missing"],
        ignore=given["ignore"],
        level=given["level"],
        seed=given["seed"],
    )


def _tables(files: tuple[str, ...]) -> dict[str, str]:
    """Name every file by its stem, with its folder where stems are alike; it is the model's name where it answers.

    A pattern that is nothing but a star takes its folder's name.
    """
    from pathlib import Path

    from assay.inputs.file_kinds import stem_of

    stems = [stem_of(file) for file in files]
    names = [Path(file).parent.name if stem.startswith("*") else stem for file, stem in zip(files, stems, strict=True)]
    names = [
        f"{Path(file).absolute().parent.name}/{name}" if names.count(name) > 1 else name
        for file, name in zip(files, names, strict=True)
    ]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise click.UsageError(f"Two files are called {twice!r}, and files name the models. Rename one of them.")
    return dict(zip(names, files, strict=True))


def _answers(options: tuple[str, ...], files: tuple[str, ...]) -> dict[str, str] | str | None:
    """Return each model's column; with a file per model, one column stands for all of them."""
    return options[0] if len(files) > 1 and len(options) == 1 and "=" not in options[0] else named(options)


def _forms(options: tuple[str, ...]) -> dict[str, str] | str | None:
    """Read the repeated option: one form for all models, or NAME=FORM."""
    if len(options) <= 1 and not any("=" in option for option in options):
        return next(iter(options), None)
    if not all("=" in option for option in options):
        raise click.UsageError("Give one form of boxes for all models, or NAME=FORM for each.")
    return named(options)


def named(options: tuple[str, ...]) -> dict[str, str] | None:
    """Read NAME=COL, or COL for a model named after its column."""
    if not options:
        return None
    files_of: dict[str, str] = {}
    for option in options:
        name, equals, column = option.partition("=")
        if name in files_of:
            raise click.UsageError(f"The model {name!r} stands there twice. Name each one differently, as NAME=COL.")
        files_of[name] = column if equals else name
    return files_of
