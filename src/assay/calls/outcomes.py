"""outcomes: which case was a hit, which a miss, which a false alarm."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from assay.checks.argument_names import named
from assay.errors import columns as column_errors
from assay.inputs.missing import check_policy
from assay.tasks.labels.task import LabelTask
from assay.tasks.requests import Request

if TYPE_CHECKING:
    import polars as pl


@named
def outcomes(
    truth: object, prediction: object, *, data: object = None, positive: object = None, missing: str = "error"
) -> pl.DataFrame:
    """Return truth, prediction and outcome (TP, FP, FN, TN) of every case, ready to save or to join.

    Parameters
    ----------
    truth, prediction : array-like or column name
        What is so, and what the model answered: two labels.
    data : frame or path
        Where the columns are.
    positive : object
        The label that counts as positive; the larger of {0, 1}, {False, True} and {-1, 1} if left out.
    missing : {"error", "drop"}
        What happens to cases with gaps.

    Returns
    -------
    polars.DataFrame
        One row per case.

    Raises
    ------
    InputError
        Where something cannot be used as it is, such as a third label.

    Examples
    --------
    >>> outcomes(["yes", "no"], ["yes", "yes"], positive="yes")["outcome"].to_list()
    ['TP', 'FP']

    See Also
    --------
    evaluate : every metric of the same cases.
    """
    import polars as pl

    request = Request(frozenset(), truth, prediction, data=data, task="binary", positive=positive,
                      missing=check_policy(missing))  # fmt: skip
    task = LabelTask()
    source = task.open(request)
    if "indicator" in (source.profile.labels("truth").kind, source.profile.labels("prediction").kind):
        raise column_errors.wrong_dimensions("truth", (source.profile.rows, source.profile.labels("truth").width))
    classes = task.plan(request, source, None).classes
    block = source.cases()
    columns = block.labels("truth"), block.labels("prediction")
    label = None if classes.positive is None else classes.labels[classes.positive]
    true, called = (column.is_label(label) for column in columns)
    names = np.select([true & called, ~true & called, true & ~called], ["TP", "FP", "FN"], "TN")
    values = [np.array(column.labels, dtype=object)[column.codes].tolist() for column in columns]
    return pl.DataFrame({"truth": values[0], "prediction": values[1], "outcome": names.tolist()})
