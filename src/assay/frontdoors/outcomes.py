"""outcomes: which case was a hit, which a miss, which a false alarm."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from assay.engines import memory
from assay.errors import columns as column_errors
from assay.inputs.missing import check_policy
from assay.inputs.sources import Handed, IndicatorRows, LabelRows, LabelStream, read_source
from assay.inputs.tasks import Seen, label_task, refuse_fractions

if TYPE_CHECKING:
    import polars as pl


def outcomes(
    truth: object, prediction: object, *, data: object = None, positive: object = None, missing: str = "error"
) -> pl.DataFrame:
    """Return truth, prediction and outcome (TP, FP, FN, TN) of every case, ready to save or to join.

    >>> outcomes(["yes", "no"], ["yes", "yes"], positive="yes")["outcome"].to_list()
    ['TP', 'FP']
    """
    import polars as pl

    source = read_source(Handed(truth, prediction, None, data, check_policy(missing), task="binary"))
    if isinstance(source, LabelStream):
        frame = source.frame.select(source.truth, source.prediction).collect()
        source = read_source(Handed(source.truth, source.prediction, None, frame, missing, task="binary"))
    if isinstance(source, IndicatorRows):
        raise column_errors.wrong_dimensions("truth", source.truth.shape)
    if not isinstance(source, LabelRows):
        raise TypeError("a binary task reads labels")
    columns = (source.truth, source.prediction)
    for column, is_truth in zip(columns, (True, False), strict=True):
        refuse_fractions(column.name, column.example, is_truth)
    task = label_task(Seen(columns[0].name, columns[0].labels, memory.count_labels(source).labels), "binary", positive)
    wanted = None if task.positive is None else task.labels[task.positive]
    is_so, said_so = (_is(column.labels, column.codes, wanted) for column in columns)
    names = np.select([is_so & said_so, ~is_so & said_so, is_so & ~said_so], ["TP", "FP", "FN"], "TN")
    values = [np.array(column.labels, dtype=object)[column.codes].tolist() for column in columns]
    return pl.DataFrame({"truth": values[0], "prediction": values[1], "outcome": names.tolist()})


def _is(
    labels: tuple[object, ...], codes: np.ndarray[tuple[int], np.dtype[np.intp]], wanted: object
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return np.array([label == wanted for label in labels], dtype=bool)[codes]
