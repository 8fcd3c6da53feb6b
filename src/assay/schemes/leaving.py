"""Leave a few cases out, in every way there is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from assay.errors import schemes as errors
from assay.schemes.scheme import Scheme, Split, check_count


@dataclass(frozen=True)
class LeavePOut(Scheme):
    """Every set of p cases, tested by a model that all the others trained; the number of sets grows very fast.

    Parameters
    ----------
    p : int
        How many cases are left out at a time.

    Raises
    ------
    InputError
        For fewer than 1 case.

    Examples
    --------
    >>> str(LeavePOut(5)), LeavePOut(5).fits(50)
    ('leave-5-out', 2118760)

    See Also
    --------
    LeaveOneOut, LeavePairOut
    """

    p: int = 2

    def __post_init__(self) -> None:
        check_count("p", self.p, 1, "leave-p-out")

    def __str__(self) -> str:
        return f"leave-{self.p}-out"

    def fits(self, n: int, *, candidates: int = 1, classes: Sequence[int] = (), groups: int = 0) -> int:
        """Return how many sets of p cases there are."""
        return math.comb(n, self.p)

    def split(
        self, n: int, *, strata: np.ndarray | None = None, group: np.ndarray | None = None, seed: int = 0
    ) -> Iterator[Split]:
        """Yield every set in the order of scikit-learn's LeavePOut."""
        if n <= self.p:
            raise errors.more_folds_than_cases(str(self), self.p + 1, n)
        for place, chosen in enumerate(combinations(range(n), self.p)):
            test = np.array(chosen)
            yield Split(np.delete(np.arange(n), test), test, 0, place)


@dataclass(frozen=True)
class LeaveOneOut(LeavePOut):
    """Every case, tested by a model that all the others trained.

    Examples
    --------
    >>> str(LeaveOneOut()), LeaveOneOut().fits(150)
    ('leave-one-out', 150)

    See Also
    --------
    LeavePOut, KFold
    """

    p: int = 1

    def __init__(self) -> None:
        object.__setattr__(self, "p", 1)

    def __str__(self) -> str:
        return "leave-one-out"


@dataclass(frozen=True)
class LeavePairOut(Scheme):
    """Every pair of a positive and a negative case: a nearly unbiased area under the ROC curve.

    Raises
    ------
    InputError
        When cases of more or fewer than two classes are split, or a class has none.

    Examples
    --------
    >>> str(LeavePairOut()), LeavePairOut().fits(30, classes=(10, 20))
    ('leave-pair-out', 200)

    See Also
    --------
    LeavePOut
    """

    def __str__(self) -> str:
        return "leave-pair-out"

    def fits(self, n: int, *, candidates: int = 1, classes: Sequence[int] = (), groups: int = 0) -> int:
        """Return how many pairs of a positive and a negative case there are."""
        if len(classes) != 2:
            raise errors.pairs_need_two_classes(len(classes))
        return int(classes[0]) * int(classes[1])

    def split(
        self, n: int, *, strata: np.ndarray | None = None, group: np.ndarray | None = None, seed: int = 0
    ) -> Iterator[Split]:
        """Yield a pair as (case of the second class, case of the first), classes being in sorted order."""
        labels = [] if strata is None else sorted(set(strata.tolist()))
        if strata is None or len(labels) != 2:
            raise errors.pairs_need_two_classes(len(labels))
        negatives, positives = (np.flatnonzero(strata == label) for label in labels)
        if min(len(negatives), len(positives)) < 2:
            raise errors.class_without_pairs(min(len(negatives), len(positives)))
        every = np.arange(n)
        for place, positive in enumerate(positives):
            for fold, negative in enumerate(negatives):
                test = np.array([positive, negative])
                yield Split(np.delete(every, test), test, place, fold)
