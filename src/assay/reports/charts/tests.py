"""A test's null distribution with its statistic and p shaded."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from scipy import special

from assay.errors import metrics as errors
from assay.reports.charts.sentences import SILENT, says
from assay.reports.charts.theme import BLUE, GREY, ORANGE, Chart, data, sized
from assay.results.test import Test

GRID = 241
"""Points of a density: its shape is smooth at that."""
OF_CHI_SQUARED = ("chi", "friedman", "kruskal", "cochran", "variance", "bartlett", "likelihood", "mcnemar")


def null_chart(test: Test) -> Chart:
    """Draw the distribution that the statistic would have if the null hypothesis were true; p is the shaded area."""
    import altair as alt

    if np.ndim(test.p_value):
        raise errors.no_null_drawing(test.method, "it compares every pair of models at once")
    law = _law(test)
    if law is None or not np.isfinite(float(test.statistic)):
        raise errors.no_null_drawing(test.method, "its null distribution is not normal, t, chi-squared or F")
    density, low, high, two = law
    statistic = float(test.statistic)
    low, high = (min(low, statistic - 0.5) if two else low), max(high, statistic + 0.5)
    grid = np.linspace(low, high, GRID)
    heights = density(grid)
    rows = [{"x": x, "y": y} for x, y in zip(grid.tolist(), heights.tolist(), strict=True)]
    x, y = alt.X("x:Q", title=f"statistic ({test.method})"), alt.Y("y:Q", title="density if the null is true")
    extreme = _extreme(grid, statistic, test, two)
    shaded = [{"x": row["x"], "y": row["y"] if far else 0.0} for row, far in zip(rows, extreme, strict=True)]
    words = f"statistic {statistic:.4g}, p = {test.p_value:.3g} (shaded)"
    seen = [{"x": statistic, "told": words}]
    layers = [
        alt.Chart(data(rows)).mark_line(color=BLUE, strokeWidth=2, **SILENT).encode(x=x, y=y),
        alt.Chart(data(shaded)).mark_area(color=ORANGE, opacity=0.5, **SILENT).encode(x=x, y=y),
        alt.Chart(data(seen)).mark_rule(color=GREY, strokeWidth=2, aria=True).encode(x=x, **says()),
    ]
    title = f"{test.decision.capitalize()} that {test.null}"
    return sized(alt.layer(*layers), title, 360, 220, words)


def _extreme(grid: np.ndarray, statistic: float, test: Test, two: bool) -> np.ndarray:
    """Say where the distribution is at least as extreme as what was seen; both tails where the test looks at both."""
    if two and test.alternative == "two-sided":
        return np.asarray(np.abs(grid) >= abs(statistic))
    if "variance" in test.method.casefold() and test.alternative == "two-sided" and len(test.df) == 1:
        tail = float(test.p_value) / 2
        return np.asarray((grid >= special.chdtri(test.df[0], tail)) | (grid <= special.chdtri(test.df[0], 1 - tail)))
    return np.asarray(grid <= statistic) if test.alternative == "less" else np.asarray(grid >= statistic)


def _law(test: Test) -> tuple[Any, float, float, bool] | None:
    """Return the density of the null distribution, where to draw it, and whether both of its tails count."""
    method = test.method.casefold()
    df = test.df
    if len(df) == 2:
        return _f_law(*df)
    if len(df) == 1 and any(word in method for word in OF_CHI_SQUARED):
        return _chi_law(df[0])
    if len(df) == 1:
        nu = float(df[0])
        scale = np.exp(special.gammaln((nu + 1) / 2) - special.gammaln(nu / 2)) / np.sqrt(nu * np.pi)
        return (lambda x: scale * (1 + x**2 / nu) ** (-(nu + 1) / 2)), -4.5, 4.5, True
    if re.search(r"\bz\b", method) or "delong" in method or "normal" in method:
        return (lambda x: np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi)), -4.0, 4.0, True
    return None


def _chi_law(k: float) -> tuple[Any, float, float, bool]:
    def density(x: np.ndarray) -> np.ndarray:
        x = np.maximum(x, 1e-6)
        return np.asarray(np.exp((k / 2 - 1) * np.log(x) - x / 2 - k / 2 * np.log(2) - special.gammaln(k / 2)))

    return density, 0.05, float(special.chdtri(k, 0.001)), False


def _f_law(a: float, b: float) -> tuple[Any, float, float, bool]:
    def density(x: np.ndarray) -> np.ndarray:
        x = np.maximum(x, 1e-6)
        top = a / 2 * np.log(a / b) + (a / 2 - 1) * np.log(x) - (a + b) / 2 * np.log(1 + a * x / b)
        return np.asarray(np.exp(top - special.betaln(a / 2, b / 2)))

    return density, 0.02, float(special.fdtri(a, b, 0.995)), False
