"""Set a part aside for testing: once, several times, or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from assay.errors import schemes as errors
from assay.schemes.scheme import (
    Scheme,
    Split,
    by_splitter,
    check_count,
    check_flags,
    check_share,
    check_smallest,
    share_text,
)


@dataclass(frozen=True)
class MonteCarlo(Scheme):
    """Random subsampling: again and again a random share of the cases is set aside for testing.

    Parameters
    ----------
    repeats : int
        How many times.
    test : float
        The share of all cases that tests, between 0 and 1.
    stratified, grouped : bool
        Keep the shares of the classes in both parts; keep groups whole.

    Raises
    ------
    InputError
        For a share that leaves a part empty, and for parts both stratified and grouped.

    Examples
    --------
    >>> str(MonteCarlo(100, 0.3)), MonteCarlo(100, 0.3).fits(50)
    ('monte-carlo 100 at 30%', 100)

    See Also
    --------
    Holdout, Bootstrap
    """

    repeats: int = 100
    test: float = 0.3
    stratified: bool = False
    grouped: bool = False

    def __post_init__(self) -> None:
        kind = "holdout" if isinstance(self, Holdout) else "monte-carlo"
        check_count("repeats", self.repeats, 1, kind)
        check_share(self.test, kind)
        check_flags(stratified=self.stratified, grouped=self.grouped)
        if self.stratified and self.grouped:
            raise errors.stratified_and_grouped()

    def __str__(self) -> str:
        kinds = "stratified " * self.stratified + "grouped " * self.grouped
        return f"{kinds}monte-carlo {self.repeats} at {share_text(float(self.test))}"

    def fits(self, n: int, *, candidates: int = 1, classes: Sequence[int] = (), groups: int = 0) -> int:
        """Return the number of repeats."""
        return self.repeats

    def split(
        self, n: int, *, strata: np.ndarray | None = None, group: np.ndarray | None = None, seed: int = 0
    ) -> Iterator[Split]:
        """Yield the parts of scikit-learn's ShuffleSplit of the same kind and seed."""
        from sklearn import model_selection as ms

        used = strata if self.stratified else None
        if self.grouped and group is None:
            raise errors.groups_needed(str(self))
        kind = (
            ms.GroupShuffleSplit if self.grouped else ms.StratifiedShuffleSplit if self.stratified else ms.ShuffleSplit
        )
        check_smallest(n, 2, used, self)
        self._check_sizes(n, used, group)
        splitter = kind(n_splits=self.repeats, test_size=float(self.test), random_state=seed)
        yield from by_splitter(splitter, n, used, group if self.grouped else None)

    def _check_sizes(self, n: int, strata: np.ndarray | None, group: np.ndarray | None) -> None:
        """Refuse a part that would be empty, or too small to hold every class."""
        things = len(np.unique(group)) if self.grouped and group is not None else n
        tested = int(np.ceil(float(self.test) * things))
        least = 1 if strata is None else len(np.unique(strata))
        if min(tested, things - tested) < least:
            raise errors.part_too_small(str(self), things - tested, tested, least)


@dataclass(frozen=True)
class Holdout(MonteCarlo):
    """One part trains, the other tests: one split, or several.

    Parameters
    ----------
    test : float
        The share of all cases that tests, between 0 and 1.
    repeats : int
        How many splits.
    stratified, grouped : bool
        Keep the shares of the classes in both parts; keep groups whole.

    Raises
    ------
    InputError
        As MonteCarlo does.

    Examples
    --------
    >>> str(Holdout(1 / 3)), str(Holdout(0.3, repeats=10)), Holdout(1 / 3).fits(90)
    ('holdout 1/3', '10x holdout 30%', 1)

    See Also
    --------
    MonteCarlo, TrainValidationTest
    """

    repeats: int = 1
    test: float = 1 / 3

    def __init__(self, test: float = 1 / 3, repeats: int = 1, stratified: bool = False, grouped: bool = False) -> None:
        for name, value in (("repeats", repeats), ("test", test), ("stratified", stratified), ("grouped", grouped)):
            object.__setattr__(self, name, value)
        self.__post_init__()

    @property
    def one_look(self) -> bool:
        """Whether there is a single fit."""
        return self.repeats == 1

    def __str__(self) -> str:
        kinds = "stratified " * self.stratified + "grouped " * self.grouped
        return f"{kinds}{f'{self.repeats}x ' if self.repeats > 1 else ''}holdout {share_text(float(self.test))}"


@dataclass(frozen=True)
class Resubstitution(Scheme):
    """The very cases that trained the model test it: flattering, and a note says so.

    Examples
    --------
    >>> str(Resubstitution()), Resubstitution().fits(100)
    ('resubstitution', 1)

    See Also
    --------
    Holdout
    """

    @property
    def one_look(self) -> bool:
        """There is a single fit."""
        return True

    def __str__(self) -> str:
        return "resubstitution"

    def fits(self, n: int, *, candidates: int = 1, classes: Sequence[int] = (), groups: int = 0) -> int:
        """Return 1."""
        return 1

    def split(
        self, n: int, *, strata: np.ndarray | None = None, group: np.ndarray | None = None, seed: int = 0
    ) -> Iterator[Split]:
        """Yield all cases twice."""
        every = np.arange(n)
        yield Split(every, every)
