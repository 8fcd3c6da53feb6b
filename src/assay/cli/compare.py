"""assay compare: which model is better on the same cases, and can we say so?"""

from __future__ import annotations

import click

from assay.cli.evaluate import OF_IMAGES
from assay.cli.options import read_slices, refuse_columns, refuse_ignored, task_option


@click.command(short_help="Compare models on the same cases.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@click.option("--truth", metavar="COL", help="Column with what is so (for images FILE itself is the truth).")
@click.option("--prediction", "predictions", multiple=True, metavar="[NAME=]COL", help="A model's answers; repeat.")
@click.option("--score", "scores", multiple=True, metavar="[NAME=]COL", help="A model's scores; repeat.")
@click.option("--threshold", type=float, metavar="X", help="Scores of at least X count as positive.")
@click.option("--positive", metavar="LABEL", help="The label that counts as positive.")
@task_option
@click.option("--reference", "references", multiple=True, metavar="X", help="Another reference (text): file or column.")
@click.option("--model", metavar="FOLDER", help="A model that turns words into vectors, for BERTScore (text).")
@click.option("--weight", metavar="COL", help="Column with case weights.")
@click.option("--group", "groups", multiple=True, metavar="COL", help="Column that says which cases belong together.")
@click.option("--on", multiple=True, metavar="COL", help="Join the files by this key: the truth, then one per model.")
@click.option("--by", "slices", multiple=True, metavar="COL[=EDGES]", help="Compare on each slice of a column; repeat.")
@click.option("--metric", "metrics", multiple=True, metavar="NAME", help="A metric to compare; repeat, or 'all'.")
@click.option("--control", metavar="NAME", help="Compare every model with this one only.")
@click.option("--margin", type=float, metavar="X", help="The largest difference that does not matter.")
@click.option("--method", metavar="NAME", help="Test to use; chosen per metric if left out.")
@click.option(
    "--missing", type=click.Choice(["error", "drop"]), default="error", show_default=True, help="Cases with gaps."
)
@click.option("--boxes", multiple=True, metavar="[NAME=]FORM", help="Form of boxes: xywh (COCO), xyxy, cxcywh; repeat.")
@click.option("--ignore", type=int, metavar="N", help="Class number of pixels that do not count (segmentation).")
@click.option("--level", type=float, default=0.95, show_default=True, help="Confidence level.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random draws.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.option("--report", type=click.Path(), metavar="PATH", help="Also write a report (.html, .md, .tex, .json).")
def compare(
    files: tuple[str, ...],
    truth: str | None,
    predictions: tuple[str, ...],
    scores: tuple[str, ...],
    threshold: float | None,
    positive: str | None,
    task: str | None,
    references: tuple[str, ...],
    model: str | None,
    weight: str | None,
    groups: tuple[str, ...],
    on: tuple[str, ...],
    slices: tuple[str, ...],
    metrics: tuple[str, ...],
    control: str | None,
    margin: float | None,
    method: str | None,
    missing: str,
    boxes: tuple[str, ...],
    ignore: int | None,
    level: float,
    seed: int,
    as_json: bool,
    report: str | None,
) -> None:
    """Compare the models in FILE on the same cases: every difference with an interval, a test and a verdict.

    \b
    assay compare churn.csv --truth churned --score tree=p_tree --score p_forest --positive yes
    assay compare prices.csv --truth price --prediction linear --prediction forest --metric mae
    assay compare truth.csv a.csv b.csv --on id --truth label --prediction answer
    assay compare references.txt --task text --prediction a=a.txt --prediction b=b.txt
    assay compare instances.json --task detection --prediction a=a.json --prediction b=b.json
    """
    from assay.calls.compare import compare as judge
    from assay.cli.texts import refuse_for_others, text_metrics
    from assay.pipelines.known_tasks import check_task
    from assay.reports.files import check_report_path, write_report

    if report:
        check_report_path(report)
    file, *others = files
    if others and not on:
        raise click.UsageError("Several files are joined by a key: name it with --on, or give one FILE.")
    if not predictions and not scores:
        raise click.UsageError("Name at least two models with --prediction or --score.")
    check_task(task)
    refuse_ignored(ignore, task)
    if task in OF_IMAGES:
        refuse_columns(task, {"--truth": truth})
    if task == "text":
        from assay.tasks.text.comparing import USUAL

        metrics = text_metrics(metrics, model, USUAL) or ()
    else:
        refuse_for_others(file, truth, task, references, model)
    so, data = _truth(file, truth, task, references)
    result = judge(
        so,
        prediction=_answers(predictions, others),
        score=_answers(scores, others),
        on=list(on) or None,
        threshold=threshold,
        data=_tables(files) if others else data,
        positive=positive,
        task=task,
        weight=weight,
        group=list(groups) or None,
        by=read_slices(slices),
        boxes=_forms(boxes),
        metrics=metrics or None,
        control=control,
        margin=margin,
        method=method,
        missing=missing,
        ignore=ignore,
        level=level,
        seed=seed,
    )
    click.echo(result.to_json() if as_json else str(result))
    if report:
        click.echo(f"Report: {write_report(result, report)}", err=True)


def _truth(file: str, truth: str | None, task: str | None, references: tuple[str, ...]) -> tuple[object, str | None]:
    """Return the truth, and the table that it is a column of."""
    if task in OF_IMAGES:
        return file, None
    if task == "text":
        from assay.cli.texts import text_truth

        return text_truth(file, truth, references, None if truth else file)
    return truth, file


def _tables(files: tuple[str, ...]) -> dict[str, str]:
    """Name every file by its stem, with its folder where stems are alike; it is the model's name where it answers."""
    from pathlib import Path

    names = [Path(file).stem for file in files]
    names = [
        f"{Path(file).absolute().parent.name}/{name}" if names.count(name) > 1 else name
        for file, name in zip(files, names, strict=True)
    ]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise click.UsageError(f"Two files are called {twice!r}, and files name the models. Rename one of them.")
    return dict(zip(names, files, strict=True))


def _answers(options: tuple[str, ...], others: list[str]) -> dict[str, str] | str | None:
    """Return each model's column; with a file per model, one column stands for all of them."""
    return options[0] if others and len(options) == 1 and "=" not in options[0] else named(options)


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
    found: dict[str, str] = {}
    for option in options:
        name, equals, column = option.partition("=")
        if name in found:
            raise click.UsageError(f"The model {name!r} stands there twice. Name each one differently, as NAME=COL.")
        found[name] = column if equals else name
    return found
