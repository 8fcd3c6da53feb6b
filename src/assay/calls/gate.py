"""gate: a result held against requirements, by intervals and not by luck."""

from __future__ import annotations

from collections.abc import Sequence

from assay.checks.argument_names import named
from assay.gates.judging import judge_gate
from assay.results.gate import Gate


@named
def gate(result: object, require: str | Sequence[str], *, unclear: str = "fail") -> Gate:
    """Hold a result against requirements: each is met, broken, or unclear with the cases that would settle it.

    Parameters
    ----------
    result : Evaluation, Comparison or Validation
        What was judged.
    require : str or list of str
        Requirements such as "recall >= 0.8" (the whole interval), "recall.value >= 0.8" (the value alone), "f1_macro >=
        0.7 in every region", "recall of new >= 0.8", "new no worse than old by 0.01 in recall", "new better than old
        in roc_auc", "new within 0.02 of old in accuracy". Of a validation, the mean over folds; in every slice or class
        the test predictions there.
    unclear : {"fail", "pass"}
        Whether a requirement that the cases cannot settle counts as not met.

    Returns
    -------
    Gate
        True where it passed; `.requirements` hold states, sentences and numbers. It prints, and reports write it.

    Raises
    ------
    InputError
        For a requirement that cannot be read, with the place, or that names what the result does not hold.
    MetricError
        For a metric that is not in the result.

    Notes
    -----
    All requirements must be met, so that a model that breaks one passes by chance in at most half of what the level
    leaves out, however many there are (Berger 1982); `Gate.false_alarm` is the other risk, which grows with them.

    Examples
    --------
    >>> import assay
    >>> result = assay.evaluate([1] * 50 + [0] * 50, [1] * 47 + [0] * 53)
    >>> made = gate(result, ["recall >= 0.8", "precision > 0.95"])
    >>> made.passed, [one.state for one in made.requirements], made.requirements[1].needed
    (False, ['met', 'unclear'], 160)

    See Also
    --------
    plan : how many cases a question needs, before they are collected.
    """
    return judge_gate(result, require, unclear)
