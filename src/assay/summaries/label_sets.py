"""Cases that carry several labels at once: the distinct pairs of true and predicted sets, and how often each occurs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from assay.results.stored import StoredByFields
from assay.stats.arithmetic import Numbers, left_of, plain
from assay.summaries import draws
from assay.summaries.binary_counts import LabelTables
from assay.summaries.label_counts import FEW_IN_CLASS, HALF, Slopes
from assay.summaries.view import MatchedRows, View

if TYPE_CHECKING:
    from scipy import sparse

Flags = NDArray[np.bool_]

MOST_PATTERNS = 20_000
"""Beyond this many distinct patterns the sums are drawn from their normal law instead of pattern by pattern."""

BLOCK = 65_536
"""Patterns whose features are laid out at once, so that memory stays small with many labels."""

MOST_FILLED = 0.1
"""Labels per case and place up to which only those that are there are gone through: a taste."""


@dataclass(frozen=True, eq=False)
class LabelSets(StoredByFields):
    """Patterns x labels of truth and prediction, with the summed weight and squared weight of each pattern.

    The labels of one case depend on each other, so the pattern is what gets resampled, never the label.
    """

    labels: tuple[object, ...]
    truth: Flags
    prediction: Flags
    weights: Numbers
    squares: Numbers
    rows: int
    weighted: bool = False
    known: bool = True
    fourth: float = 0.0

    cell_axes = (-1,)

    @classmethod
    def of_rows(
        cls, labels: tuple[object, ...], truth: Flags, prediction: Flags, weight: Numbers | None = None,
        times: NDArray[np.int64] | None = None,
    ) -> LabelSets:  # fmt: skip
        """Reduce rows to their distinct patterns; `times` says how often each row occurs, without it once."""
        if times is not None:
            often, rows = times.astype(float), int(times.sum())
            return _collapsed(labels, truth, prediction, often, often, rows, False, float(rows))
        each = np.ones(len(truth)) if weight is None else weight
        fourth = float(np.sum(each**4))
        return _collapsed(labels, truth, prediction, each, each**2, len(truth), weight is not None, fourth)

    def merge(self, other: LabelSets) -> LabelSets:
        """Return the summary of both sets of cases together."""
        return _collapsed(
            self.labels,
            np.concatenate([self.truth, other.truth]),
            np.concatenate([self.prediction, other.prediction]),
            np.concatenate([self.weights, other.weights]),
            np.concatenate([self.squares, other.squares]),
            self.rows + other.rows,
            self.weighted or other.weighted,
            self.fourth + other.fourth,
        )

    @property
    def degrees(self) -> float:
        """Degrees of freedom of a variance estimated from these weights."""
        return draws.degrees(self.squares, self.fourth, self.weighted)

    @property
    def typical(self) -> float:
        """Mean weight of a case."""
        return float(self.weights.sum()) / max(self.rows, 1) if self.weighted else 1.0

    @property
    def size(self) -> int:
        """How many labels there are."""
        return len(self.labels)

    def view(self, cells: Numbers | None = None) -> View:
        """Return the patterns' weights, or replicates of them, as metrics read them."""
        return self._read(self._sums(self.weights if cells is None else cells))

    def square_view(self) -> View:
        """Return the summed squared weights in the shape of `view`."""
        return self.view(self.squares)

    def dirichlet(self, rng: np.random.Generator) -> View:
        """Draw pattern weights from their Dirichlet, and share a prior mass of 2 among all labels' cells."""
        return self._with_prior(rng, np.full(4, 2 / (4 * self.size)))

    def by_row(self, rng: np.random.Generator) -> View | None:
        """Draw with half a hit, half a miss and half a false alarm more per label, where a label has few cases."""
        smallest = float(np.min(self.view().tables.positives))
        return self._with_prior(rng, np.array([HALF, HALF, HALF, 0.0])) if smallest < FEW_IN_CLASS else None

    def _with_prior(self, rng: np.random.Generator, prior: Numbers) -> View:
        """Draw pattern weights from their Dirichlet, with so many cases more in tp, fp, fn and tn of every label."""
        replicates = draws.affordable(len(self.weights))
        if len(self.weights) > MOST_PATTERNS:
            view = self._read(self._normal_sums(draws.REPLICATES, rng))
        else:
            view = self.view(draws.dirichlet(self.weights, self.squares, 0.0, replicates, rng))
        cells = prior.reshape(4, *[1] * np.ndim(view.tables.tp))
        extra = rng.standard_gamma(cells, (4, *np.shape(view.tables.tp))) * self.typical
        tables = LabelTables(*(cell + added for cell, added in zip(view.tables.stack(), extra, strict=True)))
        return View(tables, optional_rows=view.rows)

    def resample(self, rng: np.random.Generator) -> View:
        """Draw pattern weights as resampling the rows would give them."""
        if len(self.weights) > MOST_PATTERNS:
            return self._read(self._normal_sums(draws.REPLICATES, rng))
        replicates = draws.affordable(len(self.weights))
        return self.view(draws.multinomial(self.weights, self.squares, self.weighted, replicates, rng))

    def _features(self, part: slice = slice(None)) -> Numbers:
        """Return what each pattern adds to: hits, truth and answers of every label, exact rows, all rows."""
        truth, called = self.truth[part], self.prediction[part]
        exact = (truth == called).all(axis=1, keepdims=True)
        return np.concatenate([truth & called, truth, called, exact, np.ones_like(exact)], axis=1).astype(float)

    @cached_property
    def _few_labels(self) -> sparse.csr_array | None:
        """The features of all patterns where most are 0, because a case has few of very many labels."""
        if self.truth.sum() + self.prediction.sum() > MOST_FILLED * self.truth.size:
            return None
        from scipy import sparse  # here, as most calls never need it

        return sparse.vstack([sparse.csr_array(self._features(block)) for block in self._blocks()], format="csr")

    def _blocks(self) -> list[slice]:
        return [slice(start, start + BLOCK) for start in range(0, len(self.weights), BLOCK)]

    def _sums(self, cells: Numbers) -> Numbers:
        """Add the features up with these pattern weights, a block of patterns at a time."""
        if self._few_labels is not None and np.ndim(cells) <= 2:
            return np.asarray((self._few_labels.T @ cells.T).T)
        sums = [cells[..., block] @ self._features(block) for block in self._blocks()]
        return np.asarray(sum(sums))

    def _normal_sums(self, replicates: int, rng: np.random.Generator) -> Numbers:
        """Draw the sums from the normal law that very many patterns approach."""
        blocks = [(self._features(block), self.squares[block]) for block in self._blocks()]
        covariance = sum((features.T * square) @ features for features, square in blocks)
        values, vectors = np.linalg.eigh(np.asarray(covariance))
        spread = vectors * np.sqrt(np.maximum(values, 0))
        noise = rng.standard_normal((replicates, len(values))) @ spread.T
        return np.asarray(np.maximum(self._sums(self.weights) + noise, 0))

    def _read(self, sums: Numbers) -> View:
        tp, truth, called = (sums[..., start : start + self.size] for start in range(0, 3 * self.size, self.size))
        right, total = sums[..., -2], sums[..., -1]
        rest = left_of(total[..., None] + tp, truth, called)
        tables = LabelTables(tp, left_of(called, tp), left_of(truth, tp), rest)
        return View(tables, optional_rows=MatchedRows(plain(right), plain(total)))

    def embedded(self, slopes: Slopes) -> Slopes:
        """No single table stands for all of them."""
        raise LookupError("this summary has no positive class")

    def cell_slopes(self, slopes: Slopes) -> Numbers:
        """Turn slopes along every label's four cells into slopes along the patterns."""
        tp, fp, fn, tn = slopes
        if self._few_labels is not None and np.ndim(tp) == 1:
            along = np.concatenate([tp - fp - fn + tn, fn - tn, fp - tn, [0.0, 0.0]])
            return np.asarray(self._few_labels @ along + tn.sum())
        truth, called = self.truth.astype(float), self.prediction.astype(float)
        return np.asarray((truth * called) @ (tp - fp - fn + tn) + called @ (fp - tn) + truth @ (fn - tn) + tn.sum())


def _collapsed(
    labels: tuple[object, ...],
    truth: Flags,
    prediction: Flags,
    weight: Numbers,
    square: Numbers,
    rows: int,
    weighted: bool,
    fourth: float,
) -> LabelSets:
    """Sum the weights of equal patterns; patterns come out in a fixed order, so row order never matters."""
    packed = np.packbits(np.concatenate([truth, prediction], axis=1), axis=1)
    keys = np.ascontiguousarray(packed).view(np.dtype((np.void, packed.shape[1]))).ravel()
    _, first, place = np.unique(keys, return_index=True, return_inverse=True)
    weights, squares = (np.bincount(place, values, len(first)).astype(float) for values in (weight, square))
    return LabelSets(labels, truth[first], prediction[first], weights, squares, rows, weighted, fourth=fourth)
