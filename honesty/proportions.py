"""Cells 1 to 5: proportions. The first four are exact: every possible count is enumerated."""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterator

import numpy as np
from scipy import stats

import assay
from assay.results.evaluation import Evaluation
from honesty.cell import CONSERVATIVE, Cell, Measured
from honesty.simulation import coverage

WIDE = (0.925, 1.0)
GRID = np.linspace(0.5, 0.995, 600)


@functools.cache
def limits(n: int, method: str | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Return the limits assay gives for every number of successes out of n."""
    estimates = [
        assay.evaluate(counts={"tp": x, "fn": n - x, "fp": 1, "tn": 1}, metrics="recall", method=method)["recall"]
        for x in range(n + 1)
    ]
    return np.array([one.low for one in estimates]), np.array([one.high for one in estimates])


def exact_coverage(n: int, p: float, method: str | None = None) -> tuple[float, float]:
    """Return coverage and mean width at one true proportion."""
    low, high = limits(n, method)
    chance = stats.binom.pmf(np.arange(n + 1), n, p)
    return float(chance[(low <= p) & (p <= high)].sum()), float(chance @ (high - low))


def _exact(n: int, p: float, rng: np.random.Generator) -> Measured:
    share, width = exact_coverage(n, p)
    others = {method: exact_coverage(n, p, method) for method in ("wald", "wilson")}
    held = {method: own for method, (own, _) in others.items()}
    return Measured(share, 0.0, width, others=held, ratios={name: width / own for name, (_, own) in others.items()})


def _worst(n: int, rng: np.random.Generator) -> Measured:
    shares = [exact_coverage(n, float(p))[0] for p in GRID]
    worst_wald = min(exact_coverage(n, float(p), "wald")[0] for p in GRID)
    return Measured(min(shares), 0.0, mean=float(np.mean(shares)), others={"wald": worst_wald})


def _of_answers(
    metric: str, n: int, prevalence: float, recall: float, specificity: float, rivals: tuple[str, ...],
    rng: np.random.Generator,
) -> Measured:  # fmt: skip
    """Precision and NPV have a random denominator: the number of cases that the model happens to call so."""
    cells = [prevalence * recall, (1 - prevalence) * (1 - specificity), prevalence * (1 - recall)]
    cells.append(1 - sum(cells))
    hit, miss = (0, 1) if metric == "precision" else (3, 2)

    def draw() -> Hashable:
        return tuple(rng.multinomial(n, cells).tolist())

    return coverage(draw, judge(metric), metric, cells[hit] / (cells[hit] + cells[miss]), rivals)


def judge(metric: str):  # type: ignore[no-untyped-def]
    """Return a function that judges a (tp, fp, fn, tn) table."""

    def judged(table: Hashable, method: str | None) -> Evaluation:
        return assay.evaluate(
            counts=dict(zip(("tp", "fp", "fn", "tn"), table, strict=True)), metrics=metric, method=method
        )  # type: ignore[call-overload]

    return judged


def cells() -> Iterator[Cell]:
    """Yield the cells about proportions."""
    how = "Wilson, guarded"
    yield Cell("1", "proportion .5", "n=20", how, functools.partial(_exact, 20, 0.5), CONSERVATIVE)
    yield Cell("2", "proportion .9", "n=50", how, functools.partial(_exact, 50, 0.9))
    yield Cell("3", "proportion .99", "n=100", how, functools.partial(_exact, 100, 0.99), CONSERVATIVE)
    for n in (20, 50, 100, 1000):
        yield Cell("4", "worst p in [.5, .995]", f"n={n}", how, functools.partial(_worst, n), (0.925, 1.0))
    first = functools.partial(_of_answers, "precision", 200, 0.1, 0.8, 0.9, ("wald",))
    yield Cell("5", "precision, random n", "n=200, prev .1", how, first)
    for metric, n, prevalence, recall, specificity in (
        ("precision", 20, 0.5, 0.8, 0.8),
        ("precision", 30, 0.3, 0.8, 0.9),
        ("precision", 50, 0.3, 0.9, 0.97),
        ("negative_predictive_value", 30, 0.3, 0.8, 0.9),
        ("negative_predictive_value", 50, 0.3, 0.8, 0.9),
    ):
        measure = functools.partial(
            _of_answers, metric, n, prevalence, recall, specificity, ("wilson", "clopper-pearson")
        )
        setting = f"n={n}, prev {prevalence:g}, sens {recall:g}, spec {specificity:g}"
        yield Cell("5s", f"{metric}, random n", setting, "Wilson, guarded by mid-p", measure, WIDE)
