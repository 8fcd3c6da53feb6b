"""The Neyman-Pearson test: of two simple hypotheses, the most powerful test there is."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from assay.errors import samples as errors
from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.samples import check_number, sample

LogDensity = Callable[[Numbers], Numbers]
Draw = Callable[[np.random.Generator, int], Numbers]


def likelihood_ratio_test(
    values: object,
    null: LogDensity,
    alternative: LogDensity,
    *,
    draw_null: Draw | None = None,
    draw_alternative: Draw | None = None,
    size: float = 0.05,
    simulations: int = 10_000,
    seed: int = 0,
) -> Test:
    """Test one simple hypothesis against another by the ratio of their likelihoods.

    `null` and `alternative` give the log density of each value. Where ways to draw from them are given, the critical
    value, the p-value and the power come from simulation; without, only the ratio is known.

    Reference: Neyman & Pearson 1933.

    >>> def normal(mean):
    ...     return lambda x: -((x - mean) ** 2) / 2
    >>> test = likelihood_ratio_test([0.9, 1.4, 0.2], normal(0), normal(1),
    ...                              draw_null=lambda rng, n: rng.normal(0, 1, n),
    ...                              draw_alternative=lambda rng, n: rng.normal(1, 1, n))
    >>> round(test.statistic, 6), test.decision
    (1.0, 'fail to reject')
    """
    check_number("size", size, 0, 1, "A number between 0 and 1")
    numbers = sample(values, "values", 1, "likelihood_ratio_test")

    def ratio(drawn: Numbers) -> Numbers:
        return np.asarray(np.sum(_logs(alternative, drawn) - _logs(null, drawn), axis=-1))

    statistic = float(ratio(numbers))
    more: dict[str, float] = {"size": size, "likelihood_ratio": math.exp(min(statistic, 700.0))}
    p_value, notes = math.nan, ("without draw_null= the p-value is not known",)
    if draw_null is not None:
        rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(9,)))
        under = ratio(_drawn(draw_null, rng, simulations, len(numbers)))
        p_value = float((1 + np.count_nonzero(under >= statistic - 1e-12)) / (simulations + 1))
        critical = float(np.quantile(under, 1 - size, method="higher"))
        more |= {"critical": critical, "attained_size": float(np.mean(under >= critical))}
        notes = (f"p, critical value and power come from {simulations:,} simulated samples",)
        if draw_alternative is not None:
            other = ratio(_drawn(draw_alternative, rng, simulations, len(numbers)))
            more["power"] = float(np.mean(other >= critical))
    return Test(
        method="Neyman-Pearson likelihood ratio",
        statistic=statistic,
        df=(),
        p_value=p_value,
        null="the values follow the first density",
        alternative="greater",
        effect=statistic / len(numbers),
        level=1 - size,
        notes=notes,
        more=more,
    )


def _logs(density: LogDensity, values: Numbers) -> Numbers:
    found = np.asarray(density(values), dtype=float)
    if found.shape != values.shape:
        raise errors.not_a_sample("density", f"gives {found.shape} log densities for {values.shape} values")
    return found


def _drawn(draw: Draw, rng: np.random.Generator, simulations: int, n: int) -> Numbers:
    return np.asarray(draw(rng, simulations * n), dtype=float).reshape(simulations, n)
