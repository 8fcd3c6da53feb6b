"""F scores and the Jaccard index: how well two sets, the positive cases and the called ones, overlap."""

from __future__ import annotations

from assay.checks.numbers import between
from assay.errors import metrics as errors
from assay.metrics.averages import averaged, macro
from assay.metrics.cards import metric
from assay.metrics.labels.rates import precision, recall
from assay.stats.arithmetic import Number, Numbers, ratio
from assay.stats.samples import LARGEST
from assay.summaries.binary_counts import BinaryCounts, Tables

NOTHING = "no case is {positive} and the model never answered {positive}"


def _f(counts: BinaryCounts, beta: float) -> Number:
    """Use the count form: 0, not undefined, as long as there is anything to find or anything was called."""
    weight = beta**2
    return ratio((1 + weight) * counts.tp, (1 + weight) * counts.tp + weight * counts.fn + counts.fp)


def _f1_from_jaccard(jaccard: Numbers) -> Numbers:
    return 2 * jaccard / (1 + jaccard)


@averaged
@metric(
    label="F1",
    aliases=("f1_score", "dice", "f_measure"),
    formula="2 TP / (2 TP + FP + FN)",
    bounds=(0, 1),
    better="higher",
    undefined=NOTHING,
    needs_cases=False,
    rising_with=("union", _f1_from_jaccard),
    headline=True,
    reading="F1, the harmonic mean of precision and recall for {positive}, is {value}.",
    beware="One document calls this the 'F2 score'; F2 is the version that favours recall.",
    reference="van Rijsbergen 1979",
)
def f1(counts: BinaryCounts) -> Number:
    """Harmonic mean of precision and recall; high only when both are.

    Use it when positive cases are rare and true negatives do not matter.

    >>> f1(BinaryCounts(tp=6, fp=2, fn=2, tn=10))
    0.75
    """
    return _f(counts, 1)


@averaged
@metric(
    label="F2",
    formula="5 TP / (5 TP + 4 FN + FP)",
    bounds=(0, 1),
    better="higher",
    undefined=NOTHING,
    needs_cases=False,
    reading="F2, in which recall of {positive} counts twice as much as precision, is {value}.",
)
def f2(counts: BinaryCounts) -> Number:
    """F score in which recall counts twice as much as precision.

    >>> f2(BinaryCounts(tp=6, fp=6, fn=2, tn=10))
    0.6818181818181818
    """
    return _f(counts, 2)


@averaged
@metric(
    label="F0.5",
    formula="1.25 TP / (1.25 TP + 0.25 FN + FP)",
    bounds=(0, 1),
    better="higher",
    undefined=NOTHING,
    needs_cases=False,
    reading="F0.5, in which precision of {positive} counts twice as much as recall, is {value}.",
)
def f0_5(counts: BinaryCounts) -> Number:
    """F score in which precision counts twice as much as recall.

    >>> f0_5(BinaryCounts(tp=6, fp=6, fn=2, tn=10))
    0.5357142857142857
    """
    return _f(counts, 0.5)


@averaged
@metric(
    label="F-beta",
    formula="(1 + b²) TP / ((1 + b²) TP + b² FN + FP)",
    bounds=(0, 1),
    better="higher",
    undefined=NOTHING,
    needs_cases=False,
    needs=("beta",),
    reading="{label} of {positive} is {value}.",
)
def f_beta(counts: BinaryCounts, beta: float) -> Number:
    """F score in which recall counts beta times as much as precision.

    >>> f_beta(BinaryCounts(tp=6, fp=2, fn=2, tn=10), beta=3)
    0.75
    """
    if between(beta, 0, LARGEST) is None:
        raise errors.parameter_range("f_beta", "beta", beta, "A number above 0")
    return _f(counts, beta)


@averaged
@metric(
    label="Jaccard",
    aliases=("iou", "critical_success_index"),
    macro_aliases=("mean_iou",),
    formula="TP / (TP + FP + FN)",
    bounds=(0, 1),
    better="higher",
    undefined=NOTHING,
    needs_cases=False,
    share_of="union",
    reading="Of 100 cases that are {positive} or were called so, {hundred} are both.",
)
def jaccard(counts: BinaryCounts) -> Number:
    """Overlap of the positive cases and the called ones, over their union.

    >>> jaccard(BinaryCounts(tp=6, fp=2, fn=2, tn=10))
    0.6
    """
    return ratio(counts.tp, counts.union)


@metric(
    label="F1 of macro averages",
    formula="2 P R / (P + R), P and R the macro precision and recall",
    bounds=(0, 1),
    better="higher",
    undefined="macro precision or macro recall is undefined",
    reading="The harmonic mean of macro precision and macro recall is {value}.",
    beware="f1_macro, the mean of the classes' F1, is the commoner definition and usually a little lower.",
)
def f1_of_macro(tables: Tables) -> Number:
    """Harmonic mean of macro precision and macro recall; not the same as f1_macro.

    >>> round(f1_of_macro(Tables(tp=[12, 50], fp=[9, 23], fn=[3, 9])), 4)
    0.7128
    """
    mean_precision, mean_recall = macro(precision, tables), macro(recall, tables)
    return ratio(2 * mean_precision * mean_recall, mean_precision + mean_recall)
