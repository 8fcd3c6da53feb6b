"""Parts that the user cut: a scikit-learn splitter, or a list of (train, test) pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from assay.errors import schemes as errors
from assay.schemes.scheme import Scheme, Split, by_splitter


@dataclass(frozen=True, eq=False)
class GivenSplits(Scheme):
    """Use the parts that a splitter, or a list of (train, test) pairs of row numbers, gives.

    >>> scheme = GivenSplits([([0, 1, 2], [3]), ([1, 2, 3], [0])])
    >>> str(scheme), scheme.fits(4)
    ('2 given splits', 2)
    """

    splitter: Any = ()

    @property
    def stratify(self) -> bool:
        """A splitter sees the classes and does with them what it likes."""
        return self._splits

    @property
    def _splits(self) -> bool:
        return hasattr(self.splitter, "split") and hasattr(self.splitter, "get_n_splits")

    def __str__(self) -> str:
        return f"{self.splitter!r}" if self._splits else f"{len(self.splitter)} given splits"

    def fits(self, n: int, *, candidates: int = 1, classes: Sequence[int] = (), groups: int = 0) -> int:
        """Return how many splits there are."""
        if not self._splits:
            return len(self.splitter)
        marks = np.resize(np.arange(groups), n) if groups else None
        return int(self.splitter.get_n_splits(np.zeros((n, 1)), np.zeros(n), marks))

    def split(
        self, n: int, *, strata: np.ndarray | None = None, groups: np.ndarray | None = None, seed: int = 0
    ) -> Iterator[Split]:
        """Yield the parts as they were given, checked."""
        found = (
            by_splitter(self.splitter, n, strata, groups)
            if self._splits
            else (Split(_places(train), _places(test), place) for place, (train, test) in enumerate(self.splitter))
        )
        for place, split in enumerate(found):
            for name, part in (("train", split.train), ("test", split.test)):
                if not len(part) or part.min() < 0 or part.max() >= n:
                    raise errors.bad_given_part(place, name, n)
            yield split


def _places(rows: object) -> np.ndarray:
    array = np.asarray(rows)
    return np.flatnonzero(array) if array.dtype == bool else array.astype(np.intp)
