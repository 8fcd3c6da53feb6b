"""against: a result beside one that was saved before."""

from __future__ import annotations

import os

from assay.calls.load import load
from assay.pipelines.baselines import beside_baseline
from assay.results.comparison import Comparison
from assay.results.evaluation import Evaluation


def against(
    result: Evaluation, baseline: Evaluation | str | os.PathLike[str], *, metrics: str | list[str] | None = None
) -> Comparison:
    """Compare an evaluation with an earlier one, as judged on different cases: what changed beyond noise?

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
        Its models are called "new" and "baseline"; the tests are not paired, as a saved result holds no cases.

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
