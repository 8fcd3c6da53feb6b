"""Rates turned into other rates, by plain arithmetic."""

from __future__ import annotations

import math

from assay.errors import metrics as errors
from assay.stats.checks import check_share
from assay.stats.doors import checked


@checked()
def precision_at_prevalence(recall: float, false_positive_rate: float, prevalence: float) -> float:
    """Return the precision a classifier would have where the positive class is rarer or commoner.

    Recall and false positive rate stay what they are when the mix of classes changes; precision does not.

    >>> round(precision_at_prevalence(0.9, 0.01, 0.001), 3)
    0.083
    """
    recall = check_share("recall", recall)
    false_positive_rate = check_share("false_positive_rate", false_positive_rate)
    prevalence = check_share("prevalence", prevalence)
    found, alarmed = recall * prevalence, false_positive_rate * (1 - prevalence)
    return found / (found + alarmed) if found + alarmed else math.nan


@checked()
def f_beta(precision: float, recall: float, beta: float = 1.0) -> float:
    """Return F-beta from a precision and a recall; beta above 1 favours recall.

    >>> f_beta(1.0, 0.2), round(f_beta(1.0, 0.2, beta=2), 4)
    (0.33333333333333337, 0.2381)
    """
    precision, recall = check_share("precision", precision), check_share("recall", recall)
    if not beta > 0:
        raise errors.parameter_range("f_beta", "beta", beta, "A number above 0")
    weight = beta**2
    whole = weight * precision + recall
    return (1 + weight) * precision * recall / whole if whole else math.nan
