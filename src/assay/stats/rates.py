"""Rates turned into other rates, by plain arithmetic."""

from __future__ import annotations

import math

from assay.errors import metrics as errors
from assay.stats.checks import check_share
from assay.stats.doors import checked
from assay.stats.samples import LARGEST


@checked()
def precision_at_prevalence(recall: float, false_positive_rate: float, prevalence: float) -> float:
    """Precision that a classifier would have where the positive class is rarer or more common.

    Parameters
    ----------
    recall, false_positive_rate : float
        Rates from 0 to 1, which do not depend on the mix of classes.
    prevalence : float
        Share of positive cases where the classifier will be used.

    Returns
    -------
    float
        nan where nothing would be called positive.

    Raises
    ------
    InputError
        If an argument is not from 0 to 1.

    See Also
    --------
    f_beta : precision and recall in one number.

    Notes
    -----
    Bayes' theorem.

    Examples
    --------
    >>> round(precision_at_prevalence(0.9, 0.01, 0.001), 3)
    0.083
    """
    recall = check_share("recall", recall)
    false_positive_rate = check_share("false_positive_rate", false_positive_rate)
    prevalence = check_share("prevalence", prevalence)
    hits, alarms = recall * prevalence, false_positive_rate * (1 - prevalence)
    return hits / (hits + alarms) if hits + alarms else math.nan


@checked()
def f_beta(precision: float, recall: float, beta: float = 1.0) -> float:
    """F-beta of a precision and a recall.

    Parameters
    ----------
    precision, recall : float
        Rates from 0 to 1.
    beta : float, default 1
        Recall counts beta times as much as precision.

    Returns
    -------
    float
        The weighted harmonic mean; nan where both are 0.

    Raises
    ------
    InputError
        If a rate is not from 0 to 1, or `beta` is not above 0.

    See Also
    --------
    precision_at_prevalence : what precision would be elsewhere.

    Notes
    -----
    van Rijsbergen (1979).

    Examples
    --------
    >>> f_beta(1.0, 0.2), round(f_beta(1.0, 0.2, beta=2), 4)
    (0.33333333333333337, 0.2381)
    """
    precision, recall = check_share("precision", precision), check_share("recall", recall)
    if not beta > 0:
        raise errors.parameter_range("f_beta", "beta", beta, "A number above 0")
    weight = min(beta, LARGEST) ** 2
    whole = weight * precision + recall
    return (1 + weight) * precision * recall / whole if whole else math.nan
