"""rank: a table of scores in; the order of the models, and which of them can be told apart, out."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from dataclasses import replace
from numbers import Integral, Real
from pathlib import Path

import numpy as np

from assay._version import __version__
from assay.comparisons import rank_pairs
from assay.comparisons.rank_pairs import METHODS, REASONS, Pairs
from assay.comparisons.verdicts import ranked_verdict, ranking_paragraph
from assay.errors import arguments as argument_errors
from assay.errors import metrics as metric_errors
from assay.errors import samples as errors
from assay.inputs.missing import check_policy
from assay.inputs.score_tables import ScoreMatrix, read_score_matrix
from assay.results.estimate import Estimate
from assay.results.note import Note
from assay.results.ranking import RankedPair, Ranking
from assay.stats.checks import check_level
from assay.stats.ranked_tables import friedman, iman_davenport, permuted_friedman, ranked
from assay.stats.samples import check_choice
from assay.stats.streams import Stream

FEW_DATA_SETS = 10
"""With fewer, Friedman's chi-square is rough (Demsar 2006), and ranks are permuted beside it."""
PERMUTATIONS = 9999
"""With the table itself these make 10,000, so that p is known to 0.005 around 0.05."""
MANY_TIES = 0.2
"""A share of ties that costs the Wilcoxon test power worth a note: a taste."""
USUAL_ROPE = 0.01
"""One point of a score in percent, as Benavoli et al. 2017 take it."""
ROUNDING = 1e-15
"""Lets a p-value of exactly 1 - level count as significant, whatever the subtraction rounds to."""
MOST_NAMED = 5
"""How many data sets a note names."""
NEED_CONTROL = ("bonferroni-dunn", "holm-control")


def rank(
    table: object,
    *,
    better: str = "higher",
    control: object = None,
    method: str = "wilcoxon-holm",
    missing: str = "error",
    level: float = 0.95,
    rope: float | None = None,
    df: float = math.inf,
    seed: int = 0,
) -> Ranking:
    """Rank models over data sets, and say which can be told apart.

    Parameters
    ----------
    table : frame, file, mapping or 2-D array
        Data sets x models (one column of text names the data sets), {model: scores}, or one score per row (data set,
        model, score). Several runs on a data set (a column such as `seed` or `fold`) are averaged, columns that only
        number the rows are left out, and notes say so.
    better : {"higher", "lower"}
        Which scores are better.
    control : object
        Compare every model with this one only.
    method : str
        "wilcoxon-holm", "nemenyi", "conover", "siegel-castellan", "bonferroni-dunn", "holm-control" or "bayes".
    missing : {"error", "drop"}
        What happens to data sets with gaps.
    level : float
        The confidence level.
    rope : float
        The difference in score that does not matter: each pair gets the probabilities that one is better and that both
        are practically equal.
    df : float
        Finite degrees of freedom for Nemenyi's critical difference.
    seed : int
        The seed of permutations and draws.

    Returns
    -------
    Ranking
        Average ranks, the omnibus test, every pair with its test, and groups of models not told apart.

    Raises
    ------
    InputError
        Where something cannot be used as it is.

    Notes
    -----
    Demsar 2006 (average ranks, Nemenyi); Benavoli, Corani & Mangili 2016 (why pairs are tested by Wilcoxon).

    Examples
    --------
    >>> ranking = rank({"a": [0.9, 0.8, 0.85, 0.95], "b": [0.7, 0.75, 0.8, 0.9], "c": [0.6, 0.5, 0.55, 0.65]})
    >>> dict(ranking.average_ranks)
    {'a': 1.0, 'b': 2.0, 'c': 3.0}

    See Also
    --------
    compare : models on the cases of one data set.
    """
    check_choice("better", better, ("higher", "lower"))
    check_level(level)
    name = str(method).casefold().replace("_", "-")
    if name == "siegel-tukey":
        raise errors.not_spread(name)
    check_choice("method", name, METHODS)
    if name == "bayes" and rope is None:
        rope = USUAL_ROPE
    _check_rope(rope)
    if isinstance(df, bool) or not isinstance(df, Real) or not float(df) > 0:
        raise errors.bad_number("df", df, "A number above 0")
    if math.isfinite(df) and name != "nemenyi":
        raise argument_errors.without_effect("df", "Nemenyi's critical difference", "method='nemenyi'")
    if not isinstance(seed, Integral) or isinstance(seed, bool) or seed < 0:
        raise metric_errors.bad_seed(seed)
    matrix = read_score_matrix(table, check_policy(missing))
    place = _control(matrix, control, name)
    pairs = rank_pairs.compare_pairs(matrix.scores, name, place, level, better, df)
    return _assemble(matrix, pairs, name, place, better, level, rope, int(seed), _source(table))


