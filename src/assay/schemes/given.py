"""Parts that the user cut: a scikit-learn splitter, or a list of (train, test) pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from assay.errors import schemes as errors
from assay.schemes.scheme import Rows, Scheme, Split, Splitter, by_splitter


@dataclass(frozen=True, eq=False)
class GivenSplits(Scheme):
    """The parts that a scikit-learn splitter, or a list of (train, test) pairs of row numbers, gives.

    Parameters
    ----------
    splitter : splitter or list of (train, test)
        Row numbers from 0, or masks as long as the data.

    Raises
    ------
    InputError
        If a part names cases that do not exist or holds none, or a splitter of another package fails.

    Examples
    --------
    >>> scheme = GivenSplits([([0, 1, 2], [3]), ([1, 2, 3], [0])])
    >>> str(scheme), scheme.fits(4)
    ('2 given splits', 2)

    See Also
    --------
    KFold, MonteCarlo
    """

    splitter: Splitter | Sequence[tuple[Rows, Rows]] = ()

    @property
    def stratify(self) -> bool:
        """A splitter sees the classes and does with them what it likes."""
        return self.from_splitter

    @property
    def from_splitter(self) -> bool:
        """Whether a splitter cuts the cases, rather than row numbers that were listed."""
        return isinstance(self.splitter, Splitter)

    def __str__(self) -> str:
        return f"{self.splitter!r}" if isinstance(self.splitter, Splitter) else f"{len(self.splitter)} given splits"

    def fits(self, n: int, *, candidates: int = 1, classes: Sequence[int] = (), groups: int = 0) -> int:
        """Return how many splits there are."""
        if not isinstance(self.splitter, Splitter):
            return len(self.splitter)
        marks = np.resize(np.arange(groups), n) if groups else None
        return int(self.splitter.get_n_splits(np.zeros((n, 1)), np.zeros(n), marks))

    def split(
        self, n: int, *, strata: np.ndarray | None = None, group: np.ndarray | None = None, seed: int = 0
    ) -> Iterator[Split]:
        """Yield the parts as they were given, checked, and counted by repetition where they cut all cases anew."""
        splits = self._parts(n, strata, group)
        for place, split in enumerate(splits):
            for name, part in (("train", split.train), ("test", split.test)):
                if part.ndim != 1 or not len(part) or np.min(part) < 0 or np.max(part) >= n:
                    raise errors.bad_given_part(place, name, n)
        yield from in_repetitions(splits, n)

    def _parts(self, n: int, strata: np.ndarray | None, group: np.ndarray | None) -> list[Split]:
        if isinstance(self.splitter, Splitter):
            try:
                return list(by_splitter(self.splitter, n, strata, group))
            except Exception as problem:  # whatever somebody's own splitter does
                raise errors.splitter_failed(str(self), f"{type(problem).__name__}: {problem}") from problem
        pairs = enumerate(self.splitter)
        return [Split(_places(train, n, place), _places(test, n, place), place) for place, (train, test) in pairs]


def in_repetitions(splits: list[Split], n: int) -> list[Split]:
    """Number parts by repetition and fold where every repetition tests every case once; else leave them as they are."""
    blocks: list[list[Split]] = [[]]
    seen: set[int] = set()
    for split in splits:
        own = set(split.test.tolist())
        if own & seen or len(seen) == n:
            blocks.append([])
            seen = set()
        blocks[-1].append(split)
        seen |= own
    sizes = {len(block) for block in blocks}
    whole = all(sum(len(split.test) for split in block) == n for block in blocks)
    if len(sizes) > 1 or not whole or sizes == {1}:
        return splits
    return [
        Split(split.train, split.test, repeat, fold)
        for repeat, block in enumerate(blocks)
        for fold, split in enumerate(block)
    ]


def _places(rows: object, n: int, place: int) -> np.ndarray:
    array = np.asarray(rows)
    if array.dtype == bool and len(array) == n:
        return np.flatnonzero(array)
    if array.dtype.kind not in "iu":
        raise errors.bad_given_part(place, "train or test", n)
    return np.asarray(array, dtype=np.intp)
