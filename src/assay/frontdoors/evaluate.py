"""evaluate: predictions, scores or a ready table in; every metric with its interval out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from pathlib import Path

from assay import reports as reports
from assay.errors import arguments as argument_errors
from assay.errors import columns as column_errors
from assay.errors import metrics as metric_errors
from assay.frontdoors.accepted import given_arguments, judged_as, refuse_meaningless
from assay.frontdoors.judge_detections import judge_detections
from assay.frontdoors.judge_errors import judge_errors
from assay.frontdoors.judge_labels import judge_labels
from assay.frontdoors.judge_masks import judge_masks
from assay.frontdoors.judge_scores import judge_scores
from assay.frontdoors.judge_text import judge_text
from assay.frontdoors.label_sources import reduce_counts, reduce_rows
from assay.frontdoors.requests import Metric, Wanted, parse_metrics
from assay.frontdoors.score_sources import reduce_scores
from assay.frontdoors.thresholds import check_threshold
from assay.frontdoors.value_sources import labels_or_reason
from assay.inputs.missing import check_policy, class_of_gaps
from assay.inputs.sources import Handed
from assay.inputs.tasks import check_labels, check_task
from assay.inputs.values import HandedValues
from assay.intervals.choose import check_method
from assay.results.evaluation import Evaluation
from assay.stats.checks import check_level


def evaluate(
    truth: object = None,
    prediction: object = None,
    *,
    score: object = None,
    counts: object = None,
    rows: str | None = None,
    data: object = None,
    task: str | None = None,
    positive: object = None,
    labels: Sequence[object] | None = None,
    threshold: float | None = None,
    weight: object = None,
    lower: object = None,
    upper: object = None,
    coverage: float | None = None,
    costs: object = None,
    boxes: object = None,
    metrics: Metric | Sequence[Metric] | None = None,
    method: str | None = None,
    missing: str | int = "error",
    level: float = 0.95,
    seed: int = 0,
) -> Evaluation:
    """Judge a model by what it answered, or by how strongly: every metric with a confidence interval that covers.

    `truth`, `prediction` and `score` are lists, numpy, pandas, polars, pyarrow or torch, or column names of `data` (a
    frame or a path). `score` is one column (higher is more positive) or one per class. Numbers are judged as a
    regression; `lower` and `upper` are predicted ranges that promise to hold a share `coverage` of the cases. `counts`
    is a ready confusion table instead. A metric is a name, or your own loss as a function of truth and prediction. The
    result prints itself, in words first.

    With task="detection" both are COCO files (or what json.load gives of them), tables of boxes, or lists of boxes an
    image; `boxes` says what the four numbers of a box are: "xywh" (COCO's), "xyxy" or "cxcywh"; for truth and
    prediction apart "xywh,xyxy". With task="segmentation" they are label masks, arrays or files, and `missing` may be
    the class number of pixels that do not count. With task="text" they are texts (references and candidates; a list of
    references a segment where there are several), files of one segment a line, or columns of `data`; or tags, or spans.

    >>> ev = evaluate([1, 1, 1, 0, 0, 0, 0, 1], [1, 1, 0, 0, 0, 1, 0, 1])
    >>> ev["recall"].value, ev["tpr"].n
    (0.75, 4)
    >>> evaluate([1, 1, 0, 0], score=[0.9, 0.6, 0.1, 0.4])["roc_auc"].value
    1.0
    >>> evaluate([3.1, 0.5, 2.0, 7.0], [2.6, 0.0, 2.0, 8.0])["mae"].value
    0.5
    """
    given = given_arguments(evaluate, locals())
    judged = judged_as(check_task(task), given)
    refuse_meaningless(judged, given)
    wanted = Wanted(
        task=task,
        labels=check_labels(labels),
        costs=costs,
        metrics=parse_metrics(metrics),
        asked=metrics is not None,
        missing=check_policy(missing, task),
        method=check_method(method),
        level=check_level(level),
        seed=check_seed(seed),
        source=source_name(data),
        coverage=_check_coverage(coverage, lower, upper),
    )
    if wanted.task == "text":
        return judge_text(truth, prediction, data, wanted)
    if wanted.task == "detection":
        if counts is not None:
            _refuse_beside_counts(given)
        return judge_detections(truth, prediction, boxes, counts, _cut(threshold), wanted)
    if wanted.task == "segmentation":
        return judge_masks(truth, prediction, class_of_gaps(missing), wanted)
    if counts is not None:
        return judge_labels(reduce_counts(counts, rows, wanted.task, positive, wanted.labels), wanted)
    handed = Handed(truth, prediction, weight, data, wanted.missing, wanted.labels, wanted.task)
    if score is not None:
        return judge_scores(reduce_scores(handed, score, wanted.task, positive, _cut(threshold)), wanted)
    values = HandedValues(handed, lower, upper)
    found = labels_or_reason(values)
    if isinstance(found, str):
        refuse_meaningless("regression", given)
        return judge_errors(values, wanted, found)
    refuse_meaningless("labels", given)
    return judge_labels(reduce_rows(handed, wanted.task, positive, found), wanted)


def _refuse_beside_counts(given: Mapping[str, object]) -> None:
    for name in ("truth", "prediction", "boxes"):
        if name in given:
            raise column_errors.conflicting("counts", name)


def _cut(threshold: object) -> float | None:
    return None if threshold is None else check_threshold(threshold)


def _check_coverage(coverage: object, lower: object, upper: object) -> float | None:
    """Return the share that predicted ranges promise to hold, or refuse what is none."""
    if coverage is None:
        return None
    if isinstance(coverage, bool) or not isinstance(coverage, Real) or not 0 < float(coverage) < 1:
        raise argument_errors.coverage_range(coverage)
    if lower is None and upper is None:
        raise argument_errors.coverage_without_ranges()
    return float(coverage)


def check_seed(seed: object) -> int:
    """Return the seed, or refuse what is no whole number."""
    if not isinstance(seed, Integral) or isinstance(seed, bool) or seed < 0:
        raise metric_errors.bad_seed(seed)
    return int(seed)


def source_name(data: object) -> str | None:
    """Return what to call the data in a sentence, if they are a file."""
    if isinstance(data, str | Path):
        return Path(data).name
    if isinstance(data, tuple) and data and isinstance(data[0], str | Path):
        return " and ".join(Path(path).name for path in data)
    return None
