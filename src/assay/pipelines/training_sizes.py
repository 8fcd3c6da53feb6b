"""Training sets of growing size: which sizes, and which cases are in each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from assay.errors import samples as sample_errors
from assay.errors import schemes as errors
from assay.pipelines.validation_problem import Problem
from assay.schemes.scheme import Split
from assay.stats.streams import Stream
from assay.validation.fits import Fit

USUAL_SIZES = 8
"""Sizes where nobody names any: a power law has three parameters, and eight points show whether it bends like one."""
SMALLEST = 10
"""The smallest of the usual training sets; on fewer cases most models only guess."""


def read_targets(sizes: object) -> list[int] | None:
    """Return the sizes to carry the law on to, as a list."""
    if sizes is None:
        return None
    listed: list[Any] = list(sizes) if isinstance(sizes, Iterable) and not isinstance(sizes, str) else [sizes]
    for size in listed:
        if isinstance(size, bool) or not isinstance(size, int | float | np.number) or not size >= 1:
            raise sample_errors.bad_number("extrapolate_to", size, "A number of training cases")
    return [int(size) for size in listed]


def read_sizes(sizes: Sequence[float] | None, most: int, classes: int) -> list[int]:
    """Return the sizes asked for, as numbers of cases, or the usual ones."""
    least = max(SMALLEST, 2 * classes)
    if sizes is not None and (isinstance(sizes, str) or not isinstance(sizes, Iterable)):
        raise sample_errors.bad_number("sizes", sizes, "A list of numbers of cases, or of shares,")
    if sizes is None:
        return sorted({int(size) for size in np.geomspace(min(least, most), most, USUAL_SIZES).round()})
    counts = []
    for size in sizes:
        if isinstance(size, bool) or not isinstance(size, int | float | np.number) or not size > 0:
            raise sample_errors.bad_number("sizes", size, f"Numbers of cases up to {most:,}, or shares up to 1.0,")
        count = round(float(size) * most) if isinstance(size, float) and size <= 1 else int(size)
        if not 2 <= count <= most:
            raise errors.size_out_of_reach(count, most)
        counts.append(count)
    if not counts:
        raise sample_errors.bad_number("sizes", sizes, "At least one size")
    return sorted(set(counts))


def growing_fits(problem: Problem, outer: Split, sizes: list[int], repeats: int, classes: bool) -> list[Fit]:
    """Return the fits of every repetition, each on subsets that grow from size to size."""
    name = next(iter(problem.models))
    fits = []
    for repeat in range(repeats):
        rng = Stream.LEARNING_PARTS.run(problem.seed, repeat)
        order = outer.train[in_shares(problem.target[outer.train] if classes else None, len(outer.train), rng)]
        fits += [
            Fit(
                key=f"{name} {repeat} {size}",
                model=name,
                where=f"{name!r} on {size:,} cases, repetition {repeat + 1}",
                split=Split(np.sort(order[:size]), outer.test, repeat, place),
                seed=(problem.seed, repeat, place),
                training=True,
            )
            for place, size in enumerate(sizes)
        ]
    return fits


def in_shares(target: np.ndarray | None, n: int, rng: np.random.Generator) -> np.ndarray:
    """Return an order of which every beginning holds the classes in about their shares, and soon each of them."""
    if target is None:
        return rng.permutation(n)
    place = np.empty(n)
    for label in np.unique(target):
        rows = rng.permutation(np.flatnonzero(target == label))
        place[rows] = (np.arange(len(rows)) + rng.random()) / len(rows)
        place[rows[0]] = -rng.random()
    return np.argsort(place, kind="stable")
