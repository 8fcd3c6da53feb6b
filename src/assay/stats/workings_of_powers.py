"""The working of powers: how far the truth lies from the null hypothesis, and how often a test then sees it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np
from scipy import stats

from assay.stats.workings_of_samples import Given, values_of


def _t_test_power(given: Given) -> str:
    effect, n = values_of(given)
    shift, t = effect * math.sqrt(n), float(stats.t.ppf(0.975, n - 1))
    power = stats.nct.sf(t, n - 1, shift) + stats.nct.cdf(-t, n - 1, shift)
    return (f"δ = d √n = {effect:g} √{n:g} = {shift:.4g}; power = P(|t'({n - 1:g}, δ)| > {t:.4g}), t' noncentral, = "
            f"{power:.4g}")  # fmt: skip


def _anova_power(given: Given) -> str:
    effect, n, k = values_of(given)
    shift, first, second = effect**2 * n * k, k - 1, k * (n - 1)
    edge = float(stats.f.ppf(0.95, first, second))
    return (f"λ = f² n k = {effect:g}² · {n:g} · {k:g} = {shift:.4g}; power = P(F'({first:g}, "
            f"{second:g}, λ) > {edge:.4g}), "
            f"F' noncentral, = {stats.ncf.sf(edge, first, second, shift):.4g}")  # fmt: skip


def _chi_square_power(given: Given) -> str:
    effect, n, degrees = values_of(given)
    shift, edge = effect**2 * n, float(stats.chi2.ppf(0.95, degrees))
    return (f"λ = w² n = {effect:g}² · {n:g} = {shift:.4g}; power = P(χ'²({degrees:g}, λ) > "
            f"{edge:.4g}), χ'² noncentral, = "
            f"{stats.ncx2.sf(edge, degrees, shift):.4g}")  # fmt: skip


def _binomial_power(given: Given) -> str:
    rate, n = values_of(given)
    counts = np.arange(n + 1)
    tails = np.minimum(stats.binom.cdf(counts, n, 0.5), stats.binom.sf(counts - 1, n, 0.5))
    rejected = counts[2 * tails <= 0.05]
    low, high = int(rejected[rejected < n / 2].max()), int(rejected[rejected > n / 2].min())
    power = stats.binom.pmf(rejected, n, rate).sum()
    return (f"the test rejects 1/2 at x <= {low} and at x >= {high} of {n:g}; power = P(x <= {low} or x >= {high} | "
            f"p = {rate:g}) = {power:.4g}")  # fmt: skip


def _correlation_power(given: Given) -> str:
    r, n = values_of(given)
    t = float(stats.t.ppf(0.975, n - 2))
    edge = math.atanh(math.sqrt(t**2 / (t**2 + n - 2)))
    z = math.atanh(r) + r / (2 * (n - 1))
    low, high = (float(stats.norm.cdf((side * z - edge) * math.sqrt(n - 3))) for side in (-1, 1))
    return (f"z = atanh r + r/(2 (n - 1)) = {z:.4g}, critical {edge:.4g}; power = Φ((z - critical) √(n - 3)) + "
            f"Φ((-z - critical) √(n - 3)) = {high:.4g} + {low:.2g} = {low + high:.4g}")  # fmt: skip


def _delong_power(given: Given) -> str:
    one, other, m, n = values_of(given)
    variances = []
    for area in (one, other):
        q1, q2 = area / (2 - area), 2 * area**2 / (1 + area)
        variances.append((area * (1 - area) + (m - 1) * (q1 - area**2) + (n - 1) * (q2 - area**2)) / (m * n))
    spread = math.sqrt(sum(variances) - math.sqrt(variances[0] * variances[1]))
    power = float(stats.norm.cdf(abs(other - one) / spread - 1.959964))
    return (f"SE² = V1 + V2 - 2 r √(V1 V2), r = 0.5, V1 = {variances[0]:.4g}, V2 = {variances[1]:.4g} "
            f"(Hanley & McNeil); "
            f"power = Φ(|A1 - A2| / SE - z) = Φ({abs(other - one):.4g} / {spread:.4g} - 1.96) = "
            f"{power:.4g}")  # fmt: skip


def _variance_power(given: Given) -> str:
    ratio, n = values_of(given)
    low, high = (float(stats.chi2.ppf(share, n - 1)) for share in (0.025, 0.975))
    power = stats.chi2.cdf(low / ratio, n - 1) + stats.chi2.sf(high / ratio, n - 1)
    return (f"power = P(χ² < a/ratio) + P(χ² > b/ratio), with {n - 1:g} degrees of freedom, a = "
            f"{low:.4g}, b = {high:.4g}, "
            f"ratio = {ratio:g}: = {power:.4g}")  # fmt: skip


def _critical_difference(given: Given) -> str:
    k, n = values_of(given)
    q = float(stats.studentized_range.ppf(0.95, k, np.inf)) / math.sqrt(2)
    return (f"CD = q √(k (k + 1) / (6 N)) = {q:.4g} · √({k:g} · {k + 1:g} / (6 · {n:g})) = "
            f"{q * math.sqrt(k * (k + 1) / (6 * n)):.4g}")  # fmt: skip


OF_POWERS: Mapping[str, Callable[[Given], str]] = {
    "t_test_power": _t_test_power, "anova_power": _anova_power, "chi_square_power": _chi_square_power,
    "binomial_power": _binomial_power, "correlation_power": _correlation_power, "delong_power": _delong_power,
    "variance_power": _variance_power, "critical_difference": _critical_difference,
}  # fmt: skip
"""Powers and critical values, with how their formula is written."""
