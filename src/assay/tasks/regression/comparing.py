"""Several regressions on the same cases: each judged alone, and the residuals of all of them side by side."""

from __future__ import annotations

from assay.comparisons.paired_regression import RegressionPairs
from assay.engines.sources import Source
from assay.summaries.residuals import Residuals
from assay.tasks.judged import Judged, apart_blocks, compared_cards
from assay.tasks.regression.judging import judge_residuals
from assay.tasks.regression.plan import card_loss, plan_regression
from assay.tasks.regression.reducers import KeepResiduals, SumResiduals
from assay.tasks.regression.summed import USUAL, judge_summed_residuals
from assay.tasks.requests import Request


def judge_regressions_together(request: Request, source: Source, reason: str) -> Judged:
    """Judge every model, and hold their residuals in one unit for the paired tests."""
    models = request.models
    alone = request.alone
    plans = {model: plan_regression(alone, source, reason, model) for model in models}
    if not source.kept and all(isinstance(plan.reducer, SumResiduals) for plan in plans.values()):
        return judge_summed_residuals(request, source, plans)
    block = source.cases()
    kept: list[Residuals] = [KeepResiduals(plans[model].outputs).reduce(block.of(model)) for model in models]
    units = [cases.in_safe_unit() for cases in kept]
    evaluations = {model: judge_residuals(plans[model], cases) for model, cases in zip(models, units, strict=True)}
    chosen = request.metrics or compared_cards(evaluations, request.everything, USUAL)
    cards = tuple(card for card in chosen if card.average is None)
    scale = max(cases.scale for cases in units)
    cases = tuple(unit if scale == unit.scale else unit.in_unit(scale) for unit in units)
    losses = {card.name: card_loss(card) for card in cards if card.loss is not None}
    pairs = RegressionPairs(cases, losses, request.level, request.seed)
    apart = apart_blocks(block, models)
    notes = plans[models[0]].notes
    return Judged(models, evaluations, cards, pairs.compare, apart, scale, notes, plans, block)
