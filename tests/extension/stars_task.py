"""A task of its own in one file: ratings from 1 to 5 stars, judged by how many stars they are off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from assay._version import __version__
from assay.comparisons.difference import Difference
from assay.comparisons.paired_rows import paired_t
from assay.engines.binding import Given, bind
from assay.engines.sources import Source
from assay.errors import InputError
from assay.inputs.blocks import Block
from assay.inputs.roles import Kind
from assay.intervals.estimating import estimate, estimate_from
from assay.metrics.cards import Card, card_for
from assay.results.estimate import Estimate
from assay.results.evaluation import Choices, Evaluation, Opener
from assay.stats.means import mean_t
from assay.tasks.grouping import shared_parts
from assay.tasks.judged import Judged, apart_blocks
from assay.tasks.requests import Request
from assay.tasks.task import ALWAYS, CASES, GROUPS, Task

FARTHEST = 4
"""One star where five were right, or the other way round."""


@dataclass(frozen=True)
class StarGaps:
    """How many cases are off by 0, 1, 2, 3 and 4 stars: all that the metrics need."""

    counts: tuple[int, ...]

    def merge(self, other: StarGaps) -> StarGaps:
        return StarGaps(tuple(np.add(self.counts, other.counts).tolist()))

    @property
    def rows(self) -> int:
        return sum(self.counts)

    def gaps(self) -> np.ndarray:
        return np.repeat(np.arange(FARTHEST + 1.0), self.counts)


def stars_off(gaps: StarGaps) -> float:
    """Mean number of stars by which a rating is off."""
    return float(np.average(np.arange(FARTHEST + 1), weights=gaps.counts))


OFF = card_for(
    stars_off, label="Stars off", formula="mean |y - ŷ|", bounds=(0, FARTHEST), better="lower", headline=True,
    undefined="there is no rating", reading="Ratings are off by {value} stars.",
)  # fmt: skip


@dataclass(frozen=True)
class StarSample:
    gaps: StarGaps
    level: float


@estimate_from.register
def _(sample: StarSample, card: Card) -> Estimate:
    interval = mean_t(sample.gaps.gaps(), level=sample.level)
    return replace(interval, value=card.measure(sample.gaps), note=None)


@dataclass(frozen=True)
class CountGaps:
    def reduce(self, block: Block) -> StarGaps:
        return StarGaps(tuple(np.bincount(gaps_of(block).astype(int), minlength=FARTHEST + 1).tolist()))


def gaps_of(block: Block, model: object = None) -> np.ndarray:
    return np.abs(block.numbers("truth") - block.numbers("prediction", model))[:, 0]


@dataclass(frozen=True)
class StarPlan:
    request: Request
    engine: str
    reducer: CountGaps = CountGaps()


class StarTask(Task):
    """Judges ratings."""

    name: ClassVar[str] = "stars"
    names: ClassVar[tuple[str, ...]] = ("stars",)
    accepts: ClassVar[frozenset[str]] = (ALWAYS | CASES | GROUPS) - {"labels", "weight"}
    own_cards: ClassVar[tuple[Card, ...]] = (OFF,)

    def open(self, request: Request) -> Source:
        parts = [Given("truth", request.truth, Kind.NUMBER)]
        parts += [Given("prediction", value, Kind.NUMBER, model) for model, value in request.answers("prediction")]
        parts += shared_parts(request)
        return bind(parts, request.data, request.missing)

    def plan(self, request: Request, source: Source, reason: str | None) -> StarPlan:
        for (part, _), column in source.profile.columns.items():
            if part not in ("truth", "prediction"):
                continue
            if column.low < 1 or column.high > FARTHEST + 1:
                raise InputError(f"`{column.name}` holds {column.low:g} to {column.high:g}, but ratings are 1 to 5.")
        return StarPlan(request, source.engine)

    def result(self, plan: StarPlan, summary: StarGaps) -> Evaluation:
        request, sample = plan.request, StarSample(summary, plan.request.level)
        choices = Choices(request.level, request.seed, plan.engine, None, __version__, asked=request.asked)
        estimates = {card.name: estimate(card, sample) for card in request.metrics or self.own_cards}
        opener = Opener(OFF.name, OFF.reading)
        return Evaluation("stars", "task= says so", summary.rows, estimates, choices, headlines=tuple(estimates),
                          openers=(opener,) if OFF.name in estimates else ())  # fmt: skip

    def judge_together(self, request: Request, source: Source, reason: str | None) -> Judged:
        models, block = request.models, source.cases()
        plan = self.plan(request.alone, source, reason)
        alone: Mapping[object, Evaluation] = {
            model: self.result(plan, plan.reducer.reduce(block.of(model))) for model in models
        }

        def compare(card: Card, first: int, second: int) -> Difference:
            return paired_t(gaps_of(block, models[first]) - gaps_of(block, models[second]), None, request.level)

        plans = dict.fromkeys(models, plan)
        cards, apart = request.metrics or self.own_cards, apart_blocks(block, models)
        return Judged(models, alone, cards, compare, apart, plans=plans, block=block)
