"""merge: evaluations that were made apart, as one."""

from __future__ import annotations

from collections.abc import Sequence

from assay.checks.argument_names import named
from assay.checks.lists import listed
from assay.errors import labels as errors
from assay.pipelines.merging import merge_results
from assay.results.evaluation import Evaluation
from assay.results.rendered import Rendered


@named
def merge(results: Sequence[Rendered]) -> Evaluation:
    """Return what one call over the cases of all results would have given, without anybody's cases.

    Parameters
    ----------
    results : list of Evaluation
        Evaluations, made here or loaded, that were judged in one way. No case may stand in two of them.

    Returns
    -------
    Evaluation
        Values to the last digits of one call; tables of very many scores carry how far off they can be. Intervals of
        loaded regressions rest on sums, as those of files larger than memory do.

    Raises
    ------
    InputError
        For results of different tasks, levels, positive labels, thresholds or metrics, and for those that were saved as
        numbers alone.

    Examples
    --------
    >>> import assay
    >>> first = assay.evaluate(["a", "b", "b"], ["a", "b", "a"], positive="b")
    >>> second = assay.evaluate(["b", "a"], ["b", "b"], positive="b")
    >>> merge([first, second])["recall"].value == 2 / 3
    True

    See Also
    --------
    load : a result from its file.
    """
    several = listed(results)
    if several is None:
        raise errors.not_a_list("results", results)
    return merge_results(several)
