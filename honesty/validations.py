"""Cells 37 to 39: models compared over folds, and the interval of a cross-validated error; and some of our own."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator

import numpy as np
from scipy import stats

import assay
from assay.results.validation import Validation
from honesty.cell import CONSERVATIVE, Cell, Measured
from honesty.rounds import rounds
from honesty.simulation import ratios

ALPHA = 0.05


class LeastSquares:
    """A linear classifier by least squares on some of the columns: quick, and its true error is known."""

    _estimator_type = "classifier"

    def __init__(self, first: int = 0, last: int | None = None) -> None:
        self.first, self.last = first, last

    def get_params(self, deep: bool = True) -> dict[str, object]:
        """Return the settings."""
        return {"first": self.first, "last": self.last}

    def set_params(self, **settings: object) -> LeastSquares:
        """Change settings."""
        for name, value in settings.items():
            setattr(self, name, value)
        return self

    def _design(self, cases: np.ndarray) -> np.ndarray:
        return np.column_stack([np.ones(len(cases)), cases[:, self.first : self.last]])

    def fit(self, cases: np.ndarray, labels: np.ndarray) -> LeastSquares:
        """Fit -1 and 1 by least squares."""
        self.slope, *_ = np.linalg.lstsq(self._design(cases), 2.0 * labels - 1, rcond=None)
        return self

    def predict(self, cases: np.ndarray) -> np.ndarray:
        """Answer by the sign."""
        return (self._design(cases) @ self.slope > 0).astype(int)


class NearestNeighbour(LeastSquares):
    """Answer as the nearest training case does, on some of the columns."""

    def fit(self, cases: np.ndarray, labels: np.ndarray) -> NearestNeighbour:
        """Remember the cases."""
        self.cases, self.labels = cases[:, self.first : self.last], labels
        return self

    def predict(self, cases: np.ndarray) -> np.ndarray:
        """Copy the answer of the nearest."""
        own = cases[:, self.first : self.last]
        apart = (own**2).sum(axis=1)[:, None] - 2 * own @ self.cases.T + (self.cases**2).sum(axis=1)[None, :]
        return self.labels[apart.argmin(axis=1)]


class Tree(LeastSquares):
    """An unpruned tree on some of the columns."""

    def fit(self, cases: np.ndarray, labels: np.ndarray) -> Tree:
        """Grow the tree."""
        from sklearn.tree import DecisionTreeClassifier

        self.tree = DecisionTreeClassifier(random_state=0).fit(cases[:, self.first : self.last], labels)
        return self

    def predict(self, cases: np.ndarray) -> np.ndarray:
        """Ask the tree."""
        return self.tree.predict(cases[:, self.first : self.last])


def _cases(n: int, d: int, shift: float, blocks: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Draw blocks of columns that are copies in law: a learner on one is as good as on another, at every size."""
    labels = (rng.random(n) < 0.5).astype(int)
    cases = rng.standard_normal((n, blocks * d))
    cases[:, ::d] += shift * (2 * labels - 1)[:, None]
    return cases, labels


def _level(
    learner: Callable[..., LeastSquares], n: int, d: int, repeats: int, count: int, rng: np.random.Generator
) -> Measured:
    """Count how often two learners that are equally good are told apart; the naive t over the same folds beside it."""
    rejected, naive = [], []
    for place in range(count := rounds(count)):
        cases, labels = _cases(n, d, 0.5, 2, rng)
        models = {"a": learner(0, d), "b": learner(d, 2 * d)}
        scheme = f"{repeats}x10-fold" if repeats > 1 else "10-fold"
        found = assay.validate(models, cases, labels, scheme=scheme, metrics="accuracy", seed=place)
        rejected.append(found.pair("accuracy", "a", "b").p_value <= ALPHA)
        gaps = np.array(found["a"]["accuracy"].folds) - np.array(found["b"]["accuracy"].folds)
        naive.append(assay.stats.naive_t(gaps).p_value <= ALPHA if np.ptp(gaps) else False)
    share = float(np.mean(rejected))
    return Measured(share, math.sqrt(share * (1 - share) / count), others={"naive t": float(np.mean(naive))})


