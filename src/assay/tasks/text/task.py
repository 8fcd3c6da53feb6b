"""Text as a task: translations, answers, transcripts, spans and meanings; segments are the cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from assay.errors import texts as errors
from assay.inputs.models import named_models
from assay.inputs.texts import Pairs, Texts, read_pairs, reference_files
from assay.intervals.left_out_items import Signed
from assay.results.comparison import Comparison
from assay.results.evaluation import Evaluation
from assay.stats.arithmetic import Numbers
from assay.summaries.text_sums import TextSums
from assay.summaries.units import Units
from assay.tasks.item_groups import item_columns, item_moves, units_of_items
from assay.tasks.judged import Judged
from assay.tasks.requests import Request, name_of_files
from assay.tasks.task import ALWAYS, Held, Task
from assay.tasks.text.comparing import METHODS, Systems, count_systems, kept_segments, with_examples
from assay.tasks.text.counted import Counted
from assay.tasks.text.elsewhere import TextsElsewhere
from assay.tasks.text.judging import count_text, judge_counted
from assay.tasks.text.result import TextEvaluation
from assay.tasks.text.shared import Shared
from assay.tasks.text.signatures import Signatures
from assay.tasks.text.summed import judge_text_sums, sums_of


@dataclass(frozen=True, eq=False)
class TextPlan:
    """Texts to count; the plan itself counts them."""

    request: Request
    engine: str = "in memory"

    @property
    def reducer(self) -> TextPlan:
        """The plan itself, which knows what the metrics count."""
        return self

    def reduce(self, pairs: Mapping[object, Pairs]) -> Counted:
        """Count in every segment what the metrics need."""
        (only,) = pairs.values()
        return count_text(only, self.request, Shared())


class TextTask(Task):
    """Judges texts against references."""

    name: ClassVar[str] = "text"
    names: ClassVar[tuple[str, ...]] = ("text",)
    accepts: ClassVar[frozenset[str]] = ALWAYS | {"group", "by", "truth", "prediction", "data", "on", "missing"}
    unit: ClassVar[str] = "segment"
    always_paired: ClassVar[bool] = True
    keeps_sums: ClassVar[bool] = True

    def check_test(self, method: object) -> str | None:
        """Return the test asked for, or refuse one that texts do not have."""
        if method is None:
            return None
        name = str(method).casefold().replace("_", "-").replace("ization", "isation")
        if name not in METHODS:
            raise errors.test_not_for_texts(method, list(METHODS))
        return name

    def open(self, request: Request) -> Held | TextsElsewhere:
        """Read candidates and references of every system, unless they are to stay where they are."""
        elsewhere = TextsElsewhere.of(request)
        if elsewhere is not None:
            return elsewhere
        systems: dict[object, object] = {"": request.prediction}
        if request.several:
            systems = named_models(request.prediction, "prediction")
        groups = {name: values.tolist() for name, values in item_columns(request).items()}
        return Held(read_pairs(request.truth, systems, request.data, request.missing, groups))

    def plan(self, request: Request, source: Held | TextsElsewhere, reason: str | None) -> TextPlan:
        """Decide what is counted."""
        return TextPlan(request, source.engine)

    def result(self, plan: TextPlan, summary: Counted | TextSums) -> Evaluation:
        """Measure everything that was asked for."""
        if isinstance(summary, TextSums):
            return judge_text_sums(summary, plan.request, plan.engine)
        evaluation, _ = judge_counted(summary, plan.request)
        summary.shared.forget_tokens()
        return evaluation

    def why_not_kept(self, plan: TextPlan, summary: Counted | TextSums) -> str | None:
        """Say what cannot be told without the texts: spans, and what a model read."""
        if isinstance(summary, TextSums):
            return None
        if not isinstance(summary.pairs, Texts):
            return "it judges spans or vectors, which are not summed up"
        if any(card.reduction == "bert" for card in summary.cards):
            return "a model read its texts, and that cannot be summed up with others"
        return None

    def how_many(self, summary: TextSums) -> int:
        """Return how many segments there are."""
        return summary.tally.segments

    def bounded(self, plan: TextPlan, summary: Counted | TextSums) -> TextSums:
        """Return the sums over segments, and none of the texts."""
        if isinstance(summary, TextSums):
            return summary
        if not isinstance(summary.pairs, Texts):
            raise LookupError("spans and vectors are not summed up")
        return sums_of(summary, summary.pairs)

    def fitted(self, plan: TextPlan, summary: Counted | TextSums, factor: float, weighted: bool) -> TextSums:
        """Return the sums of a part; segments carry no weights."""
        return self.bounded(plan, summary)

    def cases(self, source: Held) -> Any:
        """Return what is held."""
        return source.content

    def worst_items(self, source: Held, evaluation: Evaluation, most: int) -> Any:
        """Return the segments that score worst by themselves."""
        if not isinstance(evaluation, TextEvaluation):
            raise LookupError("another task's evaluation")
        frame, rows = evaluation.worst_segments(most)
        return frame, np.array(rows, dtype=np.intp)

    def taken(self, summary: Counted, rows: NDArray[np.intp]) -> Counted:
        """Return what was counted in some of the segments."""
        return summary.taken(rows)

    def kept(self, summary: Counted) -> NDArray[np.bool_]:
        """Say of each segment handed over whether it had no gap."""
        return kept_segments(summary)

    def units(self, cases: Any, request: Request, evaluation: Evaluation) -> list[tuple[Units, int]]:
        """Return the units that segments make."""
        parts = evaluation.parts if isinstance(evaluation, TextEvaluation) else None
        return units_of_items(request, evaluation.n, self.unit, () if parts is None else parts.counted.pairs.places)

    def moves(self, plan: Any, block: Any, units: Units, evaluation: Evaluation) -> tuple[Units, Mapping[str, Numbers]]:
        """Leave units of segments out of what was counted in each."""
        if not isinstance(evaluation, TextEvaluation) or evaluation.parts is None:
            raise LookupError("another task's evaluation")
        return units, item_moves(evaluation.parts.sample, evaluation, units)

    def by_groups(self, plan: Any, block: Any, signed: Signed, evaluation: Evaluation) -> Evaluation:
        """Return runs of words or labels judged by groups, and signatures without the draws of single segments."""
        if not isinstance(evaluation, TextEvaluation) or evaluation.parts is None:
            raise LookupError("another task's evaluation")
        parts = replace(evaluation.parts, groups=tuple(signed))
        counted = parts.counted
        signatures = Signatures(counted.cards, counted.pairs, counted.shared, parts.sample, drawn=False)
        return replace(evaluation, parts=parts, signatures=signatures.every())

    def count_together(self, request: Request, source: Held) -> Systems:
        """Count what the metrics need of several systems."""
        pairs: Mapping[object, Pairs] = source.content
        return count_systems(request, pairs)

    def judge_together(self, request: Request, source: Held, reason: str | None) -> Judged:
        """Judge several systems on the same segments."""
        return self.count_together(request, source).judged()

    def source_name(self, request: Request) -> str | None:
        """Call the data by their file, or by the file of the references."""
        return name_of_files(
            request.data if request.data is not None else next(iter(reference_files(request.truth)), None)
        )

    def finished(self, comparison: Comparison) -> Comparison:
        """Add the segments on which systems differ most."""
        return with_examples(comparison)
