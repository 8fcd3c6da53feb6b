"""How data are split into training and test parts: a small frozen value that knows its cost beforehand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from assay.checks.numbers import between, integer
from assay.errors import schemes as errors

Places = NDArray[np.intp]
Rows = Sequence[int] | np.ndarray

ROUNDING = 1e-9
"""Shares that differ by less are the same to whoever typed them."""
MOST = 10**8
"""Folds, rounds and repeats: more models than anybody fits."""
LARGEST_BOTTOM = 50
"""Fractions with a larger denominator read worse than decimals."""


@dataclass(frozen=True, eq=False)
class Split:
    """Which cases train one fit and which test it.

    Parameters
    ----------
    train, test : array of int
        Row numbers of the cases.
    repeat, fold : int
        Which repetition and which fold of it this is, counting from 0.

    Examples
    --------
    >>> import numpy as np
    >>> Split(np.array([0, 1]), np.array([2])).test.tolist()
    [2]

    See Also
    --------
    Scheme.split : yields them.
    """

    train: Places
    test: Places
    repeat: int = 0
    fold: int = 0


@dataclass(frozen=True)
class Scheme:
    """A way to split cases: `str(scheme)` is its text form, `fits` its cost, `split` the parts themselves.

    Raises
    ------
    InputError
        When cases are to be stratified and the scheme cannot, or a number that it was made with does not suit it.

    Examples
    --------
    >>> from assay.schemes import KFold
    >>> isinstance(KFold(5), Scheme), str(KFold(5)), KFold(5).fits(100)
    (True, '5-fold', 5)

    See Also
    --------
    assay.schemes.parse : a scheme from its text form.
    """

    @property
    def one_look(self) -> bool:
        """Whether a single fit is tested, once."""
        return False

    @property
    def stratify(self) -> bool:
        """Whether each part keeps the shares of the classes."""
        return bool(getattr(self, "stratified", False))

    def with_strata(self) -> Scheme:
        """Return the same scheme, keeping the shares of the strata; one that cannot refuses."""
        known: Any = self
        if not hasattr(self, "stratified"):
            raise errors.cannot_stratify(str(self))
        stratified: Scheme = replace(known, stratified=True)
        return stratified

    def fits(self, n: int, *, candidates: int = 1, classes: Sequence[int] = (), groups: int = 0) -> int:
        """Return how many times a model will be fitted, before anything is.

        Parameters
        ----------
        n : int
            The number of cases.
        candidates : int
            How many settings a nested scheme tries.
        classes, groups : sequence of int, int
            The cases of each class and the number of groups, for schemes that depend on them.
        """
        raise NotImplementedError

    def split(
        self, n: int, *, strata: np.ndarray | None = None, group: np.ndarray | None = None, seed: int = 0
    ) -> Iterator[Split]:
        """Yield the parts, the same ones for the same seed.

        Parameters
        ----------
        n : int
            The number of cases.
        strata, group : array
            The class (or stratum) and the group of every case, for schemes that keep them.
        seed : int
            The seed of the cuts.
        """
        raise NotImplementedError


@runtime_checkable
class Splitter(Protocol):
    """What cuts cases as scikit-learn's splitters do."""

    def split(
        self, cases: np.ndarray, strata: np.ndarray | None, groups: np.ndarray | None, /
    ) -> Iterable[tuple[Rows, Rows]]:
        """Yield the row numbers of training and test cases."""

    def get_n_splits(self, cases: np.ndarray, strata: np.ndarray | None, groups: np.ndarray | None, /) -> int:
        """Return how often it splits."""


def by_splitter(
    splitter: Splitter, n: int, strata: np.ndarray | None, group: np.ndarray | None, folds: int = 0
) -> Iterator[Split]:
    """Yield what a scikit-learn splitter yields; after every `folds` parts a new repetition begins."""
    blank = np.zeros((n, 1))
    for place, (train, test) in enumerate(splitter.split(blank, strata, group)):
        repeat, fold = divmod(place, folds) if folds else (place, 0)
        yield Split(np.asarray(train), np.asarray(test), repeat, fold)


def check_count(name: str, value: object, least: int, scheme: str) -> int:
    """Return a whole number of at least `least`, or refuse it."""
    number = integer(value)
    if number is None or not least <= number <= MOST:
        raise errors.bad_count(scheme, name, value, least, MOST)
    return number


def check_flags(**flags: object) -> None:
    """Refuse what is neither True nor False."""
    for name, value in flags.items():
        if not isinstance(value, bool | np.bool_):
            raise errors.bad_flag(name, value)


def check_share(value: object, scheme: str) -> float:
    """Return a share strictly between 0 and 1, or refuse it."""
    number = between(value, 0, 1)
    if number is None:
        raise errors.bad_test_share(scheme, value)
    return number


def share_text(share: float) -> str:
    """Write a share as people do.

    >>> share_text(1 / 3), share_text(0.3), share_text(0.125)
    ('1/3', '30%', '12.5%')
    """
    percent = 100 * share
    if abs(10 * percent - round(10 * percent)) < ROUNDING:
        return f"{percent:.1f}".removesuffix(".0") + "%"
    near = Fraction(share).limit_denominator(LARGEST_BOTTOM)
    return str(near) if abs(float(near) - share) < ROUNDING else f"{share!r}"


def check_smallest(n: int, folds: int, strata: np.ndarray | None, scheme: Scheme) -> None:
    """Refuse more parts than cases, or than the smallest class has."""
    if folds > n:
        raise errors.more_folds_than_cases(str(scheme), folds, n)
    if strata is None:
        return
    labels, counts = np.unique(strata.astype(str) if strata.dtype == object else strata, return_counts=True)
    place = int(np.argmin(counts))
    if counts[place] < folds:
        raise errors.class_too_small(str(scheme), labels[place].item(), int(counts[place]), folds, len(labels))
