"""Models ranked over data sets: arguments checked, pairs compared, and everything put together as a Ranking."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from assay._version import __version__
from assay.checks.labels import hashable
from assay.checks.numbers import real
from assay.checks.words import one_of, text_of
from assay.comparisons import rank_pairs
from assay.comparisons.rank_pairs import METHODS, REASONS, Pairs
from assay.comparisons.verdicts import ranked_verdict, ranking_paragraph
from assay.counting.progress import progress
from assay.errors import arguments as argument_errors
from assay.errors import samples as errors
from assay.inputs.missing import check_policy
from assay.inputs.score_tables import ScoreMatrix, read_score_matrix
from assay.pipelines.ranking_notes import FEW_DATA_SETS, ranking_notes
from assay.results.estimate import Estimate
from assay.results.ranking import RankedPair, Ranking
from assay.stats.bayesian import DRAWS
from assay.stats.checks import check_level
from assay.stats.ranked_tables import friedman, iman_davenport, permuted_friedman, ranked
from assay.stats.samples import check_choice
from assay.stats.signed_rank_draws import SignedRankDraws
from assay.stats.streams import Stream
from assay.tasks.argument_checks import check_seed

PERMUTATIONS = 9999
"""With the table itself these make 10,000, so that p is known to 0.005 around 0.05."""
USUAL_ROPE = 0.01
"""One point of a score in percent, as Benavoli et al. 2017 take it."""
ROUNDING = 1e-15
"""Lets a p-value of exactly 1 - level count as significant, whatever the subtraction rounds to."""
NEED_CONTROL = ("bonferroni-dunn", "holm-control")


def rank_table(
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
    """Check what was asked, compare every pair, and return the ranking."""
    check_choice("better", better, ("higher", "lower"))
    check_level(level)
    name = method.casefold().replace("_", "-") if isinstance(method, str) else method
    if one_of(name, ("siegel-tukey",)):
        raise errors.not_spread("siegel-tukey")
    name = check_choice("method", name, METHODS)
    if name == "bayes" and rope is None:
        rope = USUAL_ROPE
    _check_rope(rope)
    freedom = real(df)
    if freedom is None or not freedom > 0:
        raise errors.bad_number("df", df, "A number above 0")
    if math.isfinite(freedom) and name != "nemenyi":
        raise argument_errors.without_effect("df", "Nemenyi's critical difference", "method='nemenyi'")
    seed = check_seed(seed)
    matrix = read_score_matrix(table, check_policy(missing))
    place = _control(matrix, control, name)
    pairs = rank_pairs.compare_pairs(matrix.scores, name, place, level, better, freedom)
    return _assemble(matrix, pairs, name, place, better, level, rope, seed, _source(table))


def _check_rope(rope: object) -> None:
    if rope is None:
        return
    number = real(rope)
    if number is None or not 0 <= number < math.inf:
        raise errors.bad_number("rope", rope, "A number of at least 0, in the unit of the scores,")


def _control(matrix: ScoreMatrix, control: object, method: str) -> int | None:
    if control is None:
        if method in NEED_CONTROL:
            raise errors.control_needed(method)
        return None
    by_text = {str(model): place for place, model in enumerate(matrix.models)}
    text = text_of(control)
    if not hashable(control) or text not in by_text:
        raise errors.unknown_model(control, matrix.models)
    return by_text[text]


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
    listed = []
    with progress("pairs ranked", len(pairs.first)) as advance:
        for pair in _pairs(matrix, pairs, ranks.mean, better, level, rope, seed):
            listed.append(pair)
            advance(1)
    ranking = Ranking(
        models=models,
        data_sets=matrix.data_sets,
        scores=scores,
        ranks=ranks.ranks,
        average_ranks={model: float(mean) for model, mean in zip(models, ranks.mean, strict=True)},
        omnibus=omnibus,
        uncorrected=friedman(scores, ties=False, better=better, level=level, draws=0),
        iman_davenport=iman_davenport(scores, better=better, level=level, draws=0),
        iman_davenport_uncorrected=iman_davenport(scores, ties=False, better=better, level=level, draws=0),
        pairs=tuple(listed),
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
    notes = tuple(ranking_notes(ranking, matrix, len(pairs.first)))
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
    draws = SignedRankDraws(len(scores), DRAWS, seed)
    for place, (i, j) in enumerate(zip(pairs.first.tolist(), pairs.second.tolist(), strict=True)):
        chances = None if rope is None else rank_pairs.probabilities(gaps[:, place], float(rope), draws, better)
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
