"""Tables of a segmentation: classes are shown by their overlap."""

from __future__ import annotations

from assay.reports.class_tables import class_table, counted_in
from assay.reports.document import Table
from assay.reports.evaluations import cells_and_points, metric_table, tables_of
from assay.tasks.segmentation.result import SegmentationEvaluation


@tables_of.register
def _(evaluation: SegmentationEvaluation) -> list[Table]:
    by_class = class_table(evaluation, ("jaccard", "f1", "precision", "recall"))
    return [metric_table(evaluation), *cells_and_points(evaluation), by_class]


@counted_in.register
def _(evaluation: SegmentationEvaluation) -> tuple[str, str]:
    return "pixel", "pixels"
