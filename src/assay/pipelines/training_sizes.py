"""Training sets of growing size: which sizes, and which cases are in each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from assay.checks.lists import listed
from assay.checks.numbers import real
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
    wanted: list[Any] = listed(sizes) or [sizes]
    for size in wanted:
        if not 1 <= (real(size) or 0) < math.inf:
            raise sample_errors.bad_number("extrapolate_to", size, "A number of training cases")
    return [int(size) for size in wanted]


def read_sizes(sizes: Sequence[float] | None, most: int, classes: int) -> list[int]:
    """Return the sizes asked for, as numbers of cases, or the usual ones."""
    least = max(SMALLEST, 2 * classes)
    if sizes is None:
        return sorted({int(size) for size in np.geomspace(min(least, most), most, USUAL_SIZES).round()})
    wanted = listed(sizes)
    if wanted is None:
        raise sample_errors.bad_number("sizes", sizes, "A list of numbers of cases, or of shares,")
    counts = []
    for size in wanted:
        number = real(size) or 0.0
        if not 0 < number < math.inf:
            raise sample_errors.bad_number("sizes", size, f"Numbers of cases up to {most:,}, or shares up to 1.0,")
        count = round(number * most) if isinstance(size, float | np.floating) and number <= 1 else int(number)
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
