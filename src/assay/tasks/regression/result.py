"""The result of judging predicted numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from assay.intervals.estimating import estimate
from assay.intervals.grouped_quantiles import DesignEffects
from assay.intervals.regression_sample import RegressionSample
from assay.metrics.cards import Card
from assay.results.curve import Curve
from assay.results.evaluation import Estimates, Evaluation
from assay.tasks.regression.baselines import constant_models
from assay.tasks.regression.distribution import ResidualCurves, ResidualDistribution

STORED_BINS = 8192
"""Bins of a stored distribution of residuals: quantiles to about 1 in 4,000 cases, in 600 kB."""


@dataclass(frozen=True, eq=False, repr=False)
class RegressionEvaluation(Evaluation):
    """Predicted numbers judged.

    `ev.errors` answers how many residuals are below any size (and the other way round), `ev.baselines` holds what
    always answering the mean or the median would score, `ev.per_class` what each of several outputs scores. The cases
    themselves are not stored with the result: pictures and quantiles of a stored result come from what was kept.
    """

    outputs: tuple[object, ...] = ()
    cards: tuple[Card, ...] = field(kw_only=True)
    sample: RegressionSample = field(kw_only=True)
    effects: DesignEffects | None = None

    @cached_property
    def errors(self) -> ResidualDistribution | None:
        """How the sizes of the residuals are distributed; None where only ranges were predicted."""
        summary = self.sample.summary
        known = summary.centre is not None and summary.worth.weight
        return ResidualDistribution(self.sample, self.effects) if known else None

    @cached_property
    def curves(self) -> Mapping[str, Curve]:
        """The pictures of the residuals."""
        return ResidualCurves(ResidualDistribution(self.sample, self.effects))

    @cached_property
    def baselines(self) -> Mapping[str, Estimates]:
        """What always answering the mean, or the median, of these cases would score."""
        return constant_models(self.sample)

    @cached_property
    def per_class(self) -> Mapping[object, Estimates]:
        """Each of several outputs judged alone."""
        if len(self.outputs) < 2:
            return {}
        own = [card for card in self.cards if card.average is None]
        return {
            name: {card.name: estimate(card, self.sample.output(place)) for card in own}
            for place, name in enumerate(self.outputs)
        }

    def __getstate__(self) -> dict[str, object]:
        """Store what was made of the cases, and not the cases."""
        curves = {name: curve.thinned() for name, curve in self.curves.items()}
        made = {"curves": curves, "baselines": self.baselines, "per_class": self.per_class}
        sample = replace(self.sample, summary=replace(self.sample.summary.sketched(STORED_BINS), losses={}))
        errors = None if self.errors is None else self.errors.stored(sample)
        return {**super().__getstate__(), **made, "errors": errors, "sample": sample, "cards": ()}
