"""Which test for which numbers: one table that `assay stats` prints and docs/statistics.md holds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A question about numbers, the tests that answer it, and what makes the difference between them."""

    question: str
    tests: tuple[str, ...]
    choose: str


ROWS = (
    Row("one proportion", ("wilson", "clopper_pearson", "binomial_test"), "an interval, a guaranteed one, or a test"),
    Row("two proportions, the same cases", ("mcnemar", "tango"), "a test with mid-p, or the interval alone"),
    Row("two proportions, different cases", ("two_proportions_z", "fisher_exact"), "few cases: the exact one"),
    Row("their difference", ("newcombe", "miettinen_nurminen", "agresti_caffo"), "closed form, score, simplest"),
    Row("proportions of several models, the same cases", ("cochran_q",), "then mcnemar for the pairs"),
    Row(
        "a table of counts",
        ("chi_square_independence", "g_test", "fisher_exact"),
        "2 x 2 with few cases: the exact one",
    ),
    Row("counts against expected ones", ("chi_square_fit",), "expected counts of at least 5"),
    Row("two areas under the ROC curve", ("delong_test",), "the same cases"),
    Row(
        "two means, the same cases",
        ("t_test", "wilcoxon", "sign_test", "permutation_test"),
        "by value, rank, sign or swap",
    ),
    Row(
        "two means, different cases",
        ("t_test", "mann_whitney", "permutation_test"),
        "Welch's t unless spreads are equal",
    ),
    Row(
        "several means, different cases", ("anova", "welch_anova", "kruskal_wallis"), "equal spreads, unequal, by ranks"
    ),
    Row("then every pair of them", ("tukey_hsd", "games_howell", "dunn"), "equal spreads, unequal, by ranks"),
    Row("then each against a control", ("dunnett",), "equal spreads"),
    Row("several means, the same cases", ("repeated_anova", "friedman", "quade"), "by value, or by ranks"),
    Row("a trend over ordered groups", ("jonckheere", "page"), "different cases, or the same"),
    Row(
        "models over data sets, every pair",
        ("wilcoxon", "nemenyi", "conover", "siegel_castellan"),
        "`assay rank` does all",
    ),
    Row("models over data sets, against a control", ("bonferroni_dunn",), "mean ranks"),
    Row(
        "two models over folds", ("corrected_t", "five_by_two_f", "bayesian_correlated_t"), "folds share training cases"
    ),
    Row("how two samples spread", ("levene", "bartlett", "siegel_tukey"), "any shape, normal, by ranks"),
    Row("whole distributions", ("ks",), "two samples, or one against a law"),
    Row("whether two columns go together", ("correlation_test",), "Pearson, Spearman or Kendall"),
    Row(
        "agreement of raters", ("fleiss_kappa", "krippendorff_alpha"), "the second where ratings are missing or ordered"
    ),
    Row(
        "how often a test would find an effect",
        (
            "mcnemar_power",
            "two_proportions_power",
            "fisher_power",
            "binomial_power",
            "chi_square_power",
            "t_test_power",
            "anova_power",
            "mann_whitney_power",
            "wilcoxon_power",
            "correlation_power",
            "variance_power",
            "delong_power",
        ),
        "`assay plan` searches the cases",
    ),
    Row("several p-values", ("adjust",), "Holm for any error, BH for the share of false findings"),
)


def as_markdown() -> str:
    """Return the table as Markdown.

    >>> as_markdown().splitlines()[0]
    '| question | functions of assay.stats | what decides |'
    """
    head = "| question | functions of assay.stats | what decides |\n|---|---|---|\n"
    return head + "".join(f"| {row.question} | {', '.join(row.tests)} | {row.choose} |\n" for row in ROWS)
