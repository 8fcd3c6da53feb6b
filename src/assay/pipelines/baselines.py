"""A result beside one that was saved before: what changed, and whether that is more than noise."""

from __future__ import annotations

from dataclasses import replace

from assay.comparisons.unpaired import compare_unpaired
from assay.errors import baselines as errors
from assay.metrics.cards import aliases
from assay.metrics.find import find
from assay.pipelines.compared_pairs import metric_comparison, places_of
from assay.pipelines.comparing import compare_models
from assay.pipelines.keyed_cases import UnpairableError, paired_request
from assay.results.comparison import Comparison
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation
from assay.results.note import Note

NEW, BASELINE = "new", "baseline"
"""What both results are called, in requirements too."""


def beside_baseline(
    new: Evaluation, baseline: object, metrics: tuple[str, ...] | None = None, name: str = NEW
) -> Comparison:
    """Compare an evaluation with one that was saved: case by case where both hold the same keyed cases, else apart."""
    if not isinstance(baseline, Evaluation):
        raise errors.not_an_evaluation(type(baseline).__name__)
    if baseline.task != new.task:
        raise errors.task_differs(new.task, baseline.task)
    if baseline.positive != new.positive:
        raise errors.other_positive(new.positive, baseline.positive)
    shared = [name for name in new.estimates if name in baseline.estimates]
    if metrics is not None:
        for text in metrics:
            for result in (new, baseline):
                result[text]  # refused by name where it is not there
        shared = [name for name in shared if name in {find(asked).name for asked in metrics}]
    else:
        shared = [name for name in new.shown if name in shared]
    try:
        return _paired(new, baseline, shared, name)
    except UnpairableError as problem:
        return _apart(new, baseline, shared, name, str(problem))


def _paired(new: Evaluation, baseline: Evaluation, shared: list[str], name: str) -> Comparison:
    """Compare on the cases of both, which are the same."""
    request = paired_request(new, baseline, (name, BASELINE), tuple(find(metric) for metric in shared))
    keyed = " and ".join(baseline.keyed.key if baseline.keyed is not None else ())
    comparison = compare_models(request)
    message = f"The two were compared case by case: both hold the same {comparison.n:,} cases, named by {keyed}."
    return replace(comparison, reason=new.reason, notes=(*comparison.notes, Note("paired", message)))


def _apart(new: Evaluation, baseline: Evaluation, shared: list[str], name: str, why: str) -> Comparison:
    """Compare as judged on different cases, and say why."""
    models = (name, BASELINE)
    metrics_of = {}
    for metric in shared:
        card = find(metric)
        estimates: dict[object, Estimate] = dict(zip(models, (new[metric], baseline[metric]), strict=True))
        difference = compare_unpaired(card, new[metric], baseline[metric], new.level)
        metrics_of[metric] = metric_comparison(
            card, estimates, places_of(models, None), [difference], models, new.level, None
        )
    unpaired = Note("unpaired", f"The two were compared as judged on different cases: {why}.")
    return Comparison(
        models, new.task, new.reason, new.n + baseline.n, False, metrics_of, new.choices, aliases(), notes=(unpaired,),
        source=new.source, evaluations={name: new, BASELINE: baseline}, unit=new.unit,
    )  # fmt: skip
