"""Cut the cases into k parts and test on each in turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from assay.errors import schemes as errors
from assay.schemes.scheme import Scheme, Split, by_splitter, check_count, check_flags, check_smallest


@dataclass(frozen=True)
class KFold(Scheme):
    """k shuffled parts, each tested once by a model that the others trained.

    Parameters
    ----------
    folds, repeats : int
        Into how many parts the cases are cut, and how many times anew.
    stratified, grouped : bool
        Keep the shares of the classes in every part; keep groups whole.

    Raises
    ------
    InputError
        For fewer than 2 folds, and for repeated cuts of groups.

    Examples
    --------
    >>> str(KFold(10, repeats=5, stratified=True)), KFold(10, repeats=5).fits(200)
    ('stratified 5x10-fold', 50)

    See Also
    --------
    LeaveOneOut, LeaveOneGroupOut, TimeFolds
    """

    folds: int = 10
    repeats: int = 1
    stratified: bool = False
    grouped: bool = False

    def __post_init__(self) -> None:
        check_count("folds", self.folds, 2, "k-fold")
        check_count("repeats", self.repeats, 1, "k-fold")
        check_flags(stratified=self.stratified, grouped=self.grouped)
        if self.grouped and self.repeats > 1:
            raise errors.grouped_once()

    def __str__(self) -> str:
        kinds = "stratified " * self.stratified + "grouped " * self.grouped
        return f"{kinds}{f'{self.repeats}x' if self.repeats > 1 else ''}{self.folds}-fold"

    def fits(self, n: int, *, candidates: int = 1, classes: Sequence[int] = (), groups: int = 0) -> int:
        """Return repeats times folds."""
        return self.repeats * self.folds

    def split(
        self, n: int, *, strata: np.ndarray | None = None, group: np.ndarray | None = None, seed: int = 0
    ) -> Iterator[Split]:
        """Yield the parts of scikit-learn's splitter of the same kind and seed."""
        from sklearn import model_selection as ms

        used = strata if self.stratified else None
        if self.grouped:
            if group is None:
                raise errors.groups_needed(str(self))
            count = len(np.unique(group))
            if self.folds > count:
                raise errors.more_folds_than_groups(str(self), self.folds, count)
            kind = ms.StratifiedGroupKFold if self.stratified else ms.GroupKFold
            yield from by_splitter(kind(self.folds, shuffle=True, random_state=seed), n, used, group, self.folds)
            return
        check_smallest(n, self.folds, used, self)
        if self.repeats > 1:
            several = ms.RepeatedStratifiedKFold if self.stratified else ms.RepeatedKFold
            splitter = several(n_splits=self.folds, n_repeats=self.repeats, random_state=seed)
        else:
            once = ms.StratifiedKFold if self.stratified else ms.KFold
            splitter = once(self.folds, shuffle=True, random_state=seed)
        yield from by_splitter(splitter, n, used, None, self.folds)


@dataclass(frozen=True)
class TimeFolds(Scheme):
    """Each later stretch of time, tested by a model trained on all before it; rows must be in order of time.

    Parameters
    ----------
    folds : int
        How many stretches are tested.
    gap : int
        How many cases are left out between training and test.

    Raises
    ------
    InputError
        For fewer than 2 folds, and for a negative gap.

    Examples
    --------
    >>> str(TimeFolds(5)), str(TimeFolds(5, gap=7)), TimeFolds(5).fits(100)
    ('time 5-fold', 'time 5-fold gap 7', 5)

    See Also
    --------
    KFold
    """

    folds: int = 5
    gap: int = 0

    def __post_init__(self) -> None:
        check_count("folds", self.folds, 2, "time k-fold")
        check_count("gap", self.gap, 0, "time k-fold")

    def __str__(self) -> str:
        return f"time {self.folds}-fold" + (f" gap {self.gap}" if self.gap else "")

    def fits(self, n: int, *, candidates: int = 1, classes: Sequence[int] = (), groups: int = 0) -> int:
        """Return the number of folds."""
        return self.folds

    def split(
        self, n: int, *, strata: np.ndarray | None = None, group: np.ndarray | None = None, seed: int = 0
    ) -> Iterator[Split]:
        """Yield the parts of scikit-learn's TimeSeriesSplit."""
        from sklearn.model_selection import TimeSeriesSplit

        needed = self.folds + 1 + self.gap
        if n < needed:
            raise errors.more_folds_than_cases(str(self), needed, n)
        yield from by_splitter(TimeSeriesSplit(self.folds, gap=self.gap), n, None, None, self.folds)


@dataclass(frozen=True)
class LeaveOneGroupOut(Scheme):
    """Each group in turn, tested by a model that the other groups trained.

    Raises
    ------
    InputError
        When cases are split without groups, or with fewer than two.

    Examples
    --------
    >>> str(LeaveOneGroupOut()), LeaveOneGroupOut().fits(100, groups=7)
    ('leave-one-group-out', 7)

    See Also
    --------
    KFold : with grouped=True, several groups in each part.
    """

    def __str__(self) -> str:
        return "leave-one-group-out"

    def fits(self, n: int, *, candidates: int = 1, classes: Sequence[int] = (), groups: int = 0) -> int:
        """Return the number of groups."""
        return groups

    def split(
        self, n: int, *, strata: np.ndarray | None = None, group: np.ndarray | None = None, seed: int = 0
    ) -> Iterator[Split]:
        """Yield a part for every group."""
        from sklearn.model_selection import LeaveOneGroupOut as Splitter

        if group is None:
            raise errors.groups_needed(str(self))
        count = len(np.unique(group))
        if count < 2:
            raise errors.more_folds_than_groups(str(self), 2, count)
        yield from by_splitter(Splitter(), n, None, group, count)
