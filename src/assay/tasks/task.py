"""What a task is: which arguments it takes, when it applies, how cases are reduced, and what is made of the summary."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from assay.engines.protocol import Mergeable, Reducer, merged
from assay.errors import arguments as errors
from assay.errors import comparisons as comparison_errors
from assay.inputs.blocks import Block
from assay.inputs.profiles import ColumnProfile
from assay.intervals.method_names import VALUES_ALONE
from assay.metrics.cards import Card
from assay.stats.arithmetic import Numbers
from assay.summaries.units import Units
from assay.summaries.weighing import weighed
from assay.tasks.requests import Request

if TYPE_CHECKING:
    import polars as pl

    from assay.engines.worst_rows import CaseLoss
    from assay.results.comparison import Comparison
    from assay.results.estimate import Estimate
    from assay.results.evaluation import Evaluation
    from assay.summaries.by_slice import BySlice
    from assay.summaries.kept_units import KeptUnits
    from assay.summaries.unit_sums import UnitSums
    from assay.tasks.judged import CountedTogether, Judged
    from assay.tasks.slicing import Cutting
    from assay.tasks.unit_sums import Drawn, UnitReducer

ALWAYS = frozenset({"task", "metrics", "method", "level", "seed", "control", "margin", "paired"})
"""Arguments that mean something whatever is judged."""
CASES = frozenset({"truth", "prediction", "data", "on", "weight", "labels", "missing"})
"""Arguments of tasks whose cases are rows of a table."""

GROUPS = frozenset({"group", "blocks", "by"})
"""Arguments of tasks whose cases may belong together, or be looked at part by part."""

LOOPED = 400
"""Leaving out more units than this one by one takes long, and more buckets would change no interval that one sees."""

TESTS = ("mcnemar", "exact", "chi-square", "corrected", "permutation")
"""Tests that can be asked for by name."""

Summarised = TypeVar("Summarised", bound=Mergeable, covariant=True)


class Source(Protocol):
    """Cases that can be reduced where they are; `engine` is its name in signatures."""

    @property
    def engine(self) -> str:
        """What signatures call the engine."""

    def reduce(self, reducer: Any) -> Any:
        """Reduce all cases to a summary."""


class Plan(Protocol[Summarised]):
    """What exactly is judged, decided from the request and the profile of the cases."""

    @property
    def reducer(self) -> Reducer[Summarised]:
        """What a block of cases adds to the summary."""


class Task(ABC):
    """One kind of judging. Calls are written over tasks; adding one takes one object and one registration."""

    name: ClassVar[str]
    names: ClassVar[tuple[str, ...]]
    accepts: ClassVar[frozenset[str]]
    unit: ClassVar[str] = "case"
    always_paired: ClassVar[bool] = False
    by_cases: ClassVar[bool] = False
    keeps_sums: ClassVar[bool] = False
    own_cards: ClassVar[tuple[Card, ...]] = ()
    share_of_loss: ClassVar[str | None] = None

    def claims(self, request: Request) -> bool:
        """Say whether the arguments alone make it this task."""
        return request.task in self.names

    def applies(self, truth: ColumnProfile, request: Request) -> str | None:
        """Say why a truth that looks like this makes it this task, None if it does not."""
        return None

    @abstractmethod
    def open(self, request: Request) -> Any:
        """Return the source of the cases."""

    def read(self, source: Any) -> Any:
        """Return the source with its columns read as this task reads them, where the cases chose the task."""
        return source

    @abstractmethod
    def plan(self, request: Request, source: Any, reason: str | None) -> Any:
        """Decide what exactly is judged; `reason` says why it is this task, where the cases said so."""

    @abstractmethod
    def result(self, plan: Any, summary: Any) -> Evaluation:
        """Return the judgement of one model."""

    def one_metric(self, plan: Any, block: Block, card: Card, whole: Evaluation) -> Estimate | None:
        """Return one metric of some cases without anything around it, None where there is no short way to it.

        `whole` is the judgement of all cases, whose choices (a threshold) hold for their parts.
        """
        return None

    def one_of_summary(self, plan: Any, summary: Any, card: Card) -> Estimate | None:
        """Return one metric of a summary without anything around it, None where there is no short way to it."""
        return None

    def counted_slices(self, plan: Any, block: Block, cuttings: Sequence[Cutting]) -> BySlice | None:
        """Return the summary of every slice at once, None where each is reduced by itself."""
        return None

    def values(self, plan: Any, summary: Any) -> Mapping[str, float]:
        """Return the metrics without their intervals."""
        return {name: made.value for name, made in self.result(plan, summary).estimates.items()}

    def second_look(self, plan: Any, summary: Any) -> Any:
        """Return the reducer of a second look at the cases, which only the summary makes possible; None without one."""
        return None

    def completed(self, summary: Any, seen: Any) -> Any:
        """Return the summary with what the second look has seen."""
        return summary

    def why_not_kept(self, plan: Any, summary: Any) -> str | None:
        """Say why a summary cannot be saved and merged without its cases, None where it can."""
        return None

    def how_many(self, summary: Any) -> int:
        """Return how many cases a bounded summary is about, where the task read them itself and no profile says so."""
        raise LookupError(f"a profile says how many cases of {self.name} there are")

    def bounded(self, plan: Any, summary: Any) -> Any:
        """Return the summary without single cases, of a size that does not grow with them."""
        return summary

    def fitted(self, plan: Any, summary: Any, factor: float, weighted: bool) -> Any:
        """Return the summary of a part as a plan for the whole needs it: its classes, its unit of weights."""
        return weighed(summary, factor, weighted)

    def joined(self, plan: Any, summaries: Sequence[Any]) -> Any:
        """Return the summary of all parts, each of which fits the plan."""
        return merged(summaries)

    def moves(
        self, plan: Any, block: Block, units: Units, evaluation: Evaluation
    ) -> tuple[Units, Mapping[str, Numbers]]:
        """Return how far each metric moves when one unit is left out, and the units (buckets of many) that were."""
        units = units.spread(LOOPED)
        whole = self.values(plan, plan.reducer.reduce(block))
        without = [
            self.values(plan, plan.reducer.reduce(block.take(units.codes != unit))) for unit in range(units.count)
        ]
        return units, {
            name: np.array([values.get(name, np.nan) for values in without]) - value for name, value in whole.items()
        }

    def cases(self, source: Any) -> Any:
        """Return the cases themselves, to leave units of them out."""
        return source.cases()

    def case_loss(self, plan: Any, evaluation: Evaluation) -> CaseLoss | None:
        """Return what says how much each case matters, None where cases are not listed one by one."""
        return None

    def worst_items(
        self, source: Any, evaluation: Evaluation, most: int
    ) -> tuple[pl.DataFrame, NDArray[np.intp]] | None:
        """Return the images that matter most and their places, None where the task has no order of them."""
        return None

    def items_apart(
        self, source: Any, evaluations: Mapping[object, Evaluation], most: int
    ) -> tuple[pl.DataFrame, NDArray[np.intp]] | None:
        """Return the images on which models differ most and their places, None where the task has no order of them."""
        return None

    def taken(self, summary: Any, rows: NDArray[np.intp]) -> Any:
        """Return what was counted in some of the images or segments, in the place of all."""
        raise LookupError(f"{self.name} has no images or segments to take")

    def kept(self, summary: Any) -> NDArray[np.bool_] | None:
        """Say of each image or segment handed over whether it was kept, None where all of them were."""
        return None

    def plan_of_slice(self, plan: Any) -> Any:
        """Return the plan to judge some of the images or segments by."""
        return plan

    def units(self, cases: Any, request: Request, evaluation: Evaluation) -> list[tuple[Units, int]]:
        """Return the units that the cases make, each grouping with a sign."""
        from assay.tasks.grouping import units_of

        return units_of(cases, request)

    def by_groups(self, plan: Any, block: Any, signed: Any, evaluation: Evaluation) -> Evaluation:
        """Return an evaluation whose parts (classes, curves, thresholds) know the groups too."""
        return evaluation

    def unit_reducer(self, plan: Any, summary: Any, drawn: Drawn) -> UnitReducer | None:
        """Return what sums by unit where the cases stay, None where only the cases themselves tell."""
        return None

    def moves_of_sums(
        self, plan: Any, reducer: Any, summary: Any, sums: UnitSums, evaluation: Evaluation
    ) -> tuple[Units, Mapping[str, Numbers]]:
        """Return what `moves` does, from the sums of every unit."""
        raise LookupError(f"{self.name} has no sums by unit")

    def parts_of_sums(
        self, plan: Any, summary: Any, each: Sequence[tuple[Any, UnitSums, int]], evaluation: Evaluation
    ) -> Evaluation:
        """Return what `by_groups` does, from the sums of every unit."""
        return evaluation

    def units_kept(self, plan: Any, reducer: Any, units: KeptUnits) -> KeptUnits | None:
        """Return the sums of every unit with what they were measured by, None where they mean nothing elsewhere."""
        return None

    def units_fitted(self, plan: Any, part: Any, whole: Any, units: KeptUnits, count: int) -> KeptUnits:
        """Return the sums of a part's units as the summary of the whole, of so many units, needs them."""
        return units

    @abstractmethod
    def judge_together(self, request: Request, source: Any, reason: str | None) -> Judged:
        """Judge several models on the same cases, and say how two of them are compared."""

    def count_together(self, request: Request, source: Any) -> CountedTogether:
        """Return what was counted in every image or segment for several models."""
        raise LookupError(f"{self.name} has no images or segments to count")

    def check_test(self, method: object) -> str | None:
        """Return the test asked for by name, or refuse one that does not exist."""
        if method is None:
            return None
        name = str(method).casefold().replace("_", "-").replace("ization", "isation")
        if name not in TESTS:
            alone = name == VALUES_ALONE
            raise comparison_errors.without_test() if alone else comparison_errors.unknown_test(method)
        return name

    def source_name(self, request: Request) -> str | None:
        """Return what to call the data of a comparison."""
        return request.source_name

    def finished(self, comparison: Comparison) -> Comparison:
        """Add to a comparison what only this task knows."""
        return comparison

    def refuse_meaningless(self, request: Request) -> None:
        """Refuse the first argument that says nothing about what is judged."""
        refuse_meaningless(request, self.accepts, self.name)
        if request.paired is False and self.always_paired:
            raise errors.always_paired(self.name, self.unit)


def refuse_meaningless(request: Request, accepted: frozenset[str], judged: str) -> None:
    """Refuse the first argument that is not among those accepted."""
    for name in request.in_order(request.given):
        if name not in accepted:
            raise errors.meaningless(name, judged)


@dataclass(frozen=True, eq=False)
class Held:
    """Cases that a task read itself, images or texts: one block, in memory."""

    content: Any
    engine: str = field(default="in memory")

    def reduce(self, reducer: Any) -> Any:
        """Reduce the one block that there is."""
        return reducer.reduce(self.content)
