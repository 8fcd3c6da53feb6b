"""Whether the numbers of a stored result go together: shares, limits, p-values. A file may say anything."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from assay.results.comparison import Comparison, Margin, Pair
from assay.results.estimate import Estimate
from assay.results.ranking import RankedPair, Ranking
from assay.results.test import Test
from assay.saving.sound import SIZES, check

BAD_LEVEL = "its level is not between 0 and 1"
BAD_P_VALUE = "a p-value is not between 0 and 1"
UNKNOWN_MODEL = "a pair names a model that is not there"


def _chances(values: Iterable[object]) -> bool:
    """Say whether all are probabilities, or undefined."""
    numbers = np.concatenate([np.ravel(np.asarray(value, dtype=float)) for value in values])
    return bool(np.all(np.isnan(numbers) | ((numbers >= 0) & (numbers <= 1))))


@check.register
def _(value: Estimate) -> str | None:
    if not 0 < value.level < 1:
        return BAD_LEVEL
    if math.isnan(value.value) or (math.isnan(value.low) and math.isnan(value.high)):
        return None
    if not value.low <= value.value <= value.high:
        return "its limits do not hold its value"
    return None if not value.n < 0 else "it rests on fewer than no cases"


@check.register
def _(value: Test) -> str | None:
    if not 0 < value.level < 1:
        return BAD_LEVEL
    if not _chances([value.p_value]):
        return BAD_P_VALUE
    return "its limits are not in order" if value.low > value.high else None


@check.register
def _(value: Margin) -> str | None:
    return None if _chances([value.p_equivalence, value.p_non_inferiority]) else BAD_P_VALUE


@check.register
def _(value: Pair) -> str | None:
    if not _chances([value.p_value, value.p_adjusted]):
        return BAD_P_VALUE
    return "p grew smaller by adjusting" if value.p_adjusted < value.p_value else None


@check.register
def _(value: RankedPair) -> str | None:
    if not _chances([value.p_value, value.p_adjusted]):
        return BAD_P_VALUE
    return "it won or lost fewer than no data sets" if min(value.wins, value.ties, value.losses) < 0 else None


@check.register
def _(value: Comparison) -> str | None:
    for own in value.metrics.values():
        if any(pair.a not in own.models or pair.b not in own.models for pair in own.pairs):
            return UNKNOWN_MODEL
    return None


@check.register
def _(value: Ranking) -> str | None:
    shape = (len(value.data_sets), len(value.models))
    if value.scores.shape != shape or value.ranks.shape != shape or set(value.average_ranks) != set(value.models):
        return SIZES
    if any(pair.a not in value.average_ranks or pair.b not in value.average_ranks for pair in value.pairs):
        return UNKNOWN_MODEL
    return None if 0 < value.level < 1 else BAD_LEVEL
