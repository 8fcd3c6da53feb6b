"""All pairs of models over data sets: Wilcoxon with Holm by default, mean ranks on request."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from assay.comparisons.situations import SEVERAL_DATA_SETS
from assay.results.levels import rejects
from assay.stats.adjusted_pairs import conover, siegel_castellan
from assay.stats.arithmetic import Numbers
from assay.stats.multiplicity import adjust
from assay.stats.ranks_against_control import bonferroni_dunn
from assay.stats.signed_rank_draws import SignedRankDraws
from assay.stats.signed_ranks import median_limits, signed_ranks, tail_chances
from assay.stats.studentized_ranks import nemenyi

METHODS = ("wilcoxon-holm", "nemenyi", "conover", "siegel-castellan", "bonferroni-dunn", "holm-control", "bayes")

REASONS = {
    "wilcoxon-holm": SEVERAL_DATA_SETS.why,
    "nemenyi": "asked for; differences of mean ranks beyond one critical difference count",
    "conover": "asked for; t tests on rank sums, adjusted by Holm",
    "siegel-castellan": "asked for; z tests on mean ranks, adjusted by Holm",
    "bonferroni-dunn": "asked for; z tests on mean ranks against the control, times their number",
    "holm-control": "asked for; exact Wilcoxon against the control, adjusted by Holm",
    "bayes": "asked for; probabilities of better, practically equal and worse, beside exact Wilcoxon with Holm",
}


@dataclass(frozen=True, eq=False)
class Pairs:
    """Index pairs with what was found about each; arrays over the pairs."""

    first: np.ndarray
    second: np.ndarray
    statistic: Numbers
    p_value: Numbers
    p_adjusted: Numbers
    test: str
    critical_difference: float | None = None


def compare_pairs(
    scores: Numbers, method: str, control: int | None, level: float, better: str, df: float = np.inf
) -> Pairs:
    """Compare all pairs of columns, or each with the control, by the method asked for."""
    k = scores.shape[1]
    first, second = np.triu_indices(k, 1)
    if control is not None:
        others = np.array([place for place in range(k) if place != control])
        first, second = np.full(k - 1, control), others
    if method in ("wilcoxon-holm", "holm-control", "bayes"):
        statistic, p, exact = wilcoxon_pairs(scores, first, second)
        name = "Wilcoxon signed-rank, exact" if exact else "Wilcoxon signed-rank"
        return Pairs(first, second, statistic, p, adjust(p, "holm"), name)
    if method == "bonferroni-dunn":
        test = bonferroni_dunn(scores, int(control or 0), better=better, level=level)
    elif method == "nemenyi":
        test = nemenyi(scores, better=better, level=level, df=df)
    elif method == "conover":
        test = conover(scores, better=better, level=level)
    else:
        test = siegel_castellan(scores, better=better, level=level)
    p = np.asarray(test.p_value)[first, second]
    critical = test.more.get("critical_difference")
    return Pairs(
        first,
        second,
        np.asarray(test.statistic)[first, second],
        p,
        p,
        test.method,
        critical if isinstance(critical, float) else None,
    )


def wilcoxon_pairs(scores: Numbers, first: np.ndarray, second: np.ndarray) -> tuple[Numbers, Numbers, bool]:
    """Return Wilcoxon's statistic and two-sided p for many pairs of columns, and whether all are exact."""
    table = (scores[:, first] - scores[:, second]).T
    ranks, positive = signed_ranks(table)
    total = ranks.sum(axis=1)
    chances = [tail_chances(row, float(seen)) for row, seen in zip(ranks, positive, strict=True)]
    p = np.array([min(1.0, 2 * min(left, right)) for left, right, _ in chances])
    return np.minimum(positive, total - positive), p, all(exact for *_, exact in chances)


def median_differences(
    scores: Numbers, first: np.ndarray, second: np.ndarray, level: float
) -> tuple[Numbers, Numbers, Numbers]:
    """Return the median difference of each pair with the order statistics that hold it."""
    return median_limits((scores[:, first] - scores[:, second]).T, level)


def probabilities(gaps: Numbers, rope: float, draws: SignedRankDraws, better: str) -> dict[str, float]:
    """Return the probabilities that the first is better, that both are practically equal, that the second is."""
    sign = 1.0 if better == "higher" else -1.0
    left, equal, right = draws.probabilities(sign * gaps, rope)
    return {"first": right, "rope": equal, "second": left}


def groups(order: list[int], separated: np.ndarray) -> list[tuple[int, ...]]:
    """Return the longest runs of models, best first, of which no two were told apart.

    `separated` is a square table; a run is kept unless another holds it.
    """
    runs: list[tuple[int, ...]] = []
    for start in range(len(order)):
        stop = start + 1
        while stop < len(order) and not any(separated[order[stop], order[earlier]] for earlier in range(start, stop)):
            stop += 1
        run = tuple(order[start:stop])
        if not runs or not set(run) <= set(runs[-1]):
            runs.append(run)
    return runs


def fewest_data_sets(pairs: int, level: float) -> int:
    """Return how many data sets exact Wilcoxon with Holm needs before any pair can be told apart."""
    needed = 1
    while not rejects(pairs * 2.0 ** (1 - needed), level):
        needed += 1
    return needed
