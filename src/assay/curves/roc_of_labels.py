"""Classifiers as points in ROC space: false positive rate to the right, true positive rate upwards."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from assay.errors import arguments as errors
from assay.errors.tree import quote
from assay.results.confusion import CELLS
from assay.stats.doors import checked
from assay.summaries.binary_counts import BinaryCounts


@dataclass(frozen=True)
class RocPoint:
    """One classifier in ROC space.

    `distance` is how far it is from the perfect corner (0, 1), `youden` how far above the diagonal of guessing.
    `reflected` is the classifier that always answers the opposite: the point mirrored in (0.5, 0.5).
    """

    false_positive_rate: float
    true_positive_rate: float
    accuracy: float

    @property
    def distance(self) -> float:
        """Distance to the corner where nothing is missed and nothing is a false alarm."""
        return math.hypot(self.false_positive_rate, 1 - self.true_positive_rate)

    @property
    def youden(self) -> float:
        """Height above the diagonal, on which guessing lies."""
        return self.true_positive_rate - self.false_positive_rate

    @property
    def worse_than_guessing(self) -> bool:
        """Whether the opposite of every answer would be better."""
        return self.youden < 0

    @property
    def reflected(self) -> RocPoint:
        """The classifier that always answers the opposite."""
        return RocPoint(1 - self.false_positive_rate, 1 - self.true_positive_rate, 1 - self.accuracy)


@checked()
def roc_points(tables: Mapping[str, BinaryCounts | Mapping[str, float]]) -> dict[str, RocPoint]:
    """Point of each classifier in ROC space, from its confusion table.

    Parameters
    ----------
    tables : mapping of str to BinaryCounts or mapping
        The confusion table of each classifier, as `BinaryCounts` or as {"tp": , "fp": , "fn": , "tn": }.

    Returns
    -------
    dict of str to RocPoint
        A rate is nan where no case is negative (or positive).

    Raises
    ------
    InputError
        If `tables` is no mapping from names to confusion tables.

    See Also
    --------
    roc_curve : for a classifier with scores.

    Notes
    -----
    Fawcett (2006). A classifier below the diagonal is better when every answer is turned round.

    Examples
    --------
    >>> point = roc_points({"C": {"tp": 24, "fn": 76, "fp": 88, "tn": 12}})["C"]
    >>> point.worse_than_guessing, round(point.reflected.true_positive_rate, 2)
    (True, 0.76)
    """
    if not isinstance(tables, Mapping):
        raise errors.wrong_kind("tables", tables, "mapping")
    return {name: _point(name, table) for name, table in tables.items()}


def _point(name: str, table: object) -> RocPoint:
    if not isinstance(table, BinaryCounts | Mapping) or (isinstance(table, Mapping) and set(table) != set(CELLS)):
        raise errors.wrong_kind(f"tables[{quote(name)}]", table, "BinaryCounts")
    counts = table if isinstance(table, BinaryCounts) else BinaryCounts(**table)
    if any(np.ndim(cell) for cell in counts.stack()):
        raise errors.wrong_kind(f"tables[{quote(name)}]", table, "BinaryCounts")
    tp, fp, fn, tn = (float(cell) for cell in counts.stack())
    return RocPoint(
        false_positive_rate=_share(fp, fp + tn),
        true_positive_rate=_share(tp, tp + fn),
        accuracy=_share(tp + tn, tp + fp + fn + tn),
    )


def _share(part: float, whole: float) -> float:
    return part / whole if whole else math.nan
