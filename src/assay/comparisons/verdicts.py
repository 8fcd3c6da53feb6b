"""What a comparison says, in sentences."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from scipy import special

from assay.comparisons.names_of_tests import test_name
from assay.metrics.cards import Card
from assay.results import numbers
from assay.results.estimate import Estimate

if TYPE_CHECKING:
    from assay.comparisons.difference import Difference
    from assay.results.comparison import Pair
    from assay.results.ranking import RankedPair, Ranking

SURE = 0.95
"""Benavoli et al. (2017) call a difference decided from this probability on."""
LONGEST_NAME = 60
"""A taste: a name beyond this hides the sentence around it."""
MOST_NAMED = 12
"""A taste: more names in one sentence are not read."""
TURNING = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
PEOPLE = ("Pearson", "Spearman", "Kendall", "Brier", "Huber", "Gini", "Jaccard", "Youden", "Cohen's")


def ranked_verdict(pair: RankedPair, better: str, rope: float | None) -> RankedPair:
    """Return the pair with its verdict in words."""
    ahead = pair.rank_difference < 0 or (pair.rank_difference == 0 and pair.wins > pair.losses)
    a, b = one_line(pair.a), one_line(pair.b)
    winner, loser = (a, b) if ahead else (b, a)
    won, lost = (pair.wins, pair.losses) if ahead else (pair.losses, pair.wins)
    p = p_text(pair.p_adjusted)
    if pair.ties == pair.wins + pair.losses + pair.ties:
        verdict = f"{a} and {b} score the same on every data set"
    elif pair.separated:
        verdict = f"{winner} is better than {loser} (wins {won}, loses {lost}; adjusted {p})"
    else:
        verdict = f"no evidence that {a} and {b} differ (adjusted {p})"
    chances = pair.probabilities
    if chances is not None:
        if chances["rope"] > SURE:
            verdict += f"; practically equal within {rope:g} (probability {chances['rope']:.2f})"
        elif max(chances["first"], chances["second"]) > SURE:
            side = a if chances["first"] > chances["second"] else b
            verdict += f"; {side} is better by more than {rope:g} (probability {max(chances.values()):.2f})"
        else:
            verdict += "; the probabilities do not decide"
    return replace(pair, verdict=verdict)


def ranking_paragraph(ranking: Ranking) -> str:
    """Return a paragraph for a paper: what was compared, how, and what came out."""
    order = ranking.order
    ranks = ", ".join(f"{one_line(model)} ({ranking.average_ranks[model]:.2f})" for model in order[:MOST_NAMED])
    if len(order) > MOST_NAMED:
        ranks += f" and {len(order) - MOST_NAMED} more"
    separated = [pair for pair in ranking.pairs if pair.separated]
    return (
        f"We compared {len(order)} models on {ranking.n} data sets ({ranking.better} is better). "
        f"Their mean ranks are {ranks}. {_omnibus(ranking)} {_how(ranking)}, at a level of {1 - ranking.level:.2g}. "
        f"{_found(separated, len(ranking.pairs))}"
    )


def _omnibus(ranking: Ranking) -> str:
    chi, f = ranking.omnibus, ranking.iman_davenport
    verb = "rejects" if ranking.omnibus_p <= 1 - ranking.level else "does not reject"
    if "permutation_p" in ranking.more:
        return (
            f"Friedman's test {verb} that all models are equally good "
            f"(χ²({chi.df[0]:g}) = {chi.statistic:.2f}; by permutation {p_text(ranking.omnibus_p)})."
        )
    return (
        f"Friedman's test {verb} that all models are equally good "
        f"(χ²({chi.df[0]:g}) = {chi.statistic:.2f}, {p_text(float(chi.p_value))}; "
        f"Iman-Davenport F({f.df[0]:g}, {f.df[1]:g}) = {f.statistic:.2f}, {p_text(float(f.p_value))})."
    )


def _how(ranking: Ranking) -> str:
    """Name the tests of the pairs."""
    tests = {
        "wilcoxon-holm": "two-sided Wilcoxon signed-rank tests, adjusted by Holm",
        "holm-control": "two-sided Wilcoxon signed-rank tests, adjusted by Holm",
        "bayes": "two-sided Wilcoxon signed-rank tests, adjusted by Holm, and by Bayesian signed-rank tests",
        "bonferroni-dunn": "the Bonferroni-Dunn test",
        "nemenyi": "the Nemenyi test",
        "conover": "Conover's test, adjusted by Holm",
        "siegel-castellan": "z tests on mean ranks, adjusted by Holm",
    }
    who = (
        "All pairs were compared"
        if ranking.control is None
        else f"Every model was compared with {one_line(ranking.control)}"
    )
    critical = ranking.critical_difference
    beyond = "" if critical is None else f" (critical difference {critical:.3f})"
    return f"{who} by {tests[ranking.method]}{beyond}"


def _found(pairs: Sequence[RankedPair], count: int) -> str:
    if not pairs:
        return "No two models could be told apart."
    named = [
        f"{one_line(pair.a)} and {one_line(pair.b)}"
        if pair.rank_difference < 0
        else f"{one_line(pair.b)} and {one_line(pair.a)}"
        for pair in pairs[:10]
    ]
    rest = f" and {len(pairs) - 10} more" if len(pairs) > 10 else ""
    return f"{len(pairs)} of {count} pairs differ (the better one first): {'; '.join(named)}{rest}."


def p_text(p: float) -> str:
    """Write a p-value as papers do.

    >>> p_text(0.0312), p_text(0.00001), p_text(1.0)
    ('p = 0.031', 'p < 0.001', 'p = 1')
    """
    if p < 0.001:
        return "p < 0.001"
    return f"p = {p:.2g}" if p < 0.995 else "p = 1"


def pair_verdict(pair: Pair, card: Card, gap: Difference) -> str:
    """Say what a pair shows: which is better and by how much, or what would have had to be there to show.

    The smallest difference that would show is the one found with 80% power: 2.8 standard errors at 5%.
    """
    difference, (a, b) = pair.difference, (one_line(pair.a), one_line(pair.b))
    if not difference.defined:
        return f"{a} and {b} cannot be compared in {plain_metric(card.label)}: {difference.note}"
    if math.isnan(pair.p_value):
        why = pair.notes[0] if pair.notes else "no test applies"
        return f"{a} and {b} cannot be told apart by a test in {plain_metric(card.label)}: {why}"
    adjusted = f", adjusted over {pair.tested} pairs" if pair.tested > 1 else ""
    p = f"{p_text(pair.p_adjusted)} ({test_name(pair.test)}){adjusted}, n = {difference.n:,.0f}"
    beside = _beside_interval(pair, card)
    if pair.significant:
        limits = _written(card, difference)
        return (
            f"{_winner(pair, card)} by {limits} in {plain_metric(card.label)}: {p}{beside}{_margin_words(pair, card)}"
        )
    sentence = f"no evidence of a difference between {a} and {b} in {plain_metric(card.label)}: {p}{beside}"
    power = float(special.ndtri((1 + difference.level) / 2) + special.ndtri(0.8))
    least = max(power * gap.error, gap.least)
    if pair.alike:
        sentence += "; they answer alike on every case"
    elif gap.error > 0 and abs(difference.value) <= least < min(card.bounds[1] - card.bounds[0], math.inf):
        sentence += f"; with these cases only differences above {numbers.lone(card.unit, least)} would show"
    return sentence + _margin_words(pair, card)


def _beside_interval(pair: Pair, card: Card) -> str:
    """Say why the verdict and the interval of the pair alone disagree about 0, where they do."""
    if pair.significant == pair.excludes_zero:
        return ""
    if pair.lost_to_adjustment:
        limits = numbers.metric_interval(card.unit, pair.difference)
        return f"; alone its interval {limits} excludes 0, but for {pair.tested} pairs that is not enough"
    verb = "includes" if pair.significant else "excludes"
    return f"; its interval {verb} 0 all the same, as test and interval are made in different ways"


def one_line(name: object) -> str:
    """Write a model's name so that a sentence stays one: no breaks, nothing that turns text round, not too long."""
    text = TURNING.sub("\N{REPLACEMENT CHARACTER}", " ".join(str(name).split())) or "(blank)"
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 13]}…{text[-12:]}"


