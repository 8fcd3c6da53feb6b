"""Measure errors: every metric of a regression, with baselines, distribution, notes and the reasons for intervals."""

from __future__ import annotations

from dataclasses import replace

from assay.errors import metrics as metric_errors
from assay.intervals.estimating import estimate
from assay.intervals.method_names import VALUES_ALONE
from assay.intervals.regression_intervals import fits_regression, is_smooth, refusal, regression_value
from assay.intervals.regression_reasons import REASONS
from assay.intervals.regression_sample import RegressionSample
from assay.metrics.cards import Card, aliases
from assay.summaries.regression import RegressionSummary
from assay.summaries.residuals import Residuals
from assay.tasks.labels.judging import choices_of
from assay.tasks.openings import headlines, openers_of
from assay.tasks.regression.notes import regression_notes
from assay.tasks.regression.plan import RegressionPlan
from assay.tasks.regression.result import RegressionEvaluation
from assay.tasks.requests import Request

OPENERS = ("mae", "median_absolute_error", "interval_coverage", "r2")
"""The metrics whose readings a regression opens with."""


def judge_residuals(plan: RegressionPlan, reduced: Residuals | RegressionSummary) -> RegressionEvaluation:
    """Measure everything that was asked for on predicted numbers."""
    request, chosen = plan.request, plan.chosen
    summary = _summary(plan, reduced)
    several = len(plan.outputs) > 1
    if request.metrics is None and not several:
        chosen = tuple(card for card in chosen if card.average is None)
    asked = request.metrics is not None
    sample = RegressionSample(summary, request.level, request.seed, request.method, asked)
    together = (card for card in chosen if card.average is None and is_smooth(card) and not refusal(card, sample))
    sample = replace(sample, cards=tuple(together))
    _check_method(chosen, request)
    estimates = {card.name: estimate(card, sample) for card in chosen}
    return RegressionEvaluation(
        task="regression",
        reason=plan.reason,
        n=summary.rows,
        estimates=estimates,
        choices=choices_of(request, plan.engine, summary.weighted),
        notes=(*plan.notes, *regression_notes(sample, chosen, estimates, request.coverage)),
        methods={estimate.method: REASONS.get(estimate.method, "asked for") for estimate in estimates.values()},
        aliases=aliases(),
        part="output",
        source=request.source_name,
        headlines=headlines(chosen),
        openers=openers_of(OPENERS, estimates),
        outputs=plan.outputs,
        cards=chosen,
        sample=replace(sample, cards=()),  # without the replicates that its intervals were drawn from
    )


def residual_values(plan: RegressionPlan, reduced: Residuals | RegressionSummary) -> dict[str, float]:
    """Return the metrics of predicted numbers without their intervals."""
    summary = _summary(plan, reduced)
    sample = RegressionSample(summary, plan.request.level, plan.request.seed, None, plan.request.metrics is not None)
    return {card.name: regression_value(card, sample) for card in plan.chosen}


def _summary(plan: RegressionPlan, reduced: Residuals | RegressionSummary) -> RegressionSummary:
    """Return the summary of cases, or the sums of a slice or a group as they are around their own means."""
    return RegressionSummary.of(reduced, plan.losses) if isinstance(reduced, Residuals) else reduced.centred()


def _check_method(chosen: tuple[Card, ...], request: Request) -> None:
    if request.method not in (None, VALUES_ALONE) and not any(fits_regression(card, request.method) for card in chosen):
        why = (
            "for regression there are bootstrap-t, log-t, delta, percentile, bca, jackknife, for pearson also fisher-z"
        )
        raise metric_errors.method_fits_nothing(request.method, [card.name for card in chosen], why)
