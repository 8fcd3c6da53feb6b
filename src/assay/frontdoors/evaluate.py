"""evaluate: predictions (or a ready table) in, every metric with its interval out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from numbers import Integral
from pathlib import Path

from assay import reports as reports
from assay._version import __version__
from assay.errors import columns as column_errors
from assay.errors import metrics as metric_errors
from assay.frontdoors.costs import with_costs
from assay.frontdoors.label_notes import label_notes
from assay.frontdoors.label_sources import Reduced, reduce_counts, reduce_rows
from assay.frontdoors.per_class import PerClass
from assay.frontdoors.requests import choose_cards, parse_metrics
from assay.inputs.missing import check_policy
from assay.inputs.sources import Handed
from assay.inputs.tasks import check_labels, check_task
from assay.intervals.baselines import majority_baseline
from assay.intervals.choose import check_method, choose, fits, why_not
from assay.intervals.estimates import Asked, estimate
from assay.intervals.sample import Sample
from assay.intervals.undefined import Reasons
from assay.metrics.cards import Card, aliases
from assay.results.confusion import Confusion
from assay.results.evaluation import Choices, Evaluation
from assay.stats.checks import check_level
from assay.summaries.label_counts import LabelCounts


def evaluate(
    truth: object = None,
    prediction: object = None,
    *,
    score: object = None,
    counts: object = None,
    rows: str | None = None,
    data: object = None,
    task: str | None = None,
    positive: object = None,
    labels: Sequence[object] | None = None,
    threshold: float | None = None,
    weight: object = None,
    lower: object = None,
    upper: object = None,
    costs: object = None,
    metrics: str | Sequence[str] | None = None,
    method: str | None = None,
    missing: str = "error",
    level: float = 0.95,
    seed: int = 0,
) -> Evaluation:
    """Judge a model by what it answered: every metric with a confidence interval that covers.

    `truth` and `prediction` are lists, numpy, pandas, polars, pyarrow or torch, or column names of `data` (a frame
    or a path). `counts` is a ready confusion table instead. The result prints itself, in words first.

    >>> ev = evaluate([1, 1, 1, 0, 0, 0, 0, 1], [1, 1, 0, 0, 0, 1, 0, 1])
    >>> ev["recall"].value, ev["tpr"].n
    (0.75, 4)
    """
    wanted = _Wanted(
        task=check_task(task),
        positive=positive,
        labels=check_labels(labels),
        costs=costs,
        metrics=parse_metrics(metrics),
        asked=metrics is not None,
        missing=check_policy(missing),
        method=check_method(method),
        level=check_level(level),
        seed=_check_seed(seed),
    )
    _refuse_unready(score=score, threshold=threshold, lower=lower, upper=upper)
    if counts is not None:
        for name, given in (("truth", truth), ("prediction", prediction), ("weight", weight), ("data", data)):
            if given is not None:
                raise column_errors.conflicting("counts", name)
        reduced = reduce_counts(counts, rows, wanted.task, positive, wanted.labels)
    else:
        handed = Handed(truth, prediction, weight, data, wanted.missing, wanted.labels)
        reduced = reduce_rows(handed, wanted.task, positive)
    return _judge(reduced, wanted, _source_name(data))


@dataclass(frozen=True)
class _Wanted:
    """The caller's wishes, checked before any work is done."""

    task: str | None
    positive: object
    labels: list[object] | None
    costs: object
    metrics: tuple[Card, ...] | None
    asked: bool
    missing: str
    method: str | None
    level: float
    seed: int


def _judge(reduced: Reduced, wanted: _Wanted, source: str | None) -> Evaluation:
    """Measure everything that was asked for on the reduced cases."""
    summary, task = reduced.summary, reduced.task
    sample = Sample(summary, wanted.seed)
    reasons = Reasons(sample.view, task.labels, task.positive, reduced.part)
    asked = Asked(wanted.level, wanted.method, reasons.why)
    chosen = with_costs(choose_cards(wanted.metrics, sample, task.name), wanted.costs, summary)
    _check_method_fits(chosen, sample, wanted)
    square = summary if isinstance(summary, LabelCounts) else None
    evaluation = Evaluation(
        task=task.name,
        reason=task.reason,
        n=summary.rows,
        estimates={card.name: estimate(card, sample, asked) for card in chosen},
        choices=Choices(
            level=wanted.level,
            seed=wanted.seed,
            engine=reduced.engine,
            method=wanted.method,
            version=__version__,
            asked=wanted.asked,
            weighted=summary.weighted,
            missing=wanted.missing,
        ),
        positive=None if task.positive is None else task.labels[task.positive],
        confusion=Confusion(task.labels, square.counts()) if square else None,
        baseline=majority_baseline(square, wanted.level) if square else None,
        methods=_methods(chosen, sample, wanted),
        aliases=aliases(),
        parts=reduced.part,
        source=source,
        build_per_class=PerClass(summary, task.labels, wanted.seed, asked),
    )
    return replace(evaluation, notes=(*reduced.notes, *label_notes(evaluation, chosen, sample)))


def _methods(chosen: tuple[Card, ...], sample: Sample, wanted: _Wanted) -> dict[str, str]:
    """Collect why each kind of interval was chosen."""
    choices = [choose(card, sample.summary, wanted.method) for card in chosen]
    return {choice.method: choice.reason for choice in choices}


def _check_method_fits(chosen: tuple[Card, ...], sample: Sample, wanted: _Wanted) -> None:
    """Refuse a method that fits none of the metrics named; where it fits some, a note names the others."""
    if wanted.method is not None and not any(fits(card, sample.summary, wanted.method) for card in chosen):
        raise metric_errors.method_fits_nothing(wanted.method, [card.name for card in chosen], why_not(wanted.method))


def _check_seed(seed: object) -> int:
    if not isinstance(seed, Integral) or isinstance(seed, bool) or seed < 0:
        raise metric_errors.bad_seed(seed)
    return int(seed)


def _refuse_unready(**arguments: object) -> None:
    for name, value in arguments.items():
        if value is not None:
            raise column_errors.not_ready(name)


def _source_name(data: object) -> str | None:
    if isinstance(data, str | Path):
        return Path(data).name
    if isinstance(data, tuple) and data and isinstance(data[0], str | Path):
        return " and ".join(Path(path).name for path in data)
    return None