def plain_metric(label: str) -> str:
    """Write a metric's name within a sentence: recall, but F1 and ROC AUC."""
    return (
        label[0].lower() + label[1:] if label[1:2].islower() and label.split()[0].rstrip(",") not in PEOPLE else label
    )


def _winner(pair: Pair, card: Card) -> str:
    a, b = one_line(pair.a), one_line(pair.b)
    higher, lower = (a, b) if pair.difference.value > 0 else (b, a)
    if card.better == "neither":
        return f"{higher} is higher than {lower}"
    best, other = (higher, lower) if card.better == "higher" else (lower, higher)
    return f"{best} is better than {other}"


def _written(card: Card, difference: Estimate) -> str:
    """Write the size of a difference with its limits, whichever model is ahead."""
    ends = sorted((abs(difference.low), abs(difference.high)))
    if difference.low < 0 < difference.high:
        ends = [difference.low, difference.high] if difference.value >= 0 else [-difference.high, -difference.low]
    return numbers.with_limits(card.unit, abs(difference.value), *ends)


def _margin_words(pair: Pair, card: Card) -> str:
    margin = pair.margin
    if margin is None:
        return ""
    if margin.equivalent:
        return f"; equivalent within {margin.margin:g} ({p_text(margin.p_equivalence)})"
    if margin.non_inferior and card.better != "neither":
        return f"; {one_line(pair.a)} is not worse by more than {margin.margin:g} ({p_text(margin.p_non_inferiority)})"
    if pair.difference.low > margin.margin or pair.difference.high < -margin.margin:
        return f"; the difference is larger than {margin.margin:g}"
    return f"; a difference of {margin.margin:g} is not ruled out"
