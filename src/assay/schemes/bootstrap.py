"""Train on cases drawn with replacement, test on those that were not drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from assay.checks.words import one_of
from assay.errors import schemes as errors
from assay.schemes.scheme import Scheme, Split, check_count

ESTIMATORS = ("oob", ".632", ".632+")
TRIES = 1000
"""Draws before a sample that leaves nothing out is given up; even of two cases every other draw will do."""


@dataclass(frozen=True)
class Bootstrap(Scheme):
    """Cases drawn with replacement, tested on those that were not drawn.

    Parameters
    ----------
    rounds : int
        How many samples are drawn.
    estimator : {"oob", ".632", ".632+"}
        The mean over the rounds, or Efron's corrections of its pessimism by the error on the training cases, which
        need one more fit.
    size : int
        Cases in a sample; as many as there are if left out.

    Raises
    ------
    InputError
        For fewer than 2 rounds, an unknown estimator, or a size beside .632.

    Examples
    --------
    >>> str(Bootstrap(200, ".632+")), Bootstrap(200, ".632+").fits(100), str(Bootstrap(50, size=30))
    ('bootstrap 200 .632+', 201, 'bootstrap 50 of 30')

    See Also
    --------
    MonteCarlo : draws without replacement.
    """

    rounds: int = 200
    estimator: str = "oob"
    size: int | None = None

    def with_strata(self) -> Bootstrap:
        """Refuse: samples are drawn from all cases alike."""
        raise errors.cannot_stratify(str(self))

    def __post_init__(self) -> None:
        check_count("rounds", self.rounds, 2, "bootstrap")
        if one_of(self.estimator, ESTIMATORS) is None:
            raise errors.unknown_estimator(self.estimator, ESTIMATORS)
        if self.size is not None:
            check_count("size", self.size, 1, "bootstrap")
            if self.estimator != "oob":
                raise errors.whole_samples_only(self.estimator, self.size)

    @property
    def with_resubstitution(self) -> bool:
        """Whether one more fit, on all cases, is part of the estimate."""
        return self.estimator != "oob"

    def __str__(self) -> str:
        size = f" of {self.size}" if self.size is not None else ""
        return f"bootstrap {self.rounds}{size}" + (f" {self.estimator}" if self.with_resubstitution else "")

    def fits(self, n: int, *, candidates: int = 1, classes: Sequence[int] = (), groups: int = 0) -> int:
        """Return the rounds, and one more where all cases are fitted too."""
        return self.rounds + self.with_resubstitution

    def split(
        self, n: int, *, strata: np.ndarray | None = None, group: np.ndarray | None = None, seed: int = 0
    ) -> Iterator[Split]:
        """Yield drawn and undrawn cases; a round that leaves no case out, or draws one class only, is drawn again."""
        if n < 2:
            raise errors.more_folds_than_cases(str(self), 2, n)
        classes = 1 if strata is None else len(np.unique(strata))
        for place in range(self.rounds):
            rng = np.random.default_rng([seed, place])
            for _ in range(TRIES):
                train = np.sort(rng.integers(0, n, self.size or n))
                test = np.setdiff1d(np.arange(n), train)
                if len(test) and (strata is None or len(np.unique(strata[train])) >= min(classes, 2)):
                    break
            else:
                raise errors.nothing_left_out(str(self), n)
            yield Split(train, test, place, 0)
