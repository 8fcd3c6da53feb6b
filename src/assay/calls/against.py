"""against: a result beside one that was saved before."""

from __future__ import annotations

import os

from assay.calls.load import load
from assay.checks.argument_names import named
from assay.pipelines.baselines import beside_baseline
from assay.results.comparison import Comparison
from assay.results.evaluation import Evaluation


@named
def against(
    result: Evaluation, baseline: Evaluation | str | os.PathLike[str], *, metrics: str | list[str] | None = None
) -> Comparison:
    """Compare an evaluation with an earlier one: what changed beyond noise?

    Case by case where the earlier one was saved with its cases (`save(path, key="id")`) and both hold the same ones,
    else as judged on different cases; a note says which, and why.

    Parameters
    ----------
    result : Evaluation
        The new one.
    baseline : Evaluation or path
        The earlier one, or the file that `result.save(path)` kept.
    metrics : str or list of str, optional
        What to compare; the metrics that the new result shows if left out.

    Returns
    -------
    Comparison
        Its models are called "new" and "baseline"; `.paired` says how they were compared.

    Raises
    ------
    InputError
        For a baseline of another task, or one that is no evaluation.

    Examples
    --------
    >>> import assay
    >>> truth = [1, 0] * 100
    >>> before, now = assay.evaluate(truth, [1, 0, 0, 0] * 50), assay.evaluate(truth, truth)
    >>> against(now, before, metrics="recall")["recall"].pairs[0].difference.value
    0.5

    See Also
    --------
    compare : models on the same cases, which tells them apart with fewer.
    """
    earlier = baseline if isinstance(baseline, Evaluation) else load(baseline)
    asked = None if metrics is None else (metrics,) if isinstance(metrics, str) else tuple(metrics)
    return beside_baseline(result, earlier, asked)
