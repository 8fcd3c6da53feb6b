"""Runs of words that candidate and reference share: exact precision and recall, and BLEU and chrF made of them."""

from __future__ import annotations

import numpy as np

from assay.metrics.cards import metric
from assay.stats.arithmetic import Number, Numbers, plain, ratio
from assay.summaries.segments import NgramCounts, RunShares

SMOOTH = {"none": 0.0, "exp": 0.0, "floor": 0.1, "add-k": 1.0}
"""Ways of smoothing, with the value that each takes where none is given (Chen and Cherry 2014)."""
NO_TEXT = "there is no word in candidates and references"


@metric(
    label="BLEU", formula="brevity penalty x geometric mean of the clipped precisions of runs of 1 to 4 words",
    bounds=(0, 1), better="higher", undefined=NO_TEXT, headline=True, reduction="bleu",
    reading="{label} is {value}, where 1 is the reference word for word.",
    beware="words must be the same words: a good paraphrase scores low", reference="Papineni et al. 2002; Post 2018",
)  # fmt: skip
def bleu(
    runs: NgramCounts, order: int = 4, tokenize: str = "13a", lowercase: bool = False, smooth: str = "exp",
    smooth_value: float | None = None, effective: bool = False,
) -> Number:  # fmt: skip
    """Word runs shared with the reference, as sacrebleu counts them (its number is this one times 100).

    A candidate shorter than its reference is penalised. `order` is the longest run; `smooth` (none, exp, floor, add-k)
    fills in precisions of 0; `effective` leaves out runs longer than any candidate, which single segments need.

    >>> round(bleu(NgramCounts(np.array([[5.0, 4.0, 2, 5, 4, 1, 4, 3, 0, 3, 2, 0, 2, 1]])), order=2), 4)
    0.3162
    """
    value = SMOOTH[smooth] if smooth_value is None else smooth_value
    matched, total = runs.matched[..., :order].copy(), runs.candidate[..., :order].copy()
    nothing = ~matched.any(axis=-1)
    if smooth == "add-k":
        matched[..., 1:] += value
        total[..., 1:] += value
    precisions = _smoothed(matched, total, smooth, value)
    seen = (total > 0).sum(axis=-1)
    used = np.maximum(seen, 1) if effective else np.full_like(seen, order)
    with np.errstate(divide="ignore"):
        logs = np.log(precisions)
    counted = np.arange(order) < used[..., None]
    mean = np.where(counted, logs, 0.0).sum(axis=-1) / used
    length = ratio(runs.reference_length, runs.candidate_length)
    penalty = np.exp(np.minimum(0.0, 1 - np.nan_to_num(np.asarray(length), nan=np.inf)))
    score = np.where(nothing, 0.0, penalty * np.exp(mean))
    empty = (runs.candidate_length == 0) & (runs.reference_length == 0)
    return plain(np.where(empty, np.nan, score))


def _smoothed(matched: Numbers, total: Numbers, smooth: str, value: float) -> Numbers:
    """Return precisions, those of 0 filled in; runs longer than every candidate stay at 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        precisions = np.where(total > 0, matched / total, 0.0)
        lacking = (matched == 0) & (total > 0)
        if smooth == "exp":
            halvings = np.cumsum(lacking, axis=-1)
            return np.where(lacking, 1 / (2.0**halvings * total), precisions)
        return np.where(lacking, value / total, precisions) if smooth == "floor" else precisions


@metric(
    label="chrF", formula="F_beta of the mean precision and mean recall of runs of 1 to 6 characters", bounds=(0, 1),
    better="higher", undefined="there is no character in candidates and references", headline=True, reduction="chrf",
    reading="{label} is {value}, where 1 is the reference letter for letter.", reference="Popovic 2015",
)  # fmt: skip
def chrf(
    runs: NgramCounts, order: int = 6, word_order: int = 0, beta: float = 2, lowercase: bool = False,
    whitespace: bool = False, eps_smoothing: bool = False,
) -> Number:  # fmt: skip
    """Character runs shared with the reference, as sacrebleu counts them (its number is this one times 100).

    It forgives endings and compounds that BLEU counts as other words. `word_order=2` is chrF++; `beta` says how many
    times more recall weighs than precision. Of several references the best one counts.

    >>> chrf(NgramCounts(np.array([[2.0, 2.0, 2.0, 2.0, 2.0]])), order=1)
    1.0
    """
    precision, recall = (np.asarray(ratio(runs.matched, whole)) for whole in (runs.candidate, runs.reference))
    empty = (runs.candidate_length == 0) & (runs.reference_length == 0)
    if eps_smoothing:
        each = _f(np.nan_to_num(precision, nan=1e-16), np.nan_to_num(recall, nan=1e-16), beta, 1e-16)
        return plain(np.where(empty, np.nan, each.mean(axis=-1)))
    both = (runs.candidate > 0) & (runs.reference > 0)
    count = np.maximum(both.sum(axis=-1), 1)
    means = [np.where(both, part, 0.0).sum(axis=-1) / count for part in (precision, recall)]
    return plain(np.where(empty, np.nan, _f(means[0], means[1], beta, 0.0)))


def _f(precision: Numbers, recall: Numbers, beta: float, nothing: float) -> Numbers:
    """Return (1 + b²) P R / (b² P + R), `nothing` where both are 0."""
    below = beta**2 * precision + recall
    above = (1 + beta**2) * precision * recall
    return np.asarray(np.divide(above, below, out=np.full(np.shape(below), nothing), where=below > 0))


@metric(
    label="1-gram precision", formula="runs of n words of the candidates that the reference holds / all their runs",
    bounds=(0, 1), better="higher", undefined="no candidate is as long as the run", headline=True,
    reading="Of 100 runs that are said {hundred} stand in the reference.", reduction="runs",
    beware="unclipped (form=list, set), repeating one right word is right every time", reference="000, Exact-P",
)  # fmt: skip
def ngram_precision(
    runs: RunShares, n: int = 1, form: str = "list", tokenize: str = "none", lowercase: bool = False
) -> Number:
    """How much of what the candidates say stands in the reference, word for word.

    `form` says how repeated runs count: list (each time), set (once), clipped (as often as the reference has them).
    Of several references any may hold the run.

    >>> ngram_precision(RunShares(np.array([[2.0, 3.0, 1.0, 2.0]])))
    0.6666666666666666
    """
    return ratio(runs.sums[..., 0], runs.sums[..., 1])


@metric(
    label="1-gram recall", formula="runs of n words of the references that the candidate holds / all their runs",
    bounds=(0, 1), better="higher", undefined="no reference is as long as the run", headline=True,
    reading="Of 100 runs of the references {hundred} stand in the candidate.", reduction="runs",
    reference="000, Exact-R",
)  # fmt: skip
def ngram_recall(
    runs: RunShares, n: int = 1, form: str = "list", tokenize: str = "none", lowercase: bool = False
) -> Number:
    """How much of what the references say stands in the candidates, word for word.

    Of several references the one that is found best counts.

    >>> ngram_recall(RunShares(np.array([[2.0, 3.0, 1.0, 2.0]])))
    0.5
    """
    return ratio(runs.sums[..., 2], runs.sums[..., 3])
