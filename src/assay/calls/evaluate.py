"""evaluate: predictions, scores or a ready table in; every metric with its interval out."""

from __future__ import annotations

from collections.abc import Sequence

from assay.checks.argument_names import named
from assay.pipelines.judging import judge
from assay.results.evaluation import Evaluation
from assay.tasks.requests import Metric, Request


@named
def evaluate(
    truth: object = None,
    prediction: object = None,
    *,
    score: object = None,
    counts: object = None,
    rows: str | None = None,
    data: object = None,
    on: str | Sequence[str] | None = None,
    task: str | None = None,
    positive: object = None,
    labels: Sequence[object] | None = None,
    threshold: float | None = None,
    weight: object = None,
    group: object = None,
    blocks: int | str | None = None,
    by: object = None,
    lower: object = None,
    upper: object = None,
    coverage: float | None = None,
    costs: object = None,
    boxes: object = None,
    ignore: int | None = None,
    metrics: Metric | Sequence[Metric] | None = None,
    method: str | None = None,
    missing: str = "error",
    level: float = 0.95,
    seed: int = 0,
) -> Evaluation:
    """Judge a model by what it answered, or by how strongly: every metric with a confidence interval that covers.

    Parameters
    ----------
    truth, prediction : array-like, column name or file
        What is so, and what the model answered: lists, numpy, pandas, polars, pyarrow or torch, or names of columns of
        `data`. Numbers are judged as a regression. With task="detection" both are COCO files (or what json.load gives
        of them), tables or lists of boxes; with task="segmentation" label masks; with task="text" references and
        candidates, files with one segment per line, tags or spans.
    score : array-like, mapping or column name
        How strongly the model says what it says: one column (higher is more positive), or one for each class.
    counts, rows : table, str
        A ready confusion table instead, and whether its rows are the "truth" or the "prediction".
    data : frame or path
        Where the columns are; files and lazy frames are streamed. A folder or a pattern ("runs/*.parquet") is the
        table that its files make.
    on : str or list of str
        The key by which `data=(truth, predictions)` are joined, where the two live apart: by key, not by position.
    task : str
        What kind of judging it is, where it is not to be inferred.
    positive, labels, threshold, costs : object
        The positive label, all labels, where scores are cut, and what each kind of mistake costs.
    weight : array-like or column name
        How much each case counts.
    group : array-like, column name, or two of them
        What was drawn together: cases of one patient, one question, one document. Each group is one unit, and every
        interval comes from leaving out one group at a time. A list of two names crossed groupings.
    blocks : int or "auto"
        How many consecutive cases make one unit, for rows that follow time: intervals come from leaving out one block
        at a time. "auto" chooses by how far residuals, scores or mistakes stay alike.
    by : array-like, column name, list or mapping
        What to cut the cases by, to judge every slice: a column, several, or numbers with the edges to cut them at,
        `{"age": [0, 30, 60]}`. Numbers of many values are cut at their quartiles.
    lower, upper, coverage : array-like, float
        Predicted ranges, and the share of the cases that they promise to hold.
    boxes, ignore : str, int
        What the four numbers of a box are ("xywh", "xyxy", "cxcywh"; "xywh,xyxy" for truth and prediction apart), and
        the class number of pixels that do not count.
    metrics : str, callable or list of them
        Metrics by name, or your own loss L(truth, prediction); every fitting one if left out.
    method, missing, level, seed : str, str, float, int
        The interval method, what happens to cases with gaps ("error" or "drop"), the confidence level, the seed.

    Returns
    -------
    Evaluation
        A mapping from metric name to Estimate that prints itself, in words first.

    Raises
    ------
    AssayError
        Where something cannot be used as it is; the message says what to do instead.

    Examples
    --------
    >>> ev = evaluate([1, 1, 1, 0, 0, 0, 0, 1], [1, 1, 0, 0, 0, 1, 0, 1])
    >>> ev["recall"].value, ev["tpr"].n
    (0.75, 4)
    >>> evaluate([1, 1, 0, 0], score=[0.9, 0.6, 0.1, 0.4])["roc_auc"].value
    1.0
    >>> evaluate([3.1, 0.5, 2.0, 7.0], [2.6, 0.0, 2.0, 8.0])["mae"].value
    0.5

    See Also
    --------
    compare : several models on the same cases.
    validate : a model fitted and judged on parts of the data.
    """
    return judge(Request.of(evaluate, locals()))
