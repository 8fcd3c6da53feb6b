"""Choose settings inside, judge outside: two schemes, one within the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from assay.errors import schemes as errors
from assay.schemes.bootstrap import Bootstrap
from assay.schemes.folds import KFold
from assay.schemes.leaving import LeavePairOut
from assay.schemes.scheme import Scheme, Split


@dataclass(frozen=True)
class Nested(Scheme):
    """In every training part of one scheme, choose settings by another, fit again with them, and test once.

    Parameters
    ----------
    outer, inner : Scheme
        The scheme that tests, and the one that chooses inside its training parts.

    Raises
    ------
    InputError
        For a scheme that cannot stand there: a nested one, leave-pair-out, bootstrap .632.

    Examples
    --------
    >>> scheme = Nested(KFold(10), KFold(5))
    >>> str(scheme), scheme.fits(1000, candidates=100), scheme.tuning_fits(1000, 100)
    ('nested 10-fold / 5-fold', 5010, 5000)

    See Also
    --------
    TrainValidationTest : with one part of each kind.
    """

    outer: Scheme = field(default_factory=KFold)
    inner: Scheme = field(default_factory=lambda: KFold(5))

    def __post_init__(self) -> None:
        for name, scheme in (("outer", self.outer), ("inner", self.inner)):
            if not isinstance(scheme, Scheme) or isinstance(scheme, Nested | LeavePairOut):
                raise errors.not_nestable(name, scheme)
            if isinstance(scheme, Bootstrap) and scheme.with_resubstitution:
                raise errors.out_of_bag_only(str(scheme))

    @property
    def one_look(self) -> bool:
        """Whether the outer scheme tests once."""
        return self.outer.one_look

    @property
    def stratify(self) -> bool:
        """Whether either scheme keeps the shares of the classes."""
        return self.outer.stratify or self.inner.stratify

    def with_strata(self) -> Nested:
        """Return the same schemes, both keeping the shares of the strata."""
        return Nested(self.outer.with_strata(), self.inner.with_strata())

    def __str__(self) -> str:
        return f"nested {self.outer} / {self.inner}"

    def tuning_fits(self, n: int, candidates: int, classes: Sequence[int] = (), groups: int = 0) -> int:
        """Return how many fits the choice of settings costs (inner parts are counted as if they were whole)."""
        outer = self.outer.fits(n, classes=classes, groups=groups)
        return outer * candidates * self.inner.fits(n, classes=classes, groups=groups)

    def fits(self, n: int, *, candidates: int = 1, classes: Sequence[int] = (), groups: int = 0) -> int:
        """Return the fits of the choice, and one more for every outer part."""
        return self.tuning_fits(n, candidates, classes, groups) + self.outer.fits(n, classes=classes, groups=groups)

    def split(
        self, n: int, *, strata: np.ndarray | None = None, group: np.ndarray | None = None, seed: int = 0
    ) -> Iterator[Split]:
        """Yield the outer parts."""
        yield from self.outer.split(n, strata=strata, group=group, seed=seed)


@dataclass(frozen=True)
class TrainValidationTest(Nested):
    """Three parts: settings are chosen on validation, the model is fitted to both, and test is looked at once.

    Parameters
    ----------
    validation, test : float
        The shares of all cases that choose and that test.
    stratified : bool
        Keep the shares of the classes.

    Raises
    ------
    InputError
        For shares that leave a part empty.

    Examples
    --------
    >>> scheme = TrainValidationTest(validation=0.2, test=0.2)
    >>> str(scheme), scheme.fits(100, candidates=7)
    ('train/validation/test 60/20/20', 8)

    See Also
    --------
    Nested, Holdout
    """

    validation: float = 0.2
    test: float = 0.2
    stratified: bool = False

    def __init__(self, validation: float = 0.2, test: float = 0.2, stratified: bool = False) -> None:
        from assay.schemes.parts import Holdout
        from assay.schemes.scheme import check_share

        name = "train/validation/test"
        whole = 1 - check_share(test, name)
        inner = check_share(check_share(validation, name) / whole, name)
        values = {
            "validation": validation,
            "test": test,
            "stratified": stratified,
            "outer": Holdout(test, stratified=stratified),
            "inner": Holdout(inner, stratified=stratified),
        }
        for key, value in values.items():
            object.__setattr__(self, key, value)

    def with_strata(self) -> TrainValidationTest:
        """Return the same three parts, keeping the shares of the strata."""
        return TrainValidationTest(self.validation, self.test, stratified=True)

    def __str__(self) -> str:
        shares = (1 - self.validation - self.test, self.validation, self.test)
        return f"{'stratified ' * self.stratified}train/validation/test " + "/".join(f"{100 * s:g}" for s in shares)
