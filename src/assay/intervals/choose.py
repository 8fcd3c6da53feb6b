"""Which interval a metric gets, and why: the decision as data."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from assay.errors import metrics as errors
from assay.intervals.method_names import CELL_METHODS, NOT_ASKED, REGRESSION_METHODS, SCORE_METHODS, VALUES_ALONE
from assay.intervals.shares import FORMULAS, GUARDS, guarded_formula
from assay.metrics.cards import Card
from assay.summaries.label_counts import LARGEST_DENSE, LabelCounts
from assay.summaries.one_vs_rest import OneVsRest
from assay.summaries.summary import Summary
from assay.summaries.table_set import TableSet
from assay.summaries.view import MatchedRows

SHARE_METHODS = tuple(name for name in FORMULAS if name not in GUARDS)
METHODS = (*SHARE_METHODS, "mover", *CELL_METHODS)

UNION = "union"
"""The denominator of Jaccard, F / (2 - F): as its size follows from the answers too, F1's limits suit it better
(F1 covered in 95.8 of 100 trials where Wilson's interval of Jaccard covered in 99.5 and was the wider for it)."""

MOST_DELETED = 4000
"""The jackknife deletes one case from each filled cell; with more cells than this it takes seconds."""


@dataclass(frozen=True)
class Choice:
    """An interval method with the reason for it."""

    method: str
    reason: str


def check_method(method: object) -> str | None:
    """Return the method's name, or refuse one that does not exist."""
    if method is None:
        return None
    name = str(method).casefold().replace("_", "-")
    known = (*METHODS, *SCORE_METHODS, *REGRESSION_METHODS, VALUES_ALONE)
    if name not in known:
        raise errors.unknown_method(method, known)
    return name


def choose(card: Card, summary: Summary, asked: str | None = None) -> Choice:
    """Choose the interval for a metric: the one asked for where it fits, else the one measured to cover."""
    if not summary.known:
        return Choice("none", "a table of shares does not say how many cases stand behind it")
    if asked == VALUES_ALONE:
        return Choice(VALUES_ALONE, NOT_ASKED)
    if asked is not None and fits(card, summary, asked):
        return Choice(asked, "asked for")
    if card.share_of is not None and card.share_of != UNION:
        reason = "a proportion: Wilson covers, and is widened where few cases succeed or fail"
        return Choice(guarded_formula(card.share_of), reason)
    if card.average == "micro" and _single_label(summary):
        return Choice("guarded-wilson", "with one class a case every micro average is a function of accuracy")
    if summary.size == 2 and _single_label(summary):
        return Choice(
            "dirichlet", "a function of four cells: Jeffreys' Dirichlet held 93.7 to 99.7% in every cell tried"
        )
    return Choice("dirichlet+logit", "many cells: the wider of Dirichlet (prior mass 2) and logit delta")


def fits(card: Card, summary: Summary, method: str) -> bool:
    """Say whether a method can be used for this metric on this summary."""
    if method == VALUES_ALONE:
        return True
    if card.average == "micro" and isinstance(summary, TableSet) and card.averaged is not None:
        return fits(card.averaged, summary.pooled(), method)
    if method in SHARE_METHODS:
        is_share = card.share_of is not None or (card.average == "micro" and _single_label(summary))
        return is_share or (method == "wilson" and card.rising_with is not None)
    if method == "mover":
        return card.of_mean_recall is not None and isinstance(summary, LabelCounts)
    if method in (*SCORE_METHODS, *REGRESSION_METHODS):
        return False
    if card.reads is MatchedRows and method != "jackknife":
        return method == "percentile"
    if method == "bootstrap-t":
        return isinstance(summary, LabelCounts) and not summary.weighted and summary.size <= LARGEST_DENSE
    if method == "jackknife":
        return not isinstance(summary, TableSet) and int(np.count_nonzero(summary.weights > 0)) <= MOST_DELETED
    return True


def why_not(method: str) -> str:
    """Say what a method is made for."""
    if method in SHARE_METHODS:
        return "it is made for proportions"
    if method == "mover":
        return "it is made for means of recalls"
    if method in SCORE_METHODS:
        return "it is made for scores"
    if method in REGRESSION_METHODS:
        return "it is made for regression"
    if method == "jackknife":
        return f"it leaves out one case from each of at most {MOST_DELETED:,} filled cells of one table"
    return "it needs one unweighted confusion table of moderate size"


def _single_label(summary: Summary) -> bool:
    return isinstance(summary, LabelCounts | OneVsRest)
