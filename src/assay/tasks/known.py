"""The tasks that come with assay, registered in the order in which they are asked."""

from __future__ import annotations

from assay.tasks.catalogue import register, tasks
from assay.tasks.detection.task import DetectionTask
from assay.tasks.labels.task import LabelTask, ReadyTableTask
from assay.tasks.regression.task import RegressionTask
from assay.tasks.scores.task import ScoreTask
from assay.tasks.segmentation.task import SegmentationTask
from assay.tasks.text.task import TextTask

if not tasks():
    for task in (
        ReadyTableTask(),
        ScoreTask(),
        RegressionTask(),
        SegmentationTask(),
        DetectionTask(),
        TextTask(),
        LabelTask(),
    ):
        register(task)
