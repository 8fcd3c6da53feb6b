"""Which test when: the one table of decisions, read by the code that compares and by the docs."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Situation:
    """What is compared, the test and the interval it gets, why, and which call does it.

    `names` are those under which users may ask for the test.
    """

    what: str
    test: str
    interval: str
    why: str
    call: str = "compare"
    names: tuple[str, ...] = ()

    def asked(self, why: str = "asked for") -> Situation:
        """Return the same situation where the test was asked for by name."""
        return replace(self, why=why)

    def with_interval(self, interval: str) -> Situation:
        """Return the same situation with an interval made in another way."""
        return replace(self, interval=interval)


MCNEMAR = Situation(
    "two models, same cases, each right or wrong (accuracy, recall, specificity ...)",
    "McNemar mid-p",
    "tango",
    "a share of the same cases, each right or wrong: McNemar's mid-p never exceeded its level; Tango's interval",
    names=("mcnemar", "exact", "chi-square", "corrected"),
)
SEGMENT_SHARES = replace(
    MCNEMAR,
    what="two systems, same segments of text, each right or wrong (exact match)",
    why="every segment is right or wrong, so that only segments on which the systems differ count",
    call="compare(task='text')",
)
DELONG = Situation(
    "two models, same cases, ROC AUC",
    "delong",
    "delong",
    "areas on the same cases: DeLong's test of the placements of each case held its level in every cell tried",
)
SAME_ORDER = Situation(
    "two scores that put all cases in the same order, a metric of the order",
    "order of the scores",
    "unseen cases",
    "a metric of the order alone, and both scores put all cases in the same order; the interval is what other cases "
    "leave open",
)
PAIRED_T = Situation(
    "two models, same cases, a mean over cases (log loss, Brier, MAE, your own loss)",
    "paired t",
    "t",
    "a mean over cases: paired t on the differences case by case, which holds its level where bootstraps do not",
)
SEGMENT_MEANS = replace(
    PAIRED_T,
    what="two systems, same segments of text, a mean over segments (ROUGE, token F1, BERTScore)",
    why="the metric is a mean over segments: paired t on the differences segment by segment",
    call="compare(task='text')",
)
CALLED = Situation(
    "two models, same cases, a share of what each of them calls (precision, NPV)",
    "weighted generalised score",
    "dirichlet",
    "a share of the cases that each model calls so: the score test of equal shares (Kosinski 2013), which held its "
    "level where models call different numbers of cases",
)
SWAPPED = Situation(
    "two models, same cases, anything else (AP, KS, RMSE, R²)",
    "row-swap permutation",
    "bootstrap",
    "not a mean over cases: the models' answers are swapped case by case at random, which tests that they are "
    "exchangeable; the interval has the bootstrap's standard error",
    names=("permutation", "randomisation"),
)
SWAPPED_LABELS = replace(
    SWAPPED,
    what="two models, same cases, labels, anything else (F1, MCC, kappa)",
    interval="dirichlet",
    why="not a mean over cases: the models' answers are swapped case by case at random, each difference measured by "
    "its own standard error; the interval draws the cells that both models' answers fill or leave open",
)
INFLUENCE = Situation(
    "the same with more than 2,000 cases and no table of cells",
    "z, influence",
    "influence",
    "not a mean over cases, and many of them: z from what each case contributes to the difference",
)
WEIGHTED_CELLS = Situation(
    "two models, same cases with weights, labels",
    "z, influence",
    "delta",
    "weighted cases: z from what each case contributes to the difference",
)
RESAMPLED = Situation(
    "the same where no case has an influence of its own",
    "z, bootstrap",
    "bootstrap",
    "not a mean over cases, and many of them: z with the standard error of resampled cases",
)
GROUPS = Situation(
    "two models, same cases, which belong together in groups (group=)",
    "t over groups",
    "jackknife over groups",
    "cases of one group are one unit: t from how far the difference moves when each group is left out",
    "compare(group=...)",
)
FEW_GROUPS = replace(
    GROUPS,
    what="the same with fewer than 20 groups",
    test="sign flips of groups",
    why="few groups: the models are swapped in whole groups, in every possible way",
)
SLICES = Situation(
    "a slice and the rest of the cases, which belong together in groups",
    "t over groups",
    "jackknife over groups",
    "a group may have cases on both sides: t from how far the difference moves when each group is left out",
    "evaluate(by=..., group=...)",
)
IMAGES = Situation(
    "two models, same images",
    "paired over images",
    "images",
    "both saw the same images, so both are measured on the same resampled ones",
    "compare(task='detection')",
)
SEGMENTS = Situation(
    "two systems, same segments of text, a metric made of sums (BLEU, chrF, TER, error rates, span F1)",
    "approximate randomisation",
    "segments",
    "the metric is made of sums over all segments: outputs are swapped segment by segment at random; the interval has "
    "the spread of resampled segments",
    "compare(task='text')",
    ("randomisation", "permutation"),
)
SACREBLEU_SWAPS = Situation(
    "the same as sacrebleu does it",
    "approximate randomisation (sacrebleu)",
    "segments",
    "asked for: outputs are swapped segment by segment at random, ties not counted",
    "compare(task='text', method='paired-ar')",
    ("paired-ar",),
)
SACREBLEU_BOOTSTRAP = Situation(
    "the same by sacrebleu's bootstrap, which told equal systems apart in 10 to 13 of 100 trials",
    "paired bootstrap (sacrebleu)",
    "segments",
    "asked for: both systems are measured on the same resampled segments",
    "compare(task='text', method='paired-bs')",
    ("paired-bs",),
)
POOLED_Z = Situation(
    "two models, different cases, a share",
    "z, pooled",
    "newcombe",
    "shares of different cases: z with pooled variance, Newcombe's interval",
    "compare(truth={...})",
)
FISHER = Situation(
    "the same with few cases of one kind",
    "Fisher mid-p",
    "newcombe",
    "shares of different cases with few of one kind: Fisher's mid-p, Newcombe's interval",
    "compare(truth={...})",
)
COMBINED = Situation(
    "two models, different cases, anything else",
    "z, combined limits",
    "mover",
    "different cases: the limits of both estimates are combined (Zou & Donner 2008), and z from the same",
    "compare(truth={...})",
)
FOLDS = Situation(
    "two learners by cross-validation",
    "corrected resampled t",
    "corrected-t",
    "the folds share training cases, so the variance is corrected for it (Nadeau & Bengio)",
    "validate",
)
LEFT_OUT_PAIRS = Situation(
    "two learners by leave-pair-out",
    "DeLong over pairs",
    "delong",
    "areas over the same left-out pairs: DeLong's variance of what each case contributes",
    "validate",
)
SEVERAL_MODELS = Situation(
    "several models, same cases", "the same for every pair, Holm", "the same", "Holm keeps the family's level"
)
DATA_SETS = Situation(
    "two models, several data sets", "exact Wilcoxon", "order statistics", "two-sided, ties and zeros exact", "rank"
)
SEVERAL_DATA_SETS = Situation(
    "several models, several data sets",
    "exact Wilcoxon for every pair, Holm",
    "order statistics",
    "exact Wilcoxon for every pair keeps its level whatever other models are in the table; "
    "Holm keeps that of the family",
    "rank",
)
EQUALITY = Situation(
    "practically equal?",
    "Bayesian signed-rank with a ROPE; two one-sided tests with a margin",
    "",
    "no p-value can say that two models are equal",
    "rank(rope=...), compare(margin=...)",
)
RUNS = Situation(
    "several independent runs on one data set", "one-way ANOVA, or Kruskal-Wallis", "", "runs are not paired",
    "stats.anova",
)  # fmt: skip

SITUATIONS = (
    MCNEMAR, DELONG, PAIRED_T, CALLED, SWAPPED_LABELS, SWAPPED, INFLUENCE, RESAMPLED, WEIGHTED_CELLS, SAME_ORDER,
    GROUPS, FEW_GROUPS, SLICES,
    IMAGES, SEGMENTS, SEGMENT_SHARES, SEGMENT_MEANS, SACREBLEU_SWAPS, SACREBLEU_BOOTSTRAP, POOLED_Z, FISHER, COMBINED,
    SEVERAL_MODELS, DATA_SETS, SEVERAL_DATA_SETS, EQUALITY, FOLDS, LEFT_OUT_PAIRS, RUNS,
)  # fmt: skip


def as_markdown() -> str:
    """Return the decisions as a Markdown table.

    >>> as_markdown().splitlines()[0]
    '| what is compared | test | interval | why | where |'
    """
    head = "| what is compared | test | interval | why | where |\n|---|---|---|---|---|\n"
    return head + "".join(
        f"| {row.what} | {row.test} | {row.interval} | {row.why} | `{row.call}` |\n" for row in SITUATIONS
    )
