"""The working of a test: its formula with the numbers in it, as one would write it on paper."""

from __future__ import annotations

from assay.stats.workings_of_counts import OF_COUNTS
from assay.stats.workings_of_limits import OF_LIMITS
from assay.stats.workings_of_pairs import OF_PAIRS
from assay.stats.workings_of_powers import OF_POWERS
from assay.stats.workings_of_samples import OF_SAMPLES, Given
from assay.stats.workings_of_score_limits import OF_SCORE_LIMITS
from assay.stats.workings_of_several import OF_SEVERAL

WORKINGS = {**OF_COUNTS, **OF_LIMITS, **OF_SCORE_LIMITS, **OF_SAMPLES, **OF_PAIRS, **OF_SEVERAL, **OF_POWERS}
"""Functions whose formula fits a line or two, with how it is written."""


def working(name: str, given: Given) -> str | None:
    """Return the formula with its numbers, None for a function whose working is no line.

    >>> working("mcnemar", {"b": 10, "c": 3})
    'χ² = (b - c)² / (b + c) = (10 - 3)² / (10 + 3) = 3.769'
    """
    return WORKINGS[name](given) if name in WORKINGS else None
