"""Saved results in their order: where did a metric leave the level of the runs before it?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from assay.comparisons.unpaired import compare_unpaired
from assay.errors import baselines as errors
from assay.metrics.cards import Card
from assay.metrics.find import find
from assay.results.estimate import Estimate
from assay.results.evaluation import Evaluation
from assay.results.history import History, Run
from assay.results.metric_names import whole_name
from assay.results.note import Note
from assay.stats.multiplicity import adjust

SHARED = (
    "The runs were compared as judged on different cases. Where they share their cases, changes are surer than shown."
)


def trace(results: Mapping[str, object], metric: str | None, level: float | None = None) -> History:
    """Return a metric over runs; each is held against the mean of the runs since the last change.

    Runs are looked at one after another, and p-values are adjusted by Holm for all those looks.
    """
    if len(results) < 2:
        raise errors.too_few_runs(len(results))
    evaluations = {name: _evaluation(result) for name, result in results.items()}
    first = next(iter(evaluations.values()))
    card = find(metric or _shared(evaluations))
    estimates = {name: made[whole_name(card.name, made.estimates, made.aliases)] for name, made in evaluations.items()}
    alpha = 1 - (level or first.level)
    runs = _walk(card, estimates, first.level, alpha)
    return History(card.name, card.label, card.better, runs, first.choices, (Note("unpaired", SHARED),))


def _evaluation(result: object) -> Evaluation:
    if not isinstance(result, Evaluation):
        raise errors.not_an_evaluation(type(result).__name__)
    return result


def _shared(evaluations: Mapping[str, Evaluation]) -> str:
    """Return the first metric that all runs show."""
    made = list(evaluations.values())
    for name in made[0].shown:
        if all(name in other.estimates for other in made):
            return name
    raise errors.nothing_shared(list(dict.fromkeys(name for evaluation in made for name in evaluation.shown)))


def _walk(card: Card, estimates: Mapping[str, Estimate], level: float, alpha: float) -> tuple[Run, ...]:
    """Test every run against the stretch before it; a change begins a new stretch, until no more is found."""
    names = list(estimates)
    starts = {0}
    while True:
        runs = [_run(card, names, estimates, place, starts, level) for place in range(len(names))]
        adjusted = _adjusted([run.p_value for run in runs])
        changes = [place for place, p in enumerate(adjusted) if p <= alpha and place not in starts]
        if not changes:
            made = zip(runs, adjusted, strict=True)
            return tuple(
                replace(run, p_adjusted=p, changed=place in starts and place > 0) for place, (run, p) in enumerate(made)
            )
        starts.add(changes[0])


def _run(
    card: Card, names: Sequence[str], estimates: Mapping[str, Estimate], place: int, starts: set[int], level: float
) -> Run:
    """Hold a run against the pooled stretch before it; the run that begins a stretch, against the one before that."""
    name = names[place]
    if place == 0:
        return Run(name, estimates[name])
    begin = max(start for start in starts if start < place)
    before = pooled([estimates[other] for other in names[begin:place]])
    difference = compare_unpaired(card, estimates[name], before, level)
    made = Estimate(difference.value, difference.low, difference.high, level, difference.interval, difference.n)
    return Run(name, estimates[name], made, difference.p_value)


def pooled(estimates: Sequence[Estimate]) -> Estimate:
    """Return several estimates of one quantity as one: proportions by their cases, others by the inverse variance."""
    if len(estimates) == 1:
        return estimates[0]
    first = estimates[0]
    weights = np.array([_weight(estimate) for estimate in estimates])
    if not np.isfinite(weights).all() or weights.sum() <= 0:
        return estimates[-1]
    if first.independent and all(estimate.independent for estimate in estimates):
        cases = np.array([estimate.n for estimate in estimates])
        value = float(np.average([estimate.value for estimate in estimates], weights=cases))
        return replace(first, value=value, n=float(cases.sum()), low=0.0, high=1.0)
    value = float(np.average([estimate.value for estimate in estimates], weights=weights))
    shrunk = math.sqrt(1 / weights.sum())
    return replace(
        first, value=value, low=value - shrunk, high=value + shrunk, n=sum(estimate.n for estimate in estimates)
    )


def _weight(estimate: Estimate) -> float:
    half = (estimate.high - estimate.low) / 2
    return 1 / half**2 if half > 0 and math.isfinite(half) else math.nan


def _adjusted(p_values: Sequence[float]) -> list[float]:
    """Adjust what was tested by Holm; runs that were not stay nan."""
    tested = [place for place, p in enumerate(p_values) if not math.isnan(p)]
    made = [math.nan] * len(p_values)
    if tested:
        for place, p in zip(tested, adjust([p_values[place] for place in tested], "holm"), strict=True):
            made[place] = float(p)
    return made
