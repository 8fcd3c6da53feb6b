"""Segmentation as a task: a class for every pixel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from assay.engines.protocol import merged, present
from assay.inputs.models import named_models
from assay.intervals.left_out_items import Signed
from assay.results.evaluation import Evaluation
from assay.stats.arithmetic import Numbers
from assay.summaries.image_tables import ImageTables
from assay.summaries.units import Units
from assay.tasks.item_groups import item_moves, units_of_items
from assay.tasks.judged import Judged
from assay.tasks.requests import Request, name_of_files
from assay.tasks.segmentation.comparing import Segmenters, count_segmenters, over_all_classes, tables_of_images
from assay.tasks.segmentation.judging import judge_tables, read_tables
from assay.tasks.segmentation.result import SegmentationEvaluation
from assay.tasks.task import ALWAYS, Held, Task


@dataclass(frozen=True, eq=False)
class SegmentationPlan:
    """Masks to count; the plan itself counts them."""

    request: Request
    engine: str = "in memory"

    @property
    def reducer(self) -> SegmentationPlan:
        """The plan itself, which knows which pixels do not count."""
        return self

    def reduce(self, masks: tuple[object, object]) -> ImageTables:
        """Count the pixels of every image by truth and prediction."""
        return read_tables(*masks, self.request)


class SegmentationTask(Task):
    """Judges label masks: the metrics of labels over pixels, with intervals over images."""

    name: ClassVar[str] = "segmentation"
    names: ClassVar[tuple[str, ...]] = ("segmentation",)
    accepts: ClassVar[frozenset[str]] = ALWAYS | {"group", "by", "truth", "prediction", "labels", "ignore"}
    unit: ClassVar[str] = "image"
    always_paired: ClassVar[bool] = True
    keeps_sums: ClassVar[bool] = True

    def open(self, request: Request) -> Held:
        """Hold the masks; they are read one image at a time when they are counted."""
        return Held((request.truth, request.prediction))

    def plan(self, request: Request, source: Held, reason: str | None) -> SegmentationPlan:
        """Decide which pixels count."""
        return SegmentationPlan(request, source.engine)

    def result(self, plan: SegmentationPlan, summary: ImageTables) -> Evaluation:
        """Measure everything that was asked for."""
        evaluation = judge_tables(summary, plan.request)[0]
        return replace(evaluation, choices=replace(evaluation.choices, engine=plan.engine))

    def how_many(self, summary: ImageTables) -> int:
        """Return how many images there are."""
        return summary.images

    def bounded(self, plan: SegmentationPlan, summary: ImageTables) -> ImageTables:
        """Return the tables of all images without a name of any."""
        return replace(summary, extra=(), skipped=()) if summary.extra or summary.skipped else summary

    def joined(self, plan: SegmentationPlan, summaries: Sequence[ImageTables]) -> ImageTables:
        """Return the tables of the images of all parts, over the classes of all of them."""
        return present(merged(over_all_classes(summaries)))

    def cases(self, source: Held) -> Any:
        """Return what is held."""
        return source.content

    def worst_items(self, source: Held, evaluation: Evaluation, most: int) -> Any:
        """Return the images with the lowest mean IoU."""
        from assay.tasks.segmentation.worst_images import worst_images

        if not isinstance(evaluation, SegmentationEvaluation):
            raise LookupError("another task's evaluation")
        return worst_images(source.content, evaluation.sample.tables, most)

    def items_apart(self, source: Held, evaluations: Mapping[object, Evaluation], most: int) -> Any:
        """Return the images whose mean IoU differs most."""
        from assay.tasks.segmentation.worst_images import images_apart

        truth, answers = source.content
        masks = truth, next(iter(named_models(answers, "prediction").values()))
        known = [(model, own) for model, own in evaluations.items() if isinstance(own, SegmentationEvaluation)]
        return images_apart(masks, {model: own.sample.tables for model, own in known}, most)

    def taken(self, summary: ImageTables, rows: NDArray[np.intp]) -> ImageTables:
        """Return the tables of some of the images."""
        return tables_of_images(summary, rows)

    def units(self, cases: Any, request: Request, evaluation: Evaluation) -> list[tuple[Units, int]]:
        """Return the units that images make."""
        return units_of_items(request, evaluation.n, self.unit)

    def moves(self, plan: Any, block: Any, units: Units, evaluation: Evaluation) -> tuple[Units, Mapping[str, Numbers]]:
        """Leave units of images out of what was counted in each."""
        if not isinstance(evaluation, SegmentationEvaluation):
            raise LookupError("another task's evaluation")
        return units, item_moves(evaluation.sample, evaluation, units)

    def by_groups(self, plan: Any, block: Any, signed: Signed, evaluation: Evaluation) -> Evaluation:
        """Return an evaluation whose labels know the groups too."""
        if not isinstance(evaluation, SegmentationEvaluation):
            raise LookupError("another task's evaluation")
        return replace(evaluation, groups=tuple(signed))

    def count_together(self, request: Request, source: Held) -> Segmenters:
        """Count the pixels of several segmenters."""
        return count_segmenters(request, named_models(request.prediction, "prediction"))

    def judge_together(self, request: Request, source: Held, reason: str | None) -> Judged:
        """Judge several segmenters on the same images."""
        return self.count_together(request, source).judged()

    def source_name(self, request: Request) -> str | None:
        """Call the data by the file of the truth."""
        return name_of_files(request.truth)
