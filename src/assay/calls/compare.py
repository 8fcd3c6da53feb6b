"""compare: several models' outputs in; which is better, by how much, and whether that can be said, out."""

from __future__ import annotations

from collections.abc import Sequence

from assay.checks.argument_names import named
from assay.pipelines.comparing import compare_models
from assay.results.comparison import Comparison
from assay.tasks.requests import Metric, Request


@named
def compare(
    truth: object = None,
    *,
    prediction: object = None,
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
    costs: object = None,
    boxes: object = None,
    ignore: int | None = None,
    metrics: Metric | Sequence[Metric] | None = None,
    control: object = None,
    margin: float | None = None,
    paired: bool | None = None,
    method: str | None = None,
    missing: str = "error",
    level: float = 0.95,
    seed: int = 0,
) -> Comparison:
    """Compare models: every difference with an interval, a test chosen for the case, and a verdict in words.

    Parameters
    ----------
    truth : array-like, column name or mapping
        What is so; where each model has cases of its own, a mapping from model to truth.
    prediction, score : mapping
        Each model's name with its outputs, or with a column of `data`. On the same cases the tests are paired.
    counts : mapping
        Ready tables by model instead.
    control : object
        Compare every model with this one only; all pairs if left out.
    margin : float
        The largest difference that does not matter: adds equivalence and non-inferiority.
    paired : bool
        False treats the cases of every model as different ones.
    method : str
        The test to use where it fits; chosen for each metric if left out.
    boxes : str or mapping
        As in evaluate, or the form of each model's boxes.
    on : str or list of str
        The key by which tables that live apart are joined: `data=(truth, predictions)`, or a table per model,
        `data={"a": ..., "b": ...}`, where `prediction` then names the column that all of them have.
    rows, data, task, positive, labels, threshold, weight, metrics, missing, level, seed
        As in evaluate.
    group, blocks, by, costs, ignore
        As in evaluate too; costs add the expected cost to what is compared.

    Returns
    -------
    Comparison
        A mapping from metric name to the pairs of models; p-values are adjusted by Holm for each metric.

    Raises
    ------
    AssayError
        Where something cannot be used as it is; the message says what to do instead.

    Examples
    --------
    >>> truth = [1, 1, 1, 1, 0, 0, 0, 0, 1, 0]
    >>> comparison = compare(truth, prediction={"a": truth, "b": [1, 0, 0, 1, 0, 1, 0, 0, 0, 1]}, metrics="accuracy")
    >>> comparison["accuracy"].pairs[0].difference.value, comparison["accuracy"].pairs[0].test
    (0.5, 'McNemar mid-p')

    See Also
    --------
    evaluate : one model.
    rank : several models over several data sets.
    """
    return compare_models(Request.of(compare, locals()))