def _check_rope(rope: object) -> None:
    if rope is None:
        return
    if isinstance(rope, bool) or not isinstance(rope, Real) or not 0 <= float(rope) < math.inf:
        raise errors.bad_number("rope", rope, "A number of at least 0, in the unit of the scores,")


def _control(matrix: ScoreMatrix, control: object, method: str) -> int | None:
    if control is None:
        if method in NEED_CONTROL:
            raise errors.control_needed(method)
        return None
    by_text = {str(model): place for place, model in enumerate(matrix.models)}
    if control not in matrix.models and str(control) not in by_text:
        raise errors.unknown_model(control, matrix.models)
    return by_text[str(control)]


def _source(table: object) -> str | None:
    return Path(table).name if isinstance(table, str | os.PathLike) else None


def _assemble(
    matrix: ScoreMatrix,
    pairs: Pairs,
    method: str,
    control: int | None,
    better: str,
    level: float,
    rope: float | None,
    seed: int,
    source: str | None,
) -> Ranking:
    scores, models = matrix.scores, matrix.models
    ranks = ranked(scores, better == "higher")
    omnibus = friedman(scores, better=better, level=level, draws=0)
    k = len(models)
    separated = np.zeros((k, k), dtype=bool)
    flags = pairs.p_adjusted <= 1 - level + ROUNDING
    separated[pairs.first, pairs.second] = separated[pairs.second, pairs.first] = flags
    order = sorted(range(k), key=lambda place: ranks.mean[place])
    runs = [] if control is not None else rank_pairs.groups(order, separated)
    listed = tuple(_pairs(matrix, pairs, ranks.mean, better, level, rope, seed))
    ranking = Ranking(
        models=models,
        data_sets=matrix.data_sets,
        scores=scores,
        ranks=ranks.ranks,
        average_ranks={model: float(mean) for model, mean in zip(models, ranks.mean, strict=True)},
        omnibus=omnibus,
        uncorrected=friedman(scores, ties=False, better=better, level=level, draws=0),
        iman_davenport=iman_davenport(scores, better=better, level=level),
        iman_davenport_uncorrected=iman_davenport(scores, ties=False, better=better, level=level),
        pairs=listed,
        groups=tuple(tuple(models[place] for place in run) for run in runs),
        method=method,
        better=better,
        level=level,
        control=None if control is None else models[control],
        critical_difference=pairs.critical_difference,
        rope=rope,
        reason=REASONS[method],
        version=__version__,
        source=source,
        more=_permuted(scores, better, seed),
    )
    notes = tuple(_notes(ranking, matrix, len(pairs.first)))
    return replace(ranking, notes=notes, paragraph=ranking_paragraph(ranking))


def _permuted(scores: np.ndarray, better: str, seed: int) -> dict[str, object]:
    """With few data sets, judge Friedman's statistic by shuffling ranks within each of them."""
    if len(scores) >= FEW_DATA_SETS:
        return {}
    rng = Stream.PERMUTED_RANKS.of(seed)
    return {"permutation_p": permuted_friedman(ranked(scores, better == "higher"), PERMUTATIONS, rng)}


def _pairs(
    matrix: ScoreMatrix,
    pairs: Pairs,
    mean: np.ndarray,
    better: str,
    level: float,
    rope: float | None,
    seed: int,
) -> Iterator[RankedPair]:
    scores, models = matrix.scores, matrix.models
    middle, low, high = rank_pairs.median_differences(scores, pairs.first, pairs.second, level)
    gaps = scores[:, pairs.first] - scores[:, pairs.second]
    sign = 1 if better == "higher" else -1
    wins, losses = ((sign * way * gaps > 0).sum(axis=0) for way in (1, -1))
    for place, (i, j) in enumerate(zip(pairs.first.tolist(), pairs.second.tolist(), strict=True)):
        chances = None if rope is None else rank_pairs.probabilities(scores, i, j, float(rope), seed, better)
        difference = Estimate(
            float(middle[place]), float(low[place]), float(high[place]), level, "order statistics", len(scores)
        )
        won, lost = int(wins[place]), int(losses[place])
        pair = RankedPair(
            a=models[i],
            b=models[j],
            wins=won,
            ties=len(scores) - won - lost,
            losses=lost,
            difference=difference,
            rank_difference=float(mean[i] - mean[j]),
            test=pairs.test,
            statistic=float(pairs.statistic[place]),
            p_value=float(pairs.p_value[place]),
            p_adjusted=float(pairs.p_adjusted[place]),
            verdict="",
            probabilities=chances,
        )
        yield ranked_verdict(pair, better, rope)


def _notes(ranking: Ranking, matrix: ScoreMatrix, pairs: int) -> Iterator[Note]:
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
    yield from _method_notes(ranking)
    ties = float(np.mean([pair.ties / n for pair in ranking.pairs]))
    if ties > MANY_TIES:
        yield Note("ties", f"{ties:.0%} of all comparisons are exact ties; scores with more digits would say more.")


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
