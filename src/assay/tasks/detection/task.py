"""Detection as a task: boxes found in images, and detections that were matched already."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from assay.errors import columns as column_errors
from assay.errors import detections as errors
from assay.inputs.box_forms import check_boxes
from assay.inputs.boxes import DetectionRows, read_detections
from assay.inputs.models import named_models
from assay.intervals.left_out_items import Signed
from assay.results.evaluation import Evaluation
from assay.stats.arithmetic import Numbers
from assay.summaries.matches import Matches
from assay.summaries.units import Units
from assay.tasks.detection.comparing import Detectors, alike, match_detectors, read_alike
from assay.tasks.detection.judging import judge_matches, match_rows
from assay.tasks.detection.ready_matches import ready_matches
from assay.tasks.detection.result import DetectionEvaluation
from assay.tasks.item_groups import item_moves, units_of_items
from assay.tasks.judged import Judged
from assay.tasks.requests import Request, name_of_files
from assay.tasks.task import ALWAYS, Held, Task


@dataclass(frozen=True, eq=False)
class DetectionPlan:
    """Boxes to match, or matches that are ready; the plan itself reduces them."""

    request: Request
    rows: DetectionRows | None = None

    @property
    def reducer(self) -> DetectionPlan:
        """The plan itself, which knows how many detections of an image the metrics look at."""
        return self

    def reduce(self, content: DetectionRows | Matches) -> Matches:
        """Match detections to the truth, image by image."""
        return content if isinstance(content, Matches) else match_rows(content, self.request)


class DetectionTask(Task):
    """Judges boxes found in images, as COCO does."""

    name: ClassVar[str] = "detection"
    names: ClassVar[tuple[str, ...]] = ("detection",)
    accepts: ClassVar[frozenset[str]] = ALWAYS | {"group", "by", "truth", "prediction", "counts", "threshold", "boxes"}
    unit: ClassVar[str] = "image"
    always_paired: ClassVar[bool] = True

    def open(self, request: Request) -> Held:
        """Read the boxes of both sides, or matches that are ready."""
        if request.several:
            predictions = named_models(request.prediction, "prediction")
            return Held(read_alike(request.truth, predictions, request.boxes))
        if request.counts is None:
            return Held(read_detections(request.truth, request.prediction, check_boxes(request.boxes)))
        for name in ("truth", "prediction", "boxes"):
            if name in request.given:
                raise column_errors.conflicting("counts", name)
        try:
            return Held(ready_matches(request.counts))
        except (TypeError, IndexError, OverflowError) as problem:
            raise errors.bad_matches(f"cannot be read ({problem})") from problem

    def plan(self, request: Request, source: Held, reason: str | None) -> DetectionPlan:
        """Decide how many detections of an image are looked at."""
        rows = source.content
        return DetectionPlan(request, rows if isinstance(rows, DetectionRows) else None)

    def result(self, plan: DetectionPlan, summary: Matches) -> Evaluation:
        """Measure everything that was asked for."""
        return judge_matches(summary, plan.rows, plan.request.threshold, plan.request)[0]

    def cases(self, source: Held) -> Any:
        """Return what is held."""
        return source.content

    def worst_items(self, source: Held, evaluation: Evaluation, most: int) -> Any:
        """Return the images with most boxes missed and false alarms."""
        from assay.tasks.detection.worst_images import worst_images

        if not isinstance(evaluation, DetectionEvaluation):
            raise LookupError("another task's evaluation")
        return worst_images(
            source.content if isinstance(source.content, DetectionRows) else None, evaluation.sample, most
        )

    def items_apart(self, source: Held, evaluations: Mapping[object, Evaluation], most: int) -> Any:
        """Return the images whose boxes missed and false alarms differ most in number."""
        from assay.tasks.detection.worst_images import images_apart

        known = [(model, own) for model, own in evaluations.items() if isinstance(own, DetectionEvaluation)]
        return images_apart(alike(list(source.content.values()))[0], {model: own.sample for model, own in known}, most)

    def taken(self, summary: Matches, rows: NDArray[np.intp]) -> Matches:
        """Return the matches in some of the images."""
        return summary.of_images(rows)

    def plan_of_slice(self, plan: DetectionPlan) -> DetectionPlan:
        """Return the plan without boxes, which belong to all images."""
        return replace(plan, rows=None)

    def units(self, cases: Any, request: Request, evaluation: Evaluation) -> list[tuple[Units, int]]:
        """Return the units that images make."""
        return units_of_items(request, evaluation.n, self.unit)

    def moves(self, plan: Any, block: Any, units: Units, evaluation: Evaluation) -> tuple[Units, Mapping[str, Numbers]]:
        """Leave units of images out of what was counted in each."""
        if not isinstance(evaluation, DetectionEvaluation):
            raise LookupError("another task's evaluation")
        return units, item_moves(evaluation.sample, evaluation, units)

    def by_groups(self, plan: Any, block: Any, signed: Signed, evaluation: Evaluation) -> Evaluation:
        """Return an evaluation whose labels know the groups too."""
        if not isinstance(evaluation, DetectionEvaluation):
            raise LookupError("another task's evaluation")
        return replace(evaluation, groups=tuple(signed))

    def count_together(self, request: Request, source: Held) -> Detectors:
        """Match the boxes of several detectors."""
        rows: Mapping[object, DetectionRows] = source.content
        return match_detectors(request, rows)

    def judge_together(self, request: Request, source: Held, reason: str | None) -> Judged:
        """Judge several detectors on the same images."""
        return self.count_together(request, source).judged()

    def source_name(self, request: Request) -> str | None:
        """Call the data by the file of the truth."""
        return name_of_files(request.truth)
