"""A result beside one that was saved before: what changed, and whether that is more than noise."""

from __future__ import annotations

from assay.comparisons.unpaired import compare_unpaired
from assay.errors import baselines as errors
from assay.metrics.cards import aliases
from assay.metrics.find import find
from assay.pipelines.compared_pairs import metric_comparison, places_of
from assay.results.comparison import Comparison
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation
from assay.results.note import Note

NEW, BASELINE = "new", "baseline"
"""What both results are called, in requirements too."""

WHY = "a saved result holds no cases, so that it cannot be said which of them both share"


def beside_baseline(
    new: Evaluation, baseline: object, metrics: tuple[str, ...] | None = None, name: str = NEW
) -> Comparison:
    """Compare an evaluation with one that was saved, as judged on different cases."""
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
    models = (name, BASELINE)
    metrics_of = {}
    for metric in shared:
        card = find(metric)
        estimates: dict[object, Estimate] = dict(zip(models, (new[metric], baseline[metric]), strict=True))
        difference = compare_unpaired(card, new[metric], baseline[metric], new.level)
        metrics_of[metric] = metric_comparison(
            card, estimates, places_of(models, None), [difference], models, new.level, None
        )
    unpaired = Note("unpaired", f"The two were compared as judged on different cases: {WHY}.")
    return Comparison(
        models, new.task, new.reason, new.n + baseline.n, False, metrics_of, new.choices, aliases(), notes=(unpaired,),
        source=new.source, evaluations={name: new, BASELINE: baseline}, unit=new.unit,
    )  # fmt: skip
