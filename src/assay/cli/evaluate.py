"""assay evaluate: judge the predictions in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click

from assay.cli.gates import Required, check_requirements, evaluated_metrics, gate_options, show_gated
from assay.cli.options import cost_option, number, read_blocks, read_costs, read_slices, refuse_ignored, task_option
from assay.cli.plots import band_option, plot_option
from assay.cli.readers import Inputs, NamedAnswers, reader_of
from assay.cli.saved import cases_option, check_key, check_paths, key_option, listed, save_option

if TYPE_CHECKING:
    from assay.results.evaluation import Evaluation


class Given(NamedAnswers, Required):
    """The options of the command, by the names that click gives them."""

    threshold: float | None
    positive: str | None
    upper: str | None
    coverage: float | None
    weight: str | None
    groups: tuple[str, ...]
    blocks: str | None
    on: tuple[str, ...]
    slices: tuple[str, ...]
    cost: str | None
    method: str | None
    missing: str
    boxes: str | None
    ignore: int | None
    level: float
    seed: int
    as_json: bool
    report: str | None
    save: str | None
    key: tuple[str, ...]
    cases: int | None


@click.command(short_help="Judge the predictions in a file.")
@click.argument("file", type=click.Path())
@click.argument("predictions", type=click.Path(), required=False)
@click.option("--truth", metavar="COL", help="Column with what is so (for images FILE itself is the truth).")
@click.option("--prediction", metavar="COL", help="Column with what the model answered.")
@click.option("--score", "scores", multiple=True, metavar="COL", help="Column with scores; repeat as LABEL=COL.")
@click.option("--threshold", type=number, metavar="X", help="Scores of at least X count as positive.")
@click.option("--positive", metavar="LABEL", help="The label that counts as positive.")
@click.option("--lower", metavar="COL", help="Column with the lower ends of predicted ranges (regression).")
@click.option("--upper", metavar="COL", help="Column with their upper ends.")
@click.option("--coverage", type=number, metavar="X", help="Share of the cases that these ranges promise to hold.")
@task_option
@click.option("--reference", "references", multiple=True, metavar="X", help="Another reference (text): file or column.")
@click.option("--model", metavar="FOLDER", help="A model that turns words into vectors, for BERTScore (text).")
@click.option("--weight", metavar="COL", help="Column with case weights.")
@click.option("--group", "groups", multiple=True, metavar="COL", help="Column that says which cases belong together.")
@click.option("--blocks", metavar="N|auto", help="Consecutive cases that make one unit (rows in the order of time).")
@click.option("--on", multiple=True, metavar="COL", help="Join FILE and PREDICTIONS by this key, not by position.")
@click.option("--by", "slices", multiple=True, metavar="COL[=EDGES]", help="Judge every slice of a column; repeat.")
@cost_option
@click.option("--metric", "metrics", multiple=True, metavar="NAME", help="A metric to show; repeat, or 'all'.")
@click.option("--method", metavar="NAME", help="Interval method; chosen per metric if left out.")
@click.option(
    "--missing", type=click.Choice(["error", "drop"]), default="error", show_default=True, help="Cases with gaps."
)
@click.option("--boxes", metavar="FORM", help="Form of boxes: xywh (COCO), xyxy, cxcywh; or of both: xywh,xyxy.")
@click.option("--ignore", type=int, metavar="N", help="Class number of pixels that do not count (segmentation).")
@click.option("--level", type=number, default=0.95, show_default=True, help="Confidence level.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random draws.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.option("--report", type=click.Path(), metavar="PATH", help="Also write a report (.html, .md, .tex, .json).")
@plot_option
@band_option
@save_option
@key_option
@cases_option
@gate_options
def evaluate(**given: Unpack[Given]) -> None:
    """Judge the predictions in FILE: every metric with its interval.

    FILE is csv, tsv, parquet, jsonl or arrow, or a folder or a quoted pattern of such files. With one column of
    predictions or of scores it is streamed, so it may be larger than memory. PREDICTIONS is a second file with the
    same cases in the same order, if the predictions live apart.

    \b
    assay evaluate churn.csv --truth churned --prediction answer --positive yes
    assay evaluate churn.csv --truth churned --score p_churn --positive yes
    assay evaluate prices.csv --truth price --prediction predicted
    assay evaluate 'runs/*.parquet' --truth churned --prediction answer
    assay evaluate instances.json detections.json --task detection
    assay evaluate references.txt candidates.txt --task text
    assay evaluate pairs.tsv --truth reference --prediction candidate --task text
    assay evaluate churn.csv --truth churned --score p_churn --require 'recall >= 0.8'
    assay evaluate churn.csv --truth churned --score p_churn --save baseline.json --key id

    Exit codes: 0 done, 2 the input or the call is wrong, 3 a requirement is not met.
    """
    from assay.pipelines.known_tasks import check_task

    check_paths(given["report"], given["save"])
    check_key(given["key"], given["save"])
    check_task(given["task"])
    refuse_ignored(given["ignore"], given["task"])
    required = check_requirements(given, given["as_json"])
    result = listed(_judged(reader_of(given["task"]).answers(given), given, required), given["cases"])
    show_gated(result, given, given["as_json"], given["report"], given["save"], given["key"])


def _judged(inputs: Inputs, given: Given, required: tuple[str, ...]) -> Evaluation:
    from assay.calls.evaluate import evaluate as judge

    return judge(
        inputs.truth,
        inputs.prediction,
        data=inputs.data,
        metrics=evaluated_metrics(inputs.metrics, required),
        score=score_columns(given["scores"]),
        threshold=given["threshold"],
        positive=given["positive"],
        lower=given["lower"],
        upper=given["upper"],
        coverage=given["coverage"],
        weight=given["weight"],
        group=list(given["groups"]) or None,
        blocks=read_blocks(given["blocks"]),
        by=read_slices(given["slices"]),
        on=list(given["on"]) or None,
        costs=read_costs(given["cost"]),
        task=given["task"],
        method=given["method"],
        missing=given["missing"],
        ignore=given["ignore"],
        boxes=given["boxes"],
        level=given["level"],
        seed=given["seed"],
    )


def score_columns(scores: tuple[str, ...]) -> str | dict[str, str] | list[str] | None:
    """Read the repeated option: one column, or LABEL=COL for each class."""
    if not scores:
        return None
    pairs = [score.split("=", 1) for score in scores]
    if all(len(pair) == 2 for pair in pairs):
        return {pair[0]: pair[1] for pair in pairs}
    return scores[0] if len(scores) == 1 else list(scores)