def _error_of(slope: np.ndarray, d: int, shift: float) -> float:
    """Return the true error of a linear rule where the classes are normal with means -shift and shift in column 1."""
    weights = slope[1:]
    size = float(np.linalg.norm(weights)) or 1.0
    tails = [(slope[0] + side * shift * weights[0]) / size for side in (1, -1)]
    return float(0.5 * (stats.norm.cdf(-tails[0]) + stats.norm.cdf(tails[1])))


def _expected_error(n: int, d: int, shift: float, rng: np.random.Generator, draws: int = 4000) -> float:
    found = [LeastSquares().fit(*_cases(n, d, shift, 1, rng)).slope for _ in range(rounds(draws))]
    return float(np.mean([_error_of(slope, d, shift) for slope in found]))


def _coverage(scheme: str, n: int, d: int, shift: float, count: int, rng: np.random.Generator) -> Measured:
    """See how often the interval of the mean holds the expected error of models trained on n cases."""
    truth = _expected_error(n, d, shift, rng)
    held, naive, pooled, widths, naive_widths = [], [], [], [], []
    for place in range(count := rounds(count)):
        cases, labels = _cases(n, d, shift, 1, rng)
        found: Validation = assay.validate(
            LeastSquares(), cases, labels, scheme=scheme, metrics="error_rate", seed=place
        )
        scores = found["error_rate"]
        held.append(scores.mean.low <= truth <= scores.mean.high)
        pooled.append(scores.pooled.low <= truth <= scores.pooled.high)
        folds = np.array(scores.folds)
        half = stats.t.ppf(0.975, len(folds) - 1) * folds.std(ddof=1) / math.sqrt(len(folds))
        naive.append(abs(folds.mean() - truth) <= half)
        naive_widths.append(2 * half)
        widths.append(scores.mean.high - scores.mean.low)
    share = float(np.mean(held))
    others = {"naive t": float(np.mean(naive))}
    if "fold" in scheme:
        others["pooled"] = float(np.mean(pooled))
    return Measured(share, math.sqrt(share * (1 - share) / count), float(np.mean(widths)), others=others,
                    ratios=ratios(widths, {"naive t": naive_widths}))  # fmt: skip


def cells() -> Iterator[Cell]:
    """Yield the cells about cross-validation."""
    for number, scenario, learner, d, repeats, count, most in (
        ("37", "CV comparison, linear", LeastSquares, 10, 10, 450, 0.06),
        ("38", "CV comparison, 1-NN", NearestNeighbour, 10, 10, 450, 0.075),
        ("38", "CV comparison, tree", Tree, 5, 10, 200, 0.075),
        ("V1", "CV comparison, one 10-fold", LeastSquares, 10, 1, 1000, 0.06),
    ):
        measure = functools.partial(_level, learner, 100, d, repeats, count)
        setting = f"n=100, d={d}, {repeats}x10"
        yield Cell(number, scenario, setting, "corrected t, df 9", measure, (0.0, most), uniform=False, test=True)
    for number, scenario, scheme, n, d, shift, count in (
        ("39", "CV interval for Err, d/n=.4", "10x10-fold", 100, 40, 1.0, 400),
        ("39", "CV interval for Err, d/n=.4", "10-fold", 100, 40, 1.0, 700),
        ("39", "CV interval for Err, d/n=.05", "10x10-fold", 100, 5, 1.0, 400),
        ("V2", "Monte-Carlo interval for Err", "monte-carlo 30 at 20%", 100, 5, 1.0, 700),
        ("V3", ".632+ interval for Err", "bootstrap 50 .632+", 100, 5, 1.0, 450),
        ("V3", ".632+ interval for Err", "bootstrap 50 .632+", 100, 20, 1.0, 450),
    ):
        measure = functools.partial(_coverage, scheme, n, d, shift, count)
        yield Cell(number, scenario, f"n={n}, d={d}, {scheme}", "NB interval", measure, CONSERVATIVE)
