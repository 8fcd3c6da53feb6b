"""How a scheme cut the cases: what the correction for shared training needs to know of the parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from assay.pipelines.validation_problem import Problem
from assay.pipelines.validation_runs import Run
from assay.schemes.folds import KFold
from assay.schemes.leaving import LeavePOut
from assay.schemes.nested import Nested
from assay.schemes.scheme import Scheme, Split


@dataclass(frozen=True)
class Geometry:
    """What the correction for shared training needs to know of the parts."""

    parts: int | None
    test_ratio: float
    repeats: int
    folds: int
    once: bool

    @classmethod
    def of(cls, problem: Problem, run: Run) -> Geometry:
        """Read it off the parts themselves."""
        scheme, splits = plain(problem.scheme), run.splits
        repeats, folds = 1 + max(split.repeat for split in splits), 1 + max(split.fold for split in splits)
        disjoint = tested_once(scheme, splits)
        parts = folds if disjoint and folds > 1 else None
        ratio = float(np.mean([_ratio(split.train, split.test) for split in splits]))
        if isinstance(scheme, KFold) and not scheme.grouped:
            ratio = 1 / (scheme.folds - 1)
        if isinstance(scheme, LeavePOut):
            parts = max(problem.n // scheme.p, 2)
        return cls(parts, ratio, repeats, folds, disjoint)


def tested_once(scheme: Scheme, splits: Sequence[Split]) -> bool:
    """Say whether the first repetition tests no case twice, and is a whole that can be judged."""
    tested = np.concatenate([split.test for split in splits if split.repeat == splits[0].repeat])
    several = any(split.fold > 0 for split in splits)
    return len(tested) == len(np.unique(tested)) and (several or scheme.one_look)


def plain(scheme: Scheme) -> Scheme:
    """Return the scheme that tests: the outer one of a nested scheme."""
    return scheme.outer if isinstance(scheme, Nested) else scheme


def _ratio(train: np.ndarray, test: np.ndarray) -> float:
    return len(test) / max(len(np.unique(train)), 1)
