"""evaluate: predictions (or a ready table) in, every metric with its interval out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from numbers import Integral
from pathlib import Path

from assay import reports as reports
from assay._version import __version__
from assay.errors import columns as column_errors
from assay.errors import metrics as metric_errors
from assay.frontdoors.label_notes import label_notes
from assay.frontdoors.label_sources import Reduced, reduce_counts, reduce_rows
from assay.frontdoors.requests import choose_cards, parse_metrics
from assay.inputs.missing import check_policy
from assay.inputs.sources import Handed
from assay.inputs.tables import read_costs
from assay.inputs.tasks import check_task
from assay.intervals.baselines import majority_baseline
from assay.intervals.choose import check_method, fits, why_not
from assay.intervals.estimates import Asked, estimate, part_estimates
from assay.intervals.sample import Sample
from assay.intervals.undefined import Reasons
from assay.metrics.cards import Card, aliases, cards
from assay.results.confusion import Confusion
from assay.results.estimate import Estimate
from assay.results.evaluation import Choices, Estimates, Evaluation
from assay.stats.checks import check_level
from assay.summaries.binary_counts import BinaryCounts
from assay.summaries.label_counts import LabelCounts
from assay.summaries.one_vs_rest import OneVsRest


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
        labels=None if labels is None else list(labels),
        costs=costs,
        metrics=parse_metrics(metrics),
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
        handed = Handed(truth, prediction, weight, data, check_policy(missing), wanted.labels)
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
    method: str | None
    level: float
    seed: int


def _judge(reduced: Reduced, wanted: _Wanted, source: str | None) -> Evaluation:
    """Measure everything that was asked for on the reduced cases."""
    summary, task = reduced.summary, reduced.task
    sample = Sample(summary, wanted.seed)
    reasons = Reasons(sample.view, task.labels, task.positive, reduced.part)
    asked = Asked(wanted.level, wanted.method, reasons.why)
    chosen = _with_costs(choose_cards(wanted.metrics, sample, task.name), wanted, reduced)
    _check_method_fits(chosen, sample, wanted)
    estimates = {card.name: estimate(card, sample, asked) for card in chosen}
    square = isinstance(summary, LabelCounts)
    baseline = majority_baseline(summary, wanted.level) if isinstance(summary, LabelCounts) else None
    evaluation = Evaluation(
        task=task.name,
        reason=task.reason,
        n=summary.rows,
        estimates=estimates,
        choices=Choices(wanted.level, wanted.seed, reduced.engine, wanted.method, __version__),
        positive=None if task.positive is None else task.labels[task.positive],
        confusion=Confusion(task.labels, summary.counts()) if isinstance(summary, LabelCounts) and square else None,
        baseline=baseline,
        aliases=aliases(),
        parts=reduced.part,
        source=source,
        build_per_class=_per_class(reduced, wanted, asked),
    )
    return replace(evaluation, notes=(*reduced.notes, *label_notes(evaluation, chosen, sample)))


def _per_class(reduced: Reduced, wanted: _Wanted, asked: Asked) -> Callable[[], Mapping[object, Estimates]]:
    """Return a function that measures every class on its own, when somebody asks."""

    def build() -> Mapping[object, Estimates]:
        sample = Sample(OneVsRest(reduced.summary), wanted.seed)
        own = [card for card in cards() if card.reads is BinaryCounts and not card.needs]
        columns: dict[str, Sequence[Estimate]] = {card.name: part_estimates(card, sample, asked) for card in own}
        return {
            label: {name: column[index] for name, column in columns.items()}
            for index, label in enumerate(reduced.task.labels)
        }

    return build


def _with_costs(chosen: tuple[Card, ...], wanted: _Wanted, reduced: Reduced) -> tuple[Card, ...]:
    """Give the expected-cost card its price list, and add it where a price list was given."""
    from assay.metrics.find import find

    asked = any("costs" in card.needs for card in chosen)
    if wanted.costs is None:
        if asked:
            raise metric_errors.needs_costs()
        return chosen
    summary = reduced.summary
    matrix = read_costs(wanted.costs, summary.size, summary.positive if isinstance(summary, LabelCounts) else None)
    card = find("expected_cost")
    bounds = (float(matrix.min()), float(matrix.max()))
    priced = replace(card.with_parameters(card.name, {"costs": matrix}), label=card.label, bounds=bounds)
    return (*(one for one in chosen if "costs" not in one.needs), priced)


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
