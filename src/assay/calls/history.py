"""history: a metric over saved results, and where it changed beyond noise."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from assay.calls.load import load
from assay.checks.argument_names import named
from assay.errors import baselines as errors
from assay.pipelines.history import trace
from assay.results.evaluation import Evaluation
from assay.results.history import History


@named
def history(
    results: Sequence[str | os.PathLike[str]] | Mapping[str, Evaluation], *, metric: str | None = None
) -> History:
    """Follow a metric over results: each run with its interval, and the runs that left the level before them.

    Parameters
    ----------
    results : list of paths, or mapping
        Files that `result.save(path)` kept, in their order, or evaluations by name.
    metric : str, optional
        What to follow; the first metric that all results show if left out.

    Returns
    -------
    History
        `.runs`, and `.changes` among them. Every run is tested against the runs since the last change; p-values are
        adjusted by Holm for all these looks.

    Raises
    ------
    InputError
        For fewer than two results, or results without a metric in common.

    Examples
    --------
    >>> import assay
    >>> truth = [1, 0] * 200
    >>> good, bad = assay.evaluate(truth, truth), assay.evaluate(truth, [1, 0, 0, 0] * 100)
    >>> [run.name for run in history({"mon": good, "tue": good, "wed": bad}, metric="accuracy").changes]
    ['wed']

    See Also
    --------
    against : one result beside an earlier one.
    """
    if isinstance(results, Mapping):
        return trace({str(name): result for name, result in results.items()}, metric)
    if not isinstance(results, list | tuple) or not all(isinstance(path, str | os.PathLike) for path in results):
        raise errors.not_runs(type(results).__name__)
    paths = [Path(path) for path in results]
    stems = [path.stem for path in paths]
    names = [stem if stems.count(stem) == 1 else str(path) for stem, path in zip(stems, paths, strict=True)]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise errors.run_twice(twice)
    return trace({name: load(path) for name, path in zip(names, paths, strict=True)}, metric)
