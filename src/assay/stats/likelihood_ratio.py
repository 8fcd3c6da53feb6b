"""The Neyman-Pearson test: of two simple hypotheses, the most powerful test there is."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from scipy import special

from assay.checks.arrays import NotNumbersError
from assay.checks.callables import numbers_from
from assay.errors import samples as errors
from assay.results.test import Test
from assay.stats.arithmetic import Numbers
from assay.stats.doors import checked
from assay.stats.samples import check_number, sample
from assay.stats.streams import Stream

LogDensity = Callable[[Numbers], Numbers]
Draw = Callable[[np.random.Generator, int], Numbers]


class Distribution(Protocol):
    """What is asked of a frozen distribution of scipy."""

    def logpdf(self, values: Numbers, /) -> Numbers:
        """Return the log density of each value."""

    def rvs(self, size: int, /, *, random_state: np.random.Generator) -> Numbers:
        """Draw values."""


LARGEST_EXPONENT = 700.0
"""exp overflows a double from about 709.8 on."""

ROUNDING = 1e-12
"""Simulated ratios that differ from the observed one by rounding alone count as equal to it."""


@checked(simulations=1, seed=0)
def likelihood_ratio_test(
    values: object,
    null: LogDensity | Distribution,
    alternative: LogDensity | Distribution,
    *,
    draw_null: Draw | None = None,
    draw_alternative: Draw | None = None,
    size: float = 0.05,
    simulations: int = 10_000,
    seed: int = 0,
) -> Test:
    """Neyman and Pearson's test of one simple hypothesis against another, by the ratio of their likelihoods.

    Parameters
    ----------
    values : array_like
        The sample.
    null, alternative : callable or frozen distribution of scipy
        The log density of each value under either hypothesis.
    draw_null, draw_alternative : callable, optional
        `draw(rng, n)` gives n values under a hypothesis; a distribution of scipy brings its own.
    size : float, default 0.05
        The chance of rejecting the null hypothesis where it is true.
    simulations : int, default 10000
        How many samples are drawn under each hypothesis.
    seed : int, default 0
        Seed of the draws.

    Returns
    -------
    Test
        `statistic` is the log of the ratio, `effect` its mean over the values with Vuong's interval;
        `critical`, `attained_size` and `power` are kept where they are known.

    Raises
    ------
    InputError
        If the sample is empty or not finite, `size` is not between 0 and 1, or a density does not fit the values.

    See Also
    --------
    t_test : the mean of a sample whose spread is not known.
    binomial_test : a share.

    Notes
    -----
    Neyman & Pearson (1933); Vuong (1989) for the interval.
    For two normals with the same standard deviation, p, critical value and power come from
    theory, else from simulation; without a way to draw, only the ratio is known.

    Examples
    --------
    >>> def normal(mean):
    ...     return lambda x: -((x - mean) ** 2) / 2
    >>> test = likelihood_ratio_test([0.9, 1.4, 0.2], normal(0), normal(1),
    ...                              draw_null=lambda rng, n: rng.normal(0, 1, n),
    ...                              draw_alternative=lambda rng, n: rng.normal(1, 1, n))
    >>> round(test.statistic, 6), test.decision
    (1.0, 'fail to reject')
    >>> from scipy.stats import norm
    >>> round(likelihood_ratio_test([0.9, 1.4, 0.2], norm(0, 1), norm(1, 1)).power, 4)
    0.5347
    """
    check_number("size", size, 0, 1, "A number between 0 and 1")
    numbers = sample(values, "values", 1, "likelihood_ratio_test")
    theory = _two_normals(numbers, null, alternative, size)
    draw_null = _draw(null) if draw_null is None else draw_null
    draw_alternative = _draw(alternative) if draw_alternative is None else draw_alternative
    log_null, log_alternative = _log_density(null), _log_density(alternative)

    def ratio(drawn: Numbers) -> Numbers:
        return np.asarray(np.sum(_logs(log_alternative, drawn) - _logs(log_null, drawn), axis=-1))

    statistic = float(ratio(numbers))
    more: dict[str, float] = {"size": size, "likelihood_ratio": math.exp(min(statistic, LARGEST_EXPONENT))}
    p_value, notes = math.nan, ("without draw_null= the p-value is not known",)
    if theory is not None:
        p_value, notes = theory.pop("p_value"), ("p, critical value and power are those of two normals",)
        more |= theory
    elif draw_null is not None:
        rng = Stream.LIKELIHOOD_RATIO.of(seed)
        under = ratio(_drawn(draw_null, rng, simulations, len(numbers)))
        p_value = float((1 + np.count_nonzero(under >= statistic - ROUNDING)) / (simulations + 1))
        critical = float(np.quantile(under, 1 - size, method="higher"))
        more |= {"critical": critical, "attained_size": float(np.mean(under >= critical))}
        notes = (f"p, critical value and power come from {simulations:,} simulated samples",)
        if draw_alternative is not None:
            other = ratio(_drawn(draw_alternative, rng, simulations, len(numbers)))
            more["power"] = float(np.mean(other >= critical))
    half = _half_width(_logs(log_alternative, numbers) - _logs(log_null, numbers), 1 - size)
    return Test(
        method="Neyman-Pearson likelihood ratio",
        statistic=statistic,
        df=(),
        p_value=p_value,
        null="the values follow the first density",
        alternative="greater",
        effect=statistic / len(numbers),
        low=statistic / len(numbers) - half,
        high=statistic / len(numbers) + half,
        level=1 - size,
        notes=notes,
        more=more,
    )


def _half_width(ratios: Numbers, level: float) -> float:
    """Return by how much the mean log ratio of a case may be off, whatever is true: by t (Vuong 1989, with n - 1)."""
    n = len(ratios)
    if n < 2:
        return math.inf
    return float(special.stdtrit(n - 1, (1 + level) / 2)) * float(ratios.std(ddof=1)) / math.sqrt(n)


def _log_density(density: LogDensity | Distribution) -> LogDensity:
    if hasattr(density, "logpdf"):
        return density.logpdf
    return density


def _draw(density: Any) -> Draw | None:
    """Return how to draw from a frozen distribution of scipy, None for a bare log density."""
    if not hasattr(density, "rvs"):
        return None
    return lambda rng, n: np.asarray(density.rvs(n, random_state=rng), dtype=float)


def _two_normals(values: Numbers, null: Any, alternative: Any, size: float) -> dict[str, float] | None:
    """Return p, critical value of the log ratio and power where both hypotheses are normal with one known spread.

    The log ratio is then a straight line in the mean of the sample, so the test is the z test of that mean.
    """
    kinds = [getattr(getattr(density, "dist", None), "name", None) for density in (null, alternative)]
    if kinds != ["norm", "norm"]:
        return None
    (m0, s0), (m1, s1) = ((float(density.mean()), float(density.std())) for density in (null, alternative))
    if s0 != s1 or m0 == m1:
        return None
    n, gap = len(values), (m1 - m0) / s0
    z = (float(values.mean()) - m0) / s0 * math.sqrt(n) * math.copysign(1.0, gap)
    reach = abs(gap) * math.sqrt(n)
    edge = float(special.ndtri(1 - size))
    return {
        "p_value": float(special.ndtr(-z)),
        "critical": reach * edge - reach**2 / 2,
        "attained_size": size,
        "power": float(special.ndtr(reach - edge)),
    }


def _logs(density: LogDensity, values: Numbers) -> Numbers:
    logs = _given("density", density, values)
    if logs.shape != values.shape:
        raise errors.unfit("density", f"gives {logs.shape} log densities for {values.shape} values")
    return logs


def _drawn(draw: Draw, rng: np.random.Generator, simulations: int, n: int) -> Numbers:
    values = _given("draw", draw, rng, simulations * n)
    if values.size != simulations * n or not np.isfinite(values).all():
        raise errors.unfit("draw", f"gives {values.shape} values, not all of them finite, for n = {simulations * n:,}")
    return values.reshape(simulations, n)


def _given(name: str, function: object, *values: object) -> Numbers:
    try:
        return numbers_from(function, *values)
    except NotNumbersError as problem:
        raise errors.unfit(name, str(problem)) from problem
