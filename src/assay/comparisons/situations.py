"""Which test when: the whole decision as one table, read by the docs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Situation:
    """What is compared, the test and interval used unless others are asked for, why, and where it is."""

    what: str
    test: str
    interval: str
    why: str
    call: str


SITUATIONS = (
    Situation(
        "two models, same cases, each right or wrong (accuracy, recall, specificity ...)",
        "McNemar mid-p",
        "Tango",
        "never exceeded 5%, as strong as chi-square; exact and corrected tests are weak",
        "compare",
    ),
    Situation(
        "two models, same cases, ROC AUC", "paired DeLong", "DeLong", "at most 6% in every case tried", "compare"
    ),
    Situation(
        "two models, same cases, a mean over cases (log loss, Brier, MAE, your own loss)",
        "paired t",
        "t",
        "right for heavy tails and for sparse differences, where bootstraps are not",
        "compare",
    ),
    Situation(
        "two models, same cases, anything else (F1, MCC, AP, RMSE, R²)",
        "row-swap permutation",
        "bootstrap standard error",
        "tests that the models are exchangeable case by case",
        "compare",
    ),
    Situation(
        "two systems, same segments of text, a metric made of sums (BLEU, chrF, TER, error rates, span F1)",
        "approximate randomisation",
        "spread of resampled segments",
        "sacrebleu's paired bootstrap told equal systems apart in 10 to 13 of 100 trials",
        "compare(task='text')",
    ),
    Situation(
        "the same with more than 2,000 cases and no table of cells",
        "z from influence values",
        "influence",
        "as good and much faster",
        "compare",
    ),
    Situation(
        "two models, different cases, a share",
        "pooled z, Fisher mid-p for few",
        "Newcombe",
        "cannot leave [-1, 1] and does not collapse at 0",
        "compare(truth={...})",
    ),
    Situation(
        "two models, different cases, anything else",
        "z from both intervals",
        "combined limits",
        "each estimate brings its own uncertainty",
        "compare(truth={...})",
    ),
    Situation(
        "several models, same cases",
        "the same for every pair, Holm",
        "the same",
        "Holm keeps the family's level",
        "compare",
    ),
    Situation(
        "two models, several data sets", "exact Wilcoxon", "order statistics", "two-sided, ties and zeros exact", "rank"
    ),
    Situation(
        "several models, several data sets",
        "exact Wilcoxon for every pair, Holm",
        "order statistics",
        "mean-rank tests depend on the other models in the table",
        "rank",
    ),
    Situation(
        "practically equal?",
        "Bayesian signed-rank with a ROPE; two one-sided tests with a margin",
        "",
        "no p-value can say that two models are equal",
        "rank(rope=...), compare(margin=...)",
    ),
    Situation(
        "two learners by cross-validation",
        "corrected resampled t, k - 1 degrees of freedom",
        "t",
        "the naive t rejects true hypotheses 54 to 63% of the time over 10 x 10 folds",
        "stats.corrected_t",
    ),
    Situation(
        "several independent runs on one data set",
        "one-way ANOVA, or Kruskal-Wallis",
        "",
        "runs are not paired",
        "stats.anova",
    ),
)


def as_markdown() -> str:
    """Return the decision as a Markdown table.

    >>> as_markdown().splitlines()[0]
    '| what is compared | test | interval | why | where |'
    """
    head = "| what is compared | test | interval | why | where |\n|---|---|---|---|---|\n"
    return head + "".join(
        f"| {one.what} | {one.test} | {one.interval} | {one.why} | `{one.call}` |\n" for one in SITUATIONS
    )
