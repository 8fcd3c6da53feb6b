"""The tasks that come with assay, registered in the order in which they are asked."""

from __future__ import annotations

from assay.tasks.catalogue import Deferred, register, task_names
from assay.tasks.labels.task import LabelTask, ReadyTableTask
from assay.tasks.regression.task import RegressionTask
from assay.tasks.scores.task import ScoreTask

if not task_names():
    for task in (
        ReadyTableTask(),
        ScoreTask(),
        RegressionTask(),
        Deferred(("segmentation",), "assay.tasks.segmentation.task", "SegmentationTask"),
        Deferred(("detection",), "assay.tasks.detection.task", "DetectionTask"),
        Deferred(("text",), "assay.tasks.text.task", "TextTask"),
        LabelTask(),
    ):
        register(task)
