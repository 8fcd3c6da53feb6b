"""What a statistician would say beside a ranking: too few data sets, many ties, tests that depend on other models."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from assay.comparisons import rank_pairs
from assay.errors.tree import quote
from assay.inputs.score_tables import ScoreMatrix
from assay.results.note import Note
from assay.results.ranking import Ranking
from assay.stats.skew import skewness

FEW_DATA_SETS = 10
"""With fewer, Friedman's chi-square is rough (Demsar 2006), and ranks are permuted beside it."""
MANY_TIES = 0.2
"""A share of ties that costs the Wilcoxon test power worth a note: a taste."""
SKEWED, SKEW_SHOWS = 0.75, 40
"""With one of four models log-normal, a pair passes it in 97 of 100 tables of 50 data sets, else in 13 (simulated)."""
TOGETHER = 2**18
"""Differences looked at together, 2 MB."""
MOST_NAMED = 5
"""How many data sets a note names."""


def ranking_notes(ranking: Ranking, matrix: ScoreMatrix, pairs: int) -> Iterator[Note]:
    """Yield the notes of a ranking of so many pairs."""
    n, alpha = ranking.n, 1 - ranking.level
    yield from matrix.notes
    if matrix.dropped:
        names = ", ".join(str(name) for name in matrix.dropped[:MOST_NAMED])
        what = "1 data set was" if len(matrix.dropped) == 1 else f"{len(matrix.dropped)} data sets were"
        yield Note("missing-dropped", f"{what} left out for a missing score: {names}.")
    if ranking.method in ("wilcoxon-holm", "holm-control", "bayes"):
        needed = rank_pairs.fewest_data_sets(pairs, ranking.level)
        if n < needed:
            least = min(1.0, pairs * 2.0 ** (1 - n))
            several = "1 pair" if pairs == 1 else f"{pairs} pairs"
            message = (
                f"With {n} data sets and {several} the smallest possible adjusted p is {least:.2g}: nothing can be "
                f"told apart at {alpha:.2g}. At least {needed} data sets are needed."
            )
            yield Note("floor", message)
    if n < FEW_DATA_SETS:
        yield Note("few-data-sets", f"{n} data sets say little about others; from {FEW_DATA_SETS} on it gets better.")
    yield from _skewed(ranking, matrix)
    yield from _method_notes(ranking)
    ties = float(np.mean([pair.ties / n for pair in ranking.pairs]))
    if ties > MANY_TIES:
        yield Note("ties", f"{ties:.0%} of all comparisons are exact ties; scores with more digits would say more.")


def _skewed(ranking: Ranking, matrix: ScoreMatrix) -> Iterator[Note]:
    """Say which pairs differ by skewed amounts: Wilcoxon's test then asks something else than which mean is higher."""
    if ranking.method not in ("wilcoxon-holm", "holm-control", "bayes") or ranking.n < SKEW_SHOWS:
        return
    place = {model: column for column, model in enumerate(matrix.models)}
    left, right = ([place[getattr(pair, side)] for pair in ranking.pairs] for side in "ab")
    step = max(TOGETHER // ranking.n, 1)
    skews = [
        skewness(matrix.scores[:, left[start : start + step]] - matrix.scores[:, right[start : start + step]])
        for start in range(0, len(left), step)
    ]
    beyond = np.flatnonzero(np.abs(np.concatenate(skews)) > SKEWED).tolist()
    skewed = [f"{quote(ranking.pairs[pair].a)} and {quote(ranking.pairs[pair].b)}" for pair in beyond]
    if skewed:
        others = len(skewed) - 1
        more = f" (and {others} other pair{'s' * (others > 1)})" if others else ""
        message = (
            f"Differences between {skewed[0]}{more} are skewed. Wilcoxon's test asks which model is better by rank, "
            "and finds that where the means are equal in 20 to 35% of such tables instead of 5%: read the mean ranks, "
            "not the mean scores."
        )
        yield Note("skewed-differences", message)


def _method_notes(ranking: Ranking) -> Iterator[Note]:
    if len(ranking.models) == 2:
        yield Note("two-models", "Friedman's test compares three models or more; for two read the Wilcoxon test.")
    if ranking.method in ("nemenyi", "conover", "siegel-castellan", "bonferroni-dunn"):
        message = (
            "Tests on mean ranks depend on which other models are in the table: two models can be told apart or not "
            "because of a third. The default, Wilcoxon with Holm, does not."
        )
        yield Note("mean-ranks", message)
        if ranking.omnibus_p > 1 - ranking.level:
            chance = f"p = {ranking.omnibus_p:.2g}"
            message = f"The omnibus test is not significant ({chance}), so single pairs are to be read with care."
            yield Note("omnibus-not-significant", message)
